package sandbox

import (
	"fmt"
	"runtime"
	"unsafe"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// The filter is a deny list: compilers, virtual machines and languages yet to come use calls
// that nobody can foresee, and namespaces without capabilities make most of them harmless.
// What is denied reaches parts of the kernel that are not namespaced or have been the way out
// of other sandboxes.
//
// A box installs the filter once, for itself and all it starts, since installing it for each
// run costs a fifth of a short run. So calls that the box needs are not in it: mounting, which
// takes a capability that no program has, and killing.
var (
	// refused calls fail with EPERM: honest programs and their runtimes try some of them and
	// do without.
	refused = []string{
		"acct", "add_key", "bpf", "chroot", "fanotify_init", "io_uring_enter",
		"io_uring_register", "io_uring_setup", "keyctl", "lookup_dcookie", "name_to_handle_at",
		"nfsservctl", "open_by_handle_at", "perf_event_open", "pidfd_getfd", "pivot_root",
		"process_madvise", "quotactl", "quotactl_fd", "request_key", "setns", "swapoff",
		"swapon", "syslog", "unshare", "userfaultfd", "vhangup",
	}
	// killed calls have no use in a program that is judged.
	killed = []string{
		"_sysctl", "create_module", "delete_module", "finit_module", "get_kernel_syms",
		"init_module", "ioperm", "iopl", "kexec_file_load", "kexec_load", "process_vm_readv",
		"process_vm_writev", "ptrace", "query_module", "reboot", "uselib",
	}
)

// Flags of clone(2) that make namespaces.
const newNamespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNS |
	unix.CLONE_NEWNET | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP

// actionNotify is SECCOMP_RET_USER_NOTIF: the call waits until the box has decided.
const actionNotify seccomp.Action = 0x7fc00000

// filterProgram returns the filter for this architecture. Clone3 says whether clone3 may be
// called: a box needs it to start programs in a group, and the filter can not tell the box from
// its programs.
func filterProgram(clone3 bool) ([]unix.SockFilter, error) {
	info, err := arch.GetInfo("")
	if err != nil {
		return nil, err
	}
	policy := seccomp.Policy{
		DefaultAction: seccomp.ActionAllow,
		Syscalls: []seccomp.SyscallGroup{
			{Names: known(info, killed), Action: actionNotify},
			{Names: known(info, refused), Action: seccomp.ActionErrno | seccomp.Action(unix.EPERM)},
			{NamesWithCondtions: conditions(), Action: seccomp.ActionErrno | seccomp.Action(unix.EPERM)},
		},
	}
	if !clone3 {
		// Its flags are in memory, out of the filter's sight; libraries then use clone.
		policy.Syscalls = append(policy.Syscalls, seccomp.SyscallGroup{
			Names:  known(info, []string{"clone3"}),
			Action: seccomp.ActionErrno | seccomp.Action(unix.ENOSYS),
		})
	}
	instructions, err := policy.Assemble()
	if err != nil {
		return nil, err
	}
	// The library lets calls of another architecture through unseen.
	native := []bpf.Instruction{
		bpf.LoadAbsolute{Off: 4, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: uint32(info.ID), SkipTrue: 1},
		bpf.RetConstant{Val: uint32(seccomp.ActionKillProcess)},
	}
	raw, err := bpf.Assemble(append(native, instructions...))
	if err != nil {
		return nil, err
	}
	filter := make([]unix.SockFilter, len(raw))
	for i, r := range raw {
		filter[i] = unix.SockFilter{Code: r.Op, Jt: r.Jt, Jf: r.Jf, K: r.K}
	}
	return filter, nil
}

// known drops the calls that this architecture has not.
func known(info *arch.Info, names []string) []string {
	var has []string
	for _, n := range names {
		if _, ok := info.SyscallNames[n]; ok {
			has = append(has, n)
		}
	}
	return has
}

// conditions are calls that are refused for some arguments.
func conditions() []seccomp.NameWithConditions {
	var list []seccomp.NameWithConditions
	refuse := func(name string, conditions ...seccomp.Condition) {
		list = append(list, seccomp.NameWithConditions{Name: name, Conditions: conditions})
	}
	// The box is process 1, and may have the program's own user id.
	for _, name := range []string{
		"kill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_open", "prlimit64",
	} {
		refuse(name, is(0, 1))
		refuse(name, garbled(0)...)
	}
	for _, family := range []uint64{
		unix.AF_NETLINK, unix.AF_PACKET, unix.AF_VSOCK, unix.AF_ALG, unix.AF_KEY, unix.AF_TIPC,
		unix.AF_XDP, unix.AF_BLUETOOTH, unix.AF_CAN,
	} {
		refuse("socket", is(0, family))
	}
	refuse("socket", garbled(0)...)
	const TIOCLINUX = 0x541c
	for _, command := range []uint64{unix.TIOCSTI, TIOCLINUX} { // they type into a terminal
		refuse("ioctl", is(1, command))
	}
	refuse("ioctl", garbled(1)...)
	for flag := uint64(1); flag <= newNamespaces; flag <<= 1 {
		if flag&newNamespaces != 0 {
			refuse("clone", seccomp.Condition{Argument: 0, Operation: seccomp.BitsSet, Value: flag})
		}
	}
	return list
}

func is(arg uint32, value uint64) seccomp.Condition {
	return seccomp.Condition{Argument: arg, Operation: seccomp.Equal, Value: value}
}

// garbled is an argument that is no 32-bit number, whether its sign was extended or not. The
// kernel looks at the lower half only, so that such an argument would be another one there
// than in the filter.
func garbled(arg uint32) []seccomp.Condition {
	return []seccomp.Condition{
		{Argument: arg, Operation: seccomp.GreaterThan, Value: 1<<32 - 1},
		{Argument: arg, Operation: seccomp.LessThan, Value: 0xffffffff_80000000},
	}
}

// installFilter puts the filter on all threads of this process and on whatever they start,
// and returns the descriptor on which calls that kill are announced.
func installFilter(clone3 bool) (int, error) {
	filter, err := filterProgram(clone3)
	if err != nil {
		return -1, fmt.Errorf("seccomp: %w", err)
	}
	prog := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return -1, fmt.Errorf("no_new_privs: %w", err)
	}
	flags := unix.SECCOMP_FILTER_FLAG_NEW_LISTENER | unix.SECCOMP_FILTER_FLAG_TSYNC |
		unix.SECCOMP_FILTER_FLAG_TSYNC_ESRCH
	fd, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, uintptr(flags),
		uintptr(unsafe.Pointer(&prog)))
	if errno != 0 {
		return -1, fmt.Errorf("seccomp: %w", errno)
	}
	unix.CloseOnExec(int(fd))
	return int(fd), nil
}

// notification is struct seccomp_notif.
type notification struct {
	ID    uint64
	PID   uint32
	Flags uint32
	Nr    int32
	Arch  uint32
	IP    uint64
	Args  [6]uint64
}

// forbiddenCall waits for a program to make a call that kills, and returns its name. The
// program waits in the call until it is killed.
func forbiddenCall(listener int) (string, error) {
	const receive = 0xc0502100 // SECCOMP_IOCTL_NOTIF_RECV
	var n notification
	for {
		_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(listener), receive,
			uintptr(unsafe.Pointer(&n)))
		switch errno {
		case 0:
			return callName(int(n.Nr)), nil
		case unix.EINTR, unix.ENOENT: // ENOENT: the program died meanwhile
			n = notification{}
		default:
			return "", errno
		}
	}
}

func callName(nr int) string {
	if info, err := arch.GetInfo(""); err == nil {
		if name, ok := info.SyscallNumbers[nr]; ok {
			return name
		}
	}
	return fmt.Sprint("number ", nr)
}
