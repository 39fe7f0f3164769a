// Package diff writes the unified diff of two texts, bounded in lines, width and bytes
// whatever the texts are. They may be pieces of longer texts, be binary, and have lines
// without end. [Unified] does all of it.
//
// # How text is shown
//
// Printable characters and tabs stand for themselves. Everything else is escaped as in Go
// strings: \r, \x00, \u200b, and \xff for a byte that is not UTF-8. A backslash of the text is
// doubled. Where two lines that stand against each other differ in nothing but white space,
// that is shown too: "·" is a space and "→" a tab; these two characters are escaped there.
//
// A line that does not fit is cut around the first column in which it differs from the line
// that it stands against; "…" is what was cut off. Columns are characters, a tab takes eight.
package diff

import (
	"bytes"
	"math"

	"github.com/pmezard/go-difflib/difflib"
)

// Text is a text, or a piece of one.
type Text struct {
	Bytes []byte
	// Line is the number of the line in which Bytes begins; less than one is one.
	Line int
	// Skipped is how many bytes of that line come before Bytes.
	Skipped int64
	// More says that the text goes on after Bytes.
	More bool
}

// Options bound a diff. A field that is zero or less takes its default, one that is out of
// range the nearest value that is not.
type Options struct {
	Lines   int // of the diff in all: 40 by default, at least 6, at most 10,000
	Width   int // columns of a line: 160 by default, at least 40, at most a 16th of Bytes
	Bytes   int // of the diff in all: 16 KiB by default, at least 1 KiB
	Context int // lines shown before and after those that differ: 3 by default, at most Lines
	// IgnoreTrailing neither heeds nor shows spaces, tabs and carriage returns at the ends of
	// lines, blank lines at the end of a text, and whether its last line is terminated.
	IgnoreTrailing bool
}

func (o Options) withDefaults() Options {
	o.Lines = bounded(o.Lines, 40, 6, 10_000)
	o.Bytes = bounded(o.Bytes, 16<<10, 1<<10, math.MaxInt)
	o.Width = bounded(o.Width, 160, 40, o.Bytes/16)
	o.Context = bounded(o.Context, 3, 1, o.Lines)
	return o
}

func bounded(value, standard, least, most int) int {
	if value <= 0 {
		value = standard
	}
	return min(max(value, least), most)
}

// Unified returns the diff that makes got of want, or "" if nothing differs in what is there
// of them. The names go into its first two lines; the numbers of lines are those in the whole
// texts. A last line that begins with "…" says what is not shown, if anything is not.
//
// That just one of the texts has a newline after its last line is told in the way of diff(1),
// by "\ No newline at end of file". If neither has, nothing is said.
//
// Lines at the end of a piece do not count as different where the other piece ends before its
// text does.
func Unified(wantName, gotName string, want, got Text, o Options) string {
	o = o.withDefaults()
	p := newPage(o)
	p.title("---", wantName)
	p.title("+++", gotName)
	p.markEnds = !o.IgnoreTrailing && want.isUnterminated() != got.isUnterminated()

	want, got = o.prepare(want), o.prepare(got)
	o.passCommon(&want, &got)
	a, b := newSide(want, o), newSide(got, o)
	hunks := match(a, b, o.Context)
	if len(hunks) == 0 {
		return ""
	}
	for _, hunk := range hunks {
		p.hunk(hunk, a, b)
	}
	p.close(wantName, gotName, a, b)
	return p.text.String()
}

// prepare returns t with its line number, and without an end that does not count.
func (o Options) prepare(t Text) Text {
	t.Line = max(1, t.Line)
	if o.IgnoreTrailing && !t.More {
		t.Bytes = bytes.TrimRight(t.Bytes, blank+"\n")
	}
	return t
}

// passCommon cuts off the lines with which both texts begin, but for those of the context.
func (o Options) passCommon(want, got *Text) {
	w, g := *want, *got
	common := 0
	for {
		x, inWant := w.next()
		y, inGot := g.next()
		if !inWant || !inGot || !o.normal(x).equal(o.normal(y)) {
			break
		}
		common++
	}
	for range common - o.Context {
		want.next()
		got.next()
	}
}

// side is what is compared of one of the texts.
type side struct {
	lines []line
	keys  []string // of lines: equal lines have equal keys
	first int      // the number of the first line
	more  bool     // whether the text goes on after lines
}

// newSide takes as many lines as can be shown. More would be matched in vain, at a cost that
// grows with the square of their number.
func newSide(t Text, o Options) *side {
	s := &side{first: t.Line}
	for range o.Context + 4*o.Lines {
		l, ok := t.next()
		if !ok {
			break
		}
		l = o.normal(l)
		s.lines = append(s.lines, l)
		s.keys = append(s.keys, l.key())
	}
	s.more = t.More || len(t.Bytes) > 0
	return s
}

// cut drops the lines from index n on.
func (s *side) cut(n int) {
	s.lines, s.keys, s.more = s.lines[:n], s.keys[:n], true
}

// match returns the hunks of the diff of a and b. Lines at the end of one that may yet come in
// the other are cut off.
func match(a, b *side, context int) [][]difflib.OpCode {
	ops := difflib.NewMatcherWithJunk(a.keys, b.keys, false, nil).GetOpCodes()
	if len(ops) > 0 {
		switch last := ops[len(ops)-1]; {
		case last.Tag == 'd' && b.more:
			a.cut(last.I1)
		case last.Tag == 'i' && a.more:
			b.cut(last.J1)
		}
	}
	m := difflib.NewMatcherWithJunk(a.keys, b.keys, false, nil)
	return m.GetGroupedOpCodes(context)
}
