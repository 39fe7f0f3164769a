package report_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"ojbatch/judge"
)

// scenario is how a run came out. Its events follow from that.
type scenario struct {
	name        string
	suites      []*judge.Suite
	results     map[*judge.Program][]judge.Result
	unjudged    map[*judge.Program]string
	buildErrors map[*judge.Program]error
	interrupted bool
}

var isolated = judge.Enforcement{
	Isolation: "container", Memory: "cgroup2", CPU: "cgroup2",
	Processes: "cgroup2", Disk: "tmpfs", Network: "isolated",
}

var unisolated = judge.Enforcement{
	Isolation: "none", Memory: "rlimit", CPU: "clock",
	Processes: "none", Disk: "none", Network: "none",
	Gaps: []string{
		"programs can read what the judge can read",
		"memory is limited for each process, not for all of them together",
	},
}

// events returns what a sink is told of the run, one program after the other.
func (s scenario) events() []judge.Event {
	started := judge.RunStarted{Suites: s.suites, Enforcement: isolated, Workers: 2}
	if len(s.suites) == 1 {
		started.Enforcement = unisolated
	}
	sum := judge.Summary{Wall: 3210 * time.Millisecond, Interrupted: s.interrupted}
	var events []judge.Event
	for _, suite := range s.suites {
		for _, p := range suite.Programs {
			started.Programs++
			started.Cases += len(suite.Cases)
			events = append(events, s.programEvents(suite, p, &sum)...)
		}
	}
	return append(append([]judge.Event{started}, events...), judge.RunFinished{Summary: sum})
}

func (s scenario) programEvents(
	suite *judge.Suite, p *judge.Program, sum *judge.Summary,
) []judge.Event {
	events := []judge.Event{
		judge.BuildStarted{Suite: suite, Program: p},
		judge.BuildFinished{
			Suite: suite, Program: p, Language: "go", Took: 250 * time.Millisecond,
			Err: s.buildErrors[p],
		},
	}
	results := s.results[p]
	for _, r := range results {
		if r.Outcome.Cause != "" {
			events = append(events, judge.CaseStarted{Suite: suite, Program: p, Case: r.Case})
		}
		events = append(events, judge.CaseFinished{Suite: suite, Program: p, Result: r})
	}
	finished := judge.ProgramFinished{
		Suite: suite, Program: p, Verdict: judge.Overall(results),
		Unjudged: s.unjudged[p], Results: results,
	}
	finished.AsExpected = finished.Unjudged == "" &&
		slices.Contains(p.Expected(), finished.Verdict)
	count(sum, finished)
	return append(events, finished)
}

func count(sum *judge.Summary, p judge.ProgramFinished) {
	sum.Programs++
	switch {
	case p.Unjudged != "":
		sum.Unjudged++
	case p.AsExpected:
		sum.AsExpected++
	default:
		sum.Unexpected++
	}
	for _, r := range p.Results {
		if r.Verdict != judge.Skipped {
			sum.Cases++
		}
		if r.Verdict == judge.JudgeError {
			sum.JudgeErrors++
		}
	}
}

// newSuite returns a suite with cases of these names, ten lines apart in its file.
func newSuite(name string, cases ...string) *judge.Suite {
	s := &judge.Suite{Name: name, File: "cases/" + name + ".yaml", Title: "On " + name}
	for i, c := range cases {
		s.Cases = append(s.Cases, &judge.Case{
			Name: c, Pos: judge.Position{File: s.File, Line: 10 * (i + 1), Column: 5},
			Limits: judge.Limits{CPU: time.Second, Memory: 64 * judge.MiB},
		})
	}
	return s
}

// add adds a program to s.
func add(s *judge.Suite, name string, expect ...judge.Verdict) *judge.Program {
	p := &judge.Program{
		Name: name, Expect: expect,
		Pos: judge.Position{File: s.File, Line: 3 + len(s.Programs), Column: 5},
	}
	s.Programs = append(s.Programs, p)
	return p
}

