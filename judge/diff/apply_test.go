package diff_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"ojbatch/judge/diff"
)

// apply makes of text what a diff does that has no escapes but those for white space, and
// fails where the diff does not fit the text.
func apply(text, unified string) (string, error) {
	if unified == "" {
		return text, nil
	}
	old := lines(text)
	next := 0 // the index in old of the first line not yet copied or dropped
	var made []string
	terminated := text == "" || strings.HasSuffix(text, "\n")
	shown := lines(unified)[2:]
	for i, l := range shown {
		body := strings.NewReplacer("·", " ", "→", "\t").Replace(l[1:])
		switch l[0] {
		case '@':
			var start, count, newStart, newCount int
			if _, err := fmt.Sscanf(l, "@@ -%d,%d +%d,%d @@",
				&start, &count, &newStart, &newCount); err != nil {
				return "", err
			}
			if count > 0 {
				start--
			}
			made = append(made, old[next:start]...)
			next = start
			if newCount > 0 {
				newStart--
			}
			if len(made) != newStart {
				return "", fmt.Errorf("%q comes after %d lines", l, len(made))
			}
		case ' ', '-':
			if old[next] != body {
				return "", fmt.Errorf("%q stands against %q", l, old[next])
			}
			next++
			if l[0] == ' ' {
				made = append(made, body)
			}
		case '+':
			made = append(made, body)
		case '\\':
			terminated = shown[i-1][0] == '-'
		default:
			return "", fmt.Errorf("line %q", l)
		}
	}
	made = append(made, old[next:]...)
	result := strings.Join(made, "\n")
	if terminated && len(made) > 0 {
		result += "\n"
	}
	return result, nil
}

// lines returns the lines of text, without newlines.
func lines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// drawText draws a text of lines that are often the same.
func drawText(t *rapid.T, label string) string {
	few := rapid.SampledFrom([]string{"", "a", "b", "a b", "a  b", " a", "a ", "\ta", "é"})
	other := rapid.StringOfN(rapid.RuneFrom([]rune("abcde 漢字+-@#")), 0, 20, -1)
	text := strings.Join(rapid.SliceOfN(rapid.OneOf(few, few, other), 0, 30).Draw(t, label), "\n")
	return text + rapid.SampledFrom([]string{"", "\n"}).Draw(t, label+" end")
}

func TestApplied(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want, got := drawText(t, "want"), drawText(t, "got")
		o := diff.Options{Lines: 1000, Context: rapid.IntRange(1, 4).Draw(t, "context")}
		d := diff.Unified("answer", "output", whole(want), whole(got), o)
		made, err := apply(want, d)
		if err != nil || made != got || d != "" && want == got {
			t.Fatalf("made %q: %v\nof %q\nand\n%s", made, err, want, d)
		}
	})
}

// A diff that ignores trailing blanks is that of the texts without them.
func TestAppliedIgnoringTrailing(t *testing.T) {
	trimmed := func(text string) string {
		var b strings.Builder
		for _, row := range lines(strings.TrimRight(text, " \t\r\n")) {
			b.WriteString(strings.TrimRight(row, " \t\r") + "\n")
		}
		return b.String()
	}
	rapid.Check(t, func(t *rapid.T) {
		want, got := drawText(t, "want"), drawText(t, "got")
		ignoring := diff.Options{IgnoreTrailing: true}
		d := diff.Unified("answer", "output", whole(want), whole(got), ignoring)
		plain := diff.Unified("answer", "output",
			whole(trimmed(want)), whole(trimmed(got)), diff.Options{})
		if d != plain {
			t.Fatalf("%q and %q give\n%s\nbut trimmed\n%s", want, got, d, plain)
		}
	})
}

// Texts far beyond the bounds cost a look at each byte, and are cut.
func TestHuge(t *testing.T) {
	const size = 2 << 20
	blob := strings.Repeat("x", size)
	rows := strings.Repeat("1\n", size/2)
	for _, pair := range [][2]string{
		{blob, blob[1:]}, {blob + "y", blob + "z"}, {blob, "y"},
		{rows, rows[2:]}, {rows + "y", rows + "z"}, {rows, "0\n" + rows}, {rows, ""},
	} {
		d := diff.Unified("answer", "output", whole(pair[0]), whole(pair[1]), diff.Options{})
		checkBounds(t, d, diff.Options{})
		if d == "" {
			t.Errorf("no difference in texts of %d and %d bytes", len(pair[0]), len(pair[1]))
		}
	}
}

func FuzzUnified(f *testing.F) {
	f.Add("a\nb\n", "a\nc\n", "answer", int64(0), false, 1, 1, 1)
	f.Add("\x00\xff\\\u202e", strings.Repeat("x \t", 5000), "out\nput", int64(7), true, 9, 50, 2000)
	f.Add(strings.Repeat("1\n", 300), strings.Repeat("1\n2\n", 300), "", int64(0), true, 0, 0, 0)
	f.Add("a\n", "b\n", "output", int64(0), false, math.MaxInt, math.MaxInt, math.MaxInt)
	f.Fuzz(func(t *testing.T, want, got, name string, skipped int64, more bool,
		maxLines, width, maxBytes int) {
		o := diff.Options{Lines: maxLines, Width: width, Bytes: maxBytes}
		a := diff.Text{Bytes: []byte(want), Line: width, Skipped: skipped, More: more}
		b := diff.Text{Bytes: []byte(got), Line: maxLines}
		d := diff.Unified("answer", name, a, b, o)
		checkBounds(t, d, o)
		if d == "" && want != got && !more {
			t.Errorf("no difference between %q and %q", want, got)
		}
		o.IgnoreTrailing = true
		checkBounds(t, diff.Unified(name, "output", b, a, o), o)
	})
}

// checkBounds fails unless d keeps within o, and has nothing in it that is not to be printed.
func checkBounds(t *testing.T, d string, o diff.Options) {
	t.Helper()
	bound := func(value, standard, least int) int {
		if value <= 0 {
			return standard
		}
		return max(value, least)
	}
	maxBytes := bound(o.Bytes, 16<<10, 1<<10)
	if len(d) > maxBytes {
		t.Errorf("%d bytes", len(d))
	}
	all := lines(d)
	if n := len(all); n > bound(o.Lines, 40, 6) {
		t.Errorf("%d lines", n)
	}
	for _, l := range all {
		columns := utf8.RuneCountInString(l) + 7*strings.Count(l, "\t")
		if columns > bound(o.Width, 160, 40) {
			t.Errorf("%d columns: %q", columns, l)
		}
	}
	if !utf8.ValidString(d) || strings.ContainsFunc(d, isInvisible) {
		t.Errorf("unprintable: %q", d)
	}
}

func isInvisible(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) }
