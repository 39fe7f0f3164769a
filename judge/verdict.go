package judge

import (
	"fmt"
	"slices"
	"strings"
)

// Verdict is what a program gets for a case, or for a suite as a whole. Its text is the
// abbreviation that reports show.
type Verdict string

// The verdicts.
const (
	Accepted            Verdict = "AC"
	WrongAnswer         Verdict = "WA"
	TimeLimitExceeded   Verdict = "TLE" // CPU or wall: the outcome's cause says which
	MemoryLimitExceeded Verdict = "MLE"
	OutputLimitExceeded Verdict = "OLE"
	RuntimeError        Verdict = "RE" // a non-zero exit code, a signal, a forbidden system call
	CompileError        Verdict = "CE"
	Skipped             Verdict = "SKIP" // not run, because an earlier result decided
	JudgeError          Verdict = "JE"   // the judge or a checker failed, not the program
)

var verdictNames = map[Verdict]string{
	Accepted:            "accepted",
	WrongAnswer:         "wrong answer",
	TimeLimitExceeded:   "time limit exceeded",
	MemoryLimitExceeded: "memory limit exceeded",
	OutputLimitExceeded: "output limit exceeded",
	RuntimeError:        "runtime error",
	CompileError:        "compile error",
	Skipped:             "skipped",
	JudgeError:          "judge error",
}

// Expectable lists the verdicts that a suite may demand of a program.
var Expectable = []Verdict{
	Accepted, WrongAnswer, TimeLimitExceeded, MemoryLimitExceeded,
	OutputLimitExceeded, RuntimeError, CompileError,
}

// Name is the verdict in words, such as "wrong answer".
func (v Verdict) Name() string { return verdictNames[v] }

// ParseExpected reads a verdict that a program can be expected to get.
func ParseExpected(s string) (Verdict, error) {
	if v := Verdict(s); slices.Contains(Expectable, v) {
		return v, nil
	}
	var all []string
	for _, v := range Expectable {
		all = append(all, string(v))
	}
	return "", fmt.Errorf("unknown verdict %q: want one of %s", s, strings.Join(all, ", "))
}

// Overall is a program's verdict over the results of one suite, given in suite order: that
// of the first which is not [Accepted]. No results at all are [Skipped].
func Overall(results []Result) Verdict {
	for _, r := range results {
		if r.Verdict != Accepted {
			return r.Verdict
		}
	}
	if len(results) == 0 {
		return Skipped
	}
	return Accepted
}
