package toolchain

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"ojbatch/judge"
	"ojbatch/judge/cache"
)

func openCache(t *testing.T, dir string) *cache.Cache {
	t.Helper()
	c, err := cache.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func TestSecondBuildDoesNotCompile(t *testing.T) {
	kept := openCache(t, t.TempDir())
	program := file(t, "a.script", "true")
	first := newScriptBench(t, Options{Cache: kept})
	a := first.mustBuild(program)
	if again := first.mustBuild(program); again.Digest != a.Digest || first.executor.count() != 1 {
		t.Errorf("built again with %d runs: %v", first.executor.count(), again)
	}
	second := newScriptBench(t, Options{Cache: kept})
	b := second.mustBuild(program)
	if n := second.executor.count(); n != 0 {
		t.Errorf("another process compiles again, %d times", n)
	}
	if !slices.Equal(a.Argv, b.Argv) || a.Digest != b.Digest {
		t.Errorf("first %+v, then %+v", a, b)
	}
}

func TestWhatIsBuiltAnew(t *testing.T) {
	base := map[string]string{"main.script": "true", "lib.script": "true"}
	with := func(files map[string]string) map[string]string {
		all := map[string]string{}
		for _, m := range []map[string]string{base, files} {
			for name, text := range m {
				all[name] = text
			}
		}
		return all
	}
	kept := t.TempDir()
	build := func(t *testing.T, files map[string]string, tables ...string) string {
		var paths []string
		for _, text := range tables {
			paths = append(paths, file(t, "t.yaml", text))
		}
		b := newScriptBench(t, Options{Cache: openCache(t, kept), Tables: paths})
		return b.mustBuild(lay(t, files)).Digest
	}
	same := build(t, base)
	if again := build(t, base); again != same {
		t.Error("the same program in another directory has another digest")
	}
	if ignored := build(t, with(map[string]string{"README": "new"})); ignored != same {
		t.Error("a file that is no source changes the digest")
	}
	version := "script: {tools: {sh: {names: [sh], version: [-c, echo 2]}}}"
	tests := map[string]string{
		"source":     build(t, with(map[string]string{"lib.script": "false"})),
		"name":       build(t, map[string]string{"main.script": "true", "lob.script": "true"}),
		"new source": build(t, with(map[string]string{"new.script": ""})),
		"header":     build(t, with(map[string]string{"x.h": ""}), "script: {also: ['*.h']}"),
		"version":    build(t, base, version),
		"flag":       build(t, base, `script: {compile: {steps: [["{sh}", -e, "./{entry}"]]}}`),
		"run":        build(t, base, `script: {run: ["{sh}", -e, "{dir}/{entry}"]}`),
		"file":       build(t, base, `script: {files: {x: "1"}}`),
	}
	seen := map[string]string{same: "nothing"}
	for what, digest := range tests {
		if other, taken := seen[digest]; taken {
			t.Errorf("a change of %s has the digest of a change of %s", what, other)
		}
		seen[digest] = what
	}
}

func TestRejectedIsNotCompiledAgain(t *testing.T) {
	b := newScriptBench(t, Options{})
	program := file(t, "a.script", "echo no >&2; exit 3")
	for range 3 {
		rejected := b.rejected(program)
		if rejected.Why != "exit code 3" || rejected.Log != "no" {
			t.Errorf("rejected as %+v", rejected)
		}
	}
	if n := b.executor.count(); n != 1 {
		t.Errorf("compiled %d times", n)
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(program), "*"))
	if err != nil || len(left) != 1 {
		t.Errorf("beside the source: %q, %v", left, err)
	}
}

func TestConcurrentBuildsCompileOnce(t *testing.T) {
	b := newScriptBench(t, Options{})
	program := file(t, "a.script", "true")
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if _, err := b.build(program); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := b.executor.count(); n != 1 {
		t.Errorf("compiled %d times", n)
	}
}

// stuckOnce is an executor whose first run ends only with its context.
type stuckOnce struct {
	judge.Executor
	first   sync.Once
	started chan struct{}
}

func (s *stuckOnce) Run(ctx context.Context, _ judge.Command) (judge.Outcome, error) {
	stuck := false
	s.first.Do(func() { stuck = true })
	if stuck {
		close(s.started)
		<-ctx.Done()
		return judge.Outcome{}, ctx.Err()
	}
	return judge.Outcome{Cause: judge.CauseExited}, nil
}

func TestCancelledBuild(t *testing.T) {
	b := newScriptBench(t, Options{})
	stuck := &stuckOnce{Executor: b.executor.Executor, started: make(chan struct{})}
	b.executor.Executor = stuck
	program := &judge.Program{Path: file(t, "a.script", "true")}
	ctx, cancel := context.WithCancel(t.Context())
	cancelled, other := make(chan error, 1), make(chan error, 1)
	build := func(ctx context.Context, result chan<- error) {
		_, err := b.Build(ctx, program)
		result <- err
	}
	go build(ctx, cancelled)
	<-stuck.started
	go build(t.Context(), other)
	cancel()
	if err := <-cancelled; !errors.Is(err, context.Canceled) {
		t.Errorf("the cancelled build returns %v", err)
	}
	if err := <-other; err != nil {
		t.Errorf("the other build returns %v", err)
	}
	if _, err := b.Build(ctx, program); !errors.Is(err, context.Canceled) {
		t.Errorf("with an ended context: %v", err)
	}
}

