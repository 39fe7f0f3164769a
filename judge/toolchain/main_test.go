package toolchain

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"ojbatch/judge"
	"ojbatch/judge/plain"
)

// recorder is the plain executor with a memory of what it ran.
type recorder struct {
	judge.Executor
	mu   sync.Mutex
	runs []judge.Command
}

func newRecorder(t *testing.T) *recorder {
	t.Helper()
	x, err := plain.New()
	if err != nil {
		t.Fatal(err)
	}
	return &recorder{Executor: x}
}

func (r *recorder) Run(ctx context.Context, cmd judge.Command) (judge.Outcome, error) {
	r.mu.Lock()
	r.runs = append(r.runs, cmd)
	r.mu.Unlock()
	return r.Executor.Run(ctx, cmd)
}

func (r *recorder) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.runs)
}

// bench is a toolchain with what tests want to see of it.
type bench struct {
	*Toolchain
	t        *testing.T
	executor *recorder
}

func newBench(t *testing.T, o Options) *bench {
	t.Helper()
	b := &bench{t: t, executor: newRecorder(t)}
	o.Executor = b.executor
	var err error
	if b.Toolchain, err = New(o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// in is b for a part of its test.
func (b *bench) in(t *testing.T) *bench { return &bench{b.Toolchain, t, b.executor} }

// need skips the test where the language has no compiler, unless the environment says that
// this machine has all of them.
func (b *bench) need(language string) {
	b.t.Helper()
	_, missing := b.resolve(language)
	switch {
	case missing == nil:
	case os.Getenv("JUDGE_TEST_REQUIRE") == "1":
		b.t.Fatal(missing)
	default:
		b.t.Skip(missing)
	}
}

func (b *bench) build(path string) (judge.Artifact, error) {
	return b.Build(b.t.Context(), &judge.Program{Name: path, Path: path})
}

func (b *bench) mustBuild(path string) judge.Artifact {
	b.t.Helper()
	a, err := b.build(path)
	var rejected *judge.CompilationError
	if errors.As(err, &rejected) {
		b.t.Fatalf("%v\n%s", err, rejected.Log)
	}
	if err != nil {
		b.t.Fatal(err)
	}
	return a
}

// rejected builds a program that must not compile.
func (b *bench) rejected(path string) *judge.CompilationError {
	b.t.Helper()
	a, err := b.build(path)
	var rejected *judge.CompilationError
	if !errors.As(err, &rejected) {
		b.t.Fatalf("want a compilation error, got %+v, %v", a, err)
	}
	return rejected
}

// run returns what the program writes when it is run under l over the default limits.
func (b *bench) run(a judge.Artifact, l judge.Limits) string {
	b.t.Helper()
	l = l.Over(judge.Limits{CPU: 10 * time.Second, Wall: 30 * time.Second}).WithDefaults()
	var stdout, stderr bytes.Buffer
	outcome, err := b.executor.Executor.Run(b.t.Context(), judge.Command{
		Argv: a.Command(l), Env: a.Env, Read: a.Read, Reserve: a.Reserve,
		Stdout: &stdout, Stderr: &stderr, Limits: l,
	})
	if err != nil {
		b.t.Fatal(err)
	}
	if outcome.Cause != judge.CauseExited || outcome.ExitCode != 0 {
		b.t.Fatalf("%q ended with %+v, stdout %q, stderr %q", a.Argv, outcome, &stdout, &stderr)
	}
	return stdout.String()
}

// lay writes files into a new directory and returns it.
func lay(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// file writes one file into a new directory and returns its path.
func file(t *testing.T, name, text string) string {
	t.Helper()
	return filepath.Join(lay(t, map[string]string{name: text}), name)
}

// scripts is a table with one language that compiles a program by running it as a shell
// script, so that a test can have a compiler that does what it likes.
const scripts = `
script:
  extensions: [.script]
  entry: file
  tools: {sh: {names: [sh], version: [-c, echo 1]}}
  compile: {steps: [["{sh}", "./{entry}"]]}
  run: ["{sh}", "{dir}/{entry}"]
`

// newScriptBench returns a bench that knows the language of [scripts].
func newScriptBench(t *testing.T, o Options) *bench {
	t.Helper()
	o.Tables = append([]string{file(t, "scripts.yaml", scripts)}, o.Tables...)
	b := newBench(t, o)
	b.need("script")
	return b
}
