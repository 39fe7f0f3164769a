package sandbox

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
)

// supervised is one run inside a box.
type supervised struct {
	limits judge.Limits
	cage   cage
	meter  meter
	begun  time.Time
	ended  chan struct{}

	mu    sync.Mutex
	cause judge.Cause // why everything was killed; the first reason stays
	call  string      // the forbidden call
	err   error       // of the watch
}

// kill records why, unless another reason came first, and then kills everything in the box but
// the box. It must not be called once the run has ended.
func (s *supervised) kill(cause judge.Cause, call string) {
	s.mu.Lock()
	if s.cause == "" {
		s.cause, s.call = cause, call
	}
	s.mu.Unlock()
	s.cage.kill()
}

// killIfDue kills again for a reason that came before there was anything to kill.
func (s *supervised) killIfDue() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cause != "" {
		s.cage.kill()
	}
}

// supervise waits for the first process, then kills and collects all others.
func (s *supervised) supervise(pid int) (judge.Outcome, error) {
	s.killIfDue()
	var watch sync.WaitGroup
	watch.Go(s.watch)
	var all unix.Rusage
	first, err := collect(&all, pid)
	wall := time.Since(s.begun)
	close(s.ended)
	watch.Wait()
	if err != nil {
		return judge.Outcome{}, err
	}
	s.cage.kill()
	if _, err := collect(&all, -1); err != nil {
		return judge.Outcome{}, err
	}
	u, outOfMemory, err := s.meter.end(all)
	if err := errors.Join(err, s.err); err != nil {
		return judge.Outcome{}, err
	}
	u.Wall = wall
	if outOfMemory && s.cause == "" {
		s.cause = judge.CauseMemory
	}
	return s.outcome(first, u), nil
}

// collect waits for children and adds up what they used, until it has seen pid, or until none
// is left.
func collect(all *unix.Rusage, pid int) (unix.WaitStatus, error) {
	for {
		var ws unix.WaitStatus
		var ru unix.Rusage
		got, err := unix.Wait4(-1, &ws, 0, &ru)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case errors.Is(err, unix.ECHILD) && pid == -1:
			return 0, nil
		case err != nil:
			return 0, fmt.Errorf("wait for process %d: %w", pid, err)
		}
		all.Utime = addTimes(all.Utime, ru.Utime)
		all.Stime = addTimes(all.Stime, ru.Stime)
		all.Maxrss = max(all.Maxrss, ru.Maxrss)
		if got == pid {
			return ws, nil
		}
	}
}

func addTimes(a, b unix.Timeval) unix.Timeval { return unix.NsecToTimeval(a.Nano() + b.Nano()) }

// watch sleeps until a limit could be exceeded, and looks whether it is.
func (s *supervised) watch() {
	timer := time.NewTimer(s.limits.NextLook(judge.Usage{}, 1))
	defer timer.Stop()
	for {
		select {
		case <-s.ended:
			return
		case <-timer.C:
		}
		u, running, err := s.meter.sample()
		if err != nil {
			s.err = err
			s.cage.kill()
			return
		}
		u.Wall = time.Since(s.begun)
		if cause, over := s.limits.Exceeded(u); over {
			s.kill(cause, "")
			return
		}
		if crowd := s.cage.crowd(s.limits); crowd > 0 && running > crowd {
			s.kill(judge.CauseForbidden, "clone")
			return
		}
		timer.Reset(s.limits.NextLook(u, min(running, runtime.NumCPU())))
	}
}

func (s *supervised) outcome(first unix.WaitStatus, u judge.Usage) judge.Outcome {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := judge.Outcome{Cause: s.cause, Syscall: s.call, Usage: u}
	switch {
	case o.Cause != "":
	case first.Signaled():
		o.Cause, o.Signal = judge.CauseSignaled, unix.SignalName(first.Signal())
	default:
		o.Cause, o.ExitCode = judge.CauseExited, first.ExitStatus()
	}
	return o
}
