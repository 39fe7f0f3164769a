package sandbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"ojbatch/judge"
	"ojbatch/judge/memfile"
	"ojbatch/judge/pump"
)

// Sandbox is a [judge.Executor] that contains what it runs. It is safe for concurrent use.
// The caller closes it.
type Sandbox struct {
	slots   chan *slot
	bare    bool // boxes have no namespaces; see NewLandlock
	all     []*slot
	groups  hierarchy // nil where no groups can be made
	janitor *janitor  // where there are groups
	limits  judge.Enforcement
}

var _ judge.Executor = (*Sandbox)(nil)

// slot is the place of one box. The box is made when it is first needed, and anew when it has
// died.
type slot struct {
	number int
	box    *boxProcess
}

// New returns a sandbox that runs up to n programs at once; less than one is one for each
// CPU. It has made one box when it returns, so that an error says that this machine can not
// contain programs, and why. The calling program must call [Init] first thing in main.
func New(n int) (*Sandbox, error) { return newSandbox(n, false, enforcement) }

func newSandbox(
	n int, bare bool, enforcement func(groups hierarchy, groupErr error) judge.Enforcement,
) (*Sandbox, error) {
	if n < 1 {
		n = runtime.NumCPU()
	}
	s := &Sandbox{slots: make(chan *slot, n), bare: bare}
	groups, groupErr := findHierarchy()
	s.limits = enforcement(groups, groupErr)
	if groupErr == nil {
		var err error
		if s.janitor, err = startJanitor(); err != nil {
			return nil, fmt.Errorf("sandbox: %w", err)
		}
		s.groups = groups
	}
	for i := range n {
		s.all = append(s.all, &slot{number: i})
	}
	if err := s.open(s.all[0]); err != nil {
		return nil, errors.Join(fmt.Errorf("sandbox: %w", err), s.Close())
	}
	for _, sl := range s.all {
		s.slots <- sl
	}
	return s, nil
}

func enforcement(groups hierarchy, groupErr error) judge.Enforcement {
	e := judge.Enforcement{Isolation: "container", Disk: "tmpfs", Network: "namespace"}
	if groupErr == nil {
		word := groups.version()
		e.Memory, e.CPU, e.Processes = word, word, word
	} else {
		e.Memory, e.CPU, e.Processes = "sampled", "clock", "rlimit"
		e.Gaps = []string{
			"memory is that of the largest process, seen by sampling and at its end, since no cgroup can be made: " +
				groupErr.Error(),
		}
	}
	return e
}

// Enforcement implements [judge.Executor].
func (s *Sandbox) Enforcement() judge.Enforcement { return s.limits }

// Close ends all boxes and removes their groups. No run may be going on, or begin.
func (s *Sandbox) Close() error {
	var errs []error
	for _, sl := range s.all {
		errs = append(errs, sl.close())
	}
	if s.janitor != nil {
		errs = append(errs, s.janitor.close())
	}
	return errors.Join(errs...)
}

// Run implements [judge.Executor].
func (s *Sandbox) Run(ctx context.Context, cmd judge.Command) (judge.Outcome, error) {
	if ctx.Err() != nil {
		return judge.Outcome{}, context.Cause(ctx)
	}
	var sl *slot
	select {
	case sl = <-s.slots:
	case <-ctx.Done():
		return judge.Outcome{}, context.Cause(ctx)
	}
	defer func() { s.slots <- sl }()
	if err := s.open(sl); err != nil {
		return judge.Outcome{}, fmt.Errorf("sandbox: %w", err)
	}
	o, err := s.run(ctx, sl, cmd)
	if ctx.Err() != nil {
		return judge.Outcome{}, context.Cause(ctx)
	}
	if err != nil {
		return judge.Outcome{}, fmt.Errorf("sandbox: %w", err)
	}
	return o, nil
}

func (s *Sandbox) open(sl *slot) error {
	if sl.box != nil {
		return nil
	}
	b, err := startBox(sl.number, s.groups, s.janitor, s.bare)
	if err == nil {
		sl.box = b
	}
	return err
}

func (sl *slot) close() error {
	if sl.box == nil {
		return nil
	}
	defer func() { sl.box = nil }()
	return sl.box.close()
}

