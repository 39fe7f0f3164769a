package compare_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ojbatch/judge"
	"ojbatch/judge/compare"
)

// shell builds programs that are shell scripts.
type shell struct {
	builds atomic.Int64
	// before is called at the beginning of each build, unless it is nil.
	before func(ctx context.Context) error
}

func (s *shell) Build(ctx context.Context, p *judge.Program) (judge.Artifact, error) {
	s.builds.Add(1)
	if s.before != nil {
		if err := s.before(ctx); err != nil {
			return judge.Artifact{}, err
		}
	}
	return judge.Artifact{
		Argv: []string{"/bin/sh", p.Path}, Env: []string{"BUILT=yes"}, Read: []string{p.Path},
	}, nil
}

// process runs commands without limits, and remembers them.
type process struct {
	mu   sync.Mutex
	cmds []judge.Command
}

func (*process) Enforcement() judge.Enforcement { return judge.Enforcement{} }

func (p *process) Run(ctx context.Context, cmd judge.Command) (judge.Outcome, error) {
	p.mu.Lock()
	p.cmds = append(p.cmds, cmd)
	p.mu.Unlock()
	c := exec.CommandContext(ctx, cmd.Argv[0], cmd.Argv[1:]...)
	c.Env, c.Stdout, c.Stderr = cmd.Env, cmd.Stdout, cmd.Stderr
	if cmd.Stdin != nil {
		c.Stdin = cmd.Stdin
	}
	err := c.Run()
	if ctx.Err() != nil {
		return judge.Outcome{}, ctx.Err()
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return judge.Outcome{}, err
	}
	status := c.ProcessState.Sys().(syscall.WaitStatus)
	if status.Signaled() {
		return judge.Outcome{Cause: judge.CauseSignaled, Signal: fmt.Sprint(status.Signal())}, nil
	}
	return judge.Outcome{Cause: judge.CauseExited, ExitCode: status.ExitStatus()}, nil
}

// ending is an executor under which every program prints text and ends in one way.
type ending struct {
	text    string
	outcome judge.Outcome
	err     error
}

func (ending) Enforcement() judge.Enforcement { return judge.Enforcement{} }

func (e ending) Run(_ context.Context, cmd judge.Command) (judge.Outcome, error) {
	fmt.Fprint(cmd.Stderr, e.text)
	return e.outcome, e.err
}

// script writes a checker and moves temporary files to a directory that is empty when the
// test ends.
func script(t *testing.T, protocol, text string) judge.CompareSpec {
	t.Helper()
	path := filepath.Join(t.TempDir(), "check.sh")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	spoolDir := t.TempDir()
	t.Setenv("TMPDIR", spoolDir)
	t.Cleanup(func() {
		left, err := os.ReadDir(spoolDir)
		if err != nil || len(left) != 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	})
	return judge.CompareSpec{Method: judge.CompareChecker, Checker: path, Protocol: protocol}
}

var one = &judge.Case{Input: judge.Text("input\n"), Answer: judge.Text("answer\n")}

