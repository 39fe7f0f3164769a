// Package local judges on this machine: it builds programs with a [judge.Builder], runs them
// with a [judge.Executor], compares what they write while it arrives, and lets
// [judge.Decide] make the verdict.
package local

import (
	"context"
	"fmt"
	"io"
	"sync"

	"ojbatch/judge"
)

// Worker is a [judge.Worker] on this machine. It is safe for concurrent use as long as its
// parts are.
type Worker struct {
	judge.Builder
	Executor judge.Executor
	// NewComparer makes a comparer for a case. It is called once for each spec.
	NewComparer func(judge.CompareSpec) (judge.Comparer, error)

	mu        sync.Mutex
	comparers map[judge.CompareSpec]judge.Comparer
}

var _ judge.Worker = (*Worker)(nil)

// Enforcement is the executor's.
func (w *Worker) Enforcement() judge.Enforcement { return w.Executor.Enforcement() }

// Judge implements [judge.Worker].
func (w *Worker) Judge(ctx context.Context, j judge.Job) (judge.Result, error) {
	if j.Repeat > 1 {
		return w.repeat(ctx, j)
	}
	return w.once(ctx, j, nil)
}

// once runs j one time. All output goes to digest, too, when there is one.
func (w *Worker) once(ctx context.Context, j judge.Job, digest io.Writer) (judge.Result, error) {
	facts, stderr := w.facts(ctx, j, digest)
	if ctx.Err() != nil {
		return judge.Result{}, context.Cause(ctx)
	}
	r := judge.Result{
		Case: j.Case, Limits: facts.Limits, Outcome: facts.Outcome,
		Message: facts.Comparison.Message,
	}
	r.Verdict, r.Why = judge.Decide(facts)
	if r.Verdict == judge.WrongAnswer {
		r.Want, r.Got = facts.Comparison.Want, facts.Comparison.Got
	}
	if r.Verdict != judge.Accepted {
		r.Input = head(j.Case.Input)
		r.Stderr = stderr.excerpt()
	}
	return r, nil
}

// facts runs and compares.
func (w *Worker) facts(ctx context.Context, j judge.Job, digest io.Writer) (judge.Facts, *tail) {
	f := judge.Facts{Limits: j.Case.Limits.WithDefaults()}
	var stderr tail
	comparer, err := w.comparer(j.Case.Compare)
	if err != nil {
		f.Err = err
		return f, &stderr
	}
	stdin, err := stage(j.Case.Input)
	if err != nil {
		f.Err = fmt.Errorf("input of case %q: %w", j.Case.Name, err)
		return f, &stderr
	}
	defer stdin.Close()
	output := newComparison(ctx, comparer, j.Case, digest)
	f.Outcome, f.Err = w.Executor.Run(ctx, judge.Command{
		Argv:    j.Artifact.Command(f.Limits),
		Env:     j.Artifact.Env,
		Read:    j.Artifact.Read,
		Stdin:   stdin,
		Stdout:  output,
		Stderr:  &stderr,
		Limits:  f.Limits,
		Reserve: j.Artifact.Reserve,
	})
	complete := f.Err == nil && f.Outcome.Cause == judge.CauseExited && f.Outcome.ExitCode == 0
	f.Comparison, f.CompareErr = output.finish(complete)
	return f, &stderr
}

// comparer returns the comparer for spec, always the same one: a checker is built once.
func (w *Worker) comparer(spec judge.CompareSpec) (judge.Comparer, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if c, ok := w.comparers[spec]; ok {
		return c, nil
	}
	c, err := w.NewComparer(spec)
	if err != nil {
		return nil, err
	}
	if w.comparers == nil {
		w.comparers = map[judge.CompareSpec]judge.Comparer{}
	}
	w.comparers[spec] = c
	return c, nil
}
