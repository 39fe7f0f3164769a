package sandbox

import (
	"os"
	"time"

	"ojbatch/judge"
	"ojbatch/judge/procfs"
)

// ledger1 is the account of a group of version 1. The box is in the group, too, since programs
// can not be started in another: its own part is known and taken off.
type ledger1 struct {
	control
	processes func() []int
}

func (l *ledger1) place() uintptr { return 0 }

func (l *ledger1) open(limits judge.Limits) error {
	// What the box itself holds does not count against the program. Its pages are anonymous;
	// what else is charged to the group is cache, which the kernel gives up before it kills.
	rss, err := l.field("memory.stat", "rss")
	if err != nil {
		return err
	}
	if err := l.limitMemory(rss + int64(limits.Memory)); err != nil {
		return err
	}
	// The box's threads are counted as processes.
	own, err := procfs.ReadStat(os.Getpid())
	if err != nil {
		return err
	}
	if err := l.write("pids.max", int64(limits.Processes+own.Threads+spareThreads)); err != nil {
		return err
	}
	return l.write("memory.max_usage_in_bytes", 0)
}

// spareThreads are those that the box's own runtime may start during a run.
const spareThreads = 4

// limitMemory also closes the swap: memory and swap together may take no more than memory.
func (l *ledger1) limitMemory(bytes int64) error {
	const withSwap, none = "memory.memsw.limit_in_bytes", -1
	if !l.has(withSwap) {
		return l.write("memory.limit_in_bytes", bytes)
	}
	// At no moment may the former be less than the latter.
	if err := l.write(withSwap, none); err != nil {
		return err
	}
	if err := l.write("memory.limit_in_bytes", bytes); err != nil {
		return err
	}
	return l.write(withSwap, bytes)
}

func (l *ledger1) read() (entries, error) {
	ns, err := l.number("cpuacct.usage")
	if err != nil {
		return entries{}, err
	}
	peak, err := l.number("memory.max_usage_in_bytes")
	if err != nil {
		return entries{}, err
	}
	kills, err := l.field("memory.oom_control", "oom_kill")
	own := procfs.CPUClock(os.Getpid())
	return entries{cpu: time.Duration(ns) - own, peak: peak, kills: kills}, err
}

func (l *ledger1) threads() (int, error) { return threads(l.processes()), nil }
