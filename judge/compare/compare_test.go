package compare_test

import (
	"context"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"ojbatch/judge"
	"ojbatch/judge/compare"
)

var (
	exact      = judge.CompareSpec{Method: judge.CompareExact}
	lines      = judge.CompareSpec{Method: judge.CompareLines}
	tokens     = judge.CompareSpec{Method: judge.CompareTokens}
	tokensFold = judge.CompareSpec{Method: judge.CompareTokens, IgnoreCase: true}
	floats     = judge.CompareSpec{Method: judge.CompareFloats, Abs: 1e-6, Rel: 1e-3}
	floatsFold = judge.CompareSpec{Method: judge.CompareFloats, Abs: 1e-6, IgnoreCase: true}
	floats0    = judge.CompareSpec{Method: judge.CompareFloats}
	unordered  = judge.CompareSpec{Method: judge.CompareUnordered}
)

// table has what every method makes of answers and outputs. It is accepted when why is empty
// or begins with "accepted".
var table = []struct {
	spec      judge.CompareSpec
	want, got string
	why       string
}{
	{exact, "", "", ""},
	{exact, "a\n\x00\xff\n", "a\n\x00\xff\n", ""},
	{exact, "1\n", "", "byte 1 (line 1): got end of output, want 0x31"},
	{exact, "1\n2", "1\n2\n",
		"byte 4 (line 2): got 0x0a after the end of the answer (only white space differs)"},
	{exact, "1\n\n", "1\n",
		"byte 3 (line 2): got end of output, want 0x0a (only white space differs)"},
	{exact, "1\n2\n", "1\n", "byte 3 (line 2): got end of output, want 0x32"},
	{exact, "abc\n0123456789\n4\n", "abc\n0123456789\r\n4\n",
		"byte 15 (line 2): got 0x0d, want 0x0a (only white space differs)"},
	{exact, "x\nYes\n", "x\nyes\n", "byte 3 (line 2): got 0x79, want 0x59 (only case differs)"},
	{exact, "a B\n", "ab\n",
		"byte 2 (line 1): got 0x62, want 0x20 (only white space and case differ)"},
	{exact, "a\x00", "a\x01", "byte 2 (line 1): got 0x01, want 0x00"},

	{lines, "", "", ""},
	{lines, "1\n2\n", "1\n2\n", ""},
	{lines, "1\n2\n", "1\n2", `accepted under "lines": only white space differs`},
	{lines, "1\n2\n", "1 \t\r\n2\r\n\n \n", `accepted under "lines": only white space differs`},
	{lines, "", " \n\r\n", `accepted under "lines": only white space differs`},
	{lines, "\n\n", "", `accepted under "lines": only white space differs`},
	{lines, "1", "1\r\r\n", `accepted under "lines": only white space differs`},
	{lines, "1\n2\n5\n", "1\n2\n4\n", `line 3: got "4", want "5"`},
	{lines, "1\n2\n5\n", "1\n2\n", `line 3: got end of output, want "5"`},
	{lines, "1\n2\n5\n", "1\n2", `line 3: got end of output, want "5"`},
	{lines, "1\n\n\n5\n", "1", `line 4: got end of output, want "5"`},
	{lines, "5", "", `line 1: got end of output, want "5"`},
	{lines, "1\n2\n", "1\n2\n\nx\n", `line 4: got "x" after the end of the answer`},
	{lines, "", "x", `line 1: got "x" after the end of the answer`},
	{lines, "1\n1\n", "1", `line 2: got end of output, want "1"`},
	{lines, "12\n", "1", `line 1: got "1", want "12"`},
	{lines, "1", "12\n", `line 1: got "12", want "1"`},
	{lines, "1\n\n2\n", "1\n2\n", `line 2: got "2", want ""`},
	{lines, "1\n2\n", "1\n \n2\n", `line 2: got "", want "2"`},
	{lines, "a b\n", "a  b \n", `line 1: got "a  b", want "a b" (only white space differs)`},
	{lines, "a\tb\n", "a b\n", `line 1: got "a b", want "a\tb" (only white space differs)`},
	{lines, "a\n", " a\n", `line 1: got " a", want "a" (only white space differs)`},
	{lines, "Case\n", "CASE\n", `line 1: got "CASE", want "Case" (only case differs)`},
	{lines, "a B\n", "A  b\n", `line 1: got "A  b", want "a B" (only white space and case differ)`},
	{lines, "a\rb\n", "a\nb\n", `line 1: got "a", want "a\rb"`},
	{lines, "a\vb\v\n", "a\vb\n", `line 1: got "a\vb", want "a\vb\v" (only white space differs)`},
	{lines, "\x00\xff", "\x00\xfe", `line 1: got "\x00\xfe", want "\x00\xff"`},
	{lines, strings.Repeat("é", 50) + "1" + strings.Repeat("ü", 50), strings.Repeat("é", 50) + "22",
		`line 1: got …"ééééééééééééééééééé22", want …"éééééééééé1üüüüüüüüü"…`},
	{judge.CompareSpec{}, "1\n", "1\n", ""},

	{tokens, "", "", ""},
	{tokens, "", " \n", `accepted under "tokens": only white space differs`},
	{tokens, "1 2\n3\n", "1 2\n3\n", ""},
	{tokens, "1 2\n3\n", "\v\f1\r\n2\t3", `accepted under "tokens": only white space differs`},
	{tokens, "1 2\n3\n", "1 2", `line 2, token 1: got end of output, want "3"`},
	{tokens, "1", "", `line 1, token 1: got end of output, want "1"`},
	{tokens, "1 2", "1\n2 3\n", `line 2, token 2: got "3" after the end of the answer`},
	{tokens, "", "\n x", `line 2, token 1: got "x" after the end of the answer`},
	{tokens, "1 2\n3 4 5\n", "1\n2 3 44 5", `line 2, token 3: got "44", want "4"`},
	{tokens, "1 12", "1 1", `line 1, token 2: got "1", want "12"`},
	{tokens, "12", "1 2", `line 1, token 1: got "1", want "12"`},
	{tokens, "1 2", "12", `line 1, token 1: got "12", want "1"`},
	{tokens, "Yes", "yes", `line 1, token 1: got "yes", want "Yes"`},
	{tokens, "1.0", "1", `line 1, token 1: got "1", want "1.0"`},
	{tokens, "a\x00b", "a b", `line 1, token 1: got "a", want "a\x00b"`},
	{tokens, "a\u00a0b", "a b", `line 1, token 1: got "a", want "a\u00a0b"`},
	{tokensFold, "Yes No", "yEs\nNO", `accepted under "tokens": only white space and case differ`},
	{tokensFold, "Yes No", "YES No", `accepted under "tokens": only case differs`},
	{tokensFold, "Yes No", "yes not", `line 1, token 2: got "not", want "No"`},
	{tokensFold, "É", "é", `line 1, token 1: got "é", want "É"`},
	{tokensFold, "@[`{", "`{@[", "line 1, token 1: got \"`{@[\", want \"@[`{\""},

	{floats, "1.5 x", "1.5 x", ""},
	{floats, "1", "1.0000001", `accepted under "floats": only the precision of numbers differs`},
	{floats, "1 2", "1.0\n+2.",
		`accepted under "floats": only white space and the precision of numbers differ`},
	{floats, "1000", "1000.99", `accepted under "floats": only the precision of numbers differs`},
	{floats, "1000", "1001.01", `line 1, token 1: got "1001.01", want "1000"`},
	{floats, "-1000 0", "-999.5 1e-7",
		`accepted under "floats": only the precision of numbers differs`},
	{floats, "0", "1e-5", `line 1, token 1: got "1e-5", want "0"`},
	{floats, "0", "-0", `accepted under "floats": only the precision of numbers differs`},
	{floats, "1e3", ".1E+4", `accepted under "floats": only the precision of numbers differs`},
	{floats, "1", "0x1", `line 1, token 1: got "0x1", want "1"`},
	{floats, "0x10", "16", `line 1, token 1: got "16", want "0x10"`},
	{floats, "10", "1_0", `line 1, token 1: got "1_0", want "10"`},
	{floats, "a1", "a1.0", `line 1, token 1: got "a1.0", want "a1"`},
	{floats, "1 2 3", "1 2", `line 1, token 3: got end of output, want "3"`},
	{floats, "1", "1 2", `line 1, token 2: got "2" after the end of the answer`},
	{floats, "nan NaN -nan", "NAN nan nan",
		`accepted under "floats": only the precision of numbers differs`},
	{floats, "nan", "1", `line 1, token 1: got "1", want "nan"`},
	{floats, "1", "nan", `line 1, token 1: got "nan", want "1"`},
	{floats, "inf -inf", "+Infinity -INF",
		`accepted under "floats": only the precision of numbers differs`},
	{floats, "inf", "-inf", `line 1, token 1: got "-inf", want "inf"`},
	{floats, "inf", "1e308", `line 1, token 1: got "1e308", want "inf"`},
	{floats, "inf", "1e309", `line 1, token 1: got "1e309", want "inf"`},
	{floats, "1e309", "1e309", ""},
	{floats, "1e309", "1e310", `line 1, token 1: got "1e310", want "1e309"`},
	{floats, "1e308", "-1e308", `line 1, token 1: got "-1e308", want "1e308"`},
	{floats, "1e-400", "0", `accepted under "floats": only the precision of numbers differs`},
	{floats, "infinite", "inf", `line 1, token 1: got "inf", want "infinite"`},
	{floats, "1 Yes", "1 yes", `line 1, token 2: got "yes", want "Yes"`},
	{floatsFold, "1 Yes", "1.0 yes",
		`accepted under "floats": only case and the precision of numbers differ`},
	{floats0, "0.30", "0.3", `accepted under "floats": only the precision of numbers differs`},
	{floats0, "0.3", "0.30000000000000004",
		`line 1, token 1: got "0.30000000000000004", want "0.3"`},

	{unordered, "", "", ""},
	{unordered, "", "\n \n", ""},
	{unordered, "a\nb\nb\n", "b\r\n\na \nb", ""},
	{unordered, "a\nb\n", "a\nb\nc\n", `line 3: got "c", the answer has no such line left`},
	{unordered, "a\nb\n", "a\nc\n", `line 2: got "c", the answer has no such line left`},
	{unordered, "a\nb\n", "a\nb\na\n",
		`line 3: got "a", the answer has no such line left`},
	{unordered, "a\nb\nc\n", "c\na\n", `got end of output, want "b" (line 2 of the answer)`},
	{unordered, "a\n\n\na\n", "a\n", `got end of output, want "a" (line 4 of the answer)`},
	{unordered, "a\n", "", `got end of output, want "a" (line 1 of the answer)`},
	{unordered, "a\nb\na\nc\n", "a\nb\nb\nc\n", `line 3: got "b", the answer has no such line left`},
	{unordered, "a\nb\nc\na\n", "a\nb\nc\n", `got end of output, want "a" (line 4 of the answer)`},
	{unordered, "a b\n", "b a\n", `line 1: got "b a", the answer has no such line left`},
	{unordered, " a\n", "a\n", `line 1: got "a", the answer has no such line left`},
	{unordered, "a\x00b\n\xff", "\xff\na\x00b", ""},
}

