package suite

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"ojbatch/judge"
)

// Error is one mistake in a suite file, or the reason why there is none to read.
type Error struct {
	// Pos is the offending place. Without a line, the file itself is what is wrong: it is
	// missing, or its name is taken. Without a column, the file is not YAML, and the parser
	// gave up around the line.
	Pos  judge.Position
	What string // one line
	Hint string // one line that says what to do about it; empty where What says it all
}

// Error is "file:line:column: what", without the hint.
func (e Error) Error() string { return e.Pos.String() + ": " + e.What }

// Errors are all mistakes found, ordered by position, each once.
type Errors []Error

// Error is one line per mistake.
func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, one := range e {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap lets [errors.As] find the first [Error].
func (e Errors) Unwrap() []error {
	errs := make([]error, len(e))
	for i, one := range e {
		errs[i] = one
	}
	return errs
}

// err returns e in its final order, or nil when there are no mistakes.
func (e Errors) err() error {
	if len(e) == 0 {
		return nil
	}
	slices.SortStableFunc(e, func(a, b Error) int {
		return cmp.Or(
			cmp.Compare(a.Pos.File, b.Pos.File),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Column, b.Pos.Column),
			cmp.Compare(a.What, b.What),
		)
	})
	return slices.Compact(e)
}

// quote is outside text for a message, cut where it would fill the screen.
func quote(s string) string {
	const most = 60 // bytes
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "..."
	}
	return strconv.Quote(s)
}
