package main

import (
	"context"
	"fmt"

	"ojbatch/judge"
	"ojbatch/judge/attack"
)

// attack runs the containment suite and reports each attack in a line.
func (a *app) attack(ctx context.Context, isolation string) error {
	w, err := newWorker(workerOptions{isolation: isolation, jobs: 1, noCache: true})
	if err != nil {
		return err
	}
	defer w.close()
	e := w.Enforcement()
	fmt.Fprintf(a.stdout, "isolation %s, memory %s, cpu %s\n", e.Isolation, e.Memory, e.CPU)
	held, total := 0, 0
	err = attack.Run(ctx, w.Executor, func(r attack.Result) {
		total++
		word := "NOT HELD"
		if r.Held {
			held++
			word = "held"
		}
		fmt.Fprintf(a.stdout, "%-8s  %-9s %-24s %s\n", word, r.Attack.Group, r.Attack.Name, outcome(r))
	})
	fmt.Fprintf(a.stdout, "%d of %s held\n", held, plural(total, "attack"))
	switch {
	case ctx.Err() != nil:
		a.code = exitInterrupted
	case err != nil:
		a.code = exitJudgeError
		printError(a.stderr, err)
	case held < total:
		a.code = exitUnexpected
	}
	return nil
}

// outcome is what came of an attack, without the reason where it was merely refused.
func outcome(r attack.Result) string {
	if r.Held && r.Verdict == judge.Accepted {
		return "refused"
	}
	return fmt.Sprintf("%s %s", r.Verdict, r.Why)
}
