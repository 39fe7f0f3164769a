package suite

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestNearest(t *testing.T) {
	known := []string{"cpu", "wall", "memory", "output", "output_file", "AC"}
	for _, tt := range []struct{ word, want string }{
		{"cup", "cpu"},
		{"CPU", "cpu"},
		{"cpus", "cpu"},
		{"ouput", "output"},
		{"outputfile", "output_file"},
		{"memroy", "memory"},
		{"mmry", "memory"},
		{"mem", ""},
		{"w", ""},
		{"xyz", ""},
		{"", ""},
		{"ac", "AC"},
		{"ab", "AC"},
		{strings.Repeat("output", 1000), ""},
	} {
		if got := nearest(tt.word, known); got != tt.want {
			t.Errorf("nearest(%.20q) = %q, want %q", tt.word, got, tt.want)
		}
	}
}

// The textbook's recursion, which is slow.
func slowDistance(a, b string) int {
	if a == "" || b == "" {
		return len(a) + len(b)
	}
	x, y := len(a)-1, len(b)-1
	replace := slowDistance(a[:x], b[:y])
	if a[x] != b[y] {
		replace++
	}
	d := min(replace, slowDistance(a[:x], b)+1, slowDistance(a, b[:y])+1)
	if x > 0 && y > 0 && a[x] == b[y-1] && a[x-1] == b[y] {
		d = min(d, slowDistance(a[:x-1], b[:y-1])+1)
	}
	return d
}

func TestDistance(t *testing.T) {
	word := rapid.StringMatching(`[abc]{0,5}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		if got, want := distance(a, b), slowDistance(a, b); got != want {
			t.Fatalf("distance(%q, %q) = %d, want %d", a, b, got, want)
		}
	})
}

func TestDidYouMeanNothing(t *testing.T) {
	if got := didYouMean("x", nil); got != "" {
		t.Errorf("got %q", got)
	}
}
