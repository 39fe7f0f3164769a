package sandbox

import (
	"slices"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// The part of the filter that looks at arguments. The library's own (v1.6.0) can not be used:
// after a condition that does not hold, it takes the argument for the number of the call when
// it looks for further calls, so that kill(135, 0) is judged as personality would be.

// rule refuses a call for which all conditions hold.
type rule struct {
	call       string
	conditions []condition
}

// condition is code that ends when an argument meets it, and jumps by unmet when not.
type condition []bpf.Instruction

// unmet stands for a jump past the rule.
const unmet = 255

const refusal = uint32(seccomp.ActionErrno) | uint32(unix.EPERM)

// low and high load the halves of an argument, see struct seccomp_data; all architectures that
// are supported keep the lower one first.
func low(arg int) bpf.Instruction  { return bpf.LoadAbsolute{Off: uint32(16 + 8*arg), Size: 4} }
func high(arg int) bpf.Instruction { return bpf.LoadAbsolute{Off: uint32(20 + 8*arg), Size: 4} }

func is(arg int, value uint64) condition {
	return condition{
		high(arg), bpf.JumpIf{Cond: bpf.JumpEqual, Val: uint32(value >> 32), SkipFalse: unmet},
		low(arg), bpf.JumpIf{Cond: bpf.JumpEqual, Val: uint32(value), SkipFalse: unmet},
	}
}

func isNot(arg int, value uint64) condition {
	return condition{
		high(arg), bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: uint32(value >> 32), SkipTrue: 2},
		low(arg), bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: uint32(value), SkipFalse: unmet},
	}
}

// has is met by an argument that has a bit of its lower half set.
func has(arg int, bit uint32) condition {
	return condition{
		low(arg), bpf.JumpIf{Cond: bpf.JumpBitsSet, Val: bit, SkipFalse: unmet},
	}
}

// garbled is met by an argument that is no 32-bit number, whether its sign was extended or
// not. The kernel looks at the lower half only, so that such an argument would be another one
// there than in the filter.
func garbled(arg int) condition {
	return condition{
		high(arg), bpf.JumpIf{Cond: bpf.JumpEqual, Val: 0, SkipTrue: unmet},
		bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: 1<<32 - 1, SkipTrue: 2},
		low(arg), bpf.JumpIf{Cond: bpf.JumpGreaterOrEqual, Val: 1 << 31, SkipTrue: unmet},
	}
}

// byArguments returns code that refuses calls by rules, and goes on for all others.
func byArguments(info *arch.Info, rules []rule) []bpf.Instruction {
	blocks := map[int][]bpf.Instruction{}
	var order []int
	for _, r := range rules {
		number, ok := info.SyscallNames[r.call]
		if !ok {
			continue // this architecture has no such call
		}
		if blocks[number] == nil {
			order = append(order, number)
		}
		blocks[number] = append(blocks[number], r.code()...)
	}
	var code []bpf.Instruction
	for _, number := range order {
		block := blocks[number]
		code = append(code, bpf.LoadAbsolute{Off: 0, Size: 4},
			bpf.JumpIf{Cond: bpf.JumpEqual, Val: uint32(number), SkipTrue: 1},
			bpf.Jump{Skip: uint32(len(block))})
		code = append(code, block...)
	}
	return code
}

// code refuses the call, which it is taken to be, or goes on at its end.
func (r rule) code() []bpf.Instruction {
	code := slices.Concat(r.conditions...)
	past := uint8(len(code) + 1)
	for i, instruction := range code {
		if jump, ok := instruction.(bpf.JumpIf); ok {
			rest := past - uint8(i) - 1
			if jump.SkipTrue == unmet {
				jump.SkipTrue = rest
			}
			if jump.SkipFalse == unmet {
				jump.SkipFalse = rest
			}
			code[i] = jump
		}
	}
	return append(code, bpf.RetConstant{Val: refusal})
}

// Flags of clone(2) that make namespaces.
const newNamespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNS |
	unix.CLONE_NEWNET | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP

