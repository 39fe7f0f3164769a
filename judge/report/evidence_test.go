package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ojbatch/judge"
)

// TestDifferenceFollowsMethod wants blanks at line ends in a diff just where they count.
func TestDifferenceFollowsMethod(t *testing.T) {
	for method, counts := range map[string]bool{
		"":                     false,
		judge.CompareLines:     false,
		judge.CompareTokens:    false,
		judge.CompareExact:     true,
		judge.CompareChecker:   true,
		judge.CompareFloats:    false,
		judge.CompareUnordered: false,
	} {
		got := difference(judge.Result{
			Case: &judge.Case{Compare: judge.CompareSpec{Method: method}},
			Want: judge.Excerpt{Text: []byte("same\n5\n"), Line: 1},
			Got:  judge.Excerpt{Text: []byte("same  \n4\n"), Line: 1},
		})
		if !strings.Contains(got, "-5\n") || !strings.Contains(got, "+4\n") {
			t.Errorf("method %q: the difference is missing in\n%s", method, got)
		}
		if strings.Contains(got, "-same") != counts {
			t.Errorf("method %q: blanks shown: %v, want %v in\n%s", method, !counts, counts, got)
		}
	}
}

func TestExcerptsTellWhereTheyAreCut(t *testing.T) {
	type excerpt = judge.Excerpt
	for _, c := range []struct {
		name string
		got  quotation
		want quotation
	}{
		{
			"whole", beginning("input", excerpt{Text: []byte("1\n2\n"), Line: 1}, 2),
			quotation{"input", []string{"1", "2"}},
		},
		{
			"nothing", ending("stderr", excerpt{}, 2), quotation{"stderr", nil},
		},
		{
			"more lines than shown", beginning("input", excerpt{Text: []byte("1\n2\n3\n")}, 2),
			quotation{"input (beginning)", []string{"1", "2"}},
		},
		{
			"cut at a line's end", beginning("input", excerpt{Text: []byte("1\n"), More: true}, 2),
			quotation{"input (beginning)", []string{"1"}},
		},
		{
			"cut inside a line", beginning("input", excerpt{Text: []byte("1\n2"), More: true}, 2),
			quotation{"input (beginning)", []string{"1", "2…"}},
		},
		{
			"last lines", ending("stderr", excerpt{Text: []byte("1\n2\n3\n"), Line: 1}, 2),
			quotation{"stderr (end)", []string{"2", "3"}},
		},
		{
			"begins later", ending("stderr", excerpt{Text: []byte("8\n9\n"), Line: 8}, 2),
			quotation{"stderr (end)", []string{"8", "9"}},
		},
		{
			"begins inside a line", ending("stderr", excerpt{Text: []byte("8\n"), Skipped: 5}, 2),
			quotation{"stderr (end)", []string{"…8"}},
		},
		{
			"tabs", ending("stderr", excerpt{Text: []byte("\tat\n"), Line: 1}, 2),
			quotation{"stderr", []string{"    at"}},
		},
	} {
		if diff := cmp.Diff(c.want, c.got, cmp.AllowUnexported(quotation{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}
