package plain

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

// stat is what proc_pid_stat(5) tells.
type stat struct {
	parent, session int
	threads         int
	childrenCPU     time.Duration // of children that were waited for, in clock ticks
}

// tick is the unit of times in /proc: USER_HZ is 100 on every architecture of Linux.
const tick = time.Second / 100

func readStat(pid int) (stat, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return stat{}, err
	}
	// The second field is the program's name in parentheses, and can hold anything.
	_, rest, ok := strings.Cut(string(text[bytes.LastIndexByte(text, ')')+1:]), " ")
	f := strings.Fields(rest)
	const last = 20 - 3 // num_threads; fields are counted from 1, and f begins with the third
	if !ok || len(f) <= last {
		return stat{}, errors.New("unexpected form of /proc/pid/stat")
	}
	field := func(n int) int {
		v, _ := strconv.Atoi(f[n-3])
		return v
	}
	return stat{
		parent:      field(4),
		session:     field(6),
		childrenCPU: time.Duration(field(16)+field(17)) * tick,
		threads:     field(20),
	}, nil
}

// status is stat with the peak resident set.
type status struct {
	stat
	peak judge.Size
}

func readStatus(pid int) (status, error) {
	st, err := readStat(pid)
	if err != nil {
		return status{}, err
	}
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return status{}, err
	}
	s := status{stat: st}
	if _, rest, ok := strings.Cut(string(text), "\nVmHWM:"); ok { // a zombie has no such line
		value, _, _ := strings.Cut(rest, "kB")
		kib, _ := strconv.ParseInt(strings.TrimSpace(value), 10, 64)
		s.peak = judge.Size(kib) * judge.KiB
	}
	return s, nil
}

// cpuClock is the CPU time of a process, all its threads, in the scheduler's resolution; zero
// when it is gone. The clock's number is made as clock_getcpuclockid(3) makes it.
func cpuClock(pid int) time.Duration {
	const scheduler = 2
	var ts unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|scheduler), &ts); err != nil {
		return 0
	}
	return time.Duration(ts.Nano())
}

// childrenOf returns the living children of a process, as far as the kernel lists them.
func childrenOf(pid int) []int {
	dir := fmt.Sprintf("/proc/%d/task", pid)
	var children []int
	for _, tid := range numbersIn(dir) {
		text, _ := os.ReadFile(fmt.Sprintf("%s/%d/children", dir, tid))
		for f := range strings.FieldsSeq(string(text)) {
			if child, err := strconv.Atoi(f); err == nil {
				children = append(children, child)
			}
		}
	}
	return children
}

func allPIDs() []int { return numbersIn("/proc") }

// numbersIn returns the entries of a directory that are numbers.
func numbersIn(dir string) []int {
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
