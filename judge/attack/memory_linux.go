package attack

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
)

// tooMuch is several times the memory limit, and what no host suffers from: who gets so far
// has escaped.
const tooMuch = 4 * memoryLimit

const memoryLimit = 96 * judge.MiB

var (
	small       = judge.Limits{Memory: memoryLimit}
	memoryOver  = []judge.Verdict{judge.MemoryLimitExceeded}
	runtimeOver = []judge.Verdict{judge.RuntimeError}
	// Without a group, the kernel may refuse the memory before it is seen to be too much.
	memoryOrRefused = []judge.Verdict{judge.MemoryLimitExceeded, judge.RuntimeError}
)

var memory = []Attack{
	{
		Name: "malloc", Doc: "allocates and touches memory without end",
		Needs: []string{"memory"}, Limits: small, Verdicts: memoryOrRefused,
		steps: once(func(s *scene) error { return s.past(hold(tooMuch)) }),
	},
	{
		Name: "malloc-counted", Doc: "allocates and touches memory without end, where a group counts",
		Needs: []string{"memory=cgroup"}, Limits: small, Verdicts: memoryOver,
		steps: once(func(s *scene) error { return s.past(hold(tooMuch)) }),
	},
	{
		Name: "mmap", Doc: "maps and touches private pages",
		Needs: []string{"memory"}, Limits: small, Verdicts: memoryOrRefused,
		steps: once(func(s *scene) error { return s.past(mapPages(unix.MAP_PRIVATE)) }),
	},
	{
		Name: "mmap-shared", Doc: "maps and touches shared pages",
		Needs: []string{"memory"}, Limits: small, Verdicts: memoryOrRefused,
		steps: once(func(s *scene) error { return s.past(mapPages(unix.MAP_SHARED)) }),
	},
	{
		Name: "recursion", Doc: "recurses without end",
		Needs: []string{"memory"}, Limits: small, Verdicts: memoryOrRefused,
		steps: once(func(s *scene) error { descend(1<<40, [page]byte{}); return nil }),
	},
	{
		Name: "memory-file", Doc: "writes to memory files, which no process maps",
		// Who looks at processes can not see it.
		Needs: []string{contained, "memory=cgroup"}, Limits: small,
		Verdicts: []judge.Verdict{judge.MemoryLimitExceeded, judge.RuntimeError, judge.Accepted},
		steps:    once(memoryFiles),
	},
	{
		Name: "system-v", Doc: "touches System V shared memory and detaches it",
		Needs: []string{contained, "memory"}, Limits: small,
		Verdicts: []judge.Verdict{judge.MemoryLimitExceeded, judge.RuntimeError, judge.Accepted},
		steps:    once(segments),
	},
	{
		Name: "tmpfs", Doc: "fills the writable places past the disk limit",
		Needs: []string{"disk=tmpfs"}, steps: once(fillDisk),
	},
	{
		Name: "tmpfs-memory", Doc: "fills the writable places past the memory limit",
		Needs:  []string{"disk=tmpfs", "memory=cgroup"},
		Limits: judge.Limits{Memory: memoryLimit, Disk: tooMuch}, Verdicts: memoryOver,
		steps: once(fillDisk),
	},
	{
		Name: "child-holds", Doc: "has a child hold the memory",
		Needs: []string{"memory"}, Limits: small, Verdicts: memoryOrRefused,
		steps: once(func(s *scene) error { return s.past(s.child("child/hold").Run()) }),
	},
	{
		Name: "child-killed", Doc: "survives the child that was killed for want of memory",
		Needs: []string{"memory=cgroup"}, Limits: small, Verdicts: memoryOver,
		steps: once(func(s *scene) error { s.child("child/hold").Run(); return nil }),
	},
	{
		Name: "children-hold", Doc: "has several children hold some memory each",
		Needs: []string{"memory=cgroup"}, Limits: small, Verdicts: memoryOver,
		steps: once(childrenHold),
	},
	{
		Name: "locked", Doc: "locks more memory than it may have",
		Needs: []string{contained, "memory"}, Limits: small,
		Verdicts: []judge.Verdict{judge.MemoryLimitExceeded, judge.RuntimeError, judge.Accepted},
		steps:    once(lockMemory),
	},
	killsItself("kill", unix.SIGKILL),
	killsItself("xcpu", unix.SIGXCPU),
	killsItself("xfsz", unix.SIGXFSZ),
	{
		Name: "exit-137", Doc: "exits with the code that shells give for SIGKILL",
		Verdicts: runtimeOver, Causes: []judge.Cause{judge.CauseExited},
		steps: once(func(*scene) error { syscall.Exit(137); return nil }),
	},
}

