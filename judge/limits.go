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
