package run

import (
	"context"
	"errors"
	"time"

	"ojbatch/judge"
)

// build builds all programs. Those that can not be built get their results here.
func (s *scheduler) build(ctx context.Context) {
	s.each(len(s.programs), func(i int) { s.buildOne(ctx, s.programs[i]) })
}

func (s *scheduler) buildOne(ctx context.Context, p *progress) {
	if ctx.Err() != nil {
		s.built(p, func() { p.interruptAll() })
		return
	}
	s.emit(judge.BuildStarted{Suite: p.suite, Program: p.program})
	begun := time.Now()
	artifact, err := s.worker.Build(ctx, p.program)
	s.emit(judge.BuildFinished{
		Suite: p.suite, Program: p.program,
		Language: artifact.Language, Took: time.Since(begun), Err: err,
	})
	s.built(p, func() {
		switch {
		case err == nil:
			p.artifact = artifact
		case ctx.Err() != nil:
			p.interruptAll()
		default:
			p.failBuild(err)
		}
	})
}

// built takes what came of a build, and reports the results that the build alone decided.
func (s *scheduler) built(p *progress, take func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	take()
	p.built = true
	if p.missing == 0 {
		for _, r := range p.results {
			s.stream.emit(judge.CaseFinished{Suite: p.suite, Program: p.program, Result: r})
		}
	}
	s.reportInOrder()
}

// judge runs all programs that were built on all their cases.
func (s *scheduler) judge(ctx context.Context) {
	type pair struct {
		p *progress
		i int
	}
	var jobs []pair
	for _, p := range s.programs {
		if p.missing == 0 {
			continue
		}
		for i := range p.suite.Cases {
			jobs = append(jobs, pair{p, i})
		}
	}
	s.each(len(jobs), func(i int) { s.judgeOne(ctx, jobs[i].p, jobs[i].i) })
}

func (s *scheduler) judgeOne(ctx context.Context, p *progress, i int) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if !s.begin(ctx, cancel, p, i) {
		return
	}
	r, err := s.worker.Judge(ctx, judge.Job{
		Suite: p.suite, Program: p.program, Case: p.suite.Cases[i],
		Artifact: p.artifact, Repeat: s.plan.Repeat,
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(p.running, i)
	switch {
	case err == nil:
		if s.plan.FailFast && r.Verdict != judge.Accepted {
			p.stopAfter(i)
		}
		s.settle(p, i, r)
	case errors.Is(context.Cause(ctx), errDecided):
		s.settle(p, i, p.skipped(i, p.decision()))
	case ctx.Err() != nil:
		s.settle(p, i, p.interrupt(i))
	default:
		// The worker broke its contract; its error must not be lost.
		s.settle(p, i, judge.Result{
			Case: p.suite.Cases[i], Verdict: judge.JudgeError, Why: err.Error(),
		})
	}
}

// begin announces that a case starts, or settles it when it need not or can not.
func (s *scheduler) begin(
	ctx context.Context, cancel context.CancelCauseFunc, p *progress, i int,
) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case i > p.decided:
		s.settle(p, i, p.skipped(i, p.decision()))
		return false
	case ctx.Err() != nil:
		s.settle(p, i, p.interrupt(i))
		return false
	}
	p.running[i] = cancel
	s.stream.emit(judge.CaseStarted{Suite: p.suite, Program: p.program, Case: p.suite.Cases[i]})
	return true
}

// settle makes r the result of case i and reports what can be reported.
func (s *scheduler) settle(p *progress, i int, r judge.Result) {
	p.results[i] = r
	p.missing--
	s.stream.emit(judge.CaseFinished{Suite: p.suite, Program: p.program, Result: r})
	s.reportInOrder()
}

// reportInOrder reports the programs that are complete, up to the first that is not.
func (s *scheduler) reportInOrder() {
	for s.reported < len(s.programs) && s.programs[s.reported].complete() {
		f := s.programs[s.reported].finished()
		s.reported++
		s.count(f)
		s.stream.emit(f)
	}
}

func (s *scheduler) count(f judge.ProgramFinished) {
	s.summary.Programs++
	for _, r := range f.Results {
		if r.Verdict != judge.Skipped {
			s.summary.Cases++
		}
		if r.Verdict == judge.JudgeError {
			s.summary.JudgeErrors++
		}
	}
	switch {
	case f.Unjudged != "":
		s.summary.Unjudged++
	case f.AsExpected:
		s.summary.AsExpected++
	default:
		s.summary.Unexpected++
	}
}

func (s *scheduler) emit(e judge.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stream.emit(e)
}
