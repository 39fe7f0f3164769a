package run_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ojbatch/judge"
	"ojbatch/judge/run"
)

// fakeWorker judges by a script instead of running anything, so that every order of events
// can be brought about.
type fakeWorker struct {
	build func(ctx context.Context, p *judge.Program) error
	judge func(ctx context.Context, j judge.Job) (judge.Result, error)
}

func (w fakeWorker) Enforcement() judge.Enforcement { return judge.Enforcement{Isolation: "fake"} }

func (w fakeWorker) Build(ctx context.Context, p *judge.Program) (judge.Artifact, error) {
	if w.build == nil {
		return judge.Artifact{Language: "fake"}, nil
	}
	return judge.Artifact{Language: "fake"}, w.build(ctx, p)
}

func (w fakeWorker) Judge(ctx context.Context, j judge.Job) (judge.Result, error) {
	if w.judge == nil {
		return judge.Result{Case: j.Case, Verdict: judge.Accepted}, nil
	}
	return w.judge(ctx, j)
}

// suiteOf has the programs and cases that are named, separated by blanks.
func suiteOf(name, programs, cases string) *judge.Suite {
	s := &judge.Suite{Name: name}
	for _, p := range strings.Fields(programs) {
		path, expect, _ := strings.Cut(p, ":")
		program := &judge.Program{Name: path, Path: path}
		if expect != "" {
			program.Expect = []judge.Verdict{judge.Verdict(expect)}
		}
		s.Programs = append(s.Programs, program)
	}
	for _, c := range strings.Fields(cases) {
		s.Cases = append(s.Cases, &judge.Case{Name: c})
	}
	return s
}

// recorder keeps all events.
type recorder struct{ events []judge.Event }

func (r *recorder) Accept(e judge.Event) error {
	r.events = append(r.events, e)
	return nil
}

// programs are the events that sum programs up, as "suite/program verdict: results".
func (r *recorder) programs() []string {
	var lines []string
	for _, e := range r.events {
		if f, ok := e.(judge.ProgramFinished); ok {
			line := fmt.Sprintf("%s/%s %s:", f.Suite.Name, f.Program.Name, f.Verdict)
			for _, result := range f.Results {
				line += " " + string(result.Verdict)
			}
			lines = append(lines, line)
		}
	}
	return lines
}

func TestEventsComeInTheirOrder(t *testing.T) {
	suites := []*judge.Suite{
		suiteOf("a", "p q r", "1 2 3 4 5 6 7"), suiteOf("b", "p", "1"), suiteOf("c", "p q", "1 2"),
	}
	var rec recorder
	summary, err := run.Run(t.Context(), fakeWorker{}, run.Plan{Suites: suites, Workers: 8}, &rec)
	if err != nil {
		t.Fatal(err)
	}
	checkOrder(t, rec.events)
	want := judge.Summary{Programs: 6, Cases: 26, AsExpected: 6, Wall: summary.Wall}
	if summary != want {
		t.Errorf("summary %+v, want %+v", summary, want)
	}
	wantPrograms := []string{
		"a/p AC: AC AC AC AC AC AC AC", "a/q AC: AC AC AC AC AC AC AC",
		"a/r AC: AC AC AC AC AC AC AC", "b/p AC: AC", "c/p AC: AC AC", "c/q AC: AC AC",
	}
	if diff := cmp.Diff(wantPrograms, rec.programs()); diff != "" {
		t.Errorf("programs are not in suite order:\n%s", diff)
	}
}

