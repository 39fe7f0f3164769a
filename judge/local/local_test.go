//go:build unix

package local_test

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ojbatch/judge"
	"ojbatch/judge/compare"
	"ojbatch/judge/local"
	"ojbatch/judge/plain"
)

// newWorker judges with the real executor and the real comparers.
func newWorker(t *testing.T) *local.Worker {
	t.Helper()
	x, err := plain.New()
	if err != nil {
		t.Fatal(err)
	}
	return &local.Worker{Executor: x, NewComparer: compare.New}
}

// shell is a program in the language of /bin/sh.
func shell(script string) judge.Artifact {
	return judge.Artifact{Argv: []string{"/bin/sh", "-c", script}}
}

func judgeOn(t *testing.T, w *local.Worker, script string, c *judge.Case) judge.Result {
	t.Helper()
	r, err := w.Judge(t.Context(), judge.Job{Case: c, Artifact: shell(script)})
	if err != nil {
		t.Fatal(err)
	}
	if r.Case != c {
		t.Errorf("the result is for case %v", r.Case)
	}
	return r
}

func TestVerdicts(t *testing.T) {
	// On a busy machine only the limit that is meant may be reached.
	busy := judge.Limits{CPU: 300 * time.Millisecond, Wall: time.Minute}
	idle := judge.Limits{CPU: time.Minute, Wall: 300 * time.Millisecond}
	flood := judge.Limits{CPU: time.Minute, Output: 1000}
	for _, c := range []struct {
		name, script string
		limits       judge.Limits
		want         judge.Verdict
		why          string
	}{
		{"right", "cat", judge.Limits{}, judge.Accepted, ""},
		{"wrong", "echo 8", judge.Limits{}, judge.WrongAnswer, `line 1: got "8", want "7"`},
		{"silent", ":", judge.Limits{}, judge.WrongAnswer, `line 1: got end of output, want "7"`},
		{"wrong and failed", "echo 8; exit 3", judge.Limits{}, judge.RuntimeError, "exit code 3"},
		{"right and failed", "cat; exit 3", judge.Limits{}, judge.RuntimeError, "exit code 3"},
		{"crashed", "kill -SEGV $$", judge.Limits{}, judge.RuntimeError, "signal SIGSEGV"},
		{"busy", "while :; do :; done", busy, judge.TimeLimitExceeded, "cpu "},
		{"right, then idle", "cat; exec sleep 100", idle, judge.TimeLimitExceeded, "wall "},
		{"right, then a flood", "cat; exec yes", flood, judge.OutputLimitExceeded, "output "},
		{"a flood of errors", "cat; yes 2>&1 | head -c 100000 >&2", flood, judge.Accepted, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := judgeOn(t, newWorker(t), c.script, &judge.Case{
				Name: "c", Input: judge.Text("7\n"), Answer: judge.Text("7\n"), Limits: c.limits,
			})
			if r.Verdict != c.want || !strings.HasPrefix(r.Why, c.why) {
				t.Errorf("got %s %q, want %s %q", r.Verdict, r.Why, c.want, c.why)
			}
			if r.Limits != c.limits.WithDefaults() {
				t.Errorf("the limits in force are given as %+v", r.Limits)
			}
		})
	}
}

func TestEvidenceForAFailure(t *testing.T) {
	r := judgeOn(t, newWorker(t), "echo hint >&2; echo 1; echo 3", &judge.Case{
		Name: "c", Input: judge.Text("in\n"), Answer: judge.Text("1\n2\n"),
	})
	if string(r.Want.Text) != "1\n2\n" || string(r.Got.Text) != "1\n3\n" || r.Want.Line != 1 {
		t.Errorf("windows are %+v and %+v", r.Want, r.Got)
	}
	if string(r.Input.Text) != "in\n" || string(r.Stderr.Text) != "hint\n" {
		t.Errorf("input %q, stderr %q", r.Input.Text, r.Stderr.Text)
	}
	if r.Outcome.Usage.Output != 4 || r.Outcome.Usage.Wall <= 0 {
		t.Errorf("usage %+v", r.Outcome.Usage)
	}
}

func TestNoEvidenceForSuccess(t *testing.T) {
	r := judgeOn(t, newWorker(t), "echo hint >&2; cat", &judge.Case{
		Name: "c", Input: judge.Text("7"), Answer: judge.Text("7"),
	})
	if r.Verdict != judge.Accepted || r.Input.Line+r.Stderr.Line+r.Want.Line != 0 {
		t.Errorf("%+v", r)
	}
}

