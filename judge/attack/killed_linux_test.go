package attack_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"ojbatch/judge/attack"
	"ojbatch/judge/sandbox"
)

// judgeVariable makes the test binary a judge that runs fork bombs until it is killed; its
// value is their marker.
const judgeVariable = "JUDGE_TEST_KILLED"

func judgeForKilling() int {
	err := func() error {
		executable, err := os.Executable()
		if err != nil {
			return err
		}
		s, err := sandbox.New(2)
		if err != nil {
			return err
		}
		failed := make(chan error)
		for range 2 {
			go func() {
				for {
					_, err := s.Run(context.Background(), attack.ForkBomb(executable, os.Getenv(judgeVariable)))
					if err != nil {
						failed <- err
					}
				}
			}()
		}
		return <-failed
	}()
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// TestKilled kills a judge at a random moment, and makes sure that all it ever started ends.
func TestKilled(t *testing.T) {
	// Whatever outlives the judge becomes a child of this process, so that waiting for
	// children is waiting for the end of everything.
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		t.Fatal(err)
	}
	defer unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
	marker := attack.NewMarker()
	const times = 50
	for range times {
		killJudge(t, marker)
		if pids := attack.ProcessesOf(marker); len(pids) > 0 {
			t.Fatalf("processes %v are left", pids)
		}
		if left := attack.MountsOf("judge"); left != "" {
			t.Fatalf("%s is left", left)
		}
	}
}

func killJudge(t *testing.T, marker string) {
	t.Helper()
	const longest = 300 * time.Millisecond
	p, err := os.StartProcess("/proc/self/exe", os.Args[:1], &os.ProcAttr{
		Env:   append(os.Environ(), judgeVariable+"="+marker),
		Files: []*os.File{nil, os.Stdout, os.Stderr},
	})
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(rand.N(longest), func() { unix.Kill(p.Pid, unix.SIGKILL) })
	ended := make(chan error)
	go func() { ended <- collectAll(p.Pid) }()
	const patience = time.Minute
	select {
	case err := <-ended:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(patience):
		t.Fatal("something that the judge has started does not end")
	}
}

// collectAll waits until this process has no children. The judge must have been killed.
func collectAll(judge int) error {
	for {
		var ws unix.WaitStatus
		pid, err := unix.Wait4(-1, &ws, 0, nil)
		switch {
		case err == unix.EINTR:
		case err == unix.ECHILD:
			return nil
		case err != nil:
			return err
		case pid == judge && ws.Signal() != unix.SIGKILL:
			return fmt.Errorf("the judge ended by itself: %#x", ws)
		}
	}
}
