//go:build unix

// Package executortest is the conformance suite that every [judge.Executor] passes: how a
// program can end, what it is given, what is measured, and that nothing is left of it. The
// programs it runs are real.
package executortest

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
)

// Run runs the suite on x. What x does not claim in its [judge.Enforcement] is not demanded.
func Run(t *testing.T, x judge.Executor) {
	s := &suite{executor: x, victim: buildVictim(t), enforces: x.Enforcement()}
	for _, group := range []struct {
		name string
		test func(*testing.T)
	}{
		{"ending", s.testEnding},
		{"limits", s.testLimits},
		{"usage", s.testUsage},
		{"surroundings", s.testSurroundings},
		{"leftovers", s.testLeftovers},
		{"judge", s.testJudge},
	} {
		t.Run(group.name, group.test)
	}
}

type suite struct {
	executor judge.Executor
	victim   string
	enforces judge.Enforcement
}

// buildVictim compiles the program that the suite runs. It is built without the race
// detector, whose memory would be the program's. Where there is no compiler, the environment
// names a program that was built elsewhere.
func buildVictim(t *testing.T) string {
	t.Helper()
	if path := os.Getenv("JUDGE_TEST_VICTIM"); path != "" {
		return path
	}
	// A directory of our own and not the test's: whoever runs programs as another user must
	// be able to reach it.
	dir, err := os.MkdirTemp("", "judge-victim-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "victim")
	build := exec.Command("go", "build", "-o", path, "ojbatch/judge/executortest/victim")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the victim: %v\n%s", err, out)
	}
	return path
}

// generous are limits that nothing here reaches by accident, however slow the machine.
var generous = judge.Limits{
	CPU: time.Minute, Wall: 2 * time.Minute, Memory: 512 * judge.MiB, Stack: 8 * judge.MiB,
	Output: 16 * judge.MiB, Processes: 64, Files: 64, Disk: 16 * judge.MiB,
}

// run is one command and all that came of it.
type run struct {
	judge.Outcome
	err            error
	stdout, stderr string
}

type option func(*judge.Command)

func within(l judge.Limits) option {
	return func(c *judge.Command) { c.Limits = l.Over(c.Limits) }
}

func writing(dir string) option {
	return func(c *judge.Command) { c.Write = append(c.Write, dir) }
}

func (s *suite) victimRun(t *testing.T, args []string, opts ...option) run {
	t.Helper()
	return s.command(t, append([]string{s.victim}, args...), opts...)
}

func (s *suite) command(t *testing.T, argv []string, opts ...option) run {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := judge.Command{
		Argv: argv, Read: []string{filepath.Dir(s.victim)}, Limits: generous,
		Stdout: &stdout, Stderr: &stderr,
	}
	for _, o := range opts {
		o(&cmd)
	}
	o, err := s.executor.Run(t.Context(), cmd)
	return run{o, err, stdout.String(), stderr.String()}
}

// verdict is what [judge.Decide] makes of an outcome whose output is right.
func (s *suite) verdict(r run, l judge.Limits) judge.Verdict {
	v, _ := judge.Decide(judge.Facts{
		Limits: l.Over(generous), Outcome: r.Outcome, Err: r.err,
		Comparison: judge.Comparison{Accepted: true},
	})
	return v
}

// held says whether some process still holds the lock.
func held(t *testing.T, path string) bool {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatalf("the victim did not make its lock file: %v", err)
	}
	defer f.Close()
	return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) != nil
}

// firstWrite cancels a context when the program writes for the first time.
type firstWrite struct {
	once   sync.Once
	cancel context.CancelCauseFunc
	cause  error
}

func (w *firstWrite) Write(p []byte) (int, error) {
	w.once.Do(func() { w.cancel(w.cause) })
	return len(p), nil
}
