package judge

import (
	"context"
	"time"
)

// Job is one program to be judged on one case.
type Job struct {
	Suite    *Suite
	Program  *Program
	Case     *Case
	Artifact Artifact
	// Repeat is how often the program is run on the case; less than one is one.
	Repeat int
}

// Worker judges programs on cases, here or elsewhere.
type Worker interface {
	Builder
	// Judge runs j, compares and decides. What goes wrong on the judge's side is a result
	// with verdict [JudgeError]; an error is returned only when ctx ended, and is ctx's.
	// Judge must be safe for concurrent use.
	Judge(ctx context.Context, j Job) (Result, error)
	// Enforcement says what bounds the programs.
	Enforcement() Enforcement
}

// Result is what came of a [Job].
type Result struct {
	Case    *Case
	Verdict Verdict
	Why     string // one line that a person can act on
	// Limits are those that were in force, all filled; zero when nothing ran.
	Limits  Limits
	Outcome Outcome // zero when nothing ran
	// Message is what a checker said, or the compiler; bounded.
	Message string
	// Want and Got are the windows of [Comparison].
	Want, Got Excerpt
	// Input is the beginning of the input and Stderr the end of the error output, bounded;
	// both only when the verdict is not [Accepted].
	Input, Stderr Excerpt
	// Cached says that the result is an earlier run's.
	Cached bool
	// Repeats sums up the runs of a job that was run more than once.
	Repeats *Repeats
}

// Repeats sums up repeated runs of one job. The result's own verdict and outcome are those of
// the first run that was not accepted, else of the one with the most CPU time.
type Repeats struct {
	Runs           int
	CPU, Wall      Spread[time.Duration]
	Memory         Spread[Size]
	VerdictChanged bool // not all runs got the same verdict
	OutputChanged  bool // accepted runs wrote different bytes
}

// Spread is the least, middle and greatest of some measurements.
type Spread[T any] struct{ Min, Median, Max T }
