// Judge builds programs, runs them on test cases under limits, compares what they write, and
// reports a verdict for each case.
//
// Usage:
//
//	judge run [SUITE.yaml | DIR]...
//	judge check [SUITE.yaml | DIR]...
//	judge doctor
//	judge schema
//	judge version
//
// This package turns flags into a run and a run into an exit code. It is the only place that
// knows all the packages under judge/, and puts them together.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"ojbatch/judge/attack"
	"ojbatch/judge/sandbox"
)

func main() {
	sandbox.Init()
	attack.Init()
	os.Exit(realMain())
}

// realMain is main as a function that returns, so that what is deferred runs.
func realMain() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() {
		// The first Ctrl-C ends the run in order, the second one ends it at once.
		<-ctx.Done()
		stop()
	}()
	// With a handler, writing to a pipe that nobody reads gives an error instead of death.
	// It is not Ignore, since ignored signals would be inherited by the programs we run.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)

	app := &app{
		stdout: &forgiving{w: os.Stdout}, stderr: os.Stderr,
		terminal: terminalOf(os.Stdout), getenv: os.Getenv,
	}
	return app.execute(ctx, os.Args[1:])
}

// app is one call of the command with all it takes from its surroundings.
type app struct {
	stdout   io.Writer // the report and nothing else
	stderr   io.Writer // everything else
	terminal terminal  // what stdout is
	getenv   func(string) string
	code     int // the exit code of a command that did its work
}
