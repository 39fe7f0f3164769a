package judge

import (
	"fmt"
	"time"
)

// Facts are what [Decide] judges by.
type Facts struct {
	Limits  Limits
	Outcome Outcome
	// Err is the executor's error. When it is set, the outcome means nothing.
	Err error
	// Comparison and CompareErr are what the comparer returned.
	Comparison Comparison
	CompareErr error
}

// Decide is the one place where verdicts are made. It returns the verdict with one line that
// says why, and judges in this order:
//
//  1. the judge's own failure: JE;
//  2. the limit for which the executor killed the program: MLE, TLE or OLE;
//  3. a limit that the measured usage is over, although nobody killed: memory, CPU, wall,
//     output;
//  4. a forbidden system call or a signal: RE;
//  5. an exit code other than 0: RE;
//  6. a comparer or checker that failed: JE;
//  7. a wrong answer: WA;
//  8. AC.
//
// The order is that of DOMjudge and DMOJ but for one thing: whichever limit tripped first
// decides, since what happens to a program after that says nothing about it.
func Decide(f Facts) (Verdict, string) {
	if f.Err != nil {
		return JudgeError, f.Err.Error()
	}
	if cause, over := overLimit(f.Outcome, f.Limits); over {
		return limitVerdict[cause], limitWhy(cause, f.Outcome.Usage, f.Limits)
	}
	switch o := f.Outcome; {
	case o.Cause == CauseForbidden:
		return RuntimeError, "forbidden system call " + o.Syscall
	case o.Cause == CauseSignaled:
		return RuntimeError, "signal " + o.Signal
	case o.Cause != CauseExited:
		panic(fmt.Sprintf("judge: internal error: outcome with cause %q", o.Cause))
	case o.ExitCode != 0:
		return RuntimeError, fmt.Sprintf("exit code %d", o.ExitCode)
	case f.CompareErr != nil:
		return JudgeError, f.CompareErr.Error()
	case !f.Comparison.Accepted:
		return WrongAnswer, f.Comparison.Why
	}
	return Accepted, f.Comparison.Why
}

var limitVerdict = map[Cause]Verdict{
	CauseMemory: MemoryLimitExceeded,
	CauseCPU:    TimeLimitExceeded,
	CauseWall:   TimeLimitExceeded,
	CauseOutput: OutputLimitExceeded,
}

// overLimit says which limit decides: the recorded one, else the first that usage is over.
func overLimit(o Outcome, l Limits) (Cause, bool) {
	if _, killed := limitVerdict[o.Cause]; killed {
		return o.Cause, true
	}
	return l.Exceeded(o.Usage)
}

// limitWhy states the measured figure next to the limit. A kill can come before the figure
// shows the excess: the kernel refuses the page that would have been one too many, and the
// executor stops reading an output at the limit. Then only the limit is stated.
func limitWhy(c Cause, u Usage, l Limits) string {
	switch c {
	case CauseMemory:
		return exceeded("memory", u.Memory, l.Memory, u.Memory > l.Memory)
	case CauseCPU:
		return exceeded("cpu", roundTime(u.CPU), l.CPU, u.CPU > l.CPU)
	case CauseWall:
		return exceeded("wall", roundTime(u.Wall), l.Wall, u.Wall > l.Wall)
	default:
		return exceeded("output", u.Output, l.Output, u.Output > l.Output)
	}
}

func exceeded(what string, used, limit fmt.Stringer, measured bool) string {
	if !measured || used.String() == limit.String() {
		return fmt.Sprintf("%s > %s", what, limit)
	}
	return fmt.Sprintf("%s %s > %s", what, used, limit)
}

// roundTime drops the digits that no clock here can vouch for.
func roundTime(d time.Duration) time.Duration {
	if d < 10*time.Millisecond {
		return d.Round(time.Microsecond)
	}
	return d.Round(time.Millisecond)
}
