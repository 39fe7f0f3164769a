package plain

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
	"ojbatch/judge/procfs"
)

func enforcement() judge.Enforcement {
	return judge.Enforcement{
		Isolation: "none",
		Memory:    "sampled",
		CPU:       "clock",
		Processes: "none",
		Disk:      "rlimit",
		Network:   "none",
		Gaps: []string{
			"nothing is hidden: programs can read and write what the judge can, and reach the network",
			"memory is that of the largest process, seen by sampling and at its end",
			"the number of processes is not limited",
			"disk is limited for each file, not in sum",
			"programs can outlive a judge that is killed with SIGKILL, if they fork",
		},
	}
}

// process is the first process of a run, with all that descends from it.
type process struct {
	kin  *kin
	pid  int
	mark string // NAME=VALUE in the environment of all its descendants that keep theirs

	// floor is the judge's own peak memory, not less than it was at the exec: see the package
	// comment.
	floor judge.Size

	mu     sync.Mutex
	reaped bool       // pid may belong to somebody else by now
	peak   judge.Size // the largest peak that was seen while it lived
}

// wait returns when the first process has ended. Its pid stays taken until reap.
func (p *process) wait() {
	for {
		err := unix.Waitid(unix.P_PID, p.pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// kill kills the first process and its group. What has left the group is killed by reap.
func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.reaped {
		unix.Kill(-p.pid, unix.SIGKILL)
		unix.Kill(p.pid, unix.SIGKILL)
	}
}

// sample looks at the living tree.
func (p *process) sample() sample {
	var s sample
	for _, pid := range p.tree() {
		st, err := procfs.ReadStatus(pid)
		if err != nil {
			continue // it has just ended
		}
		s.cpu += procfs.CPUClock(pid) + st.ChildrenCPU
		s.memory = max(s.memory, st.Peak)
		s.threads += st.Threads
	}
	p.mu.Lock()
	p.peak = max(p.peak, s.memory)
	p.mu.Unlock()
	return s
}

// reap collects the first process, kills and collects everything that is left of its tree,
// and returns what all of them used together.
func (p *process) reap() (ending, error) {
	p.kill()
	ws, ru, err := wait4(p.pid)
	p.mu.Lock()
	p.reaped = true
	p.mu.Unlock()
	if err != nil {
		p.kin.forget(p.pid)
		return ending{}, fmt.Errorf("wait for process %d: %w", p.pid, err)
	}
	end := ending{cpu: cpuOf(ru), memory: p.memory(ru)}
	if ws.Signaled() {
		end.signal = unix.SignalName(ws.Signal())
	} else {
		end.exitCode = ws.ExitStatus()
	}
	orphans, err := p.killOrphans()
	p.kin.forget(p.pid)
	end.cpu += orphans.cpu
	end.memory = max(end.memory, orphans.memory)
	return end, err
}

// killOrphans kills what the judge has inherited of the tree until nothing more comes. A
// process that is killed leaves its own children to the judge, so several rounds may be due.
func (p *process) killOrphans() (sum ending, err error) {
	const patience = 10 * time.Second // against a bomb that forks faster than we kill
	deadline := time.Now().Add(patience)
	for {
		orphans := p.orphans()
		if len(orphans) == 0 {
			return sum, nil
		}
		for _, pid := range orphans {
			unix.Kill(pid, unix.SIGKILL)
		}
		for _, pid := range orphans {
			if _, ru, err := wait4(pid); err == nil {
				sum.cpu += cpuOf(ru)
				sum.memory = max(sum.memory, p.memory(ru))
			}
		}
		if time.Now().After(deadline) {
			return sum, fmt.Errorf("%d processes fork faster than they can be killed", len(orphans))
		}
	}
}

// memory is the peak that ru tells, unless that may be the judge's own.
func (p *process) memory(ru unix.Rusage) judge.Size {
	p.mu.Lock()
	defer p.mu.Unlock()
	if told := judge.Size(ru.Maxrss) * judge.KiB; told > p.floor {
		return told
	}
	return p.peak
}

func cpuOf(ru unix.Rusage) time.Duration {
	return time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
}

func wait4(pid int) (unix.WaitStatus, unix.Rusage, error) {
	for {
		var ws unix.WaitStatus
		var ru unix.Rusage
		_, err := unix.Wait4(pid, &ws, 0, &ru)
		if !errors.Is(err, unix.EINTR) {
			return ws, ru, err
		}
	}
}
