package attack

import (
	"io"
	"os"
	"os/signal"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
)

var (
	causeCPU  = []judge.Cause{judge.CauseCPU}
	causeWall = []judge.Cause{judge.CauseWall}
	brief     = judge.Limits{CPU: 2 * time.Second, Wall: 300 * time.Millisecond}
)

var timing = []Attack{
	{
		Name: "busy", Doc: "loops for ever",
		Limits: shortLimit, Verdicts: timeLimit, Causes: causeCPU, steps: once(burnForEver),
	},
	{
		Name: "busy-threads", Doc: "loops for ever on four threads",
		Limits: shortLimit, Verdicts: timeLimit, Causes: causeCPU,
		steps: once(func(s *scene) error {
			var all sync.WaitGroup
			for range 4 {
				all.Go(func() { burnForEver(s) })
			}
			all.Wait()
			return nil
		}),
	},
	{
		Name: "sleep", Doc: "sleeps for ever",
		Limits: brief, Verdicts: timeLimit, Causes: causeWall, steps: once(sleep),
	},
	{
		Name: "stdin", Doc: "reads past the end of its input for ever",
		Limits: shortLimit, Verdicts: timeLimit,
		steps: once(func(*scene) error {
			for {
				if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
					return err
				}
			}
		}),
	},
	{
		Name: "ignores-signals", Doc: "ignores every signal and loops for ever",
		Limits: shortLimit, Verdicts: timeLimit, Causes: causeCPU,
		steps: once(func(s *scene) error {
			signal.Ignore()
			return burnForEver(s)
		}),
	},
	{
		Name: "stops", Doc: "stops itself",
		Limits: brief, Verdicts: timeLimit, Causes: causeWall,
		steps: once(func(s *scene) error {
			if err := unix.Kill(os.Getpid(), unix.SIGSTOP); err != nil {
				return err
			}
			return sleep(s)
		}),
	},
	{
		Name: "stops-parent", Doc: "stops the process that started it",
		Needs:  []string{contained},
		Limits: brief, Verdicts: timeLimit, Causes: causeWall,
		steps: once(func(s *scene) error {
			s.try("stop the parent", unix.Kill(os.Getppid(), unix.SIGSTOP))
			return sleep(s)
		}),
	},
	{
		Name: "answer-then-sleep", Doc: "writes the right answer, then sleeps",
		Limits: brief, Verdicts: timeLimit, Causes: causeWall, answer: right,
		steps: once(func(s *scene) error {
			right(os.Stdout)
			return sleep(s)
		}),
	},
}
