package diff_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ojbatch/judge/diff"
)

func TestUnified(t *testing.T) {
	long := strings.Repeat("0123456789", 30)
	for _, test := range []struct {
		name      string
		want, got diff.Text
		o         diff.Options
		diff      string // without the first two lines
	}{
		{
			name: "equal",
			want: whole("a\nb\n"), got: whole("a\nb\n"),
		},
		{
			name: "both empty",
		},
		{
			name: "one line of three",
			want: whole("a\nb\nc\n"), got: whole("a\nx\nc\n"),
			diff: "@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n",
		},
		{
			name: "nothing wanted",
			got:  whole("a\n"),
			diff: "@@ -0,0 +1,1 @@\n+a\n",
		},
		{
			name: "nothing got",
			want: whole("a\nb\n"),
			diff: "@@ -1,2 +0,0 @@\n-a\n-b\n",
		},
		{
			name: "true line numbers",
			want: diff.Text{Bytes: []byte("a\nb\n"), Line: 1000},
			got:  diff.Text{Bytes: []byte("a\nc\n"), Line: 2000},
			diff: "@@ -1000,2 +2000,2 @@\n a\n-b\n+c\n",
		},
		{
			name: "two hunks",
			want: whole("1\n" + numbers(2, 10) + "11\n"), got: whole("x\n" + numbers(2, 10) + "y\n"),
			o:    diff.Options{Context: 1},
			diff: "@@ -1,2 +1,2 @@\n-1\n+x\n 2\n@@ -10,2 +10,2 @@\n 10\n-11\n+y\n",
		},
		{
			name: "long common beginning",
			want: whole(numbers(1, 1000) + "a\n"), got: whole(numbers(1, 1000) + "b\n"),
			diff: "@@ -998,4 +998,4 @@\n 998\n 999\n 1000\n-a\n+b\n",
		},
		{
			name: "final newline missing",
			want: whole("a\nb\n"), got: whole("a\nb"),
			diff: "@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n",
		},
		{
			name: "final newline too many",
			want: whole("b"), got: whole("c\n"),
			diff: "@@ -1,1 +1,1 @@\n-b\n\\ No newline at end of file\n+c\n",
		},
		{
			name: "no final newline on either side",
			want: whole("b"), got: whole("c"),
			diff: "@@ -1,1 +1,1 @@\n-b\n+c\n",
		},
		{
			name: "invisible bytes",
			want: whole("\x00\a\x7f\xff\u00a0é\u200b\t\\n\r\n"), got: whole("\n"),
			diff: "@@ -1,1 +1,1 @@\n-\\x00\\a\\x7f\\xff\\u00a0é\\u200b\t\\\\n\\r\n+\n",
		},
		{
			name: "white space visible where only it differs",
			want: whole("a b\nc\td\n·e\nf \n"), got: whole("a  b\r\nc d\n·e \ng \n"),
			diff: "@@ -1,4 +1,4 @@\n-a·b\n-c→d\n-\\u00b7e\n-f \n" +
				"+a··b\\r\n+c·d\n+\\u00b7e·\n+g \n",
		},
		{
			name: "trailing blanks ignored",
			want: whole("a\nb\nc \nd"), got: whole("a \r\nb\t\nx \nd\r\n"),
			o:    diff.Options{IgnoreTrailing: true},
			diff: "@@ -1,4 +1,4 @@\n a\n b\n-c\n+x\n d\n",
		},
		{
			name: "nothing but trailing blanks, ignored",
			want: whole("a\nb"), got: whole("a \nb\r\n \n\n"),
			o: diff.Options{IgnoreTrailing: true},
		},
		{
			name: "long lines cut around the difference",
			want: whole(long + "a" + long), got: whole(long + "b" + long),
			o: diff.Options{Width: 40},
			diff: "@@ -1,1 +1,1 @@\n" +
				"-…890123456789a012345678901234567890123…\n" +
				"+…890123456789b012345678901234567890123…\n",
		},
		{
			name: "long lines cut at their ends",
			want: whole(long + "\n1\n"), got: whole(long + "\n2\n"),
			o: diff.Options{Width: 40},
			diff: "@@ -1,2 +1,2 @@\n" +
				" 0123456789012345678901234567890123456…\n-1\n+2\n",
		},
		{
			name: "cut between characters",
			want: whole(strings.Repeat("é", 300)), got: whole(strings.Repeat("é", 200) + "è"),
			o: diff.Options{Width: 40},
			diff: "@@ -1,1 +1,1 @@\n" +
				"-…" + strings.Repeat("é", 37) + "…\n" +
				"+…" + strings.Repeat("é", 12) + "è\n",
		},
		{
			name: "pieces of lines",
			want: diff.Text{Bytes: []byte("aaab"), Line: 7, Skipped: 900, More: true},
			got:  diff.Text{Bytes: []byte("aaac\nd\n"), Line: 7, Skipped: 900},
			diff: "@@ -7,1 +7,2 @@\n-…aaab…\n+…aaac\n+d\n… not shown: the rest of answer\n",
		},
		{
			name: "lines that may yet come are not missing",
			want: diff.Text{Bytes: []byte("a\nb\nc\n"), More: true},
			got:  diff.Text{Bytes: []byte("x\na\nb\n"), More: true},
			diff: "@@ -1,2 +1,3 @@\n+x\n a\n b\n" +
				"… not shown: the rest of answer, the rest of output\n",
		},
		{
			name: "all that is there is equal",
			want: diff.Text{Bytes: []byte("a\nb\n"), More: true},
			got:  diff.Text{Bytes: []byte("a\n"), More: true},
		},
		{
			name: "lines that never come are missing",
			want: diff.Text{Bytes: []byte("a\nb\nc\n"), More: true}, got: whole("x\na\nb\n"),
			diff: "@@ -1,3 +1,3 @@\n+x\n a\n b\n-c\n… not shown: the rest of answer\n",
		},
		{
			name: "too many lines",
			want: whole(""), got: whole(numbers(1, 20)),
			o:    diff.Options{Lines: 6},
			diff: "@@ -0,0 +1,20 @@\n+1\n+2\n… not shown: 18 lines\n",
		},
		{
			name: "one line too many",
			want: whole("1\n"), got: whole("2\n3\n"),
			o:    diff.Options{Lines: 6},
			diff: "@@ -1,1 +1,2 @@\n-1\n+2\n… not shown: 1 line\n",
		},
		{
			name: "a hunk is not begun for nothing",
			want: whole("1\n" + numbers(1, 9) + "1\n"), got: whole("2\n" + numbers(1, 9) + "2\n"),
			o:    diff.Options{Lines: 8, Context: 1},
			diff: "@@ -1,2 +1,2 @@\n-1\n+2\n 1\n… not shown: 3 lines\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			want := test.diff
			if want != "" {
				want = "--- answer\n+++ output\n" + want
			}
			got := diff.Unified("answer", "output", test.want, test.got, test.o)
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%s\n%s", d, got)
			}
		})
	}
}

// numbers returns a line for each number.
func numbers(from, to int) string {
	var b strings.Builder
	for i := from; i <= to; i++ {
		fmt.Fprintln(&b, i)
	}
	return b.String()
}

func whole(text string) diff.Text { return diff.Text{Bytes: []byte(text), Line: 1} }
