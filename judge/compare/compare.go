// Package compare says whether an output answers a case: byte for byte, line by line, token by
// token, with numbers in a tolerance, as a bag of lines, or as a checker program decides.
// [New] returns the comparers that are built in, [NewChecker] those that run a program.
//
// # What the built-in methods mean
//
//   - exact: the same bytes.
//   - lines: the same lines. Blanks (spaces, tabs, carriage returns) at the ends of lines and
//     blank lines at the end of the text do not count, nor does whether the last line ends.
//   - tokens: the same tokens, whatever white space (that of C's isspace) is around them. With
//     IgnoreCase ASCII letters differ in nothing but case.
//   - floats: as tokens; but where the answer's token is a number the output's must be one
//     within the absolute or the relative tolerance, see [tolerance].
//   - unordered: the same lines, each as often, in any order. Blanks at the ends of lines do
//     not count, nor do blank lines anywhere.
//
// An empty output is hence wrong unless the answer is empty in the method's sense.
//
// # What they cost
//
// They read answer and output side by side, once, and hold about 70 KiB of each, so that
// neither long texts nor long lines matter. NUL and bytes that are not UTF-8 are data like any
// other. Only unordered holds more: about 100 bytes for each distinct line of the answer after
// those that both texts begin with.
package compare

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"strings"

	"ojbatch/judge"
)

// New returns the comparer of a method that is built in. The error says what is wrong with
// spec, or that it asks for [NewChecker].
func New(spec judge.CompareSpec) (judge.Comparer, error) {
	switch spec.Method {
	case judge.CompareExact:
		return sideBySide{exact, false}, nil
	case judge.CompareLines, "":
		return sideBySide{lines, false}, nil
	case judge.CompareTokens:
		return sideBySide{tokens{spec.IgnoreCase, nil}.compare, true}, nil
	case judge.CompareFloats:
		if !isTolerance(spec.Abs) || !isTolerance(spec.Rel) {
			return nil, fmt.Errorf("compare: tolerances abs=%v rel=%v: want finite numbers from 0 on",
				spec.Abs, spec.Rel)
		}
		t := tokens{spec.IgnoreCase, &tolerance{spec.Abs, spec.Rel}}
		return sideBySide{t.compare, true}, nil
	case judge.CompareUnordered:
		return unordered{}, nil
	case judge.CompareChecker:
		return nil, fmt.Errorf("compare: method %q runs a program: use NewChecker", spec.Method)
	}
	return nil, fmt.Errorf("compare: unknown method %q: want one of %s",
		spec.Method, strings.Join(judge.CompareMethods, ", "))
}

func isTolerance(f float64) bool { return f >= 0 && f <= math.MaxFloat64 }

// sideBySide compares by reading answer and output side by side. Its method leaves both
// tapes at the first difference, if there is one.
type sideBySide struct {
	method      func(want, got *tape) finding
	countTokens bool // whether the method speaks of the numbers of tokens
}

var _ judge.Comparer = sideBySide{}

// finding is what a method found: [judge.Comparison] without the windows.
type finding struct {
	accepted bool
	why      string
}

func rejected(format string, args ...any) finding {
	return finding{why: fmt.Sprintf(format, args...)}
}

func (s sideBySide) Compare(
	ctx context.Context, c *judge.Case, output io.Reader,
) (judge.Comparison, error) {
	want, err := openAnswer(ctx, c)
	if err != nil {
		return judge.Comparison{}, err
	}
	defer want.Close()
	got := newTape(ctx, "the output", output)
	want.countTokens, got.countTokens = s.countTokens, s.countTokens

	found := s.method(want.tape, got)
	result := judge.Comparison{Accepted: found.accepted, Why: found.why}
	if !found.accepted {
		result.Want = want.window(contextLines, windowLines)
		result.Got = got.window(contextLines, windowLines)
	}
	if err := cmp.Or(want.err(), got.err()); err != nil {
		return judge.Comparison{}, err
	}
	return result, nil
}

// openTape is a tape of something that is to be closed.
type openTape struct {
	*tape
	io.Closer
}

func openAnswer(ctx context.Context, c *judge.Case) (openTape, error) {
	name := fmt.Sprintf("the answer (%s)", c.Answer.Name())
	r, err := c.Answer.Open()
	if err != nil {
		return openTape{}, fmt.Errorf("open %s: %w", name, err)
	}
	return openTape{newTape(ctx, name, r), r}, nil
}

// slight is in what little two texts differ.
type slight struct{ space, letterCase, number bool }

// String is empty for texts that do not differ.
func (s slight) String() string {
	var what []string
	if s.space {
		what = append(what, "white space")
	}
	if s.letterCase {
		what = append(what, "case")
	}
	if s.number {
		what = append(what, "the precision of numbers")
	}
	switch len(what) {
	case 0:
		return ""
	case 1:
		return "only " + what[0] + " differs"
	}
	return "only " + strings.Join(what, " and ") + " differ"
}

// acceptedBut accepts and says what the method overlooked, if anything.
func acceptedBut(method string, overlooked slight) finding {
	if overlooked == (slight{}) {
		return finding{accepted: true}
	}
	return finding{true, fmt.Sprintf("accepted under %q: %s", method, overlooked)}
}
