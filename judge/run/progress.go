package run

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ojbatch/judge"
)

// interrupted is why a case was skipped, or a program not judged, when the run was.
const interrupted = "interrupted"

// errDecided cancels the runs that --fail-fast makes pointless.
var errDecided = errors.New("an earlier case decided")

// progress is what is known of one program on one suite. The scheduler's mutex guards it.
type progress struct {
	suite    *judge.Suite
	program  *judge.Program
	artifact judge.Artifact
	built    bool // or known not to be buildable

	results  []judge.Result // by the case's index; those still missing have no verdict
	missing  int
	unjudged string

	// decided is the index of the case after which --fail-fast skips; the number of cases
	// while there is none.
	decided int
	running map[int]context.CancelCauseFunc // by the case's index
}

func newProgress(suite *judge.Suite, program *judge.Program) *progress {
	n := len(suite.Cases)
	return &progress{
		suite: suite, program: program,
		results: make([]judge.Result, n), missing: n, decided: n,
		running: map[int]context.CancelCauseFunc{},
	}
}

func (p *progress) complete() bool { return p.built && p.missing == 0 }

// skipped is the result of a case that is not run.
func (p *progress) skipped(i int, why string) judge.Result {
	return judge.Result{Case: p.suite.Cases[i], Verdict: judge.Skipped, Why: why}
}

// interrupt is the result of a case that an interruption kept from being judged.
func (p *progress) interrupt(i int) judge.Result {
	p.unjudged = interrupted
	return p.skipped(i, interrupted)
}

// decision says which case decided, for those that it made pointless.
func (p *progress) decision() string {
	return fmt.Sprintf("stopped by case %q", p.suite.Cases[p.decided].Name)
}

// stopAfter makes case i the one that decides, unless an earlier one has, and cancels those
// after it that are running.
func (p *progress) stopAfter(i int) {
	if i >= p.decided {
		return
	}
	p.decided = i
	for later, cancel := range p.running {
		if later > i {
			cancel(errDecided)
		}
	}
}

// interruptAll settles all cases of a program that was not built before the run ended.
func (p *progress) interruptAll() {
	p.unjudged = interrupted
	p.settleAll(judge.Result{Verdict: judge.Skipped, Why: interrupted}, interrupted)
}

// failBuild settles all cases of a program that can not be built: the first by the failure,
// the others as skipped because of it.
func (p *progress) failBuild(err error) {
	var compilation *judge.CompilationError
	var toolchain *judge.ToolchainError
	switch {
	case errors.As(err, &compilation):
		p.settleAll(judge.Result{
			Verdict: judge.CompileError, Why: compilation.Why, Message: compilation.Log,
		}, "does not compile")
	case errors.As(err, &toolchain):
		p.unjudged = toolchain.Error()
		p.settleAll(judge.Result{Verdict: judge.Skipped, Why: p.unjudged}, p.unjudged)
	default:
		p.settleAll(judge.Result{Verdict: judge.JudgeError, Why: err.Error()}, "could not be built")
	}
}

func (p *progress) settleAll(first judge.Result, rest string) {
	for i := range p.results {
		p.results[i] = p.skipped(i, rest)
	}
	if len(p.results) > 0 {
		first.Case = p.suite.Cases[0]
		p.results[0] = first
	}
	p.missing = 0
}

// finished is the event that sums p up once it is complete.
func (p *progress) finished() judge.ProgramFinished {
	for i := p.decided + 1; i < len(p.results); i++ {
		p.results[i] = p.skipped(i, p.decision())
	}
	f := judge.ProgramFinished{
		Suite: p.suite, Program: p.program,
		Verdict: judge.Overall(p.results), Unjudged: p.unjudged, Results: p.results,
	}
	f.AsExpected = f.Unjudged == "" && slices.Contains(p.program.Expected(), f.Verdict)
	return f
}
