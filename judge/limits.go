package judge

import (
	"cmp"
	"time"
)

// Limits bound one run of a program. In a suite, a zero field means "not said"; in a
// [Command], [Limits.WithDefaults] has filled every field.
//
// A limit is exceeded when usage is greater than it.
type Limits struct {
	// CPU is user plus system time of the whole process tree: threads add up, and children
	// count whether or not somebody waited for them. Past it the tree is killed.
	CPU time.Duration
	// Wall is real time from start to end. Past it the tree is killed. It is always on.
	Wall time.Duration
	// Memory is the peak of the whole tree, as far as the executor can measure the tree
	// (see [Enforcement]). Past it the tree is killed, or allocations fail.
	Memory Size
	// Stack bounds the stack of a process's main thread. Past it the process gets SIGSEGV.
	Stack Size
	// Output is the number of bytes written to stdout. Past it the tree is killed.
	Output Size
	// Processes is the number of processes and threads alive at once. Past it starting
	// another fails with EAGAIN.
	Processes int
	// Files is the number of descriptors a process may hold. Past it opening another fails
	// with EMFILE.
	Files int
	// Disk is what the program may write to its working directory and /tmp. Past it writing
	// fails with ENOSPC or EFBIG.
	Disk Size
}

// DefaultLimits hold where nothing is said. The wall limit has no entry: it is derived from
// the CPU limit, see [Limits.WithDefaults]. Nor has the stack: it may fill the memory.
var DefaultLimits = Limits{
	CPU:       2 * time.Second,
	Memory:    256 * MiB,
	Output:    64 * MiB,
	Processes: 64,
	Files:     64,
	Disk:      64 * MiB,
}

// Over returns l with the fields that l leaves unsaid taken from base.
func (l Limits) Over(base Limits) Limits {
	return Limits{
		CPU:       cmp.Or(l.CPU, base.CPU),
		Wall:      cmp.Or(l.Wall, base.Wall),
		Memory:    cmp.Or(l.Memory, base.Memory),
		Stack:     cmp.Or(l.Stack, base.Stack),
		Output:    cmp.Or(l.Output, base.Output),
		Processes: cmp.Or(l.Processes, base.Processes),
		Files:     cmp.Or(l.Files, base.Files),
		Disk:      cmp.Or(l.Disk, base.Disk),
	}
}

// WithDefaults returns l with every field filled: from [DefaultLimits], the wall limit as
// twice the CPU limit plus a second, the stack as large as the memory.
func (l Limits) WithDefaults() Limits {
	l = l.Over(DefaultLimits)
	l.Wall = cmp.Or(l.Wall, 2*l.CPU+time.Second)
	l.Stack = cmp.Or(l.Stack, l.Memory)
	return l
}

// Exceeded returns the cause for which a program that used u is over l: the first of memory,
// CPU time, wall time and output.
func (l Limits) Exceeded(u Usage) (Cause, bool) {
	switch {
	case u.Memory > l.Memory:
		return CauseMemory, true
	case u.CPU > l.CPU:
		return CauseCPU, true
	case u.Wall > l.Wall:
		return CauseWall, true
	case u.Output > l.Output:
		return CauseOutput, true
	}
	return "", false
}

const (
	// touchRate is how many bytes a second all threads together can make resident at the very
	// most; zeroing pages is slower on every machine we know.
	touchRate = 8 * GiB
	// shortestLook keeps whoever watches from eating the time it measures.
	shortestLook = 2 * time.Millisecond
)

// NextLook returns how long a program that has used u can not go over l, if at most so many
// of its threads run at once: CPU time grows by no more than a second a second for each, and
// memory no faster than pages can be zeroed. It is how long an executor may sleep before it
// looks again, so that it looks rarely at first and often near a limit. A program that starts
// threads meanwhile is found out a little later, which changes nothing in the verdict.
func (l Limits) NextLook(u Usage, running int) time.Duration {
	cpu := (l.CPU - u.CPU) / time.Duration(max(running, 1))
	bytes := float64(max(l.Memory-u.Memory, 0))
	memory := time.Duration(bytes / float64(touchRate) * float64(time.Second))
	// Just past the wall limit, not on it: usage must be greater.
	wall := l.Wall - u.Wall + time.Microsecond
	return min(max(min(cpu, memory), shortestLook), max(wall, 0))
}

// AddressSpace is how much private memory a process may map where nothing but RLIMIT_DATA
// bounds it: a backstop for a program that grows too fast to be caught over its memory limit.
// It leaves room for what is mapped and not used: the runtime's reserve, see
// [Artifact.Reserve], and the stacks of a few threads, which glibc and libuv make as large as
// the stack limit. The rest lets a program be seen over its limit before an allocation fails.
func (l Limits) AddressSpace(reserve Size) Size {
	const threads = 16
	return l.Memory + l.Memory/8 + 16*MiB + reserve + threads*l.Stack
}