// ran is an accepted result that took cpu milliseconds.
func ran(c *judge.Case, cpu int) judge.Result {
	used := time.Duration(cpu) * time.Millisecond
	return judge.Result{
		Case: c, Verdict: judge.Accepted, Limits: c.Limits.WithDefaults(),
		Outcome: judge.Outcome{
			Cause: judge.CauseExited,
			Usage: judge.Usage{
				CPU: used, Wall: used + 8*time.Millisecond,
				Memory: judge.Size(cpu) * 100 * judge.KiB, Output: 42,
			},
		},
	}
}

func allAccepted(s *judge.Suite) []judge.Result {
	var results []judge.Result
	for i, c := range s.Cases {
		results = append(results, ran(c, 12+i))
	}
	return results
}

// failed is a result with a verdict other than AC.
func failed(c *judge.Case, v judge.Verdict, cause judge.Cause, why string) judge.Result {
	r := ran(c, 20)
	r.Verdict, r.Outcome.Cause, r.Why = v, cause, why
	r.Input = judge.Excerpt{Text: []byte("2 1\n3 2\n0 0\n"), Line: 1}
	return r
}

func wrong(c *judge.Case) judge.Result {
	r := failed(c, judge.WrongAnswer, judge.CauseExited, `line 2: got "4", want "5"`)
	r.Want = judge.Excerpt{Text: []byte("1\n5\n-1\n"), Line: 1}
	r.Got = judge.Excerpt{Text: []byte("1\n4\n-1\n"), Line: 1}
	r.Stderr = judge.Excerpt{Text: []byte("main: 3 boards\n\tdone\n"), Line: 1}
	return r
}

func crashed(c *judge.Case) judge.Result {
	r := failed(c, judge.RuntimeError, judge.CauseSignaled, "signal SIGSEGV")
	r.Outcome.Signal = "SIGSEGV"
	return r
}

func judgeFailed(c *judge.Case) judge.Result {
	return judge.Result{Case: c, Verdict: judge.JudgeError, Why: "checker: exit code 3: no answer"}
}

func skipped(c *judge.Case, why string) judge.Result {
	return judge.Result{Case: c, Verdict: judge.Skipped, Why: why}
}

// skippedAfter puts first before the cases that it made pointless.
func skippedAfter(s *judge.Suite, why string, first ...judge.Result) []judge.Result {
	results := first
	for _, c := range s.Cases[len(first):] {
		results = append(results, skipped(c, why))
	}
	return results
}

type byProgram = map[*judge.Program][]judge.Result

// scenarios returns all of them. They are made anew, since sinks may keep what they are given.
func scenarios() []scenario {
	return []scenario{
		accepted(), wrongAnswer(), everyVerdict(), expectedWrong(), unexpectedlyAccepted(),
		doesNotCompile(), notJudged(), judgeErrors(), interrupted(), hostile(), hugeStderr(),
		cached(), repeated(), failFast(), manyFailures(), hundred(), noCases(),
	}
}

func accepted() scenario {
	a, b := newSuite("poj3009", "sample", "worst/1"), newSuite("lc909", "example 4")
	b.Cases[0].Limits = judge.Limits{CPU: 500 * time.Millisecond}
	results := byProgram{
		add(a, "../problems/poj3009"): allAccepted(a),
		add(a, "poj3009/wide.c"):      allAccepted(a),
		add(b, "../problems/lc909"):   allAccepted(b),
	}
	return scenario{name: "accepted", suites: []*judge.Suite{a, b}, results: results}
}

func wrongAnswer() scenario {
	s := newSuite("poj3009", "sample", "edge", "worst/1")
	s.Cases[2].Limits.CPU = 500 * time.Millisecond
	bad := []judge.Result{ran(s.Cases[0], 3), wrong(s.Cases[1]), ran(s.Cases[2], 480)}
	results := byProgram{
		add(s, "../problems/poj3009"): bad,
		add(s, "poj3009/other.py"):    allAccepted(s),
	}
	return scenario{name: "wrong-answer", suites: []*judge.Suite{s}, results: results}
}

