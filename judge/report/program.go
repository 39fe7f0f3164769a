package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"ojbatch/judge"
)

// pair identifies a program on a suite.
type pair struct {
	suite   *judge.Suite
	program *judge.Program
}

// faults returns the results that a report must point at, in suite order: all judge errors,
// and, when p did not get what was expected of it, the results that say so. Where the program
// may be accepted, these are all cases that failed in a way nobody expects. Where it must fail,
// the case that decided is pointed at; there is none when the program was accepted. A program
// that does not compile has one fault, on however many cases.
func faults(p judge.ProgramFinished) []judge.Result {
	expected := p.Program.Expected()
	mayPass := slices.Contains(expected, judge.Accepted)
	wrong := !p.AsExpected && p.Unjudged == ""
	var found []judge.Result
	for _, r := range p.Results {
		switch {
		case r.Verdict == judge.JudgeError:
			found = append(found, r)
		case !wrong || r.Verdict == judge.Accepted || r.Verdict == judge.Skipped:
		case mayPass && slices.Contains(expected, r.Verdict):
		default:
			found = append(found, r)
			wrong = mayPass && r.Verdict != judge.CompileError
		}
	}
	return found
}

// decisive returns the result that made the verdict of p, if it was a case that failed.
func decisive(p judge.ProgramFinished) (judge.Result, bool) {
	for _, r := range p.Results {
		if r.Verdict != judge.Accepted && r.Verdict != judge.Skipped {
			return r, true
		}
	}
	return judge.Result{}, false
}

// judgment says in a few words what p got and whether that was expected: "AC",
// "WA (expected)", "WA, want AC", "not judged".
func judgment(p judge.ProgramFinished) string {
	expected := p.Program.Expected()
	switch {
	case p.Unjudged != "":
		return "not judged"
	case !p.AsExpected:
		return fmt.Sprintf("%s, want %s", p.Verdict, anyOf(expected))
	case len(expected) == 1 && expected[0] == judge.Accepted:
		return string(p.Verdict)
	}
	return string(p.Verdict) + " (expected)"
}

// unmet says in a sentence what p should have got, where no single case tells.
func unmet(p judge.ProgramFinished) string {
	if p.Verdict != judge.Accepted {
		return judgment(p)
	}
	return fmt.Sprintf("accepted on %s, want %s",
		count(len(p.Results), "case"), anyOf(p.Program.Expected()))
}

func anyOf(verdicts []judge.Verdict) string {
	words := make([]string, len(verdicts))
	for i, v := range verdicts {
		words[i] = string(v)
	}
	return strings.Join(words, "/")
}

// tally is what the results of a program add up to.
type tally struct {
	total, passed, skipped, cached int
	// The results with the greatest usage; each is zero when nothing ran.
	cpu, wall, memory judge.Result
	// slowest came closest to one of its time limits.
	slowest judge.Result
}

func tallied(results []judge.Result) tally {
	t := tally{total: len(results)}
	for _, r := range results {
		t.add(r)
	}
	return t
}

func (t *tally) add(r judge.Result) {
	switch r.Verdict {
	case judge.Accepted:
		t.passed++
	case judge.Skipped:
		t.skipped++
	}
	if r.Cached {
		t.cached++
	}
	if !ran(r) {
		return
	}
	keepGreater(&t.cpu, r, func(r judge.Result) time.Duration { return r.Outcome.Usage.CPU })
	keepGreater(&t.wall, r, func(r judge.Result) time.Duration { return r.Outcome.Usage.Wall })
	keepGreater(&t.memory, r, func(r judge.Result) judge.Size { return r.Outcome.Usage.Memory })
	keepGreater(&t.slowest, r, nearness)
}

func keepGreater[T cmp.Ordered](held *judge.Result, r judge.Result, use func(judge.Result) T) {
	if !ran(*held) || use(r) > use(*held) {
		*held = r
	}
}

// ran says whether there is a run behind r.
func ran(r judge.Result) bool { return r.Outcome.Cause != "" }

// nearness is the part of its time limits that r used.
func nearness(r judge.Result) float64 {
	u, l := r.Outcome.Usage, r.Limits
	return max(u.CPU.Seconds()/l.CPU.Seconds(), u.Wall.Seconds()/l.Wall.Seconds())
}

// headline says in one line what is wrong with a result.
func headline(r judge.Result) string {
	if r.Verdict == judge.CompileError {
		return "does not compile: " + visible(r.Why, lineColumns)
	}
	return fmt.Sprintf("case %s: %s: %s",
		visible(r.Case.Name, nameColumns), r.Verdict, visible(r.Why, lineColumns))
}
