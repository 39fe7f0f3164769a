package compare

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"ojbatch/judge"
)

// checkerLimits bound each run of a checker.
var checkerLimits = judge.Limits{
	CPU:    30 * time.Second,
	Wall:   60 * time.Second,
	Memory: judge.GiB,
}.WithDefaults()

// checker compares by running a program.
type checker struct {
	spec     judge.CompareSpec
	executor judge.Executor
	program  *build
}

var _ judge.Comparer = (*checker)(nil)

// NewChecker returns the comparer that runs the program spec.Checker under spec.Protocol. It
// is built through b when it is first needed, once; and run by x, each time under 30 s of CPU
// time, 60 s of wall time, 1 GiB of memory, and the usual limits otherwise.
//
// The output is spooled to a temporary file before anything else happens, so that the program
// which writes it never waits for the checker. Inputs and answers that are no files are
// spooled too, and empty files stand for absent ones.
//
// Compare's errors say that the checker can not be built, exceeded a limit, crashed, or exited
// with a code that its protocol does not have, with the end of what it said. What a checker
// does is never taken for the fault of the program that it checks.
func NewChecker(spec judge.CompareSpec, b judge.Builder, x judge.Executor) judge.Comparer {
	program := &judge.Program{Name: spec.Checker, Path: spec.Checker}
	return &checker{spec: spec, executor: x, program: newBuild(b, program)}
}

func (c *checker) Compare(
	ctx context.Context, cs *judge.Case, output io.Reader,
) (judge.Comparison, error) {
	result, err := c.compare(ctx, cs, output)
	switch {
	case err == nil:
		return result, nil
	case ctx.Err() != nil:
		return judge.Comparison{}, ctx.Err()
	}
	return judge.Comparison{}, fmt.Errorf("checker %q: %w", c.spec.Checker, err)
}

func (c *checker) compare(
	ctx context.Context, cs *judge.Case, output io.Reader,
) (judge.Comparison, error) {
	p, known := protocols[c.spec.Protocol]
	if !known {
		return judge.Comparison{}, fmt.Errorf("unknown protocol %q: want one of %s",
			c.spec.Protocol, strings.Join(judge.CheckerProtocols, ", "))
	}
	f, err := spool(ctx, cs, output)
	if err != nil {
		return judge.Comparison{}, err
	}
	defer f.remove()
	artifact, err := c.program.artifact(ctx)
	if err != nil {
		return judge.Comparison{}, buildError(err)
	}
	said := new(tail)
	outcome, err := c.run(ctx, artifact, p, f, said)
	if err != nil {
		return judge.Comparison{}, err
	}
	message := f.judgeMessage()
	if message == "" {
		message = said.String()
	}
	return p.rule(outcome, message)
}

// run runs the checker on f. All that it prints goes to said.
func (c *checker) run(
	ctx context.Context, a judge.Artifact, p protocol, f *files, said io.Writer,
) (judge.Outcome, error) {
	cmd := judge.Command{
		Argv:    append(a.Command(checkerLimits), p.args(f)...),
		Env:     a.Env,
		Read:    append(slices.Clone(a.Read), f.input, f.output, f.answer),
		Write:   []string{f.feedback},
		Stdout:  said,
		Stderr:  said,
		Limits:  checkerLimits,
		Reserve: a.Reserve,
	}
	if p.outputOnStdin {
		stdin, err := os.Open(f.output)
		if err != nil {
			return judge.Outcome{}, err
		}
		defer stdin.Close()
		cmd.Stdin = stdin
	}
	return c.executor.Run(ctx, cmd)
}

// buildError adds what the compiler said first to the error of a build.
func buildError(err error) error {
	var failed *judge.CompilationError
	if !errors.As(err, &failed) {
		return err
	}
	return fmt.Errorf("%w%s", err, saying(firstLine(failed.Log)))
}
