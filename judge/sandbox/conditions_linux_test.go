package sandbox

import (
	"encoding/binary"
	"testing"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// TestFilter runs the filter on calls in a machine of our own.
func TestFilter(t *testing.T) {
	info, err := arch.GetInfo("")
	if err != nil {
		t.Fatal(err)
	}
	program, err := filterProgram(1, false)
	if err != nil {
		t.Fatal(err)
	}
	vm, err := bpf.NewVM(program)
	if err != nil {
		t.Fatal(err)
	}
	const (
		allowed = uint32(seccomp.ActionAllow)
		unseen  = uint32(seccomp.ActionErrno) | uint32(unix.ENOSYS)
		end     = uint32(actionNotify)
		minus   = ^uint64(0)
		suid    = unix.S_ISUID | 0o755
	)
	for _, c := range []struct {
		name string
		args []uint64
		want uint32
	}{
		{"read", nil, allowed},
		{"ptrace", nil, end},
		{"unshare", nil, refusal},
		{"shmget", nil, refusal},
		{"clone3", nil, unseen},
		{"openat2", nil, unseen},
		{"clone", []uint64{unix.CLONE_VM | unix.CLONE_VFORK | uint64(unix.SIGCHLD)}, allowed},
		{"clone", []uint64{unix.CLONE_NEWNET}, refusal},
		{"clone", []uint64{unix.CLONE_NEWUSER | 1<<40}, refusal},
		{"kill", []uint64{1, 9}, refusal},
		{"kill", []uint64{1 << 32, 9}, refusal},
		{"kill", []uint64{1<<32 | 1, 9}, refusal},
		{"kill", []uint64{0xffffffff00000001, 9}, refusal},
		{"kill", []uint64{minus, 9}, allowed},
		{"kill", []uint64{1<<32 - 1, 9}, allowed}, // -1, not extended
		{"tkill", []uint64{1, 9}, refusal},
		{"pidfd_open", []uint64{7, unix.O_EXCL}, refusal},
		{"pidfd_open", []uint64{7, unix.O_NONBLOCK}, allowed},
		{"pidfd_send_signal", []uint64{3, 9, 0}, allowed},
		{"pidfd_send_signal", []uint64{3, 9, 1 << 40}, refusal},
		{"prlimit64", []uint64{0, 7}, allowed},
		{"prlimit64", []uint64{5, 7}, refusal},
		{"setpriority", []uint64{unix.PRIO_PROCESS, 0, 5}, allowed},
		{"setpriority", []uint64{unix.PRIO_PROCESS, 5, 5}, refusal},
		{"setpriority", []uint64{unix.PRIO_USER, 0, 5}, refusal},
		{"personality", []uint64{0}, allowed},
		{"personality", []uint64{0xffffffff}, allowed},
		{"personality", []uint64{0x40000}, refusal},
		{"socket", []uint64{unix.AF_UNIX}, allowed},
		{"socket", []uint64{unix.AF_NETLINK}, refusal},
		{"socket", []uint64{1<<32 | unix.AF_NETLINK}, refusal},
		{"ioctl", []uint64{0, unix.TIOCGWINSZ}, allowed},
		{"ioctl", []uint64{0, unix.TIOCSTI}, refusal},
		{"fcntl", []uint64{0, unix.F_SETFL}, allowed},
		{"fcntl", []uint64{0, unix.F_SETOWN_EX}, refusal},
		{"chmod", []uint64{0, 0o1777}, allowed},
		{"chmod", []uint64{0, suid}, refusal},
		{"fchmodat", []uint64{0, 0, suid}, refusal},
		{"openat", []uint64{0, 0, unix.O_RDONLY, suid}, allowed},
		{"openat", []uint64{0, 0, unix.O_DIRECTORY, suid}, allowed},
		{"openat", []uint64{0, 0, unix.O_CREAT, 0o644}, allowed},
		{"openat", []uint64{0, 0, unix.O_CREAT, suid}, refusal},
		{"openat", []uint64{0, 0, unix.O_TMPFILE, suid}, refusal},
	} {
		number, ok := info.SyscallNames[c.name]
		if !ok {
			t.Fatalf("there is no call %q", c.name)
		}
		if got := verdict(t, vm, info, number, c.args...); got != c.want {
			t.Errorf("%s%#x: got %#x, want %#x", c.name, c.args, got, c.want)
		}
	}
	// No process may be taken for the number of a call, whatever its own is.
	kill := info.SyscallNames["kill"]
	for pid := uint64(2); pid < 1000; pid++ {
		if got := verdict(t, vm, info, kill, pid, 0); got != allowed {
			t.Errorf("kill(%d, 0): got %#x", pid, got)
		}
	}
}

// verdict runs vm on struct seccomp_data. The machine reads words as they are on a network.
func verdict(t *testing.T, vm *bpf.VM, info *arch.Info, number int, args ...uint64) uint32 {
	t.Helper()
	data := make([]byte, 64)
	binary.BigEndian.PutUint32(data, uint32(number))
	binary.BigEndian.PutUint32(data[4:], uint32(info.ID))
	for i, a := range args {
		binary.BigEndian.PutUint32(data[16+8*i:], uint32(a))
		binary.BigEndian.PutUint32(data[20+8*i:], uint32(a>>32))
	}
	action, err := vm.Run(data)
	if err != nil {
		t.Fatal(err)
	}
	return uint32(action)
}
