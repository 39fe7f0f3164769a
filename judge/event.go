package judge

import "time"

// Event is something that happened in a run: one of the event types of this package, passed
// by value. Events of one run come one at a time, in this order: [RunStarted] first;
// [BuildStarted] before the [BuildFinished] of the same program; [CaseStarted] before the
// [CaseFinished] of the same job; both only after the program's build; [ProgramFinished] in
// the order of suites and programs, each after all its cases; [RunFinished] last.
type Event interface{ isEvent() }

// RunStarted is the first event.
type RunStarted struct {
	Suites      []*Suite
	Enforcement Enforcement
	Programs    int // over all suites
	Cases       int // pairs of a program and a case, over all suites
	Workers     int // jobs that run at once
}

// BuildStarted says that a program is being built.
type BuildStarted struct {
	Suite   *Suite
	Program *Program
}

// BuildFinished says how a build ended. Err is one of [Builder.Build].
type BuildFinished struct {
	Suite    *Suite
	Program  *Program
	Language string
	Took     time.Duration
	Err      error
}

// CaseStarted says that a program is being run on a case.
type CaseStarted struct {
	Suite   *Suite
	Program *Program
	Case    *Case
}

// CaseFinished gives the result of a job as soon as it is known. A case that was not run
// finishes without having started: as [Skipped], or, the first one of a program that could
// not be built, with the verdict that follows from that. With --fail-fast a result may turn
// into [Skipped] in [ProgramFinished], when an earlier case is found to decide.
type CaseFinished struct {
	Suite   *Suite
	Program *Program
	Result  Result
}

// ProgramFinished gives all that is known of a program on a suite.
type ProgramFinished struct {
	Suite      *Suite
	Program    *Program
	Verdict    Verdict // [Overall] of Results
	AsExpected bool
	// Unjudged says why the program was not judged at all: its toolchain is missing, or the
	// run was interrupted before it was complete. It is empty for a program that was judged.
	Unjudged string
	Results  []Result // one for each case, in suite order
}

// RunFinished is the last event.
type RunFinished struct{ Summary Summary }

// Summary counts what came of a run. Every program is counted once, in AsExpected, Unexpected
// or Unjudged.
type Summary struct {
	Programs    int
	Cases       int // results other than [Skipped]
	AsExpected  int
	Unexpected  int
	Unjudged    int
	JudgeErrors int // results with verdict [JudgeError]
	Wall        time.Duration
	Interrupted bool
}

func (RunStarted) isEvent()      {}
func (BuildStarted) isEvent()    {}
func (BuildFinished) isEvent()   {}
func (CaseStarted) isEvent()     {}
func (CaseFinished) isEvent()    {}
func (ProgramFinished) isEvent() {}
func (RunFinished) isEvent()     {}

// Sink is told what happens. It is called by one goroutine at a time and may keep the events,
// but must not change what they point to.
type Sink interface {
	// Accept takes the next event. An error means that the sink can not report any further;
	// it gets no more events, and the run goes on without it.
	Accept(Event) error
}
