//go:build unix

package executortest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"ojbatch/judge"
)

func (s *suite) testEnding(t *testing.T) {
	for _, code := range []int{0, 1, 42, 255} {
		t.Run(fmt.Sprint("exit ", code), func(t *testing.T) {
			r := s.victimRun(t, []string{"exit", strconv.Itoa(code)})
			if r.err != nil || r.Cause != judge.CauseExited || r.ExitCode != code {
				t.Errorf("got %+v", r)
			}
		})
	}
	for _, sig := range []string{"KILL", "SEGV", "XCPU", "XFSZ", "TERM"} {
		t.Run("signal "+sig, func(t *testing.T) {
			r := s.command(t, []string{"/bin/sh", "-c", "kill -" + sig + " $$"})
			if r.err != nil || r.Cause != judge.CauseSignaled || r.Signal != "SIG"+sig {
				t.Errorf("a program that kills itself was taken for another: %+v", r)
			}
		})
	}
}

func (s *suite) testLimits(t *testing.T) {
	const brief = 300 * time.Millisecond
	for _, c := range []struct {
		name   string
		args   []string
		limits judge.Limits
		want   judge.Cause
	}{
		{"cpu", []string{"spin", "-1"}, judge.Limits{CPU: brief}, judge.CauseCPU},
		{"cpu of threads", []string{"spin", "-1", "4"}, judge.Limits{CPU: brief}, judge.CauseCPU},
		{"wall", []string{"sleep"}, judge.Limits{Wall: brief}, judge.CauseWall},
		{"wall, stopped", []string{"stop"}, judge.Limits{Wall: brief}, judge.CauseWall},
		{"wall, right output", []string{"both"}, judge.Limits{Wall: brief}, judge.CauseWall},
		{"output", []string{"print", "-1"}, judge.Limits{Output: judge.MiB}, judge.CauseOutput},
		{"output by one", []string{"print", "1001"}, judge.Limits{Output: 1000}, judge.CauseOutput},
		{"output just so", []string{"print", "1000"}, judge.Limits{Output: 1000}, judge.CauseExited},
		{"stderr", []string{"stderr", "1000000"}, judge.Limits{Output: 1000}, judge.CauseExited},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if s.enforces.CPU == "wait4" && c.want == judge.CauseCPU {
				c.limits.Wall = brief
				c.want = judge.CauseWall
			}
			r := s.victimRun(t, c.args, within(c.limits))
			if r.err != nil || r.Cause != c.want {
				t.Fatalf("got %+v, want cause %q", r.Outcome, c.want)
			}
			if l := c.limits.Over(generous); judge.Size(len(r.stdout)) > l.Output {
				t.Errorf("%d bytes were delivered, over the limit of %s", len(r.stdout), l.Output)
			}
		})
	}
	t.Run("memory", s.testMemoryLimit)
	t.Run("files", s.testFileLimit)
	t.Run("disk", s.testDiskLimit)
}

func (s *suite) testMemoryLimit(t *testing.T) {
	if s.enforces.Memory == "none" {
		return
	}
	l := judge.Limits{Memory: 96 * judge.MiB}
	r := s.victimRun(t, []string{"touch", "-1"}, within(l))
	if v := s.verdict(r, l); v != judge.MemoryLimitExceeded {
		t.Errorf("verdict %s, want MLE: %+v", v, r.Outcome)
	}
}

func (s *suite) testFileLimit(t *testing.T) {
	r := s.victimRun(t, []string{"open"}, within(judge.Limits{Files: 20}))
	if n, err := strconv.Atoi(strings.TrimSpace(r.stdout)); err != nil || n > 17 {
		t.Errorf("opened %q files besides three, limit 20: %s", r.stdout, r.stderr)
	}
}

func (s *suite) testDiskLimit(t *testing.T) {
	if s.enforces.Disk == "none" {
		return
	}
	r := s.victimRun(t, []string{"fill"}, within(judge.Limits{Disk: judge.MiB}))
	if v := s.verdict(r, judge.Limits{}); v != judge.RuntimeError {
		t.Errorf("verdict %s for filling the disk, want RE: %+v", v, r)
	}
}

