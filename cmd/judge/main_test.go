//go:build unix

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"ojbatch/judge/attack"
	"ojbatch/judge/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.Init()
	attack.Init()
	testscript.Main(m, map[string]func(){"judge": main})
}

// TestScripts runs the real command as users do. Each script in testdata/script is a story.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup:               setUp,
		Condition:           condition,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits": exits,
			"empty": empty,
		},
	})
}

// setUp gives each script a cache of its own, the Go build cache of the user, since filling a
// new one takes long, and leave to run the programs in it.
func setUp(e *testscript.Env) error {
	e.Setenv("JUDGE_CACHE", filepath.Join(e.WorkDir, ".cache"))
	gocache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		return err
	}
	e.Setenv("GOCACHE", strings.TrimSpace(string(gocache)))
	return filepath.WalkDir(e.WorkDir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err == nil && strings.HasPrefix(string(text), "#!") {
			err = os.Chmod(path, 0o755)
		}
		return err
	})
}

// condition knows [container]: this machine can contain programs.
func condition(name string) (bool, error) {
	if name != "container" {
		return false, fmt.Errorf("unknown condition %q", name)
	}
	s, err := sandbox.New(1)
	if err == nil {
		return true, s.Close()
	}
	if os.Getenv("JUDGE_TEST_REQUIRE") == "1" {
		return false, err
	}
	return false, nil
}

// exits runs a command that must end with an exit code: exits CODE COMMAND [ARG]...
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND [ARG]...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("%q exits with %d, want %d", args[1:], got, want)
	}
}

// empty checks that directories hold nothing: empty DIR...
func empty(ts *testscript.TestScript, neg bool, args []string) {
	for _, dir := range args {
		entries, err := os.ReadDir(ts.MkAbs(dir))
		ts.Check(err)
		if (len(entries) == 0) == neg {
			ts.Fatalf("%s holds %d entries: %v", dir, len(entries), entries)
		}
	}
}
