package compare

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"ojbatch/judge"
)

// exact accepts the same bytes.
func exact(want, got *tape) finding {
	passCommon(want, got)
	w, g := want.peek(), got.peek()
	at := got.place()
	where := fmt.Sprintf("byte %d (line %d)", at.offset+1, at.line)
	switch {
	case w == eof && g == eof:
		return finding{accepted: true}
	case g == eof:
		return rejected("%s: got end of output, want 0x%02x%s", where, w, hintAtEnd(want))
	case w == eof:
		return rejected("%s: got 0x%02x after the end of the answer%s", where, g, hintAtEnd(got))
	}
	return rejected("%s: got 0x%02x, want 0x%02x%s", where, g, w, hint(want, got))
}

// lines accepts the same lines, blanks at their ends and blank lines at the end aside.
func lines(want, got *tape) finding {
	var overlooked slight
	for {
		passCommon(want, got)
		if want.peek() == eof && got.peek() == eof {
			return acceptedBut(judge.CompareLines, overlooked)
		}
		want.skip(blank)
		got.skip(blank)
		w, g := want.peek(), got.peek()
		if !isLineEnd(w) || !isLineEnd(g) {
			return differentLine(want, got)
		}
		if w == eof || g == eof {
			want.skip(layout)
			got.skip(layout)
			if want.peek() != eof || got.peek() != eof {
				return differentLength(want, got)
			}
		}
		overlooked.space = true
	}
}

func isLineEnd(c int) bool { return c == '\n' || c == eof }

// differentLine rejects for a difference within a line. Both tapes are at it.
func differentLine(want, got *tape) finding {
	if want.isDone() || got.isDone() {
		return differentLength(want, got)
	}
	return rejected("line %d: got %s, want %s%s",
		got.place().line, got.quote(newline), want.quote(newline), hint(want, got))
}

// differentLength rejects because one text ends where the other has more lines.
func differentLength(want, got *tape) finding {
	if got.peek() == eof {
		return rejected("line %d: got end of output, want %s",
			want.place().line, want.quote(newline))
	}
	return rejected("line %d: got %s after the end of the answer",
		got.place().line, got.quote(newline))
}

// isDone says whether the text ended and no line is open.
func (t *tape) isDone() bool { return t.peek() == eof && t.place().column == 0 }

// hint says in what little the lines at the positions differ, where both lines are held
// completely and there is something to say.
func hint(want, got *tape) string {
	w, wholeWant := want.wholeLine()
	g, wholeGot := got.wholeLine()
	if !wholeWant || !wholeGot {
		return ""
	}
	denseWant, denseGot := withoutWhite(w), withoutWhite(g)
	switch {
	case bytes.Equal(denseWant, denseGot):
		return hinted(slight{space: true})
	case equalFolded(w, g):
		return hinted(slight{letterCase: true})
	case equalFolded(denseWant, denseGot):
		return hinted(slight{space: true, letterCase: true})
	}
	return ""
}

func hinted(s slight) string { return fmt.Sprintf(" (%s)", s) }

// hintAtEnd is hint where only one of the texts goes on.
func hintAtEnd(longer *tape) string {
	longer.fill(windowBytes)
	if longer.fault == io.EOF && len(withoutWhite(longer.rest())) == 0 {
		return hinted(slight{space: true})
	}
	return ""
}

// wholeLine returns the line at the position and whether that is all of it.
func (t *tape) wholeLine() ([]byte, bool) {
	text, passed := t.around(newline, historySize)
	return text, int64(passed) == t.place().column && len(text)-passed < historySize
}

func withoutWhite(b []byte) []byte {
	return slices.DeleteFunc(bytes.Clone(b), func(c byte) bool { return white[c] })
}
