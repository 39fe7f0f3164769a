package sandbox

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// TestLandlockVersions looks at what is asked of kernels that are not this one.
func TestLandlockVersions(t *testing.T) {
	type attr = unix.LandlockRulesetAttr
	for _, c := range []struct {
		abi  int
		want attr
		gaps []string // some word of each that this version has
	}{
		{1, attr{Handled_access_fs: 0x1fff}, []string{"move", "empty", "signals"}},
		{2, attr{Handled_access_fs: 0x3fff}, []string{"empty", "signals"}},
		{3, attr{Handled_access_fs: 0x7fff}, []string{"signals"}},
		{4, attr{Handled_access_fs: 0x7fff, Handled_access_net: 3}, []string{"signals"}},
		{5, attr{Handled_access_fs: 0xffff, Handled_access_net: 3}, []string{"signals"}},
		{6, attr{Handled_access_fs: 0xffff, Handled_access_net: 3, Scoped: 3}, nil},
		{99, attr{Handled_access_fs: 0xffff, Handled_access_net: 3, Scoped: 3}, nil},
	} {
		if got := handled(c.abi); got != c.want {
			t.Errorf("ABI %d: %+v, want %+v", c.abi, got, c.want)
		}
		gaps := strings.Join(landlockEnforcement(c.abi, nil, errors.New("none")).Gaps, "\n")
		for _, word := range []string{"move", "empty", "signals"} {
			want := strings.Contains(strings.Join(c.gaps, " "), word)
			if strings.Contains(gaps, word) != want {
				t.Errorf("ABI %d: a gap about %q is %t, want %t", c.abi, word, !want, want)
			}
		}
	}
}

func TestLandlockEnforcement(t *testing.T) {
	e := landlockEnforcement(7, nil, errors.New("no reason"))
	for key, want := range map[string]string{
		"isolation": "landlock", "memory": "sampled", "cpu": "clock", "processes": "sampled",
		"disk": "rlimit", "network": "seccomp",
	} {
		if err := e.Require(key, want); err != nil {
			t.Error(err)
		}
	}
	e = landlockEnforcement(7, &hierarchy2{}, nil)
	if err := e.Require("processes", "cgroup"); err != nil {
		t.Error(err)
	}
}

// TestSecondFilter runs the filter that is added for programs without namespaces.
func TestSecondFilter(t *testing.T) {
	const (
		allowed   = uint32(seccomp.ActionAllow)
		pretended = uint32(seccomp.ActionErrno)
		unseen    = pretended | uint32(unix.ENOSYS)
		minus     = ^uint64(0)
	)
	for _, writes := range []bool{false, true} {
		attributes := refusal
		if writes {
			attributes = allowed
		}
		run := secondFilter(t, writes)
		for _, c := range []struct {
			call int
			args []uint64
			want uint32
		}{
			{unix.SYS_READ, nil, allowed},
			{unix.SYS_KILL, []uint64{4242, 9}, allowed},
			{unix.SYS_KILL, []uint64{0, 9}, allowed},
			{unix.SYS_KILL, []uint64{minus, 9}, refusal},
			{unix.SYS_KILL, []uint64{1<<32 - 1, 9}, refusal},
			{unix.SYS_SETSID, nil, pretended},
			{unix.SYS_SETPGID, []uint64{0, 0}, pretended},
			{unix.SYS_CLONE, []uint64{uint64(unix.SIGCHLD)}, allowed},
			{unix.SYS_CLONE3, nil, unseen},
			{unix.SYS_MSEAL, nil, allowed},
			{unix.SYS_SETXATTRAT, nil, unseen},
			{unix.SYS_FILE_SETATTR, nil, unseen},
			{unix.SYS_SHMAT, nil, refusal},
			{unix.SYS_SOCKET, []uint64{unix.AF_UNIX, unix.SOCK_STREAM}, refusal},
			{unix.SYS_SOCKETPAIR, []uint64{unix.AF_UNIX, unix.SOCK_STREAM | unix.SOCK_CLOEXEC}, allowed},
			{unix.SYS_SOCKETPAIR, []uint64{unix.AF_UNIX, unix.SOCK_SEQPACKET}, allowed},
			{unix.SYS_SOCKETPAIR, []uint64{unix.AF_UNIX, unix.SOCK_DGRAM}, refusal},
			{unix.SYS_SOCKETPAIR, []uint64{unix.AF_UNIX, unix.SOCK_RAW | unix.SOCK_NONBLOCK}, refusal},
			{unix.SYS_FCHMODAT2, nil, attributes},
			{unix.SYS_UTIMENSAT, nil, attributes},
		} {
			if got := run(c.call, c.args...); got != c.want {
				t.Errorf("call %d%#x, writes %t: got %#x, want %#x", c.call, c.args, writes, got, c.want)
			}
		}
	}
}

func secondFilter(t *testing.T, writes bool) func(call int, args ...uint64) uint32 {
	t.Helper()
	info, err := arch.GetInfo("")
	if err != nil {
		t.Fatal(err)
	}
	program, err := domainFilter(writes)
	if err != nil {
		t.Fatal(err)
	}
	vm, err := bpf.NewVM(program)
	if err != nil {
		t.Fatal(err)
	}
	return func(call int, args ...uint64) uint32 { return verdict(t, vm, info, call, args...) }
}

// TestEmptyDirectory has paths that are longer than any that the kernel takes.
func TestEmptyDirectory(t *testing.T) {
	dir := t.TempDir()
	kept := filepath.Join(t.TempDir(), "kept")
	if err := os.WriteFile(kept, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	top, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer top.Close()
	at := top
	for i := range 500 {
		name := strings.Repeat(strconv.Itoa(i%10), 200)
		if err := errors.Join(at.Mkdir(name, 0o700), at.Symlink(kept, "link")); err != nil {
			t.Fatal(err)
		}
		next, err := at.OpenRoot(name)
		if err != nil {
			t.Fatal(err)
		}
		defer next.Close()
		at = next
	}
	if err := emptyDirectory(dir); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%d entries are left, %v", len(left), err)
	}
	if _, err := os.Stat(kept); err != nil {
		t.Error(err)
	}
	if err := removeScratch(dir); err != nil {
		t.Error(err)
	}
	if err := removeScratch(dir); err != nil {
		t.Errorf("a directory that is gone: %v", err)
	}
}
