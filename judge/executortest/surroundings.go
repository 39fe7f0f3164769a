//go:build unix

package executortest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ojbatch/judge"
)

func (s *suite) testSurroundings(t *testing.T) {
	t.Run("stdin", s.testStdin)
	t.Run("no stdin", func(t *testing.T) {
		if r := s.victimRun(t, []string{"cat"}); r.err != nil || r.stdout != "" || r.ExitCode != 0 {
			t.Errorf("got %+v, want an end of input at once", r)
		}
	})
	t.Run("environment", s.testEnvironment)
	t.Run("descriptors", func(t *testing.T) {
		keep, err := os.Open(os.DevNull)
		if err != nil {
			t.Fatal(err)
		}
		defer keep.Close()
		if r := s.victimRun(t, []string{"fds"}); r.stdout != "0\n1\n2\n" {
			t.Errorf("the program was given descriptors %q, %s", r.stdout, r.stderr)
		}
	})
	t.Run("working directory", s.testWorkingDirectory)
	t.Run("given directory", func(t *testing.T) {
		dir := sharedDir(t)
		r := s.victimRun(t, []string{"dir"}, writing(dir), func(c *judge.Command) { c.Dir = dir })
		if _, err := os.Stat(filepath.Join(dir, "left-behind")); err != nil {
			t.Errorf("what was written to a directory of ours is gone: %v; %+v", err, r)
		}
	})
}

func (s *suite) testStdin(t *testing.T) {
	const text = "skipped\x00kept\r\nno newline at the end"
	path := filepath.Join(sharedDir(t), "input")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	const offset = 8
	if _, err := f.Seek(offset, 0); err != nil {
		t.Fatal(err)
	}
	r := s.victimRun(t, []string{"cat"}, func(c *judge.Command) { c.Stdin = f })
	if r.err != nil || r.stdout != text[offset:] {
		t.Errorf("stdin arrived as %q, %v; want %q", r.stdout, r.err, text[offset:])
	}
}

func (s *suite) testEnvironment(t *testing.T) {
	t.Setenv("JUDGE_TEST_SECRET", "of the judge")
	r := s.victimRun(t, []string{"env"}, func(c *judge.Command) {
		c.Env = []string{"GIVEN=yes", "LANG=xx"}
	})
	env := strings.Split(strings.TrimSpace(r.stdout), "\n")
	if !slices.Contains(env, "GIVEN=yes") || !slices.Contains(env, "LANG=xx") {
		t.Errorf("environment %q lacks what the command asked for", env)
	}
	for _, known := range []string{"PATH=", "HOME="} {
		if !slices.ContainsFunc(env, func(e string) bool { return strings.HasPrefix(e, known) }) {
			t.Errorf("environment %q has no %s", env, known)
		}
	}
	if strings.Contains(r.stdout, "JUDGE_TEST_SECRET") {
		t.Error("the judge's environment reached the program")
	}
}

func (s *suite) testWorkingDirectory(t *testing.T) {
	var dirs []string
	for range 2 {
		r := s.victimRun(t, []string{"dir"})
		lines := strings.Split(strings.TrimSpace(r.stdout), "\n")
		if r.err != nil || r.ExitCode != 0 || len(lines) != 1 {
			t.Fatalf("working directory was not empty and writable: %+v", r)
		}
		dirs = append(dirs, lines[0])
	}
	for _, dir := range dirs {
		if _, err := os.Stat(filepath.Join(dir, "left-behind")); err == nil {
			t.Errorf("what a program wrote to %s is still there", dir)
		}
	}
}

func (s *suite) testLeftovers(t *testing.T) {
	hows := []string{"child"}
	if s.enforces.CPU != "wait4" {
		hows = append(hows, "session", "orphan", "bare")
	}
	for _, how := range hows {
		t.Run(how, func(t *testing.T) {
			dir := sharedDir(t)
			file := filepath.Join(dir, "lock")
			r := s.victimRun(t, []string{"leave", how, file}, writing(dir))
			if r.err != nil || r.stdout != "locked\n" {
				t.Fatalf("the victim could not leave anything: %+v", r)
			}
			if held(t, file) {
				t.Error("a process is left of the run")
			}
		})
		t.Run(how+" burns", func(t *testing.T) {
			if s.enforces.CPU == "wait4" {
				return
			}
			dir := sharedDir(t)
			limit := judge.Limits{CPU: 300 * time.Millisecond}
			r := s.victimRun(t, []string{"leave", how, filepath.Join(dir, "lock"), "burn"},
				writing(dir), within(limit))
			if r.err != nil || r.Cause != judge.CauseCPU || r.Usage.CPU <= limit.CPU {
				t.Errorf("CPU time of a descendant does not count: %+v", r)
			}
			if held(t, filepath.Join(dir, "lock")) {
				t.Error("a process is left of the run")
			}
		})
	}
}