func TestCheckerProtocols(t *testing.T) {
	const reads = `[ "$(cat "$1") $(cat "$2") $(cat "$3")" = "input output answer" ] || exit 99
[ "$BUILT" = yes ] || exit 98
read line && exit 97
`
	const readsICPC = `[ "$(cat "$1") $(cat) $(cat "$2")" = "input output answer" ] || exit 99
[ -d "$3" ] || exit 98
`
	for _, test := range []struct {
		protocol, script string
		want             judge.Comparison
		wantErr          string // after the checker's name
	}{
		{judge.ProtocolTestlib, reads + "echo ok 3 numbers >&2",
			judge.Comparison{Accepted: true, Message: "ok 3 numbers"}, ""},
		{judge.ProtocolTestlib, reads + "echo; echo wrong answer 3rd; echo more; exit 1",
			judge.Comparison{
				Why:     `rejected by the checker: "wrong answer 3rd"`,
				Message: "wrong answer 3rd\nmore",
			}, ""},
		{judge.ProtocolTestlib, "exit 2",
			judge.Comparison{Why: "rejected by the checker (presentation error)"}, ""},
		{judge.ProtocolTestlib, "echo dirt; exit 4", judge.Comparison{
			Why: `rejected by the checker (text after the end): "dirt"`, Message: "dirt"}, ""},
		{judge.ProtocolTestlib, "echo FAIL bad answer >&2; exit 3", judge.Comparison{},
			`exit code 3: it finds the case or itself at fault; it said "FAIL bad answer"`},
		{judge.ProtocolTestlib, "echo points 3 >&2; exit 7", judge.Comparison{},
			`exit code 7: it gives points, which have no place here; it said "points 3"`},
		{judge.ProtocolTestlib, "exit 42", judge.Comparison{}, "exit code 42"},

		{judge.ProtocolICPC, readsICPC + "exit 42", judge.Comparison{Accepted: true}, ""},
		{judge.ProtocolICPC, readsICPC + "echo too long > $3/judgemessage.txt; echo log; exit 43",
			judge.Comparison{Why: `rejected by the checker: "too long"`, Message: "too long"}, ""},
		{judge.ProtocolICPC, "echo too long > ${3}judgemessage.txt; exit 43",
			judge.Comparison{Why: `rejected by the checker: "too long"`, Message: "too long"}, ""},
		{judge.ProtocolICPC, "echo printed; exit 43",
			judge.Comparison{Why: `rejected by the checker: "printed"`, Message: "printed"}, ""},
		{judge.ProtocolICPC, "mkfifo $3/judgemessage.txt; exit 43",
			judge.Comparison{Why: "rejected by the checker"}, ""},
		{judge.ProtocolICPC, "ln -s $1 $3/judgemessage.txt; exit 43",
			judge.Comparison{Why: "rejected by the checker"}, ""},
		{judge.ProtocolICPC, "echo why > $3/judgemessage.txt; exit 1", judge.Comparison{},
			`exit code 1; it said "why"`},
		{judge.ProtocolICPC, "exit 0", judge.Comparison{}, "exit code 0"},

		{judge.ProtocolExit, reads + "exit 0", judge.Comparison{Accepted: true}, ""},
		{judge.ProtocolExit, reads + "exit 1",
			judge.Comparison{Why: "rejected by the checker"}, ""},
		{judge.ProtocolExit, "exit 2", judge.Comparison{}, "exit code 2"},
		{judge.ProtocolExit, "kill -SEGV $$", judge.Comparison{}, "signal segmentation fault"},
		{judge.ProtocolExit, "nosuchcommand 2>/dev/null", judge.Comparison{}, "exit code 127"},

		{"pascal", "", judge.Comparison{},
			`unknown protocol "pascal": want one of testlib, icpc, exit`},
	} {
		t.Run(test.protocol+"/"+test.want.Why+test.wantErr, func(t *testing.T) {
			spec := script(t, test.protocol, test.script)
			checker := compare.NewChecker(spec, &shell{}, &process{})
			got, err := checker.Compare(t.Context(), one, strings.NewReader("output\n"))
			checkError(t, err, spec, test.wantErr)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func checkError(t *testing.T, err error, spec judge.CompareSpec, want string) {
	t.Helper()
	if want == "" {
		if err != nil {
			t.Error(err)
		}
		return
	}
	want = fmt.Sprintf("checker %q: %s", spec.Checker, want)
	if err == nil || err.Error() != want {
		t.Errorf("got error %v\nwant      %s", err, want)
	}
}

// What an executor can make of a checker besides an exit is the checker's failure.
func TestCheckerEndings(t *testing.T) {
	flood := strings.Repeat("0123456789", 1000)
	broken := errors.New("no space left on device")
	for _, test := range []struct {
		ending ending
		want   string
	}{
		{ending{outcome: judge.Outcome{Cause: judge.CauseWall}}, "wall > 1m0s"},
		{ending{outcome: judge.Outcome{Cause: judge.CauseCPU}}, "cpu > 30s"},
		{ending{outcome: judge.Outcome{Cause: judge.CauseMemory}}, "memory > 1GiB"},
		{ending{text: flood, outcome: judge.Outcome{Cause: judge.CauseOutput}},
			`output > 64MiB; it said "…` + flood[:200] + `"`},
		{ending{outcome: judge.Outcome{Cause: judge.CauseForbidden, Syscall: "ptrace"}},
			"forbidden system call ptrace"},
		{ending{text: "Traceback\n", outcome: judge.Outcome{Cause: judge.CauseExited, ExitCode: 1}},
			`exit code 1; it said "Traceback"`},
		{ending{err: broken}, broken.Error()},
	} {
		spec := script(t, judge.ProtocolICPC, "")
		checker := compare.NewChecker(spec, &shell{}, test.ending)
		got, err := checker.Compare(t.Context(), one, strings.NewReader("output\n"))
		checkError(t, err, spec, test.want)
		if !cmp.Equal(got, judge.Comparison{}) {
			t.Errorf("%s: found %+v", test.want, got)
		}
	}
}

func TestCheckerMessageIsBounded(t *testing.T) {
	for _, text := range []string{
		"head -c 100000 /dev/zero | tr '\\0' x; printf %s end; exit 43",
		"(printf %s end; head -c 100000 /dev/zero | tr '\\0' x) > $3/judgemessage.txt; exit 43",
	} {
		checker := compare.NewChecker(script(t, judge.ProtocolICPC, text), &shell{}, &process{})
		got, err := checker.Compare(t.Context(), one, strings.NewReader(""))
		if err != nil {
			t.Fatal(err)
		}
		if n := len(got.Message); n > 4096 || n < 4000 {
			t.Errorf("message of %d bytes", n)
		}
		if !strings.Contains(got.Message, "end") || !strings.Contains(got.Message, "…") {
			t.Errorf("message %q", got.Message)
		}
		if len(got.Why) > 300 {
			t.Errorf("why of %d bytes", len(got.Why))
		}
	}
}

// What isolates a checker must be told all that it needs; its files are used where they are.
func TestCheckerCommand(t *testing.T) {
	spec := script(t, judge.ProtocolTestlib, `[ "$(cat $1 $3)" = in ]`)
	t.Chdir(t.TempDir())
	if err := os.WriteFile("case.in", []byte("in"), 0o644); err != nil {
		t.Fatal(err)
	}
	input, err := filepath.Abs("case.in")
	if err != nil {
		t.Fatal(err)
	}
	executor := new(process)
	checker := compare.NewChecker(spec, &shell{}, executor)
	c := &judge.Case{Input: judge.File("case.in")} // and no answer
	got, err := checker.Compare(t.Context(), c, strings.NewReader("output"))
	if err != nil || !got.Accepted {
		t.Fatalf("%+v, %v", got, err)
	}
	cmd := executor.cmds[0]
	if diff := cmp.Diff([]string{spec.Checker, input}, cmd.Read[:2]); diff != "" {
		t.Errorf("read: %s", diff)
	}
	if diff := cmp.Diff(cmd.Argv[2:], cmd.Read[1:]); diff != "" {
		t.Errorf("arguments are not what it may read: %s", diff)
	}
	if len(cmd.Write) != 1 || !filepath.IsAbs(cmd.Write[0]) {
		t.Errorf("write: %q", cmd.Write)
	}
	if cmd.Limits != cmd.Limits.WithDefaults() || cmd.Limits.Memory != judge.GiB {
		t.Errorf("limits: %+v", cmd.Limits)
	}
}

// Many comparisons at once share one build.
func TestCheckerBuildsOnce(t *testing.T) {
	builder := new(shell)
	checker := compare.NewChecker(script(t, judge.ProtocolExit, ""), builder, &process{})
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			got, err := checker.Compare(t.Context(), one, strings.NewReader(""))
			if err != nil || !got.Accepted {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
	all.Wait()
	if n := builder.builds.Load(); n != 1 {
		t.Errorf("built %d times", n)
	}
}

func TestCheckerDoesNotCompile(t *testing.T) {
	failed := &judge.CompilationError{Why: "exit code 1", Log: "\ncheck.cpp:3: error\nmore\n"}
	builder := &shell{before: func(context.Context) error { return failed }}
	spec := script(t, judge.ProtocolExit, "")
	checker := compare.NewChecker(spec, builder, &process{})
	for range 2 {
		_, err := checker.Compare(t.Context(), one, strings.NewReader(""))
		checkError(t, err, spec, `does not compile: exit code 1; it said "check.cpp:3: error"`)
		if !errors.Is(err, error(failed)) {
			t.Errorf("%v hides the compilation error", err)
		}
	}
	if n := builder.builds.Load(); n != 1 {
		t.Errorf("built %d times", n)
	}
}

// A build that was cancelled is begun again by whoever needs it next, one that waits included.
func TestCheckerBuildCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	building := make(chan struct{})
	var first atomic.Bool
	builder := &shell{before: func(ctx context.Context) error {
		if !first.CompareAndSwap(false, true) {
			return nil
		}
		close(building)
		<-ctx.Done()
		return fmt.Errorf("compiler: %w", ctx.Err())
	}}
	checker := compare.NewChecker(script(t, judge.ProtocolExit, ""), builder, &process{})
	var both sync.WaitGroup
	both.Go(func() {
		if _, err := checker.Compare(ctx, one, strings.NewReader("")); err != context.Canceled {
			t.Errorf("cancelled: got %v", err)
		}
	})
	<-building
	both.Go(func() {
		got, err := checker.Compare(t.Context(), one, strings.NewReader(""))
		if err != nil || !got.Accepted {
			t.Errorf("%+v, %v", got, err)
		}
	})
	cancel()
	both.Wait()
}

// Cancelling ends a checker that hangs, and a wait for output that has been cut off.
func TestCheckerCancelled(t *testing.T) {
	t.Run("checker", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		started := notify{make(chan struct{})}
		go func() {
			<-started.c
			cancel()
		}()
		executor := teeing{&process{}, started}
		checker := compare.NewChecker(
			script(t, judge.ProtocolExit, "echo up; exec sleep 1000"), &shell{}, executor)
		if _, err := checker.Compare(ctx, one, strings.NewReader("")); err != context.Canceled {
			t.Errorf("got %v", err)
		}
	})
	t.Run("output", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		checker := compare.NewChecker(script(t, judge.ProtocolExit, ""), &shell{}, &process{})
		if _, err := checker.Compare(ctx, one, cancelling{cancel}); err != context.Canceled {
			t.Errorf("got %v", err)
		}
	})
}

// notify closes its channel at the first write.
type notify struct{ c chan struct{} }

func (n notify) Write(p []byte) (int, error) {
	close(n.c)
	return len(p), nil
}

// teeing lets somebody see a program's standard output.
type teeing struct {
	judge.Executor
	to io.Writer
}

func (t teeing) Run(ctx context.Context, cmd judge.Command) (judge.Outcome, error) {
	cmd.Stdout = io.MultiWriter(cmd.Stdout, t.to)
	return t.Executor.Run(ctx, cmd)
}

func TestCheckerReadErrors(t *testing.T) {
	broken := func() (io.ReadCloser, error) { return nil, errors.New("disk on fire") }
	bad := judge.Stream("bad.zst", broken)
	for _, test := range []struct {
		c      judge.Case
		output io.Reader
		want   string
	}{
		{judge.Case{Input: bad}, strings.NewReader(""), "spool the input: disk on fire"},
		{judge.Case{Answer: bad}, strings.NewReader(""), "spool the answer: disk on fire"},
		{judge.Case{}, io.MultiReader(strings.NewReader("1"), failing{}),
			"spool the output: disk on fire"},
	} {
		spec := script(t, judge.ProtocolExit, "")
		checker := compare.NewChecker(spec, &shell{}, &process{})
		_, err := checker.Compare(t.Context(), &test.c, test.output)
		checkError(t, err, spec, test.want)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("disk on fire") }

// A large output reaches the checker whole.
func TestCheckerLargeOutput(t *testing.T) {
	spec := script(t, judge.ProtocolICPC, `[ "$(wc -c)" -eq 10000000 ] && exit 42`)
	checker := compare.NewChecker(spec, &shell{}, &process{})
	got, err := checker.Compare(t.Context(), one,
		bytes.NewReader(bytes.Repeat([]byte{0}, 10_000_000)))
	if err != nil || !got.Accepted {
		t.Errorf("%+v, %v", got, err)
	}
}
