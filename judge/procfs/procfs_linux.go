// Package procfs reads what Linux tells of living processes under /proc.
package procfs

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
)

// Status is what is known of a process, or of one that has ended and was not waited for.
type Status struct {
	Parent, Session int
	Threads         int
	ChildrenCPU     time.Duration // of children that were waited for; counted in ticks of 10 ms
	Peak            judge.Size    // peak resident set; zero when it has ended
}

// tick is the unit of times in /proc: USER_HZ is 100 on every architecture of Linux.
const tick = time.Second / 100

// ReadStat reads all but the peak, from /proc/PID/stat; see proc_pid_stat(5).
func ReadStat(pid int) (Status, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return Status{}, err
	}
	// The second field is the program's name in parentheses, and can hold anything.
	f := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	const first, last = 3, 20 // the fields are counted from 1, f begins with the third
	if len(f) <= last-first {
		return Status{}, errors.New("unexpected form of /proc/pid/stat")
	}
	field := func(n int) int {
		v, _ := strconv.Atoi(f[n-first])
		return v
	}
	return Status{
		Parent:      field(4),
		Session:     field(6),
		ChildrenCPU: time.Duration(field(16)+field(17)) * tick,
		Threads:     field(20),
	}, nil
}

// ReadStatus is ReadStat with the peak, from /proc/PID/status.
func ReadStatus(pid int) (Status, error) {
	s, err := ReadStat(pid)
	if err != nil {
		return Status{}, err
	}
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return Status{}, err
	}
	if _, rest, ok := strings.Cut(string(text), "\nVmHWM:"); ok { // a zombie has no such line
		value, _, _ := strings.Cut(rest, "kB")
		kib, _ := strconv.ParseInt(strings.TrimSpace(value), 10, 64)
		s.Peak = judge.Size(kib) * judge.KiB
	}
	return s, nil
}

// CPUClock is the CPU time of a process, all its threads, in the scheduler's resolution; zero
// when it is gone. The clock's number is made as clock_getcpuclockid(3) makes it.
func CPUClock(pid int) time.Duration {
	const scheduler = 2
	var ts unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|scheduler), &ts); err != nil {
		return 0
	}
	return time.Duration(ts.Nano())
}

// ChildrenOf returns the living children of a process, as far as the kernel lists them.
func ChildrenOf(pid int) []int {
	dir := fmt.Sprintf("/proc/%d/task", pid)
	var children []int
	for _, tid := range NumbersIn(dir) {
		text, _ := os.ReadFile(fmt.Sprintf("%s/%d/children", dir, tid))
		for f := range strings.FieldsSeq(string(text)) {
			if child, err := strconv.Atoi(f); err == nil {
				children = append(children, child)
			}
		}
	}
	return children
}

// PIDs returns all processes.
func PIDs() []int { return NumbersIn("/proc") }

// NumbersIn returns the entries of a directory that are numbers, as in /proc/self/fd.
func NumbersIn(dir string) []int {
	d, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer d.Close()
	names, _ := d.Readdirnames(-1)
	var numbers []int
	for _, name := range names {
		if n, err := strconv.Atoi(name); err == nil {
			numbers = append(numbers, n)
		}
	}
	return numbers
}