// checkOrder holds events to what [judge.Event] promises.
func checkOrder(t *testing.T, events []judge.Event) {
	t.Helper()
	seen := map[string]bool{}
	unbuilt := map[*judge.Program]bool{}
	after := func(earlier, later string) {
		if !seen[earlier] {
			t.Errorf("%s came before %s", later, earlier)
		}
		seen[later] = true
	}
	for i, e := range events {
		switch e := e.(type) {
		case judge.RunStarted:
			if i != 0 {
				t.Errorf("event %d is RunStarted", i)
			}
			seen["start"] = true
		case judge.BuildStarted:
			after("start", "build of "+id(e.Suite, e.Program))
		case judge.BuildFinished:
			after("build of "+id(e.Suite, e.Program), "artifact of "+id(e.Suite, e.Program))
			unbuilt[e.Program] = e.Err != nil
		case judge.CaseStarted:
			after("artifact of "+id(e.Suite, e.Program), id(e.Suite, e.Program)+e.Case.Name)
		case judge.CaseFinished:
			name := id(e.Suite, e.Program) + e.Result.Case.Name
			if e.Result.Verdict != judge.Skipped && !unbuilt[e.Program] {
				after(name, "result of "+name)
			}
			seen["result of "+name] = true
		case judge.ProgramFinished:
			for _, r := range e.Results {
				after("result of "+id(e.Suite, e.Program)+r.Case.Name, id(e.Suite, e.Program)+" as a whole")
			}
		case judge.RunFinished:
			if i != len(events)-1 {
				t.Errorf("event %d of %d is RunFinished", i, len(events))
			}
		}
	}
}

func id(s *judge.Suite, p *judge.Program) string { return s.Name + "/" + p.Name + "/" }

func TestProgramsThatCanNotBeBuilt(t *testing.T) {
	w := fakeWorker{build: func(_ context.Context, p *judge.Program) error {
		return map[string]error{
			"broken":   &judge.CompilationError{Why: "exit code 1", Log: "x.c:1: no"},
			"expected": &judge.CompilationError{Why: "exit code 1"},
			"foreign":  &judge.ToolchainError{Language: "cobol", Why: "no cobc on PATH"},
			"unlucky":  errors.New("disk full"),
		}[p.Name]
	}}
	var rec recorder
	suite := suiteOf("s", "fine broken expected:CE foreign unlucky", "1 2")
	summary, err := run.Run(t.Context(), w, run.Plan{Suites: []*judge.Suite{suite}}, &rec)
	if err != nil {
		t.Fatal(err)
	}
	checkOrder(t, rec.events)
	want := []string{
		"s/fine AC: AC AC", "s/broken CE: CE SKIP", "s/expected CE: CE SKIP",
		"s/foreign SKIP: SKIP SKIP", "s/unlucky JE: JE SKIP",
	}
	if diff := cmp.Diff(want, rec.programs()); diff != "" {
		t.Error(diff)
	}
	wantSummary := judge.Summary{
		Programs: 5, Cases: 5, AsExpected: 2, Unexpected: 2, Unjudged: 1, JudgeErrors: 1,
		Wall: summary.Wall,
	}
	if summary != wantSummary {
		t.Errorf("summary %+v, want %+v", summary, wantSummary)
	}
	for _, e := range rec.events {
		if f, ok := e.(judge.ProgramFinished); ok && f.Program.Name == "broken" {
			if r := f.Results[0]; r.Why != "exit code 1" || r.Message != "x.c:1: no" {
				t.Errorf("what the compiler said is lost: %+v", r)
			}
		}
	}
}

// TestFailFast lets a later case finish before an earlier one fails, and holds a third until
// it is cancelled: the report is the same as if they had been run one by one.
func TestFailFast(t *testing.T) {
	lateFinished := make(chan struct{})
	w := fakeWorker{judge: func(ctx context.Context, j judge.Job) (judge.Result, error) {
		r := judge.Result{Case: j.Case, Verdict: judge.Accepted}
		switch j.Case.Name {
		case "bad":
			<-lateFinished
			r.Verdict = judge.WrongAnswer
		case "late":
			defer close(lateFinished)
			r.Verdict = judge.RuntimeError
		case "endless":
			<-ctx.Done()
			return judge.Result{}, context.Cause(ctx)
		}
		return r, nil
	}}
	var rec recorder
	plan := run.Plan{
		Suites: []*judge.Suite{suiteOf("s", "p", "good bad endless late never")}, Workers: 4,
		FailFast: true,
	}
	summary, err := run.Run(t.Context(), w, plan, &rec)
	if err != nil || summary.Interrupted {
		t.Fatalf("%+v, %v", summary, err)
	}
	if diff := cmp.Diff([]string{"s/p WA: AC WA SKIP SKIP SKIP"}, rec.programs()); diff != "" {
		t.Error(diff)
	}
	f := rec.events[len(rec.events)-2].(judge.ProgramFinished)
	if want := `stopped by case "bad"`; f.Results[3].Why != want || f.Results[4].Why != want {
		t.Errorf("skipped cases say %q and %q, want %q", f.Results[3].Why, f.Results[4].Why, want)
	}
}