func (s *suite) testUsage(t *testing.T) {
	const spun = 100 * time.Millisecond
	t.Run("cpu", func(t *testing.T) {
		r := s.victimRun(t, []string{"spin", "100"})
		if r.err != nil || r.Usage.CPU < spun {
			t.Errorf("%+v, but the program burnt %s by its own clock", r, spun)
		}
	})
	t.Run("no cpu", func(t *testing.T) {
		r := s.victimRun(t, []string{"sleep"}, within(judge.Limits{Wall: spun}))
		if r.Usage.CPU >= r.Usage.Wall || r.Usage.Wall < spun {
			t.Errorf("a sleeping program used %+v", r.Usage)
		}
	})
	t.Run("memory", func(t *testing.T) {
		if s.enforces.Memory == "none" {
			return
		}
		small, large := s.victimRun(t, []string{"touch", "1"}), s.victimRun(t, []string{"touch", "200"})
		if large.Usage.Memory < 200*judge.MiB || small.Usage.Memory > large.Usage.Memory/2 {
			t.Errorf("touching 1 MiB took %s, 200 MiB %s", small.Usage.Memory, large.Usage.Memory)
		}
	})
	t.Run("output", func(t *testing.T) {
		r := s.victimRun(t, []string{"print", "12345"})
		if r.Usage.Output != 12345 || len(r.stdout) != 12345 {
			t.Errorf("12345 bytes were counted as %d and delivered as %d",
				r.Usage.Output, len(r.stdout))
		}
	})
}

func (s *suite) testJudge(t *testing.T) {
	t.Run("no such program", func(t *testing.T) {
		r := s.command(t, []string{filepath.Join(filepath.Dir(s.victim), "no-such-program")})
		if r.err == nil || !strings.Contains(r.err.Error(), "no-such-program") {
			t.Errorf("error %v does not name the program", r.err)
		}
	})
	t.Run("cancelled", s.testCancel)
	t.Run("cancelled before", func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		reason := errors.New("a reason")
		cancel(reason)
		_, err := s.executor.Run(ctx, judge.Command{Argv: []string{s.victim, "exit", "0"}, Limits: generous})
		if !errors.Is(err, reason) {
			t.Errorf("error %v, want the context's cause", err)
		}
	})
	t.Run("writer fails", func(t *testing.T) {
		reason := errors.New("no more")
		r, w := io.Pipe()
		r.CloseWithError(reason)
		got := s.victimRun(t, []string{"print", "-1"}, func(c *judge.Command) { c.Stdout = w })
		if !errors.Is(got.err, reason) {
			t.Errorf("error %v, want the writer's", got.err)
		}
	})
	t.Run("at once", s.testConcurrency)
}

func (s *suite) testCancel(t *testing.T) {
	dir := sharedDir(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	reason := errors.New("a reason")
	_, err := s.executor.Run(ctx, judge.Command{
		Argv:  []string{s.victim, "lock", filepath.Join(dir, "lock")},
		Read:  []string{filepath.Dir(s.victim)},
		Write: []string{dir}, Limits: generous,
		Stdout: &firstWrite{cancel: cancel, cause: reason},
	})
	if !errors.Is(err, reason) {
		t.Errorf("error %v, want the context's cause", err)
	}
	if held(t, filepath.Join(dir, "lock")) {
		t.Error("the program outlived its context")
	}
}

func (s *suite) testConcurrency(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			r := s.victimRun(t, []string{"print", strconv.Itoa(1000 * i)})
			if r.err != nil || len(r.stdout) != 1000*i || r.Cause != judge.CauseExited {
				t.Errorf("run %d: %d bytes, %v, %+v", i, len(r.stdout), r.err, r.Outcome)
			}
		})
	}
	wg.Wait()
}

// sharedDir is a directory in which any user can write.
func sharedDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "judge-shared-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	return dir
}