// run has a box run cmd while its output is pumped.
func (s *Sandbox) run(ctx context.Context, sl *slot, cmd judge.Command) (judge.Outcome, error) {
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
	stdin, release, err := stdinFor(cmd)
	if err != nil {
		return judge.Outcome{}, err
	}
	defer release()
	begun, kills := time.Now(), sl.box.kills()
	err = sl.box.link.send(request{
		Argv: cmd.Argv, Env: sl.box.environment(cmd), Dir: cmp.Or(cmd.Dir, sl.box.home()),
		Read: cmd.Read, Write: cmd.Write,
		Limits: cmd.Limits, Reserve: cmd.Reserve,
	}, int(stdin.Fd()), int(stdout.Writer().Fd()), int(stderr.Writer().Fd()))
	if err != nil {
		return judge.Outcome{}, err
	}
	stdout.CloseWriter()
	stderr.CloseWriter()
	r := &remote{box: sl.box}
	o, err := r.follow(ctx, cmd.Limits, stdout, stderr)
	if errors.Is(err, errBoxDied) && sl.box.kills() > kills {
		// Without the privilege to spare the box, see spare, it can be the kernel's second
		// victim after the program that has filled the group.
		o.Cause, o.Usage.Wall, err = judge.CauseMemory, time.Since(begun), nil
	}
	if r.lost.Load() {
		err = errors.Join(err, sl.close())
	}
	if err != nil {
		return judge.Outcome{}, err
	}
	o.Usage.Output = stdout.Count()
	return o, nil
}

// remote is a run in a box, seen from outside.
type remote struct {
	box  *boxProcess
	lost atomic.Bool // the box is of no use any more

	mu  sync.Mutex
	err error // why we had the run killed
}

var errBoxDied = errors.New("the box has died")

// patience is how long past the wall limit a box may take to reply.
const patience = 20 * time.Second

// follow moves the output and waits for the reply. An output that is over its limit is
// reported to the box, where the first cause is recorded.
func (r *remote) follow(ctx context.Context, l judge.Limits, stdout, stderr *pump.Pump) (judge.Outcome, error) {
	overdue := time.AfterFunc(l.Wall+patience, func() { r.lose(errors.New("the box does not reply")) })
	defer overdue.Stop()
	cancelled := context.AfterFunc(ctx, func() { r.abort(context.Cause(ctx)) })
	defer cancelled()
	var over atomic.Bool
	var pumps sync.WaitGroup
	deliver := func(p *pump.Pump) {
		tooMuch, err := p.Run()
		switch {
		case tooMuch:
			over.Store(true)
			r.box.link.send(request{Kill: judge.CauseOutput})
		case err != nil:
			r.abort(err)
		}
	}
	pumps.Go(func() { deliver(stdout) })
	pumps.Go(func() { deliver(stderr) })
	answer, err := r.box.answer()
	if err != nil {
		r.lose(fmt.Errorf("%w: %w", errBoxDied, err))
	}
	stdout.Hurry()
	stderr.Hurry()
	pumps.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.err != nil:
		return judge.Outcome{}, r.err
	case answer.Err != "":
		return judge.Outcome{}, errors.New(answer.Err)
	}
	o := answer.Outcome
	if over.Load() && (o.Cause == judge.CauseExited || o.Cause == judge.CauseSignaled) {
		o.Cause = judge.CauseOutput // what was too much was read after the end
	}
	return o, nil
}

// abort has the run killed for a reason that is not the program's.
func (r *remote) abort(err error) {
	r.mu.Lock()
	if r.err == nil {
		r.err = err
	}
	r.mu.Unlock()
	r.box.link.send(request{Kill: causeAborted})
}

// causeAborted is for runs whose outcome nobody will see.
const causeAborted judge.Cause = "aborted"

// lose gives the box up.
func (r *remote) lose(err error) {
	r.mu.Lock()
	if r.err == nil {
		r.err = err
	}
	r.mu.Unlock()
	r.lost.Store(true)
	r.box.kill()
}

// stdinFor returns cmd's stdin, or the null device, and a function that releases it. A program
// can see the name of each file that it has open, also of one that it can not open itself; the
// name of an input would tell it which case it is.
func stdinFor(cmd judge.Command) (*os.File, func(), error) {
	if cmd.Stdin != nil && !memfile.Named(cmd.Stdin) {
		return cmd.Stdin, func() {}, nil
	}
	open := func() (*os.File, error) { return os.Open(os.DevNull) }
	if cmd.Stdin != nil {
		open = func() (*os.File, error) { return memfile.Copy(cmd.Stdin) }
	}
	stdin, err := open()
	return stdin, func() { stdin.Close() }, err
}
