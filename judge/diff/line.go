package diff

import (
	"bytes"
	"fmt"
	"slices"
)

// blank are the bytes that [Options.IgnoreTrailing] ignores at the end of a line.
const blank = " \t\r"

// line is a line of a text, or what a piece has of it.
type line struct {
	text       []byte // without the newline
	terminated bool   // by a newline
	skipped    int64  // bytes of the line that come before text
	goesOn     bool   // whether the line has more bytes after text, which are not there
}

// next cuts the next line off t. It returns false at the end of what is there.
func (t *Text) next() (line, bool) {
	if len(t.Bytes) == 0 {
		return line{}, false
	}
	text, rest, found := bytes.Cut(t.Bytes, []byte{'\n'})
	l := line{text: text, terminated: found, skipped: t.Skipped, goesOn: !found && t.More}
	t.Bytes, t.Skipped, t.Line = rest, 0, t.Line+1
	return l, true
}

// isUnterminated says whether the text is known to end without a newline.
func (t Text) isUnterminated() bool {
	return len(t.Bytes) > 0 && !t.More && t.Bytes[len(t.Bytes)-1] != '\n'
}

// normal returns l without what does not count.
func (o Options) normal(l line) line {
	if o.IgnoreTrailing && !l.goesOn {
		l.text, l.terminated = bytes.TrimRight(l.text, blank), true
	}
	return l
}

func (l line) equal(m line) bool {
	return bytes.Equal(l.text, m.text) && l.terminated == m.terminated &&
		l.skipped == m.skipped && l.goesOn == m.goesOn
}

// key returns the same string for equal lines, and another for others.
func (l line) key() string {
	return fmt.Sprintf("%t %t %d %s", l.terminated, l.goesOn, l.skipped, l.text)
}

// differsInWhite says whether l and m differ in white space and in nothing else.
func (l line) differsInWhite(m line) bool {
	return !bytes.Equal(l.text, m.text) &&
		bytes.Equal(withoutWhite(l.text), withoutWhite(m.text))
}

func withoutWhite(b []byte) []byte {
	return slices.DeleteFunc(bytes.Clone(b), func(c byte) bool {
		return c == ' ' || '\t' <= c && c <= '\r'
	})
}

// commonPrefix returns how many bytes l and m begin with in common.
func (l line) commonPrefix(m line) int {
	n := 0
	for n < min(len(l.text), len(m.text)) && l.text[n] == m.text[n] {
		n++
	}
	return n
}
