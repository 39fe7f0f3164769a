package attack

import (
	"os"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
)

// signals are attacks on the processes that hold the program.
var signals = []Attack{
	{
		Name: "kill-all", Doc: "sends signals to every process there is",
		Needs: []string{contained}, steps: once(killAll),
	},
	{
		Name: "kill-threads", Doc: "sends signals to every process and thread, by every call",
		Needs: []string{contained}, Limits: roomy, steps: once(killThreads),
	},
	{
		Name: "kill-garbled", Doc: "hides process 1 from a filter behind upper halves of arguments",
		Needs: []string{contained}, steps: once(killGarbled),
	},
	{
		Name: "kill-by-owner", Doc: "has the kernel send signals to others as owners of a descriptor",
		Needs: []string{contained}, steps: once(killByOwner),
	},
	{
		Name: "limit-others", Doc: "sets resource limits and priorities of other processes",
		Needs: []string{contained}, steps: once(limitOthers),
	},
	forbidden("ptrace-attach", "ptrace", "attaches to process 1", func(s *scene) error {
		s.try("attach to process 1", unix.PtraceAttach(1))
		return nil
	}),
	forbidden("ptrace-seize", "ptrace", "seizes its parent", func(s *scene) error {
		s.try("seize the parent", unix.PtraceSeize(os.Getppid()))
		return nil
	}),
	forbidden("process-memory", "process_vm_readv", "reads the memory of process 1", readMemory),
}

// forbidden is an attack by a call that may be refused or kill, but nothing else. The name of
// the call is for readers.
func forbidden(name, call, doc string, do func(*scene) error) Attack {
	return Attack{
		Name: name, Doc: doc + " by " + call, Needs: []string{contained},
		Verdicts: []judge.Verdict{judge.RuntimeError, judge.Accepted},
		Causes:   []judge.Cause{judge.CauseForbidden, judge.CauseExited},
		steps:    once(do),
	}
}

func readMemory(s *scene) error {
	buf := make([]byte, 16)
	local := []unix.Iovec{{Base: &buf[0]}}
	local[0].SetLen(len(buf))
	remote := []unix.RemoteIovec{{Base: 0x400000, Len: len(buf)}}
	_, err := unix.ProcessVMReadv(1, local, remote, 0)
	s.try("read the memory of process 1", err)
	return nil
}

// hostile are signals that end, stop or confuse who does not expect them. The last are
// kept by C libraries and by none.
var hostile = []unix.Signal{
	unix.SIGTERM, unix.SIGQUIT, unix.SIGHUP, unix.SIGINT, unix.SIGABRT, unix.SIGSEGV,
	unix.SIGPIPE, unix.SIGPROF, unix.SIGTSTP, unix.SIGUSR1, unix.SIGSTOP, unix.SIGKILL, 32, 33, 40,
}

func killAll(s *scene) error {
	for _, sig := range hostile {
		unix.Kill(1, sig)
		unix.Kill(-1, sig) // not to the caller
		s.try("kill the victim", unix.Kill(s.Host.Victim, sig))
		s.try("kill the judge", unix.Kill(s.Host.Judge, sig))
	}
	return nil
}

// others are numbers that may be somebody else's, from the perspective of the program.
func others(own []int) []int {
	var list []int
	for id := 1; id < max(1000, os.Getpid()); id++ {
		if !slices.Contains(own, id) {
			list = append(list, id)
		}
	}
	return list
}

// siginfo is the beginning of siginfo_t, with a code that says that the sender made it up.
type siginfo struct {
	Signo, Errno, Code int32
	_                  [116]byte
}

func killThreads(*scene) error {
	ids := slices.DeleteFunc(others(ownThreads()), func(id int) bool {
		_, _, errno := unix.RawSyscall(unix.SYS_TKILL, uintptr(id), 0, 0)
		return errno == unix.ESRCH // there is nobody
	})
	for _, sig := range hostile {
		info := address(&siginfo{Signo: int32(sig), Code: -1})
		for _, id := range ids {
			killThread(id, sig, info)
		}
	}
	return nil
}

// killThread tries all calls. What they return says little: the judge may let signals come
// and ignore them.
func killThread(id int, sig unix.Signal, info uintptr) {
	unix.Kill(id, sig)
	unix.Tgkill(1, id, sig)
	unix.Tgkill(id, id, sig)
	unix.RawSyscall(unix.SYS_TKILL, uintptr(id), uintptr(sig), 0)
	unix.RawSyscall(unix.SYS_RT_SIGQUEUEINFO, uintptr(id), uintptr(sig), info)
	unix.RawSyscall6(unix.SYS_RT_TGSIGQUEUEINFO, 1, uintptr(id), uintptr(sig), info, 0, 0)
	const thread = unix.O_EXCL // PIDFD_THREAD
	for _, flags := range []int{0, thread} {
		fd, err := unix.PidfdOpen(id, flags)
		if err != nil {
			continue
		}
		unix.PidfdSendSignal(fd, sig, nil, 0)
		unix.Close(fd)
	}
}

func killGarbled(*scene) error {
	for _, upper := range []uint64{1 << 32, 1 << 63, 0xffffffff << 32, 0x7fffffff << 32} {
		one := uintptr(upper | 1)
		for _, sig := range hostile {
			unix.RawSyscall(unix.SYS_KILL, one, uintptr(sig), 0)
			unix.RawSyscall(unix.SYS_TKILL, one, uintptr(sig), 0)
			unix.RawSyscall(unix.SYS_TGKILL, one, one, uintptr(sig))
			unix.RawSyscall(unix.SYS_KILL, one, uintptr(upper|uint64(sig)), 0)
		}
	}
	return nil
}

// killByOwner makes others the owner of a pipe, whom the kernel tells what happens on it, by a
// signal of the program's choice.
func killByOwner(*scene) error {
	var p [2]int
	if err := unix.Pipe2(p[:], unix.O_NONBLOCK); err != nil {
		return err
	}
	own := ownThreads()
	for _, owner := range append(others(own)[:50], -1, os.Getppid()) {
		for _, sig := range hostile {
			fcntl(p[0], unix.F_SETOWN, owner)
			to := [2]int32{0, int32(owner)} // struct f_owner_ex, by thread
			unix.RawSyscall(unix.SYS_FCNTL, uintptr(p[0]), unix.F_SETOWN_EX, uintptr(unsafe.Pointer(&to)))
			fcntl(p[0], unix.F_SETSIG, int(sig))
			fcntl(p[0], unix.F_SETFL, unix.O_ASYNC|unix.O_NONBLOCK)
			unix.Write(p[1], []byte{1})
			unix.Read(p[0], make([]byte, 1))
			fcntl(p[0], unix.F_SETFL, unix.O_NONBLOCK)
		}
	}
	return nil
}

func fcntl(fd, command, argument int) {
	unix.FcntlInt(uintptr(fd), command, argument)
}

func limitOthers(s *scene) error {
	own := ownThreads()
	for _, id := range append(others(own), s.Host.Victim, s.Host.Judge) {
		none := unix.Rlimit{}
		if err := unix.Prlimit(id, unix.RLIMIT_NOFILE, &none, nil); err == nil {
			s.escaped("set the limit of open files of process %d", id)
		}
		var cpus unix.CPUSet
		cpus.Set(0)
		if err := unix.SchedSetaffinity(id, &cpus); err == nil {
			s.escaped("bound process %d to a processor", id)
		}
		if err := unix.Setpriority(unix.PRIO_PROCESS, id, 19); err == nil {
			s.escaped("set the priority of process %d", id)
		}
	}
	return nil
}
