package sandbox

import (
	"time"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
	"ojbatch/judge/procfs"
)

// meter measures and bounds what everything in a box but the box itself uses.
type meter interface {
	// place is the descriptor of the group in which programs are to be started; zero is that
	// of the box.
	place() uintptr
	// begin prepares for a run under l.
	begin(l judge.Limits) error
	// sample tells what has been used so far, and how many threads are alive.
	sample() (judge.Usage, int, error)
	// end tells what was used in all, once nothing is left. Reaped is what wait4 told.
	end(reaped unix.Rusage) (u judge.Usage, outOfMemory bool, err error)
}

// newMeter returns the meter of a box with a group of this version, or without one. Processes
// lists the living ones of a run.
func newMeter(version string, files control, processes func() []int) (meter, error) {
	switch version {
	case "cgroup1":
		return &groupMeter{ledger: &ledger1{files, processes}}, nil
	case "cgroup2":
		l, err := newLedger2(files)
		return &groupMeter{ledger: l}, err
	}
	return &clockMeter{processes: processes}, nil
}

// ledger is the kernel's account of a group.
type ledger interface {
	place() uintptr
	// open sets the limits of a run, and the peak of memory back to what is used now.
	open(judge.Limits) error
	// read returns the entries, without what the box itself used.
	read() (entries, error)
	// threads is how many are alive besides those of the box.
	threads() (int, error)
}

// entries of a ledger only grow during a run.
type entries struct {
	cpu   time.Duration
	peak  int64 // of memory, in bytes
	kills int64 // by the kernel for want of memory
}

// groupMeter reads the ledger before and after a run.
type groupMeter struct {
	ledger
	before entries
}

func (m *groupMeter) begin(l judge.Limits) error {
	err := m.open(l)
	if err == nil {
		m.before, err = m.read()
	}
	return err
}

func (m *groupMeter) usage() (judge.Usage, bool, error) {
	now, err := m.read()
	return judge.Usage{
		CPU:    max(0, now.cpu-m.before.cpu),
		Memory: judge.Size(max(0, now.peak-m.before.peak)),
	}, now.kills > m.before.kills, err
}

func (m *groupMeter) sample() (judge.Usage, int, error) {
	u, oom, err := m.usage()
	if err != nil {
		return u, 0, err
	}
	if oom {
		// The kernel has killed one process of several; the run is over its limit all the same.
		u.Memory = maxSize
	}
	running, err := m.threads()
	return u, running, err
}

func (m *groupMeter) end(unix.Rusage) (judge.Usage, bool, error) { return m.usage() }

const maxSize = judge.Size(1<<63 - 1)

// clockMeter asks each process, where no group can be made.
type clockMeter struct {
	processes func() []int // the living ones of the run
	peak      judge.Size
}

func (m *clockMeter) place() uintptr { return 0 }

func (m *clockMeter) begin(judge.Limits) error {
	m.peak = 0
	return nil
}

func (m *clockMeter) sample() (judge.Usage, int, error) {
	var u judge.Usage
	running := 0
	for _, pid := range m.processes() {
		s, err := procfs.ReadStatus(pid)
		if err != nil {
			continue // it has just ended
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

// threads is how many the processes have.
func threads(pids []int) int {
	n := 0
	for _, pid := range pids {
		if s, err := procfs.ReadStat(pid); err == nil {
			n += s.Threads
		}
	}
	return n
}
