package run_test

import (
	"strings"
	"testing"

	"ojbatch/judge"
	"ojbatch/judge/run"
)

func TestSelect(t *testing.T) {
	suites := []*judge.Suite{
		suiteOf("a", "../problems/a a/wrong/greedy.py:WA", "sample worst/1 worst/2"),
		suiteOf("b", "../problems/b", "sample deep/down/1"),
		suiteOf("empty", "", "sample"),
	}
	for _, c := range []struct{ programs, cases, want string }{
		{"", "", "a[../problems/a a/wrong/greedy.py:WA][sample worst/1 worst/2] b[../problems/b][sample deep/down/1]"},
		{"a", "", "a[../problems/a a/wrong/greedy.py:WA][sample worst/1 worst/2]"},
		{"greedy*", "", "a[a/wrong/greedy.py:WA][sample worst/1 worst/2]"},
		{"problems/*", "", "a[../problems/a][sample worst/1 worst/2] b[../problems/b][sample deep/down/1]"},
		{"", "worst", "a[../problems/a a/wrong/greedy.py:WA,AC][worst/1 worst/2]"},
		{"", "worst/2", "a[../problems/a a/wrong/greedy.py:WA,AC][worst/2]"},
		{"b", "down/?", "b[../problems/b][deep/down/1]"},
	} {
		got, err := run.Select(suites, c.programs, c.cases)
		if err != nil {
			t.Errorf("-p %q -c %q: %v", c.programs, c.cases, err)
			continue
		}
		if text := describe(got); text != c.want {
			t.Errorf("-p %q -c %q selects\n%s, want\n%s", c.programs, c.cases, text, c.want)
		}
	}
	if suites[0].Programs[1].Expect[0] != "WA" || len(suites[0].Programs[1].Expect) != 1 {
		t.Error("selecting changed the suites it was given")
	}
}

func TestSelectNothing(t *testing.T) {
	suites := []*judge.Suite{suiteOf("a", "p", "1"), suiteOf("b", "q", "2")}
	for _, c := range []struct{ programs, cases, want string }{
		{"x", "", `no program matches "x"`},
		{"", "x", `no case matches "x"`},
		{"p", "2", `no suite has both a program that matches "p" and a case that matches "2"`},
		{"[", "", `glob "[": syntax error in pattern`},
		{"", "[", `glob "[": syntax error in pattern`},
	} {
		if _, err := run.Select(suites, c.programs, c.cases); err == nil || err.Error() != c.want {
			t.Errorf("-p %q -c %q: error %v, want %q", c.programs, c.cases, err, c.want)
		}
	}
	_, err := run.Select([]*judge.Suite{suiteOf("a", "", "1")}, "", "")
	if err == nil || !strings.Contains(err.Error(), "no programs") {
		t.Errorf("suites without programs: %v", err)
	}
}

func TestWithReplacesThePrograms(t *testing.T) {
	suites := []*judge.Suite{suiteOf("a", "p q:WA", "1"), suiteOf("b", "", "2")}
	mine := []*judge.Program{{Name: "mine.cpp"}}
	if got, want := describe(run.With(suites, mine)), "a[mine.cpp][1] b[mine.cpp][2]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := describe(suites), "a[p q:WA][1] b[][2]"; got != want {
		t.Errorf("the suites themselves became %s", got)
	}
}

func describe(suites []*judge.Suite) string {
	var all []string
	for _, s := range suites {
		var programs, cases []string
		for _, p := range s.Programs {
			var expect []string
			for _, v := range p.Expect {
				expect = append(expect, string(v))
			}
			name := p.Name
			if len(expect) > 0 {
				name += ":" + strings.Join(expect, ",")
			}
			programs = append(programs, name)
		}
		for _, c := range s.Cases {
			cases = append(cases, c.Name)
		}
		all = append(all, s.Name+"["+strings.Join(programs, " ")+"]["+strings.Join(cases, " ")+"]")
	}
	return strings.Join(all, " ")
}