func TestInputComesFromWhereverItIsKept(t *testing.T) {
	const text = "1\r\n\x00 no newline at the end"
	path := filepath.Join(t.TempDir(), "1.in.gz")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(f)
	io.WriteString(z, text)
	if err := errors.Join(z.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	plainFile := filepath.Join(t.TempDir(), "1.in")
	if err := os.WriteFile(plainFile, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, d := range map[string]judge.Data{
		"inline": judge.Text(text),
		"file":   judge.File(plainFile),
		"compressed": judge.Stream(path, func() (io.ReadCloser, error) {
			f, err := os.Open(path)
			if err != nil {
				return nil, err
			}
			return gzip.NewReader(f)
		}),
	} {
		c := &judge.Case{
			Name: name, Input: d, Answer: judge.Text(text),
			Compare: judge.CompareSpec{Method: judge.CompareExact},
		}
		// Twice, since a run must not leave the input at its end. The program cannot write it.
		for range 2 {
			r := judgeOn(t, newWorker(t), "cat; echo damaged >&0 || :", c)
			if r.Verdict != judge.Accepted {
				t.Errorf("%s: %s %s", name, r.Verdict, r.Why)
			}
		}
	}
}

func TestJudgesOwnFailures(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing.in")
	for name, c := range map[string]struct {
		job judge.Job
		why string
	}{
		"input is gone": {
			judge.Job{
				Case:     &judge.Case{Name: "c", Input: judge.File(missing), Answer: judge.Text("")},
				Artifact: shell("cat"),
			},
			missing,
		},
		"answer is gone": {
			judge.Job{
				Case:     &judge.Case{Name: "c", Input: judge.Text(""), Answer: judge.File(missing)},
				Artifact: shell("cat"),
			},
			missing,
		},
		"program is gone": {
			judge.Job{
				Case:     &judge.Case{Name: "c", Input: judge.Text(""), Answer: judge.Text("")},
				Artifact: judge.Artifact{Argv: []string{missing}},
			},
			missing,
		},
		"no such comparison": {
			judge.Job{
				Case: &judge.Case{
					Name: "c", Input: judge.Text(""), Answer: judge.Text(""),
					Compare: judge.CompareSpec{Method: "taste"},
				},
				Artifact: shell("cat"),
			},
			`"taste"`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := newWorker(t).Judge(t.Context(), c.job)
			if err != nil || r.Verdict != judge.JudgeError || !strings.Contains(r.Why, c.why) {
				t.Errorf("got %s %q, %v; want JE that names %q", r.Verdict, r.Why, err, c.why)
			}
		})
	}
}

func TestCancellationIsNoVerdict(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	reason := errors.New("ctrl-c")
	w := newWorker(t)
	w.NewComparer = func(judge.CompareSpec) (judge.Comparer, error) {
		return comparer(func(output io.Reader) bool {
			output.Read(make([]byte, 1))
			cancel(reason) // once the program is known to run
			return true
		}), nil
	}
	r, err := w.Judge(ctx, judge.Job{
		Case:     &judge.Case{Name: "c", Input: judge.Text("")},
		Artifact: shell("echo started; exec sleep 100"),
	})
	if !errors.Is(err, reason) || r.Verdict != "" {
		t.Errorf("got %s, %v; want the context's cause", r.Verdict, err)
	}
}

// comparer stands in for the real ones where a test needs to meddle.
type comparer func(output io.Reader) bool

func (c comparer) Compare(_ context.Context, _ *judge.Case, output io.Reader) (judge.Comparison, error) {
	return judge.Comparison{Accepted: c(output)}, nil
}

func TestComparerThatHasSeenEnoughDoesNotBlockTheProgram(t *testing.T) {
	made := 0
	w := newWorker(t)
	w.NewComparer = func(judge.CompareSpec) (judge.Comparer, error) {
		made++
		return comparer(func(io.Reader) bool { return true }), nil
	}
	c := &judge.Case{Name: "c", Input: judge.Text(""), Limits: judge.Limits{Output: judge.MiB}}
	if r := judgeOn(t, w, "head -c 1000000 /dev/zero", c); r.Verdict != judge.Accepted {
		t.Errorf("%s %s", r.Verdict, r.Why)
	}
	if r := judgeOn(t, w, "head -c 2000000 /dev/zero", c); r.Verdict != judge.OutputLimitExceeded {
		t.Errorf("%s %s", r.Verdict, r.Why)
	}
	if made != 1 {
		t.Errorf("%d comparers were made of one spec", made)
	}
}

func TestRepeat(t *testing.T) {
	count := filepath.Join(t.TempDir(), "count")
	w := newWorker(t)
	w.NewComparer = func(judge.CompareSpec) (judge.Comparer, error) {
		return comparer(func(r io.Reader) bool { io.Copy(io.Discard, r); return true }), nil
	}
	c := &judge.Case{Name: "c", Input: judge.Text("")}
	for name, test := range map[string]struct {
		script          string
		verdict         judge.Verdict
		verdictChanged  bool
		acceptedChanged bool
	}{
		"steady":   {"echo 1", judge.Accepted, false, false},
		"restless": {"echo $$", judge.Accepted, false, true},
		"fails the second time": {
			"echo x >> " + count + "; exit $(( $(wc -l < " + count + ") == 2 ))",
			judge.RuntimeError, true, false,
		},
	} {
		r, err := w.Judge(t.Context(), judge.Job{Case: c, Artifact: shell(test.script), Repeat: 3})
		if err != nil {
			t.Fatal(err)
		}
		sum := r.Repeats
		if sum == nil || sum.Runs != 3 || r.Verdict != test.verdict ||
			sum.VerdictChanged != test.verdictChanged || sum.OutputChanged != test.acceptedChanged {
			t.Errorf("%s: %s %+v", name, r.Verdict, sum)
			continue
		}
		if sum.Wall.Min <= 0 || sum.Wall.Min > sum.Wall.Median || sum.Wall.Median > sum.Wall.Max {
			t.Errorf("%s: spread %+v", name, sum.Wall)
		}
	}
}
