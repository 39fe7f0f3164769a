package report

import (
	"time"

	"ojbatch/judge"
)

// This file is the wire format of the json and ndjson reports, version 1, and the only place
// that turns the hall's types into it. Fields are only ever added. Times are in nanoseconds
// and sizes in bytes, as the names of the fields say. Text is UTF-8: a byte that is none is
// written \xNN; everything else, control characters too, is as it was.

const wireVersion = 1

type wireEnforcement struct {
	Isolation string   `json:"isolation"`
	Memory    string   `json:"memory"`
	CPU       string   `json:"cpu"`
	Processes string   `json:"processes"`
	Disk      string   `json:"disk"`
	Network   string   `json:"network"`
	Gaps      []string `json:"gaps"`
}

type wireSummary struct {
	Programs    int           `json:"programs"`
	Cases       int           `json:"cases"` // that were run
	AsExpected  int           `json:"as_expected"`
	Unexpected  int           `json:"unexpected"`
	Unjudged    int           `json:"unjudged"`
	JudgeErrors int           `json:"judge_errors"`
	Wall        time.Duration `json:"wall_ns"`
	Interrupted bool          `json:"interrupted"`
}

type wireProgram struct {
	Suite      string          `json:"suite"`
	Program    string          `json:"program"`
	Position   *wirePosition   `json:"position,omitempty"`
	Expect     []judge.Verdict `json:"expect"`
	Verdict    judge.Verdict   `json:"verdict"`
	AsExpected bool            `json:"as_expected"`
	Unjudged   string          `json:"unjudged"` // why; empty for a program that was judged
	Passed     int             `json:"passed"`
	Skipped    int             `json:"skipped"`
}

type wireResult struct {
	Case     string        `json:"case"`
	Position *wirePosition `json:"position,omitempty"`
	Verdict  judge.Verdict `json:"verdict"`
	Cause    judge.Cause   `json:"cause"` // empty when nothing ran
	ExitCode int           `json:"exit_code"`
	Signal   string        `json:"signal"`
	Syscall  string        `json:"syscall"`
	CPU      time.Duration `json:"cpu_ns"`
	Wall     time.Duration `json:"wall_ns"`
	Memory   judge.Size    `json:"memory_bytes"`
	Output   judge.Size    `json:"output_bytes"`
	Why      string        `json:"why"`
	Message  string        `json:"message"`
	Input    string        `json:"input"` // its beginning
	Diff     string        `json:"diff"`
	Stderr   string        `json:"stderr"` // its end
	Cached   bool          `json:"cached"`
	Limits   *wireLimits   `json:"limits,omitempty"` // absent when nothing ran
	Repeats  *wireRepeats  `json:"repeats,omitempty"`
}

type wirePosition struct {
	File   string `json:"file"`
	Line   int    `json:"line"`   // zero when unknown
	Column int    `json:"column"` // zero when unknown
}

type wireLimits struct {
	CPU       time.Duration `json:"cpu_ns"`
	Wall      time.Duration `json:"wall_ns"`
	Memory    judge.Size    `json:"memory_bytes"`
	Stack     judge.Size    `json:"stack_bytes"`
	Output    judge.Size    `json:"output_bytes"`
	Processes int           `json:"processes"`
	Files     int           `json:"files"`
	Disk      judge.Size    `json:"disk_bytes"`
}

type wireRepeats struct {
	Runs           int                       `json:"runs"`
	CPU            wireSpread[time.Duration] `json:"cpu_ns"`
	Wall           wireSpread[time.Duration] `json:"wall_ns"`
	Memory         wireSpread[judge.Size]    `json:"memory_bytes"`
	VerdictChanged bool                      `json:"verdict_changed"`
	OutputChanged  bool                      `json:"output_changed"`
}

type wireSpread[T any] struct {
	Min    T `json:"min"`
	Median T `json:"median"`
	Max    T `json:"max"`
}

func toWireEnforcement(e judge.Enforcement) wireEnforcement {
	return wireEnforcement{
		Isolation: e.Isolation, Memory: e.Memory, CPU: e.CPU,
		Processes: e.Processes, Disk: e.Disk, Network: e.Network,
		Gaps: append([]string{}, e.Gaps...),
	}
}

func toWireSummary(s judge.Summary) wireSummary { return wireSummary(s) }

func toWireProgram(e judge.ProgramFinished) wireProgram {
	sum := tallied(e.Results)
	return wireProgram{
		Suite:      validUTF8(e.Suite.Name),
		Program:    validUTF8(e.Program.Name),
		Position:   toWirePosition(e.Program.Pos),
		Expect:     e.Program.Expected(),
		Verdict:    e.Verdict,
		AsExpected: e.AsExpected,
		Unjudged:   validUTF8(e.Unjudged),
		Passed:     sum.passed,
		Skipped:    sum.skipped,
	}
}

func toWireResults(results []judge.Result) []wireResult {
	wire := make([]wireResult, len(results))
	for i, r := range results {
		wire[i] = toWireResult(r)
	}
	return wire
}

func toWireResult(r judge.Result) wireResult {
	o := r.Outcome
	return wireResult{
		Case:     validUTF8(r.Case.Name),
		Position: toWirePosition(r.Case.Pos),
		Verdict:  r.Verdict,
		Cause:    o.Cause,
		ExitCode: o.ExitCode,
		Signal:   o.Signal,
		Syscall:  o.Syscall,
		CPU:      o.Usage.CPU,
		Wall:     o.Usage.Wall,
		Memory:   o.Usage.Memory,
		Output:   o.Usage.Output,
		Why:      validUTF8(r.Why),
		Message:  validUTF8(r.Message),
		Input:    validUTF8(string(r.Input.Text)),
		Diff:     validUTF8(difference(r)),
		Stderr:   validUTF8(string(r.Stderr.Text)),
		Cached:   r.Cached,
		Limits:   toWireLimits(r.Limits),
		Repeats:  toWireRepeats(r.Repeats),
	}
}

func toWirePosition(p judge.Position) *wirePosition {
	if p.File == "" {
		return nil
	}
	return &wirePosition{File: validUTF8(p.File), Line: p.Line, Column: p.Column}
}

func toWireLimits(l judge.Limits) *wireLimits {
	if l == (judge.Limits{}) {
		return nil
	}
	w := wireLimits(l)
	return &w
}

func toWireRepeats(r *judge.Repeats) *wireRepeats {
	if r == nil {
		return nil
	}
	return &wireRepeats{
		Runs:           r.Runs,
		CPU:            wireSpread[time.Duration](r.CPU),
		Wall:           wireSpread[time.Duration](r.Wall),
		Memory:         wireSpread[judge.Size](r.Memory),
		VerdictChanged: r.VerdictChanged,
		OutputChanged:  r.OutputChanged,
	}
}
