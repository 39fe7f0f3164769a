package sandbox

import (
	"os"
	"time"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
	"ojbatch/judge/procfs"
)

// meter measures and bounds what everything in a box but the box itself uses.
type meter interface {
	// begin prepares for a run under l.
	begin(l judge.Limits) error
	// sample tells what has been used so far, and how many threads are alive.
	sample() (judge.Usage, int, error)
	// end tells what was used in all, once nothing is left. Reaped is what wait4 told.
	end(reaped unix.Rusage) (u judge.Usage, outOfMemory bool, err error)
}

// groupMeter reads the kernel's account of the box's group. The box is in the group, too: its
// own part is known and taken off.
type groupMeter struct {
	control control

	cpu    time.Duration // of the group when the run began
	own    time.Duration // of the box then
	memory int64         // of the group then
	kills  int64         // by the kernel for want of memory, until then
}

func (m *groupMeter) begin(l judge.Limits) error {
	// What the box itself holds does not count against the program. Its pages are anonymous;
	// what else is charged to the group is cache, which the kernel gives up before it kills.
	rss, err := m.control.field("memory.stat", "rss")
	if err != nil {
		return err
	}
	if err := m.control.write("memory.limit_in_bytes", rss+int64(l.Memory)); err != nil {
		return err
	}
	// The box's threads are counted as processes.
	own, err := procfs.ReadStat(os.Getpid())
	if err != nil {
		return err
	}
	if err := m.control.write("pids.max", int64(l.Processes+own.Threads+spareThreads)); err != nil {
		return err
	}
	if err := m.control.write("memory.max_usage_in_bytes", 0); err != nil {
		return err
	}
	if m.memory, err = m.control.number("memory.usage_in_bytes"); err != nil {
		return err
	}
	if m.kills, err = m.control.field("memory.oom_control", "oom_kill"); err != nil {
		return err
	}
	m.own = procfs.CPUClock(os.Getpid())
	m.cpu, err = m.total()
	return err
}

// spareThreads are those that the box's own runtime may start during a run.
const spareThreads = 4

func (m *groupMeter) total() (time.Duration, error) {
	ns, err := m.control.number("cpuacct.usage")
	return time.Duration(ns), err
}

func (m *groupMeter) usage() (judge.Usage, bool, error) {
	total, err := m.total()
	if err != nil {
		return judge.Usage{}, false, err
	}
	peak, err := m.control.number("memory.max_usage_in_bytes")
	if err != nil {
		return judge.Usage{}, false, err
	}
	kills, err := m.control.field("memory.oom_control", "oom_kill")
	if err != nil {
		return judge.Usage{}, false, err
	}
	own := procfs.CPUClock(os.Getpid()) - m.own
	return judge.Usage{
		CPU:    max(0, total-m.cpu-own),
		Memory: judge.Size(max(0, peak-m.memory)),
	}, kills > m.kills, nil
}

func (m *groupMeter) sample() (judge.Usage, int, error) {
	u, oom, err := m.usage()
	if oom {
		// The kernel has killed one process of several; the run is over its limit all the same.
		u.Memory = maxSize
	}
	return u, threads(), err
}

func (m *groupMeter) end(unix.Rusage) (judge.Usage, bool, error) { return m.usage() }

const maxSize = judge.Size(1<<63 - 1)

// clockMeter asks each process, where no group can be made.
type clockMeter struct {
	peak judge.Size
}

func (m *clockMeter) begin(judge.Limits) error {
	m.peak = 0
	return nil
}

func (m *clockMeter) sample() (judge.Usage, int, error) {
	var u judge.Usage
	running := 0
	for _, pid := range procfs.PIDs() {
		s, err := procfs.ReadStatus(pid)
		if pid == os.Getpid() || err != nil {
			continue
		}
		u.CPU += procfs.CPUClock(pid) + s.ChildrenCPU
		u.Memory = max(u.Memory, s.Peak)
		running += s.Threads
	}
	return u, running, nil
}

func (m *clockMeter) end(reaped unix.Rusage) (judge.Usage, bool, error) {
	return judge.Usage{
		CPU:    time.Duration(reaped.Utime.Nano() + reaped.Stime.Nano()),
		Memory: judge.Size(reaped.Maxrss) * judge.KiB,
	}, false, nil
}

// threads is how many are alive in the box besides its own.
func threads() int {
	n := 0
	for _, pid := range procfs.PIDs() {
		if s, err := procfs.ReadStat(pid); err == nil && pid != os.Getpid() {
			n += s.Threads
		}
	}
	return n
}
