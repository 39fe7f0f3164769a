package run

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"ojbatch/judge"
)

// ErrNoPrograms says that there is nothing to judge.
var ErrNoPrograms = errors.New("the suites name no programs")

// With returns suites with programs instead of their own.
func With(suites []*judge.Suite, programs []*judge.Program) []*judge.Suite {
	changed := make([]*judge.Suite, len(suites))
	for i, s := range suites {
		other := *s
		other.Programs = programs
		changed[i] = &other
	}
	return changed
}

// Select returns suites with the programs and cases that match the globs, without suites of
// which nothing is left. An empty glob matches all. A glob, as [path.Match] knows them,
// matches a name when it matches the whole of it or some of its elements between slashes that
// stand side by side: "poj3009" matches "../problems/poj3009", "worst" all of "worst/1" and
// "worst/2".
//
// A program that is to be rejected may be accepted on a part of the cases: the one that
// rejects it may be missing. A malformed glob is an error, and so is one that matches nothing;
// suites without programs are [ErrNoPrograms].
func Select(suites []*judge.Suite, programs, cases string) ([]*judge.Suite, error) {
	for _, glob := range []string{programs, cases} {
		if _, err := path.Match(glob, ""); err != nil {
			return nil, fmt.Errorf("glob %q: %w", glob, err)
		}
	}
	var selected []*judge.Suite
	anyProgram, anyCase := false, false
	for _, s := range suites {
		part := selectFrom(s, programs, cases)
		anyProgram = anyProgram || len(part.Programs) > 0
		anyCase = anyCase || len(part.Cases) > 0
		if len(part.Programs) > 0 && len(part.Cases) > 0 {
			selected = append(selected, part)
		}
	}
	switch {
	case len(selected) > 0:
		return selected, nil
	case !anyProgram && programs != "":
		return nil, fmt.Errorf("no program matches %q", programs)
	case !anyCase && cases != "":
		return nil, fmt.Errorf("no case matches %q", cases)
	case programs != "" && cases != "":
		return nil, fmt.Errorf("no suite has both a program that matches %q and a case that matches %q",
			programs, cases)
	}
	return nil, ErrNoPrograms
}

func selectFrom(s *judge.Suite, programs, cases string) *judge.Suite {
	part := *s
	part.Programs = filter(s.Programs, func(p *judge.Program) bool { return matches(programs, p.Name) })
	part.Cases = filter(s.Cases, func(c *judge.Case) bool { return matches(cases, c.Name) })
	if len(part.Cases) < len(s.Cases) {
		for i, p := range part.Programs {
			if !slices.Contains(p.Expected(), judge.Accepted) {
				lenient := *p
				lenient.Expect = append(slices.Clone(p.Expect), judge.Accepted)
				part.Programs[i] = &lenient
			}
		}
	}
	return &part
}

func filter[T any](all []T, keep func(T) bool) []T {
	var kept []T
	for _, v := range all {
		if keep(v) {
			kept = append(kept, v)
		}
	}
	return kept
}

func matches(glob, name string) bool {
	if glob == "" {
		return true
	}
	elements := strings.Split(name, "/")
	for i := range elements {
		for j := i + 1; j <= len(elements); j++ {
			if ok, _ := path.Match(glob, strings.Join(elements[i:j], "/")); ok {
				return true
			}
		}
	}
	return false
}
