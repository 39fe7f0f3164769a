package plain

import (
	"fmt"
	"os"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
)

// start starts cmd with its limits in force from the first instruction. The calling thread
// must be locked, and stay so until the process has been reaped.
func (k *kin) start(cmd judge.Command, s *scratch, stdout, stderr *os.File) (*process, error) {
	stdin, release, err := stdinFor(cmd)
	if err != nil {
		return nil, err
	}
	defer release()
	dir := cmd.Dir
	if dir == "" {
		dir = s.dir
	}
	p := &process{kin: k, mark: newMark()}
	err = k.fork(p, cmd, &syscall.ProcAttr{
		Dir:   dir,
		Env:   environment(cmd, s.dir, p.mark),
		Files: []uintptr{stdin.Fd(), stdout.Fd(), stderr.Fd()},
		Sys:   &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL, Ptrace: true},
	})
	if err != nil {
		return nil, err
	}
	p.floor = ownPeak() // after the exec: until then this process may have grown
	if err := limitAndRelease(p.pid, cmd); err != nil {
		p.reap()
		return nil, err
	}
	return p, nil
}

// fork starts the process and remembers it, so that nobody takes it for an orphan.
func (k *kin) fork(p *process, cmd judge.Command, attr *syscall.ProcAttr) (err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	restore, err := lendStack(cmd.Limits.Stack)
	if err != nil {
		return err
	}
	defer restore()
	if p.pid, err = syscall.ForkExec(cmd.Argv[0], cmd.Argv, attr); err == nil {
		k.started[p.pid] = true
	}
	return err
}

var stackLimit sync.Mutex

// lendStack gives this process the stack limit that a child is to have, until restore is
// called: the kernel lays out a program's memory by the limit it finds at exec, which is
// before a tracer can change it. No thread of a Go program grows its stack by that limit.
func lendStack(size judge.Size) (restore func(), err error) {
	stackLimit.Lock()
	var own unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_STACK, &own); err != nil {
		stackLimit.Unlock()
		return nil, fmt.Errorf("read the stack limit: %w", err)
	}
	lent := unix.Rlimit{Cur: min(uint64(size), own.Max), Max: own.Max}
	if err := unix.Setrlimit(unix.RLIMIT_STACK, &lent); err != nil {
		stackLimit.Unlock()
		return nil, fmt.Errorf("set the stack limit to %s: %w", size, err)
	}
	return func() {
		unix.Setrlimit(unix.RLIMIT_STACK, &own)
		stackLimit.Unlock()
	}, nil
}

// limitAndRelease sets the limits of a process that is stopped at its exec and lets it run.
func limitAndRelease(pid int, cmd judge.Command) error {
	ws, _, err := wait4(pid)
	if err != nil {
		return fmt.Errorf("wait for exec: %w", err)
	}
	if !ws.Stopped() {
		return fmt.Errorf("ended before its first instruction: status %#x", uint32(ws))
	}
	for _, l := range resourceLimits(cmd) {
		if err := limitResource(pid, l.resource, l.value); err != nil {
			return fmt.Errorf("set %s to %d: %w", l.name, l.value, err)
		}
	}
	if err := unix.PtraceDetach(pid); err != nil {
		return fmt.Errorf("release from its exec: %w", err)
	}
	return nil
}

type resourceLimit struct {
	name     string
	resource int
	value    uint64
}

func resourceLimits(cmd judge.Command) []resourceLimit {
	l := cmd.Limits
	return []resourceLimit{
		{"RLIMIT_DATA", unix.RLIMIT_DATA, uint64(l.AddressSpace(cmd.Reserve))},
		{"RLIMIT_FSIZE", unix.RLIMIT_FSIZE, uint64(l.Disk)},
		{"RLIMIT_NOFILE", unix.RLIMIT_NOFILE, uint64(l.Files)},
		{"RLIMIT_CORE", unix.RLIMIT_CORE, 0},
	}
}

func limitResource(pid, resource int, value uint64) error {
	var own unix.Rlimit
	if err := unix.Getrlimit(resource, &own); err != nil {
		return err
	}
	value = min(value, own.Max)
	return unix.Prlimit(pid, resource, &unix.Rlimit{Cur: value, Max: value}, nil)
}
