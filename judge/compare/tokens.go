package compare

import (
	"fmt"

	"ojbatch/judge"
)

// tokens accepts the same tokens.
type tokens struct {
	ignoreCase bool
	numbers    *tolerance // nil when numbers are tokens like any other
}

// compare goes byte by byte, so that tokens may be of any length. Texts differ either within
// a token, or in the white space between two, which is passed over.
func (m tokens) compare(want, got *tape) finding {
	var overlooked slight
	for {
		if m.passCommon(want, got) {
			overlooked.letterCase = true
		}
		if !want.inToken() || !(want.atToken() || got.atToken()) {
			skipped := passWhite(want, got)
			overlooked.space = overlooked.space || skipped
			switch {
			case want.peek() == eof && got.peek() == eof:
				return acceptedBut(m.name(), overlooked)
			case want.peek() == eof || got.peek() == eof:
				return differentToken(want, got)
			case skipped:
				continue
			}
		}
		if !m.passNumber(want, got) {
			return differentToken(want, got)
		}
		overlooked.number = true
	}
}

// passWhite moves both tapes over white space and returns whether there was any.
func passWhite(want, got *tape) bool {
	skippedWant := want.skip(white)
	skippedGot := got.skip(white)
	return skippedWant || skippedGot
}

func (m tokens) name() string {
	if m.numbers != nil {
		return judge.CompareFloats
	}
	return judge.CompareTokens
}

// passCommon is the function passCommon, but for case when that is to be ignored. It returns
// whether there was something to ignore.
func (m tokens) passCommon(want, got *tape) (folded bool) {
	passCommon(want, got)
	if !m.ignoreCase {
		return false
	}
	for {
		n := commonFolded(want.rest(), got.rest())
		if n == 0 {
			return folded
		}
		folded = true
		want.pos += n
		got.pos += n
		passCommon(want, got)
	}
}

// passNumber moves both tapes to the ends of the tokens in which they are, if these are
// numbers close enough to each other.
func (m tokens) passNumber(want, got *tape) bool {
	if m.numbers == nil {
		return false
	}
	w, passedWant := want.around(white, longestNumber+1)
	g, passedGot := got.around(white, longestNumber+1)
	if !m.numbers.accepts(w, g) {
		return false
	}
	want.pos += len(w) - passedWant
	got.pos += len(g) - passedGot
	return true
}

// differentToken rejects. Both tapes are at the difference. Its place is that in the output,
// where there is one.
func differentToken(want, got *tape) finding {
	switch {
	case got.peek() == eof && !want.inToken():
		return rejected("%s: got end of output, want %s", want.tokenPlace(), want.quote(white))
	case want.peek() == eof && !got.inToken():
		return rejected("%s: got %s after the end of the answer",
			got.tokenPlace(), got.quote(white))
	}
	return rejected("%s: got %s, want %s", got.tokenPlace(), got.quote(white), want.quote(white))
}

func (t *tape) tokenPlace() string {
	at := t.place()
	number := at.tokens
	if !t.inToken() {
		number++
	}
	return fmt.Sprintf("line %d, token %d", at.line, number)
}