func everyVerdict() scenario {
	s := newSuite("snakegame",
		"ac", "wa", "cpu", "wall", "memory", "output", "exit", "syscall", "je")
	c := s.Cases
	slow := failed(c[2], judge.TimeLimitExceeded, judge.CauseCPU, "cpu 1.004s > 1s")
	slow.Outcome.Usage.CPU = 1004 * time.Millisecond
	stuck := failed(c[3], judge.TimeLimitExceeded, judge.CauseWall, "wall 3.001s > 3s")
	stuck.Outcome.Usage.Wall = 3001 * time.Millisecond
	fat := failed(c[4], judge.MemoryLimitExceeded, judge.CauseMemory, "memory > 64MiB")
	fat.Outcome.Usage.Memory = 64 * judge.MiB
	crash := failed(c[6], judge.RuntimeError, judge.CauseExited, "exit code 2")
	crash.Outcome.ExitCode = 2
	evil := failed(c[7], judge.RuntimeError, judge.CauseForbidden, "forbidden system call ptrace")
	evil.Outcome.Syscall = "ptrace"
	chatty := failed(c[5], judge.OutputLimitExceeded, judge.CauseOutput, "output > 64MiB")
	all := []judge.Result{
		ran(c[0], 3), wrong(c[1]), slow, stuck, fat, chatty, crash, evil, judgeFailed(c[8]),
	}
	results := byProgram{add(s, "everything.go"): all}
	return scenario{name: "every-verdict", suites: []*judge.Suite{s}, results: results}
}

func expectedWrong() scenario {
	s := newSuite("lc909", "sample", "chain")
	bad := []judge.Result{ran(s.Cases[0], 3), wrong(s.Cases[1])}
	crash := []judge.Result{crashed(s.Cases[0]), wrong(s.Cases[1])}
	fine := allAccepted(s)
	results := byProgram{
		add(s, "lc909/wrong/follows-chains.cpp", judge.WrongAnswer):                     bad,
		add(s, "lc909/wrong/stack/main.go", judge.TimeLimitExceeded, judge.WrongAnswer): bad,
		add(s, "lc909/wrong/crashes.js", judge.WrongAnswer, judge.TimeLimitExceeded):    crash,
		add(s, "lc909/either.py", judge.Accepted, judge.TimeLimitExceeded):              fine,
		add(s, "lc909/lucky.py", judge.Accepted, judge.WrongAnswer):                     crash,
	}
	return scenario{name: "expected-wrong", suites: []*judge.Suite{s}, results: results}
}

func unexpectedlyAccepted() scenario {
	s := newSuite("lc909", "sample", "chain")
	results := byProgram{add(s, "lc909/wrong/no-zigzag.js", judge.WrongAnswer): allAccepted(s)}
	return scenario{name: "unexpectedly-accepted", suites: []*judge.Suite{s}, results: results}
}

func doesNotCompile() scenario {
	s := newSuite("gfgmoves", "sample", "one cell")
	refused := &judge.CompilationError{
		Why: "exit code 1", Log: "main.c:3:5: error: expected ';'\n\tint x\n\t     ^\n",
	}
	result := judge.Result{
		Case: s.Cases[0], Verdict: judge.CompileError, Why: refused.Why, Message: refused.Log,
	}
	meant, not := add(s, "wrong/no-semicolon.c", judge.CompileError), add(s, "right.c")
	return scenario{
		name: "does-not-compile", suites: []*judge.Suite{s},
		results: byProgram{
			meant: skippedAfter(s, "does not compile", result),
			not:   skippedAfter(s, "does not compile", result),
		},
		buildErrors: map[*judge.Program]error{meant: refused, not: refused},
	}
}

