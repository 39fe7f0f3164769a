package suite

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ojbatch/judge"
)

func mistakeAt(file string, line, column int, what string) Error {
	return Error{Pos: judge.Position{File: file, Line: line, Column: column}, What: what}
}

func TestErrorsAreSortedAndToldOnce(t *testing.T) {
	errs := Errors{
		mistakeAt("b", 1, 1, "x"),
		mistakeAt("a", 10, 1, "x"),
		mistakeAt("a", 9, 2, "y"),
		mistakeAt("a", 9, 2, "x"),
		mistakeAt("a", 9, 1, "z"),
		mistakeAt("a", 9, 2, "y"),
		mistakeAt("a", 0, 0, "x"),
		mistakeAt("a", 3, 0, "x"),
	}
	want := "a: x\na:3: x\na:9:1: z\na:9:2: x\na:9:2: y\na:10:1: x\nb:1:1: x"
	if diff := cmp.Diff(want, errs.err().Error()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if err := (Errors{}).err(); err != nil {
		t.Errorf("no mistakes are error %v", err)
	}
}

func TestErrorsAs(t *testing.T) {
	first := mistakeAt("a", 1, 2, "x")
	err := fmt.Errorf("load: %w", Errors{first, mistakeAt("a", 2, 2, "y")}.err())
	if all, ok := errors.AsType[Errors](err); !ok || len(all) != 2 {
		t.Errorf("got %v, %v, want both mistakes", all, ok)
	}
	if one, ok := errors.AsType[Error](err); !ok || one != first {
		t.Errorf("got %v, %v, want the first mistake", one, ok)
	}
}

func TestQuote(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", `""`},
		{"a\n\x00", `"a\n\x00"`},
		{
			"0123456789012345678901234567890123456789012345678901234567890",
			`"012345678901234567890123456789012345678901234567890123456789..."`,
		},
		{
			"01234567890123456789012345678901234567890123456789012345678éé",
			`"01234567890123456789012345678901234567890123456789012345678..."`,
		},
	} {
		if got := quote(tt.text); got != tt.want {
			t.Errorf("quote(%q) = %s, want %s", tt.text, got, tt.want)
		}
	}
}