func TestCompilerOverALimit(t *testing.T) {
	tests := []struct{ limits, script, why string }{
		{"wall: 200ms", "exec sleep 600", "compiler: wall "},
		{"cpu: 200ms", "while :; do :; done", "compiler: cpu "},
		{"output: 1KiB", "while :; do echo 12345678; done", "compiler: output "},
		{"cpu: 10s", "kill -9 $$", "compiler: signal SIGKILL"},
	}
	for _, test := range tests {
		t.Run(test.limits, func(t *testing.T) {
			t.Parallel()
			table := "script: {compile: {limits: {" + test.limits + "}}}"
			b := newScriptBench(t, Options{Tables: []string{file(t, "l.yaml", table)}})
			got := b.rejected(file(t, "a.script", test.script))
			if !strings.HasPrefix(got.Why, test.why) {
				t.Errorf("why: %s", got.Why)
			}
		})
	}
}

func TestExecutorThatFails(t *testing.T) {
	b := newScriptBench(t, Options{})
	b.executor.Executor = failing{b.executor.Executor}
	_, err := b.build(file(t, "a.script", "true"))
	if !errors.Is(err, errBroken) || !strings.HasPrefix(err.Error(), "script: compile: ") {
		t.Errorf("error is %v", err)
	}
}

var errBroken = errors.New("broken")

type failing struct{ judge.Executor }

func (failing) Run(context.Context, judge.Command) (judge.Outcome, error) {
	return judge.Outcome{}, errBroken
}

func TestCompilerSeesNothingOfTheJudge(t *testing.T) {
	t.Setenv("JUDGE_TEST_SECRET", "secret")
	table := "script: {compile: {env: {OWN: 'in {dir}'}}}"
	b := newScriptBench(t, Options{Tables: []string{file(t, "e.yaml", table)}})
	log := b.rejected(file(t, "a.script", "env; ls -A; exit 1")).Log
	if strings.Contains(log, "secret") {
		t.Errorf("it sees the judge's environment:\n%s", log)
	}
	for _, want := range []string{"OWN=in ", "LANG=C.UTF-8", "PATH=", "\n.scratch\na.script"} {
		if !strings.Contains(log, want) {
			t.Errorf("it does not see %q:\n%s", want, log)
		}
	}

	cmd := b.executor.runs[0]
	home := filepath.Join(cmd.Dir, ".scratch")
	for _, want := range []string{"HOME=" + home, "TMPDIR=" + home} {
		if !slices.Contains(cmd.Env, want) {
			t.Errorf("no %s in %q", want, cmd.Env)
		}
	}
	if !slices.Equal(cmd.Write, []string{cmd.Dir}) || cmd.Stdin != nil {
		t.Errorf("it may write %q and reads from %v", cmd.Write, cmd.Stdin)
	}
	if cmd.Limits != compileLimits.WithDefaults() {
		t.Errorf("limits are %+v", cmd.Limits)
	}
}

func TestWhatCompilersMaySee(t *testing.T) {
	b := newBench(t, Options{})
	b.need("go")
	a := b.mustBuild(file(t, "main.go", samples["go"].hello))
	cmd := b.executor.runs[0]
	if len(cmd.Write) != 2 || cmd.Write[0] != cmd.Dir {
		t.Errorf("the go command may write %q", cmd.Write)
	}
	if gocache := "GOCACHE=" + cmd.Write[1]; !slices.Contains(cmd.Env, gocache) {
		t.Errorf("no %s in %q", gocache, cmd.Env)
	}
	if want := filepath.Dir(a.Argv[0]); !slices.Equal(a.Read, []string{want}) {
		t.Errorf("the program may read %q, want %q", a.Read, want)
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(a.Argv[0]), ".*")); len(left) > 0 {
		t.Errorf("left in the artifact: %q, %v", left, err)
	}
}

func TestProgramThatIsNone(t *testing.T) {
	tests := []struct{ name, language, file, text, why string }{
		{"package that is not main", "go", "a.go", "package a\n", "exit code 1"},
		{"cgo", "go", "a.go", "package main\n\nimport \"C\"\n\nfunc main() {}\n", "exit code 1"},
		{"module of somebody", "go", "a.go",
			"package main\n\nimport _ \"example.com/x\"\n\nfunc main() {}\n", "exit code 1"},
		{"no main function", "c", "a.c", "int x;\n", "exit code 1"},
		{"empty", "rust", "a.rs", "", "exit code 1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newBench(t, Options{})
			b.need(test.language)
			if got := b.rejected(file(t, test.file, test.text)); got.Why != test.why || got.Log == "" {
				t.Errorf("rejected as %+v", got)
			}
		})
	}
	t.Run("nothing made", func(t *testing.T) {
		table := `script: {run: ["{dir}/made"]}`
		b := newScriptBench(t, Options{Tables: []string{file(t, "r.yaml", table)}})
		if got := b.rejected(file(t, "a.script", "true")); got.Why != "compiler: made no made" {
			t.Errorf("why: %s", got.Why)
		}
	})
}

func TestGoModuleOfTheProgram(t *testing.T) {
	b := newBench(t, Options{})
	b.need("go")
	// Before Go 1.22 all iterations shared one variable.
	b.hello("go", lay(t, map[string]string{
		"go.mod": "module x\n\ngo 1.21\n",
		"main.go": `package main

import "fmt"

func main() {
	var fs []func()
	for _, s := range []string{"no", "hello"} {
		fs = append(fs, func() { fmt.Println(s) })
	}
	fs[0]()
}
`,
	}))
}

func TestTemporaryCacheIsRemoved(t *testing.T) {
	x := newRecorder(t)
	tc, err := New(Options{Executor: x})
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{tc, t, x}
	b.need("perl")
	a := b.mustBuild(file(t, "a.pl", samples["perl"].hello))
	if err := tc.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(a.Read[0]); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is still there: %v", a.Read[0], err)
	}
}

func TestNewNeedsAnExecutor(t *testing.T) {
	if _, err := New(Options{}); err == nil {
		t.Error("no error")
	}
}