func notJudged() scenario {
	s := newSuite("gfgmoves", "sample", "one cell")
	missing := &judge.ToolchainError{Language: "java", Why: "no javac on PATH"}
	p := add(s, "Main.java")
	return scenario{
		name: "not-judged", suites: []*judge.Suite{s},
		results: byProgram{
			p:                  skippedAfter(s, missing.Error()),
			add(s, "right.py"): allAccepted(s),
		},
		unjudged:    map[*judge.Program]string{p: missing.Error()},
		buildErrors: map[*judge.Program]error{p: missing},
	}
}

func judgeErrors() scenario {
	s := newSuite("gfgladders", "sample", "down")
	results := byProgram{
		add(s, "right.py"):                       {ran(s.Cases[0], 5), judgeFailed(s.Cases[1])},
		add(s, "wrong/up.py", judge.WrongAnswer): {wrong(s.Cases[0]), judgeFailed(s.Cases[1])},
	}
	return scenario{name: "judge-errors", suites: []*judge.Suite{s}, results: results}
}

func interrupted() scenario {
	const why = "interrupted"
	s := newSuite("poj3009", "sample", "edge", "worst/1")
	half, never := add(s, "half.go"), add(s, "never.go")
	return scenario{
		name: "interrupted", suites: []*judge.Suite{s}, interrupted: true,
		results: byProgram{
			add(s, "done.go"): allAccepted(s),
			half:              {ran(s.Cases[0], 5), wrong(s.Cases[1]), skipped(s.Cases[2], why)},
			never:             skippedAfter(s, why),
		},
		unjudged: map[*judge.Program]string{half: why, never: why},
	}
}

// nasty is what a program that means harm would like a terminal or a parser to read.
const nasty = "\x1b[2J\x1b]0;owned\x07\x00\x08\r\x7f\u009b31m\u202etxt\u2028\xff\xfe\ufffe" +
	"]]>&<\"'\\" + "::error::spoofed"

func hostile() scenario {
	s := newSuite("evil"+nasty, "case"+nasty, "lines")
	s.File, s.Title = nasty, nasty
	s.Cases[0].Pos.File = nasty
	r := wrong(s.Cases[0])
	r.Why, r.Message = "got "+nasty, nasty+"\n"+nasty
	r.Input.Text = []byte(nasty + "\n" + nasty)
	r.Got.Text = []byte("1\n" + nasty + "\n")
	r.Stderr.Text = []byte(nasty + "\n::error::spoofed\n14 programs as expected, 0 not\n")
	broken := judge.Result{
		Case: s.Cases[0], Verdict: judge.CompileError, Why: nasty, Message: nasty + "\n" + nasty,
	}
	unjudged := add(s, nasty+" unjudged")
	return scenario{
		name: "hostile", suites: []*judge.Suite{s},
		results: byProgram{
			add(s, nasty):             {r, crashed(s.Cases[1])},
			add(s, nasty+" no build"): skippedAfter(s, nasty, broken),
			unjudged:                  skippedAfter(s, nasty),
		},
		unjudged: map[*judge.Program]string{unjudged: nasty},
	}
}

func hugeStderr() scenario {
	s := newSuite("poj3009", "flood", "long line", strings.Repeat("long name ", 50))
	flood, line, name := wrong(s.Cases[0]), crashed(s.Cases[1]), crashed(s.Cases[2])
	flood.Stderr = judge.Excerpt{Text: []byte("cut off\n"), Line: 90000, Skipped: 17}
	for i := range 100 {
		flood.Stderr.Text = fmt.Appendf(flood.Stderr.Text, "line %d\n", 90001+i)
	}
	line.Stderr = judge.Excerpt{Text: bytes.Repeat([]byte{'x'}, 1<<12), Line: 1}
	line.Input = judge.Excerpt{Text: bytes.Repeat([]byte("1 "), 1<<9), Line: 1, More: true}
	line.Why = strings.Repeat("because ", 1000)
	results := byProgram{add(s, strings.Repeat("deep/", 100)+"main.go"): {flood, line, name}}
	return scenario{name: "huge-stderr", suites: []*judge.Suite{s}, results: results}
}

