package procfs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
	"ojbatch/judge/procfs"
)

func TestOwnProcess(t *testing.T) {
	s, err := procfs.ReadStatus(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	session, err := unix.Getsid(0)
	if err != nil {
		t.Fatal(err)
	}
	if s.Parent != os.Getppid() || s.Session != session || s.Threads < 1 || s.Peak < judge.MiB {
		t.Errorf("%+v, want parent %d, session %d", s, os.Getppid(), session)
	}
	if first, second := procfs.CPUClock(os.Getpid()), procfs.CPUClock(os.Getpid()); first <= 0 || second < first {
		t.Errorf("the CPU clock went from %s to %s", first, second)
	}
	if !slices.Contains(procfs.PIDs(), os.Getpid()) {
		t.Error("this process is not among all of them")
	}
}

// TestAwkwardName runs a program whose name looks like the fields after it.
func TestAwkwardName(t *testing.T) {
	name := filepath.Join(t.TempDir(), ") R 1 1 1 (")
	if err := os.Symlink("/bin/cat", name); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(name)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s, err := procfs.ReadStatus(cmd.Process.Pid)
	if err != nil || s.Parent != os.Getpid() || s.Threads != 1 {
		t.Errorf("%+v, %v", s, err)
	}
	if !slices.Contains(procfs.ChildrenOf(os.Getpid()), cmd.Process.Pid) {
		t.Error("a living child is not listed")
	}
	stdin.Close()
	// Waited for with NOWAIT, it is a zombie for sure.
	if err := unix.Waitid(unix.P_PID, cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil); err != nil {
		t.Fatal(err)
	}
	if s, err := procfs.ReadStatus(cmd.Process.Pid); err != nil || s.Peak != 0 || s.Parent != os.Getpid() {
		t.Errorf("a zombie has %+v, %v", s, err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	if _, err := procfs.ReadStatus(cmd.Process.Pid); err == nil {
		t.Error("a process that is gone has a status")
	}
}
