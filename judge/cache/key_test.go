package cache

import (
	"bytes"
	"strings"
	"testing"
)

func TestHashTellsFieldsApart(t *testing.T) {
	build := func(f func(h *Hash)) Key {
		h := NewHash("domain")
		f(h)
		return h.Sum()
	}
	keys := map[string]Key{
		"nothing":        build(func(h *Hash) {}),
		"empty field":    build(func(h *Hash) { h.Text("") }),
		"two empty":      build(func(h *Hash) { h.Text(""); h.Text("") }),
		"ab":             build(func(h *Hash) { h.Text("ab") }),
		"a b":            build(func(h *Hash) { h.Text("a"); h.Text("b") }),
		"ab and empty":   build(func(h *Hash) { h.Text("ab"); h.Text("") }),
		"empty and ab":   build(func(h *Hash) { h.Text(""); h.Text("ab") }),
		"list of ab":     build(func(h *Hash) { h.Texts([]string{"ab"}) }),
		"list of a b":    build(func(h *Hash) { h.Texts([]string{"a", "b"}) }),
		"two lists":      build(func(h *Hash) { h.Texts([]string{"a"}); h.Texts([]string{"b"}) }),
		"list and field": build(func(h *Hash) { h.Texts([]string{"a"}); h.Text("b") }),
		"empty list":     build(func(h *Hash) { h.Texts(nil); h.Texts(nil) }),
		"other domain":   NewHash("domai").Sum(),
		"longer domain":  NewHash("domainab").Sum(),
	}
	names := map[Key]string{}
	for name, key := range keys {
		if other, taken := names[key]; taken {
			t.Errorf("%s and %s make one key", name, other)
		}
		names[key] = name
	}
}

func TestHashIsStable(t *testing.T) {
	sum := func() Key {
		h := NewHash("program/1")
		h.Text("main.go")
		h.Bytes([]byte{0, 255})
		return h.Sum()
	}
	// Entries on disk outlive the program that wrote them: a change of this value makes every
	// cache useless, and has to be meant.
	const want = "abab767a44a02fcc90c4967cfdff358bcfea53dca80b46143cc66be05ff72505"
	if got := sum().String(); got != want {
		t.Errorf("key is %s, want %s", got, want)
	}
}

func TestHashTextIsBytes(t *testing.T) {
	a, b := NewHash("d"), NewHash("d")
	a.Text("x\x00y")
	b.Bytes([]byte("x\x00y"))
	if a.Sum() != b.Sum() {
		t.Error("the same field as text and as bytes makes two keys")
	}
}

// FuzzHash cuts one text in two ways: only the same fields may make the same key.
func FuzzHash(f *testing.F) {
	f.Add([]byte("abc"), 1, 2)
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0, 1, 0}, 0, 8)
	f.Fuzz(func(t *testing.T, text []byte, i, j int) {
		cut := func(at int) ([]byte, []byte, Key) {
			at = max(0, min(at, len(text)))
			h := NewHash("fuzz")
			h.Bytes(text[:at])
			h.Bytes(text[at:])
			return text[:at], text[at:], h.Sum()
		}
		a, b, first := cut(i)
		c, d, second := cut(j)
		same := bytes.Equal(a, c) && bytes.Equal(b, d)
		if same != (first == second) {
			t.Errorf("%q+%q and %q+%q: keys equal: %v", a, b, c, d, first == second)
		}
		if s := first.String(); len(s) != 64 || strings.Trim(s, "0123456789abcdef") != "" {
			t.Errorf("key is written %q", s)
		}
	})
}
