package diff

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/pmezard/go-difflib/difflib"
)

// page is a diff that is being written, within bounds.
type page struct {
	text     strings.Builder
	lines    int // that may yet be written before the closing line
	bytes    int // that may yet be written before the closing line
	width    int
	markEnds bool // whether last lines without a newline get a mark

	header string // of a hunk of which no line is written yet; with its newline
	full   bool
	hidden int // lines of the texts that did not get in
}

func newPage(o Options) *page {
	return &page{lines: o.Lines - 1, bytes: o.Bytes - lineBytes(o.Width), width: o.Width}
}

// lineBytes returns how many bytes a line of so many columns takes at most.
func lineBytes(width int) int { return width*utf8.UTFMax + len("\n") }

// add writes a line, after its hunk's header if that is due, provided that both get in.
func (p *page) add(line string) bool {
	text := p.header + line + "\n"
	n := strings.Count(text, "\n")
	if p.full || n > p.lines || len(text) > p.bytes {
		p.full = true
		return false
	}
	p.text.WriteString(text)
	p.lines -= n
	p.bytes -= len(text)
	p.header = ""
	return true
}

// title writes a line that says sign and what the sign stands for.
func (p *page) title(sign, name string) {
	p.add(sign + " " + view{}.show(line{text: []byte(name)}, p.width-len(sign)-1))
}

// hunk writes operations that are near each other.
func (p *page) hunk(ops []difflib.OpCode, want, got *side) {
	from, to := ops[0], ops[len(ops)-1]
	p.header = fmt.Sprintf("@@ -%s +%s @@\n", want.span(from.I1, to.I2), got.span(from.J1, to.J2))
	for _, op := range ops {
		wanted, gotten := want.lines[op.I1:op.I2], got.lines[op.J1:op.J2]
		if op.Tag == 'e' {
			p.body(" ", wanted, nil)
			continue
		}
		p.body("-", wanted, gotten)
		p.body("+", gotten, wanted)
	}
}

// span is how the header of a hunk names the lines from index i to before j. It names a span
// of none by the line before it.
func (s *side) span(i, j int) string {
	start := s.first + i
	if i == j {
		start--
	}
	return fmt.Sprintf("%d,%d", start, j-i)
}

// body writes lines behind sign. Each stands against that of others with the same index, if
// there is one.
func (p *page) body(sign string, lines, others []line) {
	for i, l := range lines {
		if p.full {
			p.hidden += len(lines) - i
			return
		}
		var v view
		if i < len(others) {
			v = l.against(others[i])
		}
		if !p.add(sign + v.show(l, p.width-len(sign))) {
			p.hidden++
		} else if p.markEnds && !l.terminated && !l.goesOn {
			p.add(`\ No newline at end of file`)
		}
	}
}

// close writes what is not shown, if anything is not.
func (p *page) close(wantName, gotName string, want, got *side) {
	var missing []string
	switch {
	case p.hidden == 1:
		missing = append(missing, "1 line")
	case p.hidden > 1:
		missing = append(missing, fmt.Sprintf("%d lines", p.hidden))
	}
	if want.more {
		missing = append(missing, "the rest of "+wantName)
	}
	if got.more {
		missing = append(missing, "the rest of "+gotName)
	}
	if len(missing) > 0 {
		text := "… not shown: " + strings.Join(missing, ", ")
		p.text.WriteString(view{}.show(line{text: []byte(text)}, p.width) + "\n")
	}
}
