package attack

import (
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
)

// burst is CPU time that is short beside a limit. Many of them are over it.
const burst = 60 * time.Millisecond

var (
	timeLimit  = []judge.Verdict{judge.TimeLimitExceeded}
	shortLimit = judge.Limits{CPU: 300 * time.Millisecond, Wall: 5 * time.Second}
)

var processes = []Attack{
	{
		Name: "fork-bomb", Doc: "every process forks for ever",
		Needs: []string{contained, "processes"}, Limits: shortLimit, Verdicts: timeLimit,
		steps: once(forkBomb),
	},
	{
		Name: "fork-count", Doc: "forks more processes than allowed, which all live on",
		Needs: []string{contained, "processes"}, steps: once(forkCount),
	},
	{
		Name: "threads", Doc: "starts threads without end",
		Needs: []string{contained, "processes"}, Verdicts: []judge.Verdict{judge.RuntimeError},
		steps: once(threads),
	},
	{
		Name: "zombies", Doc: "leaves children that have ended uncollected",
		steps: once(zombies),
	},
	{
		Name: "comet", Doc: "hops from process to process, each dead before it can be looked at",
		Needs: []string{contained, "processes"}, Limits: shortLimit, Verdicts: timeLimit,
		steps: once(comet),
	},
	{
		Name: "session", Doc: "leaves a child in a session of its own",
		steps: once(func(s *scene) error { return s.orphan("child/sleep") }),
	},
	{
		Name: "double-fork", Doc: "leaves a grandchild whose parent has ended",
		steps: once(func(s *scene) error { return s.child("child/orphan-sleep").Run() }),
	},
	{
		Name: "grandchild-burns", Doc: "sleeps while an orphaned grandchild burns CPU time",
		Limits: shortLimit, Verdicts: timeLimit, Causes: []judge.Cause{judge.CauseCPU},
		steps: once(func(s *scene) error {
			if err := s.child("child/orphan-burn").Run(); err != nil {
				return err
			}
			return sleep(s)
		}),
	},
	{
		Name: "children-burnt", Doc: "has children burn CPU time one after the other",
		Limits: shortLimit, Verdicts: timeLimit,
		steps: once(func(s *scene) error { return s.burstsInTurn() }),
	},
	{
		Name: "children-ignored", Doc: "the same, with nobody to collect what they used",
		Needs:  []string{"cpu=cgroup"}, // else the kernel keeps no account of them
		Limits: shortLimit, Verdicts: timeLimit,
		steps: once(func(s *scene) error {
			signal.Ignore(unix.SIGCHLD)
			return s.burstsInTurn()
		}),
	},
	{
		Name: "left-burning", Doc: "ends at once and leaves children that burn CPU time",
		Limits: roomy,
		steps: once(func(s *scene) error {
			for range 2 {
				if err := s.orphan("child/burn"); err != nil {
					return err
				}
			}
			return nil
		}),
	},
}

// fork is fork(2). In the child, which has but one thread and no working runtime, nothing may
// follow but raw system calls.
//
//go:norace
//go:nosplit
func fork() (pid uintptr, failed bool) {
	pid, _, errno := unix.RawSyscall(unix.SYS_CLONE, uintptr(unix.SIGCHLD), 0, 0)
	return pid, errno != 0
}

//go:norace
//go:nosplit
func exit(code uintptr) {
	for {
		unix.RawSyscall(unix.SYS_EXIT_GROUP, code, 0, 0)
	}
}

//go:norace
//go:nosplit
func idle() {
	for {
		unix.RawSyscall6(unix.SYS_PPOLL, 0, 0, 0, 0, 0, 0)
	}
}

//go:norace
func forkBomb(*scene) error {
	for {
		fork()
	}
}

//go:norace
func forkCount(s *scene) error {
	// The executor may need a few processes for itself.
	const allowance = 24
	limit := usual.Processes + allowance
	n := 0
	for ; n <= limit; n++ {
		pid, failed := fork()
		if failed {
			return nil
		}
		if pid == 0 {
			idle()
		}
	}
	s.escaped("%d processes were alive at once, limit %d", n, usual.Processes)
	return nil
}

// threads keeps every thread in a system call, so that the runtime has to start more. When the
// kernel refuses one, the runtime gives up.
func threads(s *scene) error {
	const tooMany = 500
	started := make(chan bool)
	for range tooMany {
		go func() {
			runtime.LockOSThread()
			started <- true
			unix.Ppoll(nil, nil, nil)
		}()
		<-started
	}
	s.escaped("%d threads were alive at once", tooMany)
	return nil
}

//go:norace
func zombies(*scene) error {
	for range 20 {
		if pid, failed := fork(); !failed && pid == 0 {
			exit(0)
		}
	}
	return nil
}

//go:norace
func comet(s *scene) error {
	if pid, failed := fork(); failed || pid != 0 {
		return sleep(s)
	}
	for {
		pid, failed := fork()
		if !failed && pid != 0 {
			exit(0)
		}
		for range 1_000_000 { // the compiler keeps empty loops
		}
	}
}

// burstsInTurn has children burn several times the CPU limit, together.
func (s *scene) burstsInTurn() error {
	for used := time.Duration(0); used < 2*shortLimit.CPU; used += burst {
		pid, err := syscall.ForkExec(os.Args[0], s.child("child/burst").Args, &syscall.ProcAttr{})
		if err != nil {
			return err
		}
		syscall.Wait4(pid, nil, 0, nil) // also waits for children that nobody collects
	}
	return nil
}

// usedCPU is the CPU time of this process, with all its threads.
func usedCPU() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &ts); err != nil {
		panic(err)
	}
	return time.Duration(ts.Nano())
}
