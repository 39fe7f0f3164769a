// Package plain runs programs with nothing but what every operating system offers: it
// measures, limits and kills, but does not isolate. A program it runs can read and write
// whatever the judge can. It is the executor for one's own programs where no sandbox works,
// and its [Executor.Enforcement] says what it leaves open.
//
// # Theory of operation
//
// A run is one process in a session of its own, with everything that descends from it.
// Three things happen beside it: a pump for each of stdout and stderr moves what the program
// writes and counts it, and a watch sleeps until the earliest moment at which a limit could
// be reached, looks at the processes, and sleeps again. Whoever finds a limit exceeded first
// records that as the cause and only then kills, so the cause never has to be guessed from a
// signal. When the first process has ended, whatever is left of its tree is killed; only then
// does Run return.
//
// # Linux
//
// The process is stopped at its exec by ptrace while its resource limits are set, so that no
// instruction of it runs without them. The judge makes itself a subreaper: what a program
// leaves behind by double forks becomes the judge's child, is recognised by its session or
// by the mark in its environment, is counted, killed and reaped. CPU time comes from the
// processes' own CPU clocks while they live and from wait4 when they have ended.
//
// The kernel gives a process that was started by vfork its parent's peak memory as a floor
// (exec folds the old address space's peak into ru_maxrss). Peaks over the judge's own are
// therefore exact; lower ones are those that the watch saw.
//
// # Other systems
//
// Wall time and output are enforced; CPU time and memory are judged by what the system tells
// after the end.
package plain

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"ojbatch/judge"
	"ojbatch/judge/pump"
)

// Executor is a [judge.Executor] that does not isolate. It is safe for concurrent use.
type Executor struct {
	kin *kin
}

var _ judge.Executor = (*Executor)(nil)

// New returns an executor. On Linux it changes the calling process for good: it becomes a
// subreaper, so that orphans of the programs it runs become its children, and the
// descriptors it has are no longer passed on to the programs it starts.
func New() (*Executor, error) {
	k, err := ownKin()
	if err != nil {
		return nil, fmt.Errorf("plain: %w", err)
	}
	return &Executor{k}, nil
}

// ownKin is one for all executors, since they share the process's children.
var ownKin = sync.OnceValues(newKin)

// Enforcement says what this system allows plain to enforce.
func (x *Executor) Enforcement() judge.Enforcement { return enforcement() }

// Run implements [judge.Executor]. Command.Read and Command.Write have no effect, since
// nothing is hidden.
func (x *Executor) Run(ctx context.Context, cmd judge.Command) (judge.Outcome, error) {
	if ctx.Err() != nil {
		return judge.Outcome{}, context.Cause(ctx)
	}
	scratch, err := newScratch()
	if err != nil {
		return judge.Outcome{}, fmt.Errorf("plain: %w", err)
	}
	defer scratch.remove()
	// The thread that starts the process must stay alive until it has ended: the kernel ties
	// both ptrace and the parent-death signal to the thread.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	o, err := x.run(ctx, cmd, scratch)
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("plain: %w", err)
	}
	return o, err
}

func (x *Executor) run(ctx context.Context, cmd judge.Command, s *scratch) (judge.Outcome, error) {
	stdout, err := pump.New(cmd.Stdout, cmd.Limits.Output)
	if err != nil {
		return judge.Outcome{}, err
	}
	defer stdout.Close()
	stderr, err := pump.New(cmd.Stderr, pump.Unlimited)
	if err != nil {
		return judge.Outcome{}, err
	}
	defer stderr.Close()

	begun := time.Now()
	p, err := x.kin.start(cmd, s, stdout.Writer(), stderr.Writer())
	if err != nil {
		return judge.Outcome{}, fmt.Errorf("start %q: %w", cmd.Argv[0], err)
	}
	stdout.CloseWriter()
	stderr.CloseWriter()
	r := &supervision{limits: cmd.Limits, begun: begun, process: p}
	r.supervise(ctx, stdout, stderr)
	if r.stopped != nil {
		return judge.Outcome{}, r.stopped
	}
	return r.outcome(stdout.Count()), nil
}