// killsItself is an attack that looks like the executor's own doing.
func killsItself(name string, sig unix.Signal) Attack {
	return Attack{
		Name: "self-" + name, Doc: "sends itself " + unix.SignalName(sig) + ", which is no limit",
		Verdicts: runtimeOver, Causes: []judge.Cause{judge.CauseSignaled},
		steps: once(func(s *scene) error { return endBy(s, sig) }),
	}
}

// past reports an escape when err does not say what stopped the program. A child that was
// stopped is reported by the exit code, as an honest program would.
func (s *scene) past(err error) error {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		syscall.Exit(refusedCode)
	}
	s.escaped("%s of memory, limit %s", tooMuch, memoryLimit)
	return nil
}

// refusedCode is the exit code of an attack that was stopped by an error.
const refusedCode = 3

const page = 4096

// hold makes so much memory resident.
func hold(size judge.Size) error {
	var kept [][]byte
	for n := judge.Size(0); n < size; n += judge.MiB {
		block := make([]byte, judge.MiB)
		touch(block)
		kept = append(kept, block)
	}
	touch(kept[0])
	return nil
}

func touch(block []byte) {
	for i := 0; i < len(block); i += page {
		block[i] = 1
	}
}

func mapPages(kind int) error {
	for n := judge.Size(0); n < tooMuch; n += 8 * judge.MiB {
		block, err := unix.Mmap(-1, 0, int(8*judge.MiB), unix.PROT_READ|unix.PROT_WRITE,
			kind|unix.MAP_ANONYMOUS)
		if err != nil {
			return err
		}
		touch(block)
	}
	return nil
}

// descend recurses further than any stack goes.
//
//go:noinline
func descend(deeper int, frame [page]byte) byte {
	if deeper == 0 {
		return frame[0]
	}
	frame[1]++
	return descend(deeper-1, frame) + frame[1]
}

// memoryFiles writes to as many files as it may have, so that a limit of each alone is found
// not to be enough.
func memoryFiles(s *scene) error {
	block := make([]byte, judge.MiB)
	total := judge.Size(0)
	for {
		fd, err := unix.MemfdCreate(s.Marker, 0)
		if err != nil {
			return nil
		}
		for {
			n, err := unix.Write(fd, block)
			if total += judge.Size(n); total > tooMuch {
				s.escaped("%s in memory files, memory limit %s", total, memoryLimit)
				return nil
			}
			if err != nil {
				break
			}
		}
	}
}

func segments(s *scene) error {
	const size = int(32 * judge.MiB)
	for n := 0; n < int(tooMuch); n += size {
		id, err := unix.SysvShmGet(unix.IPC_PRIVATE, size, unix.IPC_CREAT|0o600)
		if err != nil {
			return nil
		}
		defer unix.SysvShmCtl(id, unix.IPC_RMID, nil)
		block, err := unix.SysvShmAttach(id, 0, 0)
		if err != nil {
			return nil
		}
		touch(block)
		if err := unix.SysvShmDetach(block); err != nil {
			return err
		}
	}
	s.escaped("%s of shared memory, memory limit %s", tooMuch, memoryLimit)
	return nil
}

// fillDisk writes a file in every writable place until nothing fits any more.
func fillDisk(s *scene) error {
	total := judge.Size(0)
	for _, dir := range writablePlaces() {
		f, err := os.Create(filepath.Join(dir, s.Marker))
		if err != nil {
			continue // full
		}
		defer f.Close()
		block := make([]byte, judge.MiB)
		for err == nil && total <= tooMuch {
			var n int
			n, err = f.Write(block)
			total += judge.Size(n)
		}
	}
	if total > usual.Disk {
		s.escaped("%s were written, limit %s", total, usual.Disk)
	}
	return nil
}

// writablePlaces are where a program can expect to write.
func writablePlaces() []string { return []string{".", os.TempDir(), "/dev/shm"} }

// childrenHold has children hold half of the limit each, at the same time.
func childrenHold(s *scene) error {
	for range 6 {
		pid, failed := fork()
		if failed {
			return nil
		}
		if pid == 0 {
			touchRaw(uintptr(memoryLimit / 2))
		}
	}
	time.Sleep(time.Hour)
	return nil
}

// touchRaw maps and touches memory in a forked child, see fork.
//
//go:norace
func touchRaw(size uintptr) {
	at, _, errno := unix.RawSyscall6(unix.SYS_MMAP, 0, size, unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_POPULATE, ^uintptr(0), 0)
	if errno != 0 || at == 0 {
		exit(refusedCode)
	}
	idle()
}

func lockMemory(s *scene) error {
	block, err := unix.Mmap(-1, 0, int(tooMuch), unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_NORESERVE)
	if err != nil {
		return nil
	}
	s.try("lock memory beyond the limit", unix.Mlock(block))
	return nil
}
