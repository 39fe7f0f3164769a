package sandbox

import (
	"slices"
	"syscall"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// Without namespaces there is more that a program could reach and Landlock knows nothing of. A
// second filter refuses it. It is the program's alone, put on at its exec, so that the box can
// still do what is refused here.
var (
	// ungoverned calls fail with EPERM. Sockets are refused even to the file system, since the
	// services behind them, such as a user's own systemd, start programs for whoever asks.
	ungoverned = []string{
		"socket",
		"shmat", "shmctl", "semop", "semtimedop", "semctl", "msgsnd", "msgrcv", "msgctl",
		"mq_open", "mq_unlink",
		"inotify_add_watch", // tells what happens in any directory
	}
	// attributes calls change files that the program may not open, or may only read.
	attributes = []string{
		"chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat",
		"utime", "utimes", "futimesat", "utimensat",
		"setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr",
	}
)

// domainFilter returns the second filter. Programs that write for the judge may change the
// attributes of files: linkers make them executable.
func domainFilter(writes bool) ([]bpf.Instruction, error) {
	info, err := arch.GetInfo("")
	if err != nil {
		return nil, err
	}
	names := ungoverned
	if !writes {
		names = slices.Concat(ungoverned, attributes)
	}
	policy := seccomp.Policy{
		DefaultAction: seccomp.ActionAllow,
		Syscalls: []seccomp.SyscallGroup{
			{Names: known(info, names), Action: seccomp.Action(refusal)},
		},
	}
	byNumber, err := policy.Assemble()
	// Datagrams can be sent to any socket, also from one that has a pair.
	const datagram = unix.SOCK_DGRAM & unix.SOCK_RAW
	const everybody = 1<<32 - 1 // -1, which may have its sign extended or not
	byArgument := byArguments(info, []rule{
		{"socketpair", []condition{has(1, datagram)}},
		{"kill", []condition{is(0, everybody)}},
		{"kill", []condition{is(0, 1<<64-1)}},
	})
	return slices.Concat(pretences(), byArgument, byNumber), err
}

// pretences come before all else. Leaving the session or the process group seems to succeed
// and does nothing: it hurts no honest program, and failing would. Clone3, which can make
// namespaces out of the filter's sight, and calls that came after those which are named here
// seem not to exist.
func pretences() []bpf.Instruction {
	const success = uint32(seccomp.ActionErrno) // with no error
	return []bpf.Instruction{
		bpf.LoadAbsolute{Off: 0, Size: 4}, // the call's number
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: unix.SYS_SETSID, SkipTrue: 1},
		bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: unix.SYS_SETPGID, SkipTrue: 1},
		bpf.RetConstant{Val: success},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: unix.SYS_CLONE3, SkipTrue: 1},
		bpf.JumpIf{Cond: bpf.JumpLessThan, Val: unix.SYS_SETXATTRAT, SkipTrue: 1},
		bpf.RetConstant{Val: success | uint32(unix.ENOSYS)},
	}
}

// assemble makes of a filter what the kernel takes.
func assemble(instructions []bpf.Instruction) (*syscall.SockFprog, error) {
	raw, err := bpf.Assemble(instructions)
	if err != nil {
		return nil, err
	}
	filter := make([]syscall.SockFilter, len(raw))
	for i, r := range raw {
		filter[i] = syscall.SockFilter{Code: r.Op, Jt: r.Jt, Jf: r.Jf, K: r.K}
	}
	return &syscall.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}, nil
}
