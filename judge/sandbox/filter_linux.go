package sandbox

import (
	"fmt"
	"os"
	"runtime"
	"slices"
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
		"io_uring_register", "io_uring_setup", "ioprio_set", "keyctl", "lookup_dcookie",
		"name_to_handle_at", "nfsservctl", "open_by_handle_at", "perf_event_open",
		"pidfd_getfd", "pivot_root", "process_madvise", "quotactl", "quotactl_fd",
		"request_key", "setns", "swapoff", "swapon", "syslog", "unshare", "userfaultfd",
		"vhangup",
		// What they make outlives the program, and counts as nobody's memory.
		"msgget", "semget", "shmget",
		// Their signals can look like faults, which no process can ignore.
		"rt_sigqueueinfo", "rt_tgsigqueueinfo",
	}
	// killed calls have no use in a program that is judged.
	killed = []string{
		"_sysctl", "create_module", "delete_module", "finit_module", "get_kernel_syms",
		"init_module", "ioperm", "iopl", "kexec_file_load", "kexec_load", "process_vm_readv",
		"process_vm_writev", "ptrace", "query_module", "reboot", "uselib",
	}
)

// actionNotify is SECCOMP_RET_USER_NOTIF: the call waits until the box has decided.
const actionNotify seccomp.Action = 0x7fc00000

// filterProgram returns the filter for this architecture and the box with this process id. Clone3
// says whether clone3 may be
// called: a box needs it to start programs in a group, and the filter can not tell the box from
// its programs.
func filterProgram(box int, clone3 bool) ([]bpf.Instruction, error) {
	info, err := arch.GetInfo("")
	if err != nil {
		return nil, err
	}
	// What they are asked is in memory, out of the filter's sight; libraries then use clone and
	// openat.
	unseen := []string{"openat2"}
	if !clone3 {
		unseen = append(unseen, "clone3")
	}
	policy := seccomp.Policy{
		DefaultAction: seccomp.ActionAllow,
		Syscalls: []seccomp.SyscallGroup{
			{Names: known(info, killed), Action: actionNotify},
			{Names: known(info, refused), Action: seccomp.Action(refusal)},
			{
				Names:  known(info, unseen),
				Action: seccomp.ActionErrno | seccomp.Action(unix.ENOSYS),
			},
		},
	}
	byNumber, err := policy.Assemble()
	if err != nil {
		return nil, err
	}
	// The library lets calls of another architecture through unseen.
	native := []bpf.Instruction{
		bpf.LoadAbsolute{Off: 4, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: uint32(info.ID), SkipTrue: 1},
		bpf.RetConstant{Val: uint32(seccomp.ActionKillProcess)},
	}
	return slices.Concat(native, byArguments(info, conditions(box)), byNumber), nil
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

// installFilter puts the filter on all threads of this process and on whatever they start,
// and returns the descriptor on which calls that kill are announced.
func installFilter(clone3 bool) (int, error) {
	instructions, err := filterProgram(os.Getpid(), clone3)
	if err != nil {
		return -1, fmt.Errorf("seccomp: %w", err)
	}
	raw, err := bpf.Assemble(instructions)
	if err != nil {
		return -1, fmt.Errorf("seccomp: %w", err)
	}
	filter := make([]unix.SockFilter, len(raw))
	for i, r := range raw {
		filter[i] = unix.SockFilter{Code: r.Op, Jt: r.Jt, Jf: r.Jf, K: r.K}
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
