package sandbox_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"ojbatch/judge"
	"ojbatch/judge/sandbox"
)

// shell runs a script. Only limits that are given matter, however slow the machine.
func shell(
	t *testing.T, s *sandbox.Sandbox, script string, l judge.Limits,
) (judge.Outcome, string) {
	t.Helper()
	l = l.Over(judge.Limits{CPU: time.Minute, Wall: 2 * time.Minute}).WithDefaults()
	var stdout bytes.Buffer
	o, err := s.Run(t.Context(), judge.Command{
		Argv: []string{"/bin/sh", "-c", script}, Limits: l, Stdout: &stdout,
	})
	if err != nil {
		t.Fatal(err)
	}
	return o, stdout.String()
}

// TestMemoryPeak has runs that need less follow one that needed more, in the same box.
func TestMemoryPeak(t *testing.T) {
	s := newSandbox(t, 1)
	rest := 4 * judge.MiB
	if s.Enforcement().Memory == "sampled" {
		rest = 16 * judge.MiB // a process begins with the peak of the box, its parent
	}
	for _, size := range []judge.Size{200, 10, 100, 1} {
		// dd fills a buffer of one block.
		script := fmt.Sprintf("exec dd if=/dev/zero of=/dev/null bs=%dM count=1", size)
		o, _ := shell(t, s, script, judge.Limits{})
		size *= judge.MiB
		// What the kernel still has in hand of an earlier run is missing from the account. What
		// is over is the program itself and its libraries.
		least, most := size-size/20-judge.MiB, size+size/20+rest
		if got := o.Usage.Memory; got < least || got > most {
			t.Errorf("filling %s took %s, want %s to %s: %+v", size, got, least, most, o)
		}
	}
}

// TestOutOfMemory runs a program whose child needs too much memory and is killed for it, and
// which would go on afterwards.
func TestOutOfMemory(t *testing.T) {
	s := newSandbox(t, 1)
	counted := strings.TrimRight(s.Enforcement().Memory, "12")
	for range 3 {
		const script = "dd if=/dev/zero of=/dev/null bs=64M count=1; echo went on; sleep 1000"
		o, out := shell(t, s, script, judge.Limits{Memory: 16 * judge.MiB})
		if counted == "cgroup" && o.Cause != judge.CauseMemory {
			t.Errorf("out of memory was taken for %+v", o)
		}
		if s.Enforcement().Memory == "cgroup2" && out != "" {
			t.Errorf("a part of the program survived and said %q", out)
		}
		// The box is none the worse for it.
		if o, out := shell(t, s, "echo fine", judge.Limits{}); out != "fine\n" {
			t.Errorf("afterwards a program ended with %+v and said %q", o, out)
		}
	}
}

// TestProcessLimit starts processes until that fails. With version 2 the limit is exact; the
// box has a few to spare where it counts itself.
func TestProcessLimit(t *testing.T) {
	s := newSandbox(t, 1)
	const limit, spare = 20, 4
	const script = "while sleep 1000 & do echo started; done"
	_, out := shell(t, s, script, judge.Limits{Processes: limit})
	least, most := limit-1, limit-1
	switch s.Enforcement().Processes {
	case "cgroup1":
		most += spare
	case "cgroup2":
	default:
		least, most = 1, 2*limit
	}
	if n := strings.Count(out, "started"); n < least || n > most {
		t.Errorf("besides itself the program started %d, want %d to %d", n, least, most)
	}
}

// TestCPUOfOthers starts a process that nobody waits for.
func TestCPUOfOthers(t *testing.T) {
	s := newSandbox(t, 1)
	const script = "(while :; do :; done) & sleep 1000"
	o, _ := shell(t, s, script, judge.Limits{CPU: judge.DefaultLimits.CPU / 4})
	if o.Cause != judge.CauseCPU {
		t.Errorf("an endless loop in a child ended with %+v", o)
	}
}
