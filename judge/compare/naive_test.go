package compare_test

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"ojbatch/judge"
)

// What the methods mean, said in the shortest way, for texts of any kind that fit in memory.

const whiteSpace = " \t\r\n\v\f"

func naive(spec judge.CompareSpec, want, got string) bool {
	switch spec.Method {
	case judge.CompareExact:
		return want == got
	case judge.CompareLines:
		return slices.Equal(naiveLines(want), naiveLines(got))
	case judge.CompareUnordered:
		return slices.Equal(sortedLines(want), sortedLines(got))
	}
	return slices.EqualFunc(naiveTokens(spec, want), naiveTokens(spec, got),
		func(w, g string) bool {
			return w == g || spec.Method == judge.CompareFloats && naiveWithin(spec, w, g)
		})
}

func naiveLines(text string) []string {
	text = strings.TrimRight(text, " \t\r\n")
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		lines = append(lines, strings.TrimRight(line, " \t\r"))
	}
	return lines
}

func sortedLines(text string) []string {
	lines := slices.DeleteFunc(naiveLines(text), func(s string) bool { return s == "" })
	slices.Sort(lines)
	return lines
}

func naiveTokens(spec judge.CompareSpec, text string) []string {
	if spec.IgnoreCase {
		for c := 'A'; c <= 'Z'; c++ {
			text = strings.ReplaceAll(text, string(c), string(c-'A'+'a'))
		}
	}
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(whiteSpace, r) })
}

var numberForm = regexp.MustCompile(
	`^(?i:[+-]?(inf|infinity|nan|([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?))$`)

func naiveNumber(s string) (float64, bool) {
	const longest = 2 << 10
	if len(s) > longest || !numberForm.MatchString(s) {
		return 0, false
	}
	if s := strings.ToLower(strings.TrimLeft(s, "+-")); s == "nan" {
		return math.NaN(), true
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil
}

func naiveWithin(spec judge.CompareSpec, want, got string) bool {
	w, wantNumber := naiveNumber(want)
	g, gotNumber := naiveNumber(got)
	switch {
	case !wantNumber || !gotNumber:
		return false
	case math.IsNaN(w) || math.IsInf(w, 0):
		return math.IsNaN(w) && math.IsNaN(g) || w == g
	}
	off := math.Abs(w - g)
	return off <= math.MaxFloat64 && (off <= spec.Abs || off <= spec.Rel*math.Abs(w))
}

// agree fails unless the comparer and the naive definition agree on both texts as the answer
// and the other as the output, and the windows shown are true pieces of the texts.
func agree(t rapid.TB, spec judge.CompareSpec, want, got string) {
	t.Helper()
	for range 2 {
		c := compareText(t, spec, want, got)
		if accepts := naive(spec, want, got); c.Accepted != accepts {
			t.Fatalf("%+v: want %.200q, got %.200q: accepted %v (%s), naive says %v",
				spec, want, got, c.Accepted, c.Why, accepts)
		}
		checkWindow(t, want, c.Want)
		checkWindow(t, got, c.Got)
		if !c.Accepted && strings.ContainsAny(c.Why, "\n\r\x00") {
			t.Fatalf("why is not a line: %q", c.Why)
		}
		want, got = got, want
	}
}

// checkWindow fails unless e is where it says in text.
func checkWindow(t rapid.TB, text string, e judge.Excerpt) {
	t.Helper()
	if len(e.Text) == 0 {
		if !cmp.Equal(e, judge.Excerpt{}) {
			t.Fatalf("empty window %+v", e)
		}
		return
	}
	begin := 0
	for range e.Line - 1 {
		begin += strings.IndexByte(text[begin:], '\n') + 1
	}
	begin += int(e.Skipped)
	end := begin + len(e.Text)
	switch {
	case end > len(text) || text[begin:end] != string(e.Text):
		t.Fatalf("no %q at line %d after %d bytes", e.Text, e.Line, e.Skipped)
	case e.More != (end < len(text)):
		t.Fatalf("more is %v at %d of %d bytes", e.More, end, len(text))
	case len(e.Text) > 4<<10 || strings.Count(string(e.Text), "\n") > 3+20:
		t.Fatalf("window of %d bytes, %d lines", len(e.Text), strings.Count(string(e.Text), "\n"))
	}
}

var everySpec = []judge.CompareSpec{
	exact, lines, tokens, tokensFold, floats, floatsFold, floats0, unordered,
}

// Texts whose pieces meet at the ends of buffers, and texts that are alike but for little.
func TestAgreesWithNaive(t *testing.T) {
	piece := rapid.SampledFrom([]string{
		" ", "  ", "\t", "\n", "\n\n", "\r\n", "\v", "\x00", "\xff", "é", "a", "A", "ab", "-",
		"1", "1.0", "01", "1e0", "1.0000001", "2", "-0", "0", ".", "e5", "nan", "NaN", "Inf", "1e999",
	})
	pad := rapid.Custom(func(t *rapid.T) string {
		sizes := []int{0, 1, 30, 1020, 2040, 4090, 65530, 69625, 2 * 65530}
		size := rapid.SampledFrom(sizes).Draw(t, "size") + rapid.IntRange(0, 12).Draw(t, "more")
		units := []string{"a", " ", "\n", "0", "1 ", "b \n", "é"}
		unit := rapid.SampledFrom(units).Draw(t, "unit")
		return strings.Repeat(unit, size/len(unit))
	})
	rapid.Check(t, func(t *rapid.T) {
		pads := []string{"", pad.Draw(t, "pad"), pad.Draw(t, "other pad")}
		text := rapid.Custom(func(t *rapid.T) string {
			pieces := rapid.SliceOfN(piece, 0, 8).Draw(t, "pieces")
			for range rapid.IntRange(0, 2).Draw(t, "pads") {
				at := rapid.IntRange(0, len(pieces)).Draw(t, "at")
				pieces = slices.Insert(pieces, at, rapid.SampledFrom(pads).Draw(t, "which"))
			}
			return strings.Join(pieces, "")
		})
		common, end := text.Draw(t, "common"), text.Draw(t, "end")
		want := common + text.Draw(t, "want") + end
		got := common + text.Draw(t, "got") + end
		agree(t, rapid.SampledFrom(everySpec).Draw(t, "spec"), want, got)
	})
}

func FuzzExact(f *testing.F)     { fuzzMethod(f, exact) }
func FuzzLines(f *testing.F)     { fuzzMethod(f, lines) }
func FuzzTokens(f *testing.F)    { fuzzMethod(f, tokens, tokensFold) }
func FuzzFloats(f *testing.F)    { fuzzMethod(f, floats, floatsFold, floats0) }
func FuzzUnordered(f *testing.F) { fuzzMethod(f, unordered) }

func fuzzMethod(f *testing.F, specs ...judge.CompareSpec) {
	for _, row := range table {
		f.Add(row.want, row.got)
	}
	f.Fuzz(func(t *testing.T, want, got string) {
		for _, spec := range specs {
			agree(t, spec, want, got)
		}
	})
}