func cached() scenario {
	s := newSuite("poj3009", "sample", "edge")
	all, some := allAccepted(s), []judge.Result{ran(s.Cases[0], 4), wrong(s.Cases[1])}
	all[0].Cached, all[1].Cached, some[1].Cached = true, true, true
	results := byProgram{add(s, "same.go"): all, add(s, "changed.go"): some}
	return scenario{name: "cached", suites: []*judge.Suite{s}, results: results}
}

func repeated() scenario {
	s := newSuite("poj3009", "sample", "edge", "worst/1", "worst/2")
	results := allAccepted(s)
	results[1] = wrong(s.Cases[1])
	for i := range results {
		u := results[i].Outcome.Usage
		results[i].Repeats = &judge.Repeats{
			Runs: 5, CPU: spread(u.CPU), Wall: spread(u.Wall), Memory: spread(u.Memory),
		}
	}
	results[1].Repeats.VerdictChanged = true
	results[2].Repeats.OutputChanged = true
	return scenario{
		name: "repeated", suites: []*judge.Suite{s},
		results: byProgram{add(s, "flaky.go"): results},
	}
}

func spread[T ~int64](most T) judge.Spread[T] {
	return judge.Spread[T]{Min: most / 2, Median: most * 3 / 4, Max: most}
}

// noCases is a suite of which nothing was selected.
func noCases() scenario {
	s := newSuite("lc909")
	missing := add(s, "Main.java")
	add(s, "main.go")
	return scenario{
		name: "no-cases", suites: []*judge.Suite{s},
		unjudged: map[*judge.Program]string{missing: "java: no javac on PATH"},
	}
}

func failFast() scenario {
	s := newSuite("poj3009", "sample", "edge", "worst/1", "worst/2")
	results := byProgram{
		add(s, "first.go"): skippedAfter(s, `stopped by case "sample"`, wrong(s.Cases[0])),
		add(s, "wrong.go", judge.WrongAnswer): skippedAfter(s, `stopped by case "edge"`,
			ran(s.Cases[0], 4), wrong(s.Cases[1])),
	}
	return scenario{name: "fail-fast", suites: []*judge.Suite{s}, results: results}
}

func manyFailures() scenario {
	s := newSuite("lc909", "a", "b", "c", "d", "e", "f", "g")
	var results []judge.Result
	for i, c := range s.Cases {
		results = append(results, wrong(c))
		if i%3 == 2 {
			results[i] = crashed(c)
		}
		results[i].Repeats = &judge.Repeats{Runs: 2, VerdictChanged: true}
	}
	results[6] = judgeFailed(s.Cases[6])
	return scenario{
		name: "many-failures", suites: []*judge.Suite{s},
		results: byProgram{add(s, "bad.go"): results},
	}
}

func hundred() scenario {
	names := []string{"poj3009", "lc909", "gfgmoves", "snakegame"}
	var suites []*judge.Suite
	results := byProgram{}
	for i := range 100 {
		if i%25 == 0 {
			suites = append(suites, newSuite(names[i/25], "sample"))
		}
		s := suites[i/25]
		switch p := add(s, fmt.Sprintf("submissions/%d/main.go", i*i)); {
		case i == 40:
			results[p] = []judge.Result{wrong(s.Cases[0])}
		case i%7 == 0:
			p.Expect = []judge.Verdict{judge.RuntimeError}
			results[p] = []judge.Result{crashed(s.Cases[0])}
		default:
			results[p] = []judge.Result{ran(s.Cases[0], i*9)}
		}
	}
	return scenario{name: "hundred", suites: suites, results: results}
}
