package plain

import (
	"context"
	"runtime"
	"sync"
	"time"

	"ojbatch/judge"
	"ojbatch/judge/pump"
)

// supervision is one run from start to end.
type supervision struct {
	limits  judge.Limits
	begun   time.Time
	process *process

	mu      sync.Mutex
	cause   judge.Cause // why the tree was killed; the first reason stays
	stopped error       // the judge's own reason for killing

	end  ending // of the first process
	wall time.Duration
}

// ending is what the system tells of a process that has ended.
type ending struct {
	exitCode int
	signal   string // empty when it exited
	cpu      time.Duration
	memory   judge.Size
}

// supervise returns when nothing of the run is left and all it wrote has been delivered.
func (r *supervision) supervise(ctx context.Context, stdout, stderr *pump.Pump) {
	var pumps, watch sync.WaitGroup
	pumps.Go(func() { r.deliver(stdout) })
	pumps.Go(func() { r.deliver(stderr) })
	ended := make(chan struct{})
	watch.Go(func() { r.watch(ctx, ended) })

	r.process.wait()
	r.wall = time.Since(r.begun)
	close(ended)
	watch.Wait()
	end, err := r.process.reap()
	r.end = end
	if err != nil {
		r.abort(err)
	}
	stdout.Hurry()
	stderr.Hurry()
	pumps.Wait()
}

// deliver moves what one descriptor brings until its end.
func (r *supervision) deliver(p *pump.Pump) {
	switch over, err := p.Run(); {
	case over:
		r.kill(judge.CauseOutput)
	case err != nil:
		r.abort(err)
	}
}

// kill records why, unless another reason came first, and then kills the tree.
func (r *supervision) kill(cause judge.Cause) {
	r.mu.Lock()
	if r.cause == "" {
		r.cause = cause
	}
	r.mu.Unlock()
	r.process.kill()
}

// abort is kill for a reason that is not the program's.
func (r *supervision) abort(err error) {
	r.mu.Lock()
	if r.stopped == nil {
		r.stopped = err
	}
	r.mu.Unlock()
	r.process.kill()
}

// watch sleeps until a limit could be reached and then looks whether it was, until the first
// process has ended.
func (r *supervision) watch(ctx context.Context, ended <-chan struct{}) {
	timer := time.NewTimer(r.limits.NextLook(judge.Usage{}, 1))
	defer timer.Stop()
	for {
		select {
		case <-ended:
			return
		case <-ctx.Done():
			r.abort(context.Cause(ctx))
			return
		case <-timer.C:
		}
		s := r.process.sample()
		used := judge.Usage{CPU: s.cpu, Memory: s.memory, Wall: time.Since(r.begun)}
		if cause, over := r.limits.Exceeded(used); over {
			r.kill(cause)
			return
		}
		timer.Reset(r.limits.NextLook(used, min(s.threads, runtime.NumCPU())))
	}
}

// sample is what a living tree has used so far.
type sample struct {
	cpu     time.Duration
	memory  judge.Size // peak of the largest process
	threads int        // alive in the whole tree
}

// outcome puts the facts together once all of them are in.
func (r *supervision) outcome(output judge.Size) judge.Outcome {
	o := judge.Outcome{
		Cause:    r.cause,
		ExitCode: r.end.exitCode,
		Usage: judge.Usage{
			CPU: r.end.cpu, Wall: r.wall, Memory: r.end.memory, Output: output,
		},
	}
	if o.Cause == "" {
		o.Cause = judge.CauseExited
		if r.end.signal != "" {
			o.Cause, o.Signal = judge.CauseSignaled, r.end.signal
		}
	}
	return o
}