// conditions are the calls that are refused for some arguments.
func conditions(box int) []rule {
	var rules []rule
	for flag := uint32(1); flag <= newNamespaces; flag <<= 1 {
		if flag&newNamespaces != 0 {
			rules = append(rules, rule{"clone", []condition{has(0, flag)}})
		}
	}
	const query = 0xffffffff
	rules = append(rules, rule{"personality", []condition{isNot(0, 0), isNot(0, query)}})
	return slices.Concat(rules, otherProcesses(box), descriptors(), setUserID())
}

// otherProcesses are calls that reach the box, which may have the program's own user id. Its threads have numbers, too, that are not known here: the box ignores what is
// sent to them. Calls that take a process are refused for all but the caller where nothing
// honest needs more.
func otherProcesses(box int) []rule {
	var rules []rule
	for _, call := range []string{"kill", "tkill", "tgkill", "pidfd_open"} {
		rules = append(rules,
			rule{call, []condition{is(0, uint64(box))}}, rule{call, []condition{garbled(0)}})
	}
	const oneThread = unix.O_EXCL // PIDFD_THREAD
	rules = append(rules,
		rule{"pidfd_open", []condition{has(1, oneThread)}},
		rule{"pidfd_send_signal", []condition{isNot(2, 0)}}, // as rt_sigqueueinfo
		rule{"setpriority", []condition{isNot(0, unix.PRIO_PROCESS)}},
		rule{"setpriority", []condition{isNot(1, 0)}},
	)
	for _, call := range []string{
		"prlimit64", "sched_setaffinity", "sched_setattr", "sched_setparam",
		"sched_setscheduler",
	} {
		rules = append(rules, rule{call, []condition{isNot(0, 0)}})
	}
	return rules
}

// descriptors are calls that open or change descriptors in ways that reach others.
func descriptors() []rule {
	var rules []rule
	for _, family := range []uint64{
		unix.AF_NETLINK, unix.AF_PACKET, unix.AF_VSOCK, unix.AF_ALG, unix.AF_KEY, unix.AF_TIPC,
		unix.AF_XDP, unix.AF_BLUETOOTH, unix.AF_CAN,
	} {
		rules = append(rules, rule{"socket", []condition{is(0, family)}})
	}
	// The owner of a descriptor is sent signals by the kernel, which ones F_SETSIG says.
	for _, command := range []uint64{unix.F_SETOWN, unix.F_SETOWN_EX, unix.F_SETSIG} {
		rules = append(rules, rule{"fcntl", []condition{is(1, command)}})
	}
	const (
		TIOCLINUX = 0x541c // like TIOCSTI, it types into a terminal
		FIOSETOWN = 0x8901 // like SIOCSPGRP, it is F_SETOWN
	)
	for _, command := range []uint64{unix.TIOCSTI, TIOCLINUX, FIOSETOWN, unix.SIOCSPGRP} {
		rules = append(rules, rule{"ioctl", []condition{is(1, command)}})
	}
	return append(rules,
		rule{"socket", []condition{garbled(0)}},
		rule{"fcntl", []condition{garbled(1)}},
		rule{"ioctl", []condition{garbled(1)}},
	)
}

// setUserID are calls that make a file which runs as its owner. A program that may write in a
// directory of the judge's does so as the judge's user, and what it leaves there is honoured
// outside.
func setUserID() []rule {
	const temporary = unix.O_TMPFILE &^ unix.O_DIRECTORY
	var rules []rule
	for _, bit := range []uint32{unix.S_ISUID, unix.S_ISGID} {
		for _, call := range []string{"chmod", "fchmod", "creat", "mknod"} {
			rules = append(rules, rule{call, []condition{has(1, bit)}})
		}
		for _, call := range []string{"fchmodat", "fchmodat2", "mknodat"} {
			rules = append(rules, rule{call, []condition{has(2, bit)}})
		}
		// Where nothing is created, the mode is whatever is left in the register.
		for _, creates := range []uint32{unix.O_CREAT, temporary} {
			rules = append(rules,
				rule{"open", []condition{has(1, creates), has(2, bit)}},
				rule{"openat", []condition{has(2, creates), has(3, bit)}})
		}
	}
	return rules
}
