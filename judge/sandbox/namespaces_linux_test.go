package sandbox_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
	"ojbatch/judge/sandbox"
)

// namespacesName is the command line of a program that tries to make namespaces, and prints
// a line for each way that worked, or that failed for a reason other than its being denied.
const namespacesName = "judge-namespaces"

var namespaceFlags = map[string]uint64{
	"user": unix.CLONE_NEWUSER, "pid": unix.CLONE_NEWPID, "mount": unix.CLONE_NEWNS,
	"net": unix.CLONE_NEWNET, "ipc": unix.CLONE_NEWIPC, "uts": unix.CLONE_NEWUTS,
	"cgroup": unix.CLONE_NEWCGROUP,
	// A user namespace gives the capabilities that the others need.
	"user and mount": unix.CLONE_NEWUSER | unix.CLONE_NEWNS,
}

func makeNamespaces() {
	for name, flags := range namespaceFlags {
		for call, attempt := range map[string]func(uint64) syscall.Errno{
			"clone": clone, "clone3": clone3, "unshare": unshare,
		} {
			errno := attempt(flags)
			switch errno {
			case unix.EPERM, unix.ENOSPC, unix.ENOSYS:
			default:
				fmt.Printf("%s namespace by %s: %v\n", name, call, errno)
			}
		}
	}
}

func unshare(flags uint64) syscall.Errno {
	_, _, errno := unix.RawSyscall(unix.SYS_UNSHARE, uintptr(flags), 0, 0)
	return errno
}

func clone(flags uint64) syscall.Errno {
	pid, _, errno := unix.RawSyscall(unix.SYS_CLONE, uintptr(flags|uint64(unix.SIGCHLD)), 0, 0)
	return endChild(pid, errno)
}

func clone3(flags uint64) syscall.Errno {
	// struct clone_args up to tls, of which these are the first and the fifth.
	args := [8]uint64{0: flags, 4: uint64(unix.SIGCHLD)}
	pid, _, errno := unix.RawSyscall(unix.SYS_CLONE3, uintptr(unsafe.Pointer(&args)),
		unsafe.Sizeof(args), 0)
	return endChild(pid, errno)
}

// endChild returns in the parent only.
func endChild(pid uintptr, errno syscall.Errno) syscall.Errno {
	for errno == 0 && pid == 0 {
		unix.RawSyscall(unix.SYS_EXIT_GROUP, 0, 0, 0)
	}
	return errno
}

func TestNamespacesAreDenied(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	o, err := newSandbox(t, 1).Run(t.Context(), judge.Command{
		Argv: []string{self, namespacesName}, Read: []string{self},
		Limits: judge.Limits{}.WithDefaults(), Stdout: &stdout, Stderr: &stderr,
	})
	if err != nil || o.Cause != judge.CauseExited || o.ExitCode != 0 || stdout.Len() > 0 {
		t.Errorf("%s%s%+v, %v", &stdout, &stderr, o, err)
	}
}

// closerName is the command line of a process that closes the namespaces in a user namespace
// of its own, without a filter, and then tries to start another one in a further namespace.
const closerName = "judge-closer"

func closer() {
	err := sandbox.CloseNamespaces()
	cmd := exec.Command("/proc/self/exe", namespacesName)
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWUSER}
	fmt.Println(err, cmd.Run())
}

func TestCloseNamespaces(t *testing.T) {
	cmd := exec.Command("/proc/self/exe", closerName)
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  unix.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}},
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	const want = "<nil> fork/exec /proc/self/exe: no space left on device"
	if got := strings.TrimSpace(string(out)); got != want {
		t.Errorf("namespaces were not closed: %s", got)
	}
}
