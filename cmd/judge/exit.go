package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"ojbatch/judge"
	"ojbatch/judge/suite"
)

// The exit codes. They are part of the interface that users script against.
const (
	exitExpected    = 0   // every program got a verdict expected of it
	exitUnexpected  = 1   // some did not
	exitUsage       = 2   // wrong usage, an invalid suite, a requirement that is not met
	exitJudgeError  = 3   // the judge itself failed on some job
	exitInterrupted = 130 // interrupted; what was finished has been reported
)

func exitCode(s judge.Summary) int {
	switch {
	case s.Interrupted:
		return exitInterrupted
	case s.JudgeErrors > 0:
		return exitJudgeError
	case s.Unexpected > 0:
		return exitUnexpected
	}
	return exitExpected
}

// hinted is an error with advice for the user, which is printed on lines of its own.
type hinted struct {
	error
	hint string
}

func (h hinted) Unwrap() error { return h.error }

// printError writes err for a person, with its hints. Errors in a suite begin with their
// position, so that editors can jump to it.
func printError(w io.Writer, err error) {
	var invalid suite.Errors
	if errors.As(err, &invalid) {
		for _, e := range invalid {
			fmt.Fprintln(w, e.Error())
			printHint(w, e.Hint)
		}
		fmt.Fprintf(w, "judge: %s; nothing was run\n", plural(len(invalid), "error"))
		return
	}
	fmt.Fprintf(w, "judge: %s\n", err)
	var h hinted
	if errors.As(err, &h) {
		printHint(w, h.hint)
	}
}

func printHint(w io.Writer, hint string) {
	for line := range strings.Lines(hint) {
		fmt.Fprintf(w, "    hint: %s\n", strings.TrimSuffix(line, "\n"))
	}
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