func TestInterruptionKeepsWhatWasFinished(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	w := fakeWorker{judge: func(ctx context.Context, j judge.Job) (judge.Result, error) {
		if j.Program.Name == "q" && j.Case.Name == "2" {
			cancel(errors.New("ctrl-c"))
			return judge.Result{}, context.Cause(ctx)
		}
		return judge.Result{Case: j.Case, Verdict: judge.Accepted}, nil
	}}
	var rec recorder
	summary, err := run.Run(ctx, w, run.Plan{Suites: []*judge.Suite{suiteOf("s", "p q r", "1 2 3")}}, &rec)
	if err != nil {
		t.Fatal(err)
	}
	checkOrder(t, rec.events)
	want := []string{"s/p AC: AC AC AC", "s/q SKIP: AC SKIP SKIP", "s/r SKIP: SKIP SKIP SKIP"}
	if diff := cmp.Diff(want, rec.programs()); diff != "" {
		t.Error(diff)
	}
	wantSummary := judge.Summary{
		Programs: 3, Cases: 4, AsExpected: 1, Unjudged: 2, Interrupted: true, Wall: summary.Wall,
	}
	if summary != wantSummary {
		t.Errorf("summary %+v, want %+v", summary, wantSummary)
	}
}

func TestInterruptionBeforeTheBuilds(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	w := fakeWorker{build: func(ctx context.Context, p *judge.Program) error {
		cancel(errors.New("ctrl-c"))
		return context.Cause(ctx)
	}}
	var rec recorder
	summary, err := run.Run(ctx, w, run.Plan{Suites: []*judge.Suite{suiteOf("s", "p q", "1")}}, &rec)
	if err != nil || summary.Unjudged != 2 || !summary.Interrupted {
		t.Errorf("%+v, %v", summary, err)
	}
	checkOrder(t, rec.events)
}

func TestWorkersErrorIsNotLost(t *testing.T) {
	w := fakeWorker{judge: func(context.Context, judge.Job) (judge.Result, error) {
		return judge.Result{}, errors.New("out of order")
	}}
	var rec recorder
	summary, err := run.Run(t.Context(), w, run.Plan{Suites: []*judge.Suite{suiteOf("s", "p", "1")}}, &rec)
	if err != nil || summary.JudgeErrors != 1 {
		t.Errorf("%+v, %v", summary, err)
	}
	f := rec.events[len(rec.events)-2].(judge.ProgramFinished)
	if f.Results[0].Why != "out of order" {
		t.Errorf("the result says %q", f.Results[0].Why)
	}
}

// brokenSink fails at its third event.
type brokenSink struct{ n int }

var errBroken = errors.New("disk full")

func (b *brokenSink) Accept(judge.Event) error {
	if b.n++; b.n == 3 {
		return errBroken
	}
	return nil
}

func TestBrokenSinkDoesNotStopTheRun(t *testing.T) {
	var broken brokenSink
	var rec recorder
	plan := run.Plan{Suites: []*judge.Suite{suiteOf("s", "p q", "1 2")}}
	summary, err := run.Run(t.Context(), fakeWorker{}, plan, &broken, &rec)
	if !errors.Is(err, errBroken) || summary.AsExpected != 2 {
		t.Errorf("%+v, %v", summary, err)
	}
	if broken.n != 3 {
		t.Errorf("the broken sink got %d events, want none after the one that failed", broken.n)
	}
	checkOrder(t, rec.events)
	if got := len(rec.programs()); got != 2 {
		t.Errorf("the other sink was told of %d programs", got)
	}
}
