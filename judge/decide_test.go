package judge_test

import (
	"errors"
	"testing"
	"time"

	"ojbatch/judge"
)

// limits are small figures that are easy to be over or under.
var limits = judge.Limits{CPU: time.Second, Memory: 64 * judge.MiB, Output: 1000}.WithDefaults()

func TestDecide(t *testing.T) {
	var (
		right = judge.Comparison{Accepted: true}
		wrong = judge.Comparison{Why: `line 1: got "2", want "1"`}
		fine  = judge.Usage{CPU: time.Second, Wall: time.Second, Memory: 64 * judge.MiB, Output: 1000}
		over  = judge.Usage{
			CPU: 1004 * time.Millisecond, Wall: time.Hour, Memory: 65 * judge.MiB, Output: 1001,
		}
		failed = errors.New("no space left on device")
	)
	for _, c := range []struct {
		name    string
		facts   judge.Facts
		verdict judge.Verdict
		why     string
	}{
		{"everything is right",
			judge.Facts{Outcome: exited(0, fine), Comparison: right},
			judge.Accepted, ""},
		{"accepted with a remark",
			judge.Facts{Outcome: exited(0, fine), Comparison: judge.Comparison{Accepted: true, Why: "so so"}},
			judge.Accepted, "so so"},
		{"usage that equals the limits is within them",
			judge.Facts{Outcome: exited(0, fine), Comparison: wrong},
			judge.WrongAnswer, wrong.Why},
		{"the judge's failure is above all",
			judge.Facts{Err: failed, Outcome: ended(judge.CauseCPU, over), Comparison: right},
			judge.JudgeError, failed.Error()},
		{"cpu", judge.Facts{Outcome: ended(judge.CauseCPU, over)},
			judge.TimeLimitExceeded, "cpu 1.004s > 1s"},
		{"wall", judge.Facts{Outcome: ended(judge.CauseWall, over)},
			judge.TimeLimitExceeded, "wall 1h0m0s > 3s"},
		{"memory", judge.Facts{Outcome: ended(judge.CauseMemory, over)},
			judge.MemoryLimitExceeded, "memory 65MiB > 64MiB"},
		{"output", judge.Facts{Outcome: ended(judge.CauseOutput, over)},
			judge.OutputLimitExceeded, "output 1001B > 1000B"},
		{"a kill before the figure shows the excess states the limit",
			judge.Facts{Outcome: ended(judge.CauseMemory, fine)},
			judge.MemoryLimitExceeded, "memory > 64MiB"},
		{"an excess too small to be seen in the figure states the limit",
			judge.Facts{Outcome: exited(0, judge.Usage{CPU: time.Second + 1})},
			judge.TimeLimitExceeded, "cpu > 1s"},
		{"the limit that tripped first decides, whatever else was exceeded",
			judge.Facts{Outcome: ended(judge.CauseOutput, over), Comparison: right},
			judge.OutputLimitExceeded, "output 1001B > 1000B"},
		{"a right answer and then a limit is the limit",
			judge.Facts{Outcome: ended(judge.CauseWall, over), Comparison: right},
			judge.TimeLimitExceeded, "wall 1h0m0s > 3s"},
		{"over the memory without having been killed",
			judge.Facts{Outcome: exited(1, over), Comparison: right},
			judge.MemoryLimitExceeded, "memory 65MiB > 64MiB"},
		{"over the cpu limit and dead by a signal",
			judge.Facts{Outcome: signaled("SIGKILL", judge.Usage{CPU: 2 * time.Second})},
			judge.TimeLimitExceeded, "cpu 2s > 1s"},
		{"over the wall limit by itself",
			judge.Facts{Outcome: exited(0, judge.Usage{Wall: 4 * time.Second}), Comparison: right},
			judge.TimeLimitExceeded, "wall 4s > 3s"},
		{"over the output limit by itself",
			judge.Facts{Outcome: exited(0, judge.Usage{Output: 1001}), Comparison: right},
			judge.OutputLimitExceeded, "output 1001B > 1000B"},
		{"SIGKILL that nobody recorded is the program's own",
			judge.Facts{Outcome: signaled("SIGKILL", fine), Comparison: right},
			judge.RuntimeError, "signal SIGKILL"},
		{"SIGXCPU within the limit is the program's own",
			judge.Facts{Outcome: signaled("SIGXCPU", fine), Comparison: right},
			judge.RuntimeError, "signal SIGXCPU"},
		{"a forbidden system call",
			judge.Facts{Outcome: judge.Outcome{Cause: judge.CauseForbidden, Syscall: "ptrace", Usage: fine}},
			judge.RuntimeError, "forbidden system call ptrace"},
		{"a wrong answer and a bad exit code is the exit code",
			judge.Facts{Outcome: exited(3, fine), Comparison: wrong},
			judge.RuntimeError, "exit code 3"},
		{"a failed checker does not excuse a bad exit code",
			judge.Facts{Outcome: exited(3, fine), CompareErr: failed},
			judge.RuntimeError, "exit code 3"},
		{"a failed checker is nobody's wrong answer",
			judge.Facts{Outcome: exited(0, fine), Comparison: wrong, CompareErr: failed},
			judge.JudgeError, failed.Error()},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.facts.Limits = limits
			verdict, why := judge.Decide(c.facts)
			if verdict != c.verdict || why != c.why {
				t.Errorf("got %s %q, want %s %q", verdict, why, c.verdict, c.why)
			}
		})
	}
}

func TestDecideRefusesAnOutcomeWithoutCause(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a broken executor went unnoticed")
		}
	}()
	judge.Decide(judge.Facts{Limits: limits})
}

func exited(code int, u judge.Usage) judge.Outcome {
	return judge.Outcome{Cause: judge.CauseExited, ExitCode: code, Usage: u}
}

func signaled(signal string, u judge.Usage) judge.Outcome {
	return judge.Outcome{Cause: judge.CauseSignaled, Signal: signal, Usage: u}
}

func ended(cause judge.Cause, u judge.Usage) judge.Outcome {
	return judge.Outcome{Cause: cause, Usage: u}
}

func TestOverall(t *testing.T) {
	for _, c := range []struct {
		results []judge.Verdict
		want    judge.Verdict
	}{
		{nil, "SKIP"},
		{[]judge.Verdict{"AC", "AC"}, "AC"},
		{[]judge.Verdict{"AC", "RE", "WA"}, "RE"},
		{[]judge.Verdict{"WA", "SKIP", "SKIP"}, "WA"},
		{[]judge.Verdict{"CE", "SKIP"}, "CE"},
	} {
		var results []judge.Result
		for _, v := range c.results {
			results = append(results, judge.Result{Verdict: v})
		}
		if got := judge.Overall(results); got != c.want {
			t.Errorf("Overall(%v) = %s, want %s", c.results, got, c.want)
		}
	}
}

func TestParseExpected(t *testing.T) {
	for _, v := range judge.Expectable {
		if got, err := judge.ParseExpected(string(v)); err != nil || got != v || v.Name() == "" {
			t.Errorf("ParseExpected(%q) = %q, %v", v, got, err)
		}
	}
	for _, s := range []string{"", "ac", "SKIP", "JE", "PE"} {
		if _, err := judge.ParseExpected(s); err == nil {
			t.Errorf("ParseExpected(%q) succeeded", s)
		}
	}
}
