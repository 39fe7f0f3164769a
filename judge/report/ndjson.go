package report

import (
	"errors"
	"fmt"
	"io"
	"time"

	"ojbatch/judge"
)

// The lines of the ndjson report. Each has the name of its event; what is said of programs and
// results is as in the json report; the results of a program
// are those of its cases.
type (
	runStartedLine struct {
		Event       string          `json:"event"`
		Version     int             `json:"version"`
		Enforcement wireEnforcement `json:"enforcement"`
		Suites      []suiteLine     `json:"suites"`
		Programs    int             `json:"programs"`
		Cases       int             `json:"cases"`
		Workers     int             `json:"workers"`
	}
	suiteLine struct {
		Name     string   `json:"name"`
		File     string   `json:"file"`
		Title    string   `json:"title"`
		Programs []string `json:"programs"`
		Cases    []string `json:"cases"`
	}
	buildStartedLine struct {
		Event   string `json:"event"`
		Suite   string `json:"suite"`
		Program string `json:"program"`
	}
	buildFinishedLine struct {
		Event    string        `json:"event"`
		Suite    string        `json:"suite"`
		Program  string        `json:"program"`
		Language string        `json:"language"`
		Took     time.Duration `json:"took_ns"`
		Error    string        `json:"error"` // empty when it was built
		Log      string        `json:"log"`   // what the compiler said, when it refused
	}
	caseStartedLine struct {
		Event   string `json:"event"`
		Suite   string `json:"suite"`
		Program string `json:"program"`
		Case    string `json:"case"`
	}
	caseFinishedLine struct {
		Event   string `json:"event"`
		Suite   string `json:"suite"`
		Program string `json:"program"`
		wireResult
	}
	programFinishedLine struct {
		Event string `json:"event"`
		wireProgram
	}
	runFinishedLine struct {
		Event   string      `json:"event"`
		Summary wireSummary `json:"summary"`
	}
)

type ndjsonReport struct{ w io.Writer }

// NewNDJSON returns a sink that writes each event to w as one line of JSON, as it happens.
func NewNDJSON(w io.Writer) judge.Sink { return &ndjsonReport{w} }

// Accept implements [judge.Sink].
func (n *ndjsonReport) Accept(e judge.Event) error { return writeJSON(n.w, eventLine(e), "") }

func eventLine(e judge.Event) any {
	switch e := e.(type) {
	case judge.RunStarted:
		return toRunStartedLine(e)
	case judge.BuildStarted:
		return buildStartedLine{"build_started", validUTF8(e.Suite.Name), validUTF8(e.Program.Name)}
	case judge.BuildFinished:
		return toBuildFinishedLine(e)
	case judge.CaseStarted:
		return caseStartedLine{"case_started", validUTF8(e.Suite.Name),
			validUTF8(e.Program.Name), validUTF8(e.Case.Name)}
	case judge.CaseFinished:
		return caseFinishedLine{"case_finished", validUTF8(e.Suite.Name),
			validUTF8(e.Program.Name), toWireResult(e.Result)}
	case judge.ProgramFinished:
		return programFinishedLine{"program_finished", toWireProgram(e)}
	case judge.RunFinished:
		return runFinishedLine{"run_finished", toWireSummary(e.Summary)}
	}
	panic(fmt.Sprintf("judge: internal error: event of type %T", e))
}

func toRunStartedLine(e judge.RunStarted) runStartedLine {
	line := runStartedLine{
		Event: "run_started", Version: wireVersion, Enforcement: toWireEnforcement(e.Enforcement),
		Suites: []suiteLine{}, Programs: e.Programs, Cases: e.Cases, Workers: e.Workers,
	}
	for _, s := range e.Suites {
		line.Suites = append(line.Suites, toSuiteLine(s))
	}
	return line
}

func toSuiteLine(s *judge.Suite) suiteLine {
	line := suiteLine{
		Name: validUTF8(s.Name), File: validUTF8(s.File), Title: validUTF8(s.Title),
		Programs: []string{}, Cases: []string{},
	}
	for _, p := range s.Programs {
		line.Programs = append(line.Programs, validUTF8(p.Name))
	}
	for _, c := range s.Cases {
		line.Cases = append(line.Cases, validUTF8(c.Name))
	}
	return line
}

func toBuildFinishedLine(e judge.BuildFinished) buildFinishedLine {
	line := buildFinishedLine{
		Event: "build_finished", Suite: validUTF8(e.Suite.Name), Program: validUTF8(e.Program.Name),
		Language: validUTF8(e.Language), Took: e.Took,
	}
	if e.Err != nil {
		line.Error = validUTF8(e.Err.Error())
	}
	if refused, ok := errors.AsType[*judge.CompilationError](e.Err); ok {
		line.Log = validUTF8(refused.Log)
	}
	return line
}