func TestMethods(t *testing.T) {
	for _, row := range table {
		name := row.spec.Method + "/" + row.want + "/" + row.got
		t.Run(name, func(t *testing.T) {
			got := compareText(t, row.spec, row.want, row.got)
			if got.Why != row.why {
				t.Errorf("why:\n got %s\nwant %s", got.Why, row.why)
			}
			accepted := row.why == "" || strings.HasPrefix(row.why, "accepted")
			if got.Accepted != accepted {
				t.Errorf("accepted %v, want %v", got.Accepted, accepted)
			}
			if accepted && (got.Want.Text != nil || got.Got.Text != nil) {
				t.Errorf("accepted, but shows %q and %q", got.Want.Text, got.Got.Text)
			}
		})
	}
}

// However the texts arrive, what is found is the same.
func TestChunks(t *testing.T) {
	readers := map[string]func(io.Reader) io.Reader{
		"one byte": iotest.OneByteReader,
		"half":     iotest.HalfReader,
		"data err": iotest.DataErrReader,
	}
	for name, chunked := range readers {
		t.Run(name, func(t *testing.T) {
			for _, row := range table {
				answer := judge.Stream("answer", func() (io.ReadCloser, error) {
					return io.NopCloser(chunked(strings.NewReader(row.want))), nil
				})
				got := compareData(t, row.spec, answer, chunked(strings.NewReader(row.got)))
				whole := compareText(t, row.spec, row.want, row.got)
				if diff := cmp.Diff(whole, got); diff != "" {
					t.Errorf("%+v: %s", row, diff)
				}
			}
		})
	}
}

func compareText(t rapid.TB, spec judge.CompareSpec, want, got string) judge.Comparison {
	t.Helper()
	return compareData(t, spec, judge.Text(want), strings.NewReader(got))
}

func compareData(
	t rapid.TB, spec judge.CompareSpec, answer judge.Data, output io.Reader,
) judge.Comparison {
	t.Helper()
	comparer, err := compare.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	c, err := comparer.Compare(context.Background(), &judge.Case{Answer: answer}, output)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
