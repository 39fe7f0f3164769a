package compare_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ojbatch/judge"
)

func TestWindows(t *testing.T) {
	long := strings.Repeat("0123456789", 1000)
	for _, test := range []struct {
		name string
		spec judge.CompareSpec
		text string // the answer; in the output "X" stands for every "?" of it
		want judge.Excerpt
	}{
		{
			name: "whole text", spec: lines, text: "1\n2\n?\n4\n",
			want: judge.Excerpt{Text: []byte("1\n2\n?\n4\n"), Line: 1},
		},
		{
			name: "context before, lines after", spec: lines,
			text: numbered(1, 9) + "?\n" + numbered(11, 40),
			want: judge.Excerpt{
				Text: []byte(numbered(7, 9) + "?\n" + numbered(11, 29)), Line: 7, More: true,
			},
		},
		{
			name: "ends with the text", spec: exact,
			text: numbered(1, 9) + "?\n" + numbered(11, 29),
			want: judge.Excerpt{Text: []byte(numbered(7, 9) + "?\n" + numbered(11, 29)), Line: 7},
		},
		{
			name: "around a column", spec: lines, text: "a\n" + long + "?" + long + "\nb\n",
			want: judge.Excerpt{
				Text: []byte(long[len(long)-512:] + "?" + (long + long)[:4096-513]), Line: 2,
				Skipped: int64(len(long)) - 512, More: true,
			},
		},
		{
			name: "begins after a long line", spec: tokens, text: long + "\na b ?\n",
			want: judge.Excerpt{Text: []byte("a b ?\n"), Line: 2},
		},
		{
			name: "ends before a long line", spec: tokens, text: "a ?\nb\n" + long + "\n",
			want: judge.Excerpt{Text: []byte("a ?\nb\n"), Line: 1, More: true},
		},
		{
			name: "past blocks", spec: lines, text: strings.Repeat("1234567\n", 20000) + "?",
			want: judge.Excerpt{Text: []byte("1234567\n1234567\n1234567\n?"), Line: 19998},
		},
		{
			name: "whole characters", spec: lines, text: strings.Repeat("é", 1000) + "xy?" + long,
			want: judge.Excerpt{
				Text: []byte(strings.Repeat("é", 255) + "xy?" + long[:4096-513]), Line: 1,
				Skipped: 2*1000 - 2*255, More: true,
			},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := compareText(t, test.spec, test.text, strings.ReplaceAll(test.text, "?", "X"))
			if diff := cmp.Diff(test.want, c.Want); diff != "" {
				t.Errorf("want: %s", diff)
			}
			got := test.want
			got.Text = []byte(strings.ReplaceAll(string(got.Text), "?", "X"))
			if diff := cmp.Diff(got, c.Got); diff != "" {
				t.Errorf("got: %s", diff)
			}
		})
	}
}

// Texts that end, and lines that are unexpected or missing, have windows of their own.
func TestWindowsOfUnequalTexts(t *testing.T) {
	excerpt := func(line int, text string) judge.Excerpt {
		return judge.Excerpt{Text: []byte(text), Line: line}
	}
	for _, test := range []struct {
		spec     judge.CompareSpec
		want     string
		got      string
		wantPart judge.Excerpt
		gotPart  judge.Excerpt
	}{
		{lines, "1\n", "", excerpt(1, "1\n"), judge.Excerpt{}},
		{lines, "1\n2\n3\n4\n5\n", "1\n2\n3\n4\n",
			excerpt(2, "2\n3\n4\n5\n"), excerpt(2, "2\n3\n4\n")},
		{lines, "1\n2", "1\n2\n\nx", excerpt(1, "1\n2"), excerpt(1, "1\n2\n\nx")},
		{tokens, "1 2 3", "1\n2\n4", excerpt(1, "1 2 3"), excerpt(1, "1\n2\n4")},
		{unordered, "a\nb\nc\n", "c\nx\nb\n", judge.Excerpt{}, excerpt(2, "x\n")},
		{unordered, "a\nb\nc\n", "c\na\n", excerpt(2, "b\n"), judge.Excerpt{}},
	} {
		c := compareText(t, test.spec, test.want, test.got)
		if diff := cmp.Diff(test.wantPart, withoutMore(c.Want)); diff != "" {
			t.Errorf("%s, %q, %q: want: %s", test.spec.Method, test.want, test.got, diff)
		}
		if diff := cmp.Diff(test.gotPart, withoutMore(c.Got)); diff != "" {
			t.Errorf("%s, %q, %q: got: %s", test.spec.Method, test.want, test.got, diff)
		}
	}
}

func withoutMore(e judge.Excerpt) judge.Excerpt {
	e.More = false
	return e
}

func numbered(from, to int) string {
	var b strings.Builder
	for i := from; i <= to; i++ {
		fmt.Fprintf(&b, "%d\n", i)
	}
	return b.String()
}
