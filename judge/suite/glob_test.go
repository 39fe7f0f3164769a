package suite

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestMatchStars(t *testing.T) {
	for _, tt := range []struct {
		pattern, name string
		want          []string
		ok            bool
	}{
		{"a.in", "a.in", nil, true},
		{"a.in", "b.in", nil, false},
		{"a.in", "a.inn", nil, false},
		{"a", "", nil, false},
		{"*", "a", []string{"a"}, true},
		{"*", ".a", nil, false},
		{".*", ".a", []string{"a"}, true},
		{"*.in", "1.in", []string{"1"}, true},
		{"*.in", "1.in.in", []string{"1.in"}, true},
		{"*.in", "1.ans", nil, false},
		{"a*a", "a", nil, false},
		{"a*a", "aa", []string{""}, true},
		{"*-*", "a-b-c", []string{"a", "b-c"}, true},
		{"*-*.in", "a-.in", []string{"a", ""}, true},
		{"*a*a*", "aaa", []string{"", "", "a"}, true},
		{"x*y*z", "xyyz", []string{"", "y"}, true},
	} {
		stars, ok := matchStars(tt.pattern, tt.name)
		if ok != tt.ok || ok && !slices.Equal(stars, tt.want) {
			t.Errorf("matchStars(%q, %q) = %q, %v, want %q, %v",
				tt.pattern, tt.name, stars, ok, tt.want, tt.ok)
		}
	}
}

// What stars stand for, put in their place, is the name again.
func TestFillUndoesMatch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pattern := rapid.StringMatching(`[ab*]{0,6}`).Draw(t, "pattern")
		stars := make([]string, strings.Count(pattern, "*"))
		for i := range stars {
			stars[i] = rapid.StringMatching(`[ab]{0,3}`).Draw(t, "star")
		}
		name := fill(pattern, stars)
		found, ok := matchStars(pattern, name)
		if !ok || fill(pattern, found) != name {
			t.Fatalf("matchStars(%q, %q) = %q, %v", pattern, name, found, ok)
		}
	})
}

func TestNatural(t *testing.T) {
	sorted := []string{
		"", "0", "00", "01", "1", "2", "2a", "10", "10a", "99999999999999999999",
		"100000000000000000000", "a", "a1b2", "a01b10", "a1b10", "a2", "a10", "aa", "b/1", "b/02",
		"b/2", "b/10", "é",
	}
	got := slices.Clone(sorted)
	slices.Reverse(got)
	slices.SortFunc(got, natural)
	if diff := cmp.Diff(sorted, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNaturalIsAnOrder(t *testing.T) {
	word := rapid.StringMatching(`[a01]{0,5}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := word.Draw(t, "a"), word.Draw(t, "b"), word.Draw(t, "c")
		if natural(a, b) != -natural(b, a) {
			t.Fatalf("natural(%q, %q) = %d, the other way %d", a, b, natural(a, b), natural(b, a))
		}
		if (natural(a, b) == 0) != (a == b) {
			t.Fatalf("natural(%q, %q) = %d", a, b, natural(a, b))
		}
		if natural(a, b) < 0 && natural(b, c) < 0 && natural(a, c) >= 0 {
			t.Fatalf("%q < %q < %q, but not %q < %q", a, b, c, a, c)
		}
	})
}

func TestGlobErrors(t *testing.T) {
	workspace(t)
	if found, err := glob(".", "none/*/x"); found != nil || err != nil {
		t.Errorf("missing directory: got %v, %v", found, err)
	}
	for _, pattern := range []string{"prog.py/*", "prog.py/x"} {
		if found, err := glob(".", pattern); err == nil {
			t.Errorf("%s: got %v, want an error: a file is no directory", pattern, found)
		}
	}
	if found, err := glob(".", "data"); len(found) != 0 || err != nil {
		t.Errorf("directory: got %v, %v, want nothing", found, err)
	}
}
