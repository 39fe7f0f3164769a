package compare

// set is a set of bytes.
type set [256]bool

func setOf(bytes string) *set {
	var s set
	for _, c := range []byte(bytes) {
		s[c] = true
	}
	return &s
}

// The bytes that methods treat in a way of their own. All others, NUL and those of invalid
// UTF-8 among them, are just data.
var (
	newline = setOf("\n")
	blank   = setOf(" \t\r")       // may stand unseen at the end of a line
	layout  = setOf(" \t\r\n")     // may stand unseen at the end of a text
	white   = setOf(" \t\r\n\v\f") // separates tokens: C's isspace
)

// trimRight returns b without the bytes of s at its end.
func (s *set) trimRight(b []byte) []byte {
	for len(b) > 0 && s[b[len(b)-1]] {
		b = b[:len(b)-1]
	}
	return b
}
