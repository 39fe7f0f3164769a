package diff

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	ellipsis   = "…"
	tabColumns = 8
)

// view is how a line is shown.
type view struct {
	at    int  // the index of a byte that must be seen if the line is cut
	white bool // whether white space is made visible
}

// against returns how to show l next to m.
func (l line) against(m line) view {
	return view{at: l.commonPrefix(m), white: l.differsInWhite(m)}
}

// show returns l in at most width columns, in which an ellipsis on either side always has
// room.
func (v view) show(l line, width int) string {
	room := width - 2
	begin := 0
	if v.columns(l.text, room) > room {
		begin = v.back(l.text, v.at, room/3)
	}
	var b strings.Builder
	if begin > 0 || l.skipped > 0 {
		b.WriteString(ellipsis)
	}
	rest := l.text[begin:]
	for len(rest) > 0 {
		c := v.cell(rest)
		if c.columns > room {
			break
		}
		b.WriteString(c.text)
		room -= c.columns
		rest = rest[c.size:]
	}
	if len(rest) > 0 || l.goesOn {
		b.WriteString(ellipsis)
	}
	return b.String()
}

// columns returns how many columns text takes. It stops counting past limit.
func (v view) columns(text []byte, limit int) int {
	n := 0
	for len(text) > 0 && n <= limit {
		c := v.cell(text)
		n += c.columns
		text = text[c.size:]
	}
	return n
}

// back returns the index of the character in text that is so many columns before the one at
// index at.
func (v view) back(text []byte, at, columns int) int {
	for range utf8.UTFMax - 1 { // the index may be within a character
		if 0 < at && at < len(text) && !utf8.RuneStart(text[at]) {
			at--
		}
	}
	for at > 0 {
		_, size := utf8.DecodeLastRune(text[:at])
		columns -= v.cell(text[at-size:]).columns
		if columns < 0 {
			break
		}
		at -= size
	}
	return at
}

// cell is a character as it is shown.
type cell struct {
	text    string
	columns int
	size    int // in the line, in bytes
}

// cell returns how the first character of text, which is not empty, is shown.
func (v view) cell(text []byte) cell {
	r, size := utf8.DecodeRune(text)
	switch {
	case r == utf8.RuneError && size == 1:
		return escaped(fmt.Sprintf(`\x%02x`, text[0]), size)
	case r == '\\':
		return escaped(`\\`, size)
	case v.white && r == ' ':
		return cell{"·", 1, size}
	case v.white && r == '\t':
		return cell{"→", 1, size}
	case v.white && (r == '·' || r == '→'):
		return escaped(fmt.Sprintf(`\u%04x`, r), size)
	case r == '\t':
		return cell{"\t", tabColumns, size}
	case unicode.IsPrint(r):
		return cell{string(text[:size]), 1, size}
	}
	return escaped(strings.Trim(strconv.QuoteRune(r), "'"), size)
}

func escaped(text string, size int) cell { return cell{text, len(text), size} }
