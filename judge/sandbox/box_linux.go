package sandbox

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"sync"
	"syscall"
	"time"

	"github.com/criyle/go-sandbox/pkg/forkexec"
	"github.com/criyle/go-sandbox/pkg/rlimit"
	"golang.org/x/sys/unix"

	"ojbatch/judge"
	"ojbatch/judge/procfs"
)

// boxName is the whole command line of a box.
const boxName = "judge-box"

// linkFD is the descriptor of the socket to the judge in a new box.
const linkFD = 3

// Init turns this process into a box or a janitor when it was started to be one, and does not
// return then. It must be the first call in main, and in TestMain, of every program that makes
// a [Sandbox].
func Init() {
	if len(os.Args) != 1 {
		return
	}
	lives := map[string]func() error{boxName: serve, janitorName: sweep}
	live, ok := lives[os.Args[0]]
	if !ok {
		return
	}
	code := 0
	if err := live(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	// Unlike os.Exit, this does not wait for the race detector, a second for each process.
	syscall.Exit(code)
}

// box is a box from the inside.
type box struct {
	link  *link
	cage  cage
	meter meter
	oom   *preference

	mu   sync.Mutex
	run  *supervised // the run that is going on, if any
	gone bool        // the judge is
}

// serve is a box's life.
func serve() (err error) {
	dropInherited()
	ignoreSignals()
	startThreads()
	l, err := newLink(os.NewFile(linkFD, "judge"))
	if err != nil {
		return err
	}
	var s setup
	fds, err := l.receive(&s)
	if err != nil {
		return err
	}
	b := &box{link: l}
	if err := b.setUp(s, fds); err != nil {
		return l.send(reply{Err: err.Error()})
	}
	defer func() { err = errors.Join(err, b.cage.close()) }()
	if err := l.send(reply{Scratch: b.cage.scratch()}); err != nil {
		return err
	}
	requests := make(chan work)
	go b.receive(requests)
	for w := range requests {
		if err := l.send(b.answer(w)); err != nil {
			return err
		}
	}
	return nil
}

// dropInherited closes what the judge itself was given open and passed on unknowingly. What
// this process has opened for itself is marked to be closed on exec, and stays.
func dropInherited() {
	for _, fd := range procfs.NumbersIn("/proc/self/fd") {
		flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
		if err == nil && fd > linkFD && flags&unix.FD_CLOEXEC == 0 {
			unix.Close(fd)
		}
	}
}

// ignoreSignals has this process overlook all signals, which programs of the same user can send
// to its threads. They must not be ignored for the kernel, since programs would inherit that.
func ignoreSignals() { signal.Notify(make(chan os.Signal, 1)) }

// startThreads has the runtime start more threads than a box ever uses at once. It keeps them,
// so that it need not start one when the programs have taken all processes there may be, which
// would be the end of this process.
func startThreads() {
	const enough = 12
	var started sync.WaitGroup
	started.Add(enough)
	for range enough {
		go func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			started.Done()
			started.Wait()
		}()
	}
	started.Wait()
}

// setUp makes the process what it is to be: see the package comment.
func (b *box) setUp(s setup, fds []int) error {
	files, err := unpackControl(s.GroupFiles, fds)
	if err != nil {
		return err
	}
	if b.meter, err = newMeter(s.Group, files, func() []int { return b.cage.processes() }); err != nil {
		return err
	}
	inGroup := b.meter.place() != 0
	if b.oom, err = newPreference(); err != nil {
		return err
	}
	if s.Temp == "" {
		b.cage, err = newContainer(s, inGroup)
	} else {
		b.cage, err = newDomains(s)
	}
	if err != nil {
		return err
	}
	if err := b.shut(inGroup); err != nil {
		return errors.Join(err, b.cage.close())
	}
	return nil
}

// shut protects this process from its programs and puts the filter on.
func (b *box) shut(inGroup bool) error {
	unix.Umask(0o022)
	// Nobody in the box may look into this process or take its descriptors.
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return fmt.Errorf("become undumpable: %w", err)
	}
	listener, err := installFilter(inGroup)
	if err != nil {
		return err
	}
	go b.forbid(listener)
	return nil
}

