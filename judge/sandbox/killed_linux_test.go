package sandbox_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
	"ojbatch/judge/procfs"
	"ojbatch/judge/sandbox"
)

// TestKilledJudgeLeavesNothing kills a process that judges, at no particular moment of its
// runs, and looks for whatever it had.
func TestKilledJudgeLeavesNothing(t *testing.T) {
	for level := range levels {
		t.Run(level, func(t *testing.T) {
			for i := range 50 {
				v := startVictimJudge(t, level)
				for range i % 10 {
					v.nextRun()
				}
				v.kill()
				if left := v.leftovers(); len(left) > 0 {
					t.Fatalf("after SIGKILL there are still %q", left)
				}
			}
		})
	}
}

// levels are the ways to make a sandbox.
var levels = map[string]func(int) (*sandbox.Sandbox, error){
	"container": sandbox.New,
	"landlock":  sandbox.NewLandlock,
}

// judgeName is the command line of a process that runs programs until it is killed.
const judgeName = "judge-victim"

// judgeForEver says on stdout when a run begins. The programs leave others behind, which
// would live on.
func judgeForEver(level string) {
	s, err := levels[level](2)
	if err != nil {
		fmt.Println(err)
		return
	}
	for {
		fmt.Println("run")
		_, err := s.Run(context.Background(), judge.Command{
			Argv:   []string{"/bin/sh", "-c", "sleep 1000 & (sleep 1000 & exec setsid sleep 1000) & :"},
			Limits: judge.Limits{}.WithDefaults(),
		})
		if err != nil {
			fmt.Println(err)
			return
		}
	}
}

// victimJudge is such a process, from outside.
type victimJudge struct {
	t   *testing.T
	cmd *exec.Cmd
	out *bufio.Scanner
	dir string // for what it keeps on disk
}

func startVictimJudge(t *testing.T, level string) *victimJudge {
	t.Helper()
	v := &victimJudge{t: t, dir: t.TempDir()}
	v.cmd = &exec.Cmd{
		Path: "/proc/self/exe", Args: []string{judgeName, level},
		Env: append(os.Environ(), "TMPDIR="+v.dir),
	}
	out, err := v.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := v.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	v.out = bufio.NewScanner(out)
	v.nextRun()
	return v
}

func (v *victimJudge) nextRun() {
	v.t.Helper()
	if !v.out.Scan() || v.out.Text() != "run" {
		v.t.Fatalf("the judge says %q, %v", v.out.Text(), v.out.Err())
	}
}

// kill kills the judge, and returns when its children have ended: they are its boxes, which
// outlive their programs, and the janitor.
func (v *victimJudge) kill() {
	v.t.Helper()
	v.cmd.Process.Signal(unix.SIGSTOP) // no more children from now on
	boxes := procfs.ChildrenOf(v.cmd.Process.Pid)
	if len(boxes) == 0 {
		v.t.Fatal("the judge has no boxes")
	}
	var waits []int
	for _, pid := range boxes {
		fd, err := unix.PidfdOpen(pid, 0)
		if err != nil {
			v.t.Fatal(err)
		}
		defer unix.Close(fd)
		waits = append(waits, fd)
	}
	v.cmd.Process.Kill()
	v.cmd.Wait()
	for _, fd := range waits {
		for {
			_, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, -1)
			if err != unix.EINTR {
				break
			}
		}
	}
}

// leftovers are the groups that carry the judge's process id, the files in its directory, and
// the programs whose environment names that.
func (v *victimJudge) leftovers() []string {
	left := inside(v.t, v.dir)
	for _, pid := range procfs.PIDs() {
		path := fmt.Sprintf("/proc/%d/environ", pid)
		if text, err := os.ReadFile(path); err == nil && strings.Contains(string(text), v.dir) {
			left = append(left, path)
		}
	}
	filepath.WalkDir("/sys/fs/cgroup", func(path string, d os.DirEntry, err error) error {
		if err == nil && strings.HasPrefix(d.Name(), "judge-"+strconv.Itoa(v.cmd.Process.Pid)+"-") {
			left = append(left, path)
		}
		return nil
	})
	return left
}
