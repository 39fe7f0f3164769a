// Package run schedules: it makes jobs of suites and programs, has a [judge.Worker] do them,
// and tells sinks what happens, in one ordered stream of events.
//
// All programs are built before the first is run, so that no compiler disturbs a
// measurement. Then jobs are started in the order of suites, programs and cases, as many at
// once as the plan allows.
package run

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"ojbatch/judge"
)

// Plan says what is to be judged, and how.
type Plan struct {
	Suites []*judge.Suite
	// Workers is how many builds or runs go on at once; less than one is one.
	Workers int
	// FailFast stops a program on a suite at its first case that is not accepted. Later cases
	// are [judge.Skipped], also those that had been started or finished by then, so that the
	// report does not depend on chance.
	FailFast bool
	// Repeat is how often each case is run; see [judge.Job].
	Repeat int
}

// Run judges what plan says and returns when all is done. When ctx ends, running programs are
// killed, what had finished is still reported, and the summary says that the run was
// interrupted. The error joins those of sinks that gave up; the run goes on without them.
func Run(ctx context.Context, w judge.Worker, plan Plan, sinks ...judge.Sink) (judge.Summary, error) {
	s := &scheduler{worker: w, plan: plan, begun: time.Now()}
	s.stream.sinks = sinks
	started := judge.RunStarted{
		Suites: plan.Suites, Enforcement: w.Enforcement(), Workers: max(plan.Workers, 1),
	}
	for _, suite := range plan.Suites {
		started.Programs += len(suite.Programs)
		started.Cases += len(suite.Programs) * len(suite.Cases)
		for _, program := range suite.Programs {
			s.programs = append(s.programs, newProgress(suite, program))
		}
	}
	s.stream.emit(started)
	s.build(ctx)
	s.judge(ctx)
	s.summary.Wall = time.Since(s.begun)
	s.summary.Interrupted = ctx.Err() != nil
	s.stream.emit(judge.RunFinished{Summary: s.summary})
	return s.summary, errors.Join(s.stream.failed...)
}

// stream passes events on to the sinks that still take them.
type stream struct {
	sinks  []judge.Sink
	failed []error
}

func (s *stream) emit(e judge.Event) {
	var alive []judge.Sink
	for _, sink := range s.sinks {
		if err := sink.Accept(e); err != nil {
			s.failed = append(s.failed, err)
			continue
		}
		alive = append(alive, sink)
	}
	s.sinks = alive
}

// scheduler is one run. The mutex guards everything below it; holding it also keeps the
// events in order.
type scheduler struct {
	worker judge.Worker
	plan   Plan
	begun  time.Time

	mu       sync.Mutex
	stream   stream
	programs []*progress // in the order of the report
	reported int         // how many of them have been reported
	summary  judge.Summary
}

// each calls do for 0 to n-1, in that order, on as many goroutines as the plan allows, and
// returns when all calls have.
func (s *scheduler) each(n int, do func(i int)) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(max(s.plan.Workers, 1), n) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	workers.Wait()
}
