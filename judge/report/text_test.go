package report

import (
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"
)

func TestVisible(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"plain text", "plain text"},
		{"Köln, 東京", "Köln, 東京"},
		{`back\slash "quote" 'quote'`, `back\slash "quote" 'quote'`},
		{"a\tb\r\nc", `a\tb\r\nc`},
		{"\x1b[31mred\x1b[0m", `\x1b[31mred\x1b[0m`},
		{"\x1b]0;title\x07", `\x1b]0;title\a`},
		{"nul\x00 del\x7f c1\u009b", `nul\x00 del\x7f c1\u009b`},
		{"not utf-8: \xff\xc3", `not utf-8: \xff\xc3`},
		{"replaced: \ufffd", "replaced: \ufffd"},
		{"right to left \u202e", `right to left \u202e`},
		{"no width \u200b\ufeff", `no width \u200b\ufeff`},
		{"line \u2028 paragraph \u2029", `line \u2028 paragraph \u2029`},
		{"no-break\u00a0space", `no-break\u00a0space`},
		{"tags \U000e0041", `tags \U000e0041`},
	} {
		if got := visible(c.text, 80); got != c.want {
			t.Errorf("visible(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestVisibleCuts(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit int
		want  string
	}{
		{"12345", 5, "12345"},
		{"123456", 5, "1234…"},
		{"12345678", 1, "…"},
		{"1", 1, "1"},
		{"東京", 4, "東京"},
		{"東京都", 4, "東…"},
		{"123\x1b", 5, "123…"}, // an escape is shown whole or not at all
		{"e" + strings.Repeat("\u0301", 100), 4, "e\u0301\u0301…"},
	} {
		if got := visible(c.text, c.limit); got != c.want {
			t.Errorf("visible(%q, %d) = %q, want %q", c.text, c.limit, got, c.want)
		}
	}
}

func TestVisibleLines(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"\n", []string{""}},
		{"a\nb", []string{"a", "b"}},
		{"a\r\n\nb\n", []string{`a\r`, "", "b"}},
	} {
		if got := visibleLines(c.text, 80); strings.Join(got, "|") != strings.Join(c.want, "|") {
			t.Errorf("visibleLines(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func FuzzVisible(f *testing.F) {
	f.Add("plain", 3)
	f.Add("\x1b[2J\u202e\xff\r\n", 80)
	f.Add("東京\u0301", 5)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		limit = 1 + limit&1023
		got := visible(text, limit)
		if !utf8.ValidString(got) {
			t.Fatalf("visible(%q) = %q, not UTF-8", text, got)
		}
		if i := strings.IndexFunc(got, func(r rune) bool { return !unicode.IsPrint(r) }); i >= 0 {
			t.Fatalf("visible(%q) = %q, unprintable at %d", text, got, i)
		}
		if width := columns.StringWidth(got); width > limit {
			t.Fatalf("visible(%q, %d) = %q, %d columns", text, limit, got, width)
		}
		if again := visible(got, limit); again != got {
			t.Fatalf("visible(%q) = %q, and of that %q", text, got, again)
		}
	})
}

func TestValidUTF8(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"tab\t, esc \x1b, \u202e", "tab\t, esc \x1b, \u202e"},
		{"\xffa\xc3", `\xffa\xc3`},
	} {
		if got := validUTF8(c.text); got != c.want {
			t.Errorf("validUTF8(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestElapsed(t *testing.T) {
	for _, c := range []struct {
		d    time.Duration
		want string
	}{
		{0, "0.0 s"},
		{3210 * time.Millisecond, "3.2 s"},
		{59 * time.Second, "59.0 s"},
		{59999 * time.Millisecond, "60.0 s"},
		{time.Minute, "1m00s"},
		{125*time.Minute + 7*time.Second, "125m07s"},
	} {
		if got := elapsed(c.d); got != c.want {
			t.Errorf("elapsed(%v) = %q, want %q", c.d, got, c.want)
		}
	}
}