// work is a request with its descriptors.
type work struct {
	request
	files [3]int
}

// receive takes messages until the judge is gone.
func (b *box) receive(requests chan<- work) {
	defer close(requests)
	defer b.abandon()
	for {
		var r request
		fds, err := b.link.receive(&r)
		switch {
		case errors.Is(err, io.EOF):
			return
		case err != nil:
			fmt.Fprintln(os.Stderr, err)
			return
		case r.Kill != "":
			b.kill(r.Kill, "")
		case len(fds) != 3:
			b.link.send(reply{Err: fmt.Sprintf("%d descriptors came with a request, want 3", len(fds))})
		default:
			requests <- work{r, [3]int(fds)}
		}
	}
}

// kill ends the run that is going on, if any, for a cause.
func (b *box) kill(cause judge.Cause, call string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.run != nil {
		b.run.kill(cause, call)
	}
}

// abandon ends the run that is going on or about to, so that nothing outlives a judge that was
// killed.
func (b *box) abandon() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.gone = true
	if b.run != nil {
		b.run.kill(causeAborted, "")
	}
}

// forbid kills programs that make a call which is not allowed.
func (b *box) forbid(listener int) {
	for {
		call, err := forbiddenCall(listener)
		if err != nil {
			return
		}
		b.kill(judge.CauseForbidden, call)
	}
}

func (b *box) answer(w work) reply {
	defer func() {
		for _, fd := range w.files {
			unix.Close(fd)
		}
	}()
	o, err := b.execute(w)
	if err != nil {
		return reply{Err: err.Error()}
	}
	return reply{Outcome: o}
}

// execute runs a program and leaves nothing of it.
func (b *box) execute(w work) (judge.Outcome, error) {
	if err := b.cage.prepare(w.request); err != nil {
		return judge.Outcome{}, err
	}
	if err := b.meter.begin(w.Limits); err != nil {
		return judge.Outcome{}, err
	}
	s := &supervised{
		limits: w.Limits, cage: b.cage, meter: b.meter, begun: time.Now(), ended: make(chan struct{}),
	}
	b.setRun(s) // first, so that no kill is missed
	defer b.setRun(nil)
	pid, err := b.start(w)
	if err != nil {
		return judge.Outcome{}, fmt.Errorf("start %q: %w", w.Argv[0], err)
	}
	if group := b.cage.group(); group != 0 {
		b.link.send(reply{Group: group})
	}
	o, err := s.supervise(pid)
	return o, errors.Join(err, b.cage.clear())
}

func (b *box) setRun(s *supervised) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.run = s
	if s != nil && b.gone {
		s.cause = causeAborted // it ends as soon as it has begun
	}
}

// start starts the program by vfork.
func (b *box) start(w work) (int, error) {
	runner := &forkexec.Runner{
		Args:       w.Argv,
		Env:        w.Env,
		WorkDir:    w.Dir,
		RLimits:    resourceLimits(w.request, b.meter),
		Files:      []uintptr{uintptr(w.files[0]), uintptr(w.files[1]), uintptr(w.files[2])},
		CgroupFd:   b.meter.place(),
		NoNewPrivs: true,
	}
	return b.oom.during(func() (int, error) { return b.cage.start(runner, w.request) })
}

// resourceLimits are those that the kernel keeps for each process.
func resourceLimits(w request, m meter) []rlimit.RLimit {
	l := w.Limits
	limits := []rlimit.RLimit{
		limit(unix.RLIMIT_STACK, uint64(l.Stack)),
		limit(unix.RLIMIT_NOFILE, uint64(l.Files)),
		limit(unix.RLIMIT_CORE, 0),
		limit(unix.RLIMIT_MSGQUEUE, 0),
	}
	if _, ok := m.(*clockMeter); ok {
		limits = append(limits, limit(unix.RLIMIT_DATA, uint64(l.AddressSpace(w.Reserve))))
	}
	return limits
}

func limit(resource int, value uint64) rlimit.RLimit {
	return rlimit.RLimit{Res: resource, Rlim: syscall.Rlimit{Cur: value, Max: value}}
}
