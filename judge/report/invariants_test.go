package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"ojbatch/judge"
	"ojbatch/judge/report"
)

// forEach calls test with each scenario's report in a format.
func forEach(
	t *testing.T, format string, o report.TerminalOptions, test func(*testing.T, scenario, []byte),
) {
	for _, s := range scenarios() {
		t.Run(s.name, func(t *testing.T) { test(t, s, render(t, format, o, s.events())) })
	}
}

var colour = regexp.MustCompile("\x1b\\[(3[1236]|0)m")

func TestTerminalIsPrintable(t *testing.T) {
	for _, o := range []report.TerminalOptions{{}, {Color: true}, {Verbose: true}, {Quiet: true}} {
		forEach(t, "term", o, func(t *testing.T, _ scenario, got []byte) {
			if o.Color {
				got = colour.ReplaceAll(got, nil)
			}
			checkPrintable(t, got)
		})
	}
}

func TestGitHubIsPrintable(t *testing.T) {
	forEach(t, "github", report.TerminalOptions{}, func(t *testing.T, _ scenario, got []byte) {
		checkPrintable(t, got)
		for line := range strings.Lines(string(got)) {
			if !strings.HasPrefix(line, "::error ") && !strings.HasPrefix(line, "::warning ") {
				t.Errorf("no command: %q", line)
			}
		}
	})
}

func checkPrintable(t *testing.T, text []byte) {
	t.Helper()
	if !utf8.Valid(text) {
		t.Error("not UTF-8")
	}
	bad := bytes.IndexFunc(text, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) })
	if bad >= 0 {
		t.Errorf("unprintable character in %q", text[bad:min(len(text), bad+20)])
	}
}

// TestTerminalGutter has no line of a program's begin like one of the report.
func TestTerminalGutter(t *testing.T) {
	got := string(render(t, "term", report.TerminalOptions{Verbose: true}, hostile().events()))
	for _, quoted := range []string{"::error::spoofed\n", "14 programs as expected, 0 not\n"} {
		if !strings.Contains(got, "      | "+quoted) || strings.Contains(got, "\n"+quoted) {
			t.Errorf("%q is not behind the gutter in:\n%s", quoted, got)
		}
	}
}

// TestTerminalIsBounded gives a program megabytes to say.
func TestTerminalIsBounded(t *testing.T) {
	s := newSuite("poj3009", "sample")
	const much = 1 << 17
	r := crashed(s.Cases[0])
	r.Stderr.Text = bytes.Repeat([]byte("line\n"), much)
	r.Input.Text = bytes.Repeat([]byte{'1'}, much)
	r.Message, r.Why = strings.Repeat("\x1b", much), strings.Repeat("why", much)
	flood := scenario{suites: []*judge.Suite{s}, results: byProgram{add(s, "a.go"): {r}}}
	for _, o := range []report.TerminalOptions{{}, {Verbose: true}} {
		if got := len(render(t, "term", o, flood.events())); got > 8<<10 {
			t.Errorf("verbose %v: %d bytes", o.Verbose, got)
		}
	}
}

type decodedDocument struct {
	Version  int
	Summary  decodedSummary
	Programs []struct {
		Suite, Program string
		Expect         []judge.Verdict
		Verdict        judge.Verdict
		AsExpected     bool `json:"as_expected"`
		Unjudged       string
		Results        []decodedResult
	}
}

type decodedSummary struct {
	Programs, Cases, Unexpected, Unjudged int
	AsExpected                            int `json:"as_expected"`
	JudgeErrors                           int `json:"judge_errors"`
}

type decodedResult struct {
	Case    string
	Verdict judge.Verdict
	CPU     int64 `json:"cpu_ns"`
	Memory  int64 `json:"memory_bytes"`
	Stderr  string
}

type decodedJUnit struct {
	Tests    int `xml:"tests,attr"`
	Failures int `xml:"failures,attr"`
	Errors   int `xml:"errors,attr"`
	Skipped  int `xml:"skipped,attr"`
	Suites   []struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Skipped  int `xml:"skipped,attr"`
		Cases    []struct {
			Failure *string `xml:"failure"`
			Error   *string `xml:"error"`
			Skipped *string `xml:"skipped"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

func decodeJSON(t *testing.T, text []byte) decodedDocument {
	t.Helper()
	var d decodedDocument
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatalf("json: %v", err)
	}
	if !utf8.Valid(text) {
		t.Error("json: not UTF-8")
	}
	return d
}

func decodeJUnit(t *testing.T, text []byte) decodedJUnit {
	t.Helper()
	var d decodedJUnit
	if err := xml.Unmarshal(text, &d); err != nil {
		t.Fatalf("junit: %v", err)
	}
	return d
}

// TestJUnitAddsUp compares the counts that a JUnit file states with what is in it.
func TestJUnitAddsUp(t *testing.T) {
	forEach(t, "junit", report.TerminalOptions{}, func(t *testing.T, _ scenario, got []byte) {
		file := decodeJUnit(t, got)
		var total [4]int
		for i, s := range file.Suites {
			var seen [4]int
			for _, c := range s.Cases {
				seen[0]++
				for j, fault := range []*string{c.Failure, c.Error, c.Skipped} {
					if fault != nil {
						seen[j+1]++
					}
				}
			}
			if stated := [4]int{s.Tests, s.Failures, s.Errors, s.Skipped}; stated != seen {
				t.Errorf("suite %d: states %v, has %v", i, stated, seen)
			}
			for j := range total {
				total[j] += seen[j]
			}
		}
		stated := [4]int{file.Tests, file.Failures, file.Errors, file.Skipped}
		if stated != total {
			t.Errorf("states %v, has %v", stated, total)
		}
	})
}

// TestCountsAgree holds the formats against each other.
func TestCountsAgree(t *testing.T) {
	forEach(t, "json", report.TerminalOptions{}, func(t *testing.T, s scenario, text []byte) {
		document := decodeJSON(t, text)
		junit := decodeJUnit(t, render(t, "junit", report.TerminalOptions{}, s.events()))
		github := string(render(t, "github", report.TerminalOptions{}, s.events()))
		sum := document.Summary
		if len(document.Programs) != sum.Programs || len(junit.Suites) != sum.Programs {
			t.Errorf("programs: json %d, junit %d, summary %d",
				len(document.Programs), len(junit.Suites), sum.Programs)
		}
		if junit.Errors != sum.JudgeErrors {
			t.Errorf("judge errors: junit %d, summary %d", junit.Errors, sum.JudgeErrors)
		}
		bad := sum.Unexpected > 0 || sum.JudgeErrors > 0
		if strings.Contains(github, "::error") != bad {
			t.Errorf("github tells of errors: %v, want %v", !bad, bad)
		}
		if n := strings.Count(github, "::warning"); n != sum.Unjudged {
			t.Errorf("github warns of %d programs, %d were not judged", n, sum.Unjudged)
		}
		checkProgramsAgree(t, document, junit)
	})
}

// checkProgramsAgree wants a program red in JUnit just when it is not what was expected.
func checkProgramsAgree(t *testing.T, document decodedDocument, junit decodedJUnit) {
	t.Helper()
	cases := 0
	for i, p := range document.Programs {
		suite := junit.Suites[i]
		judgeErrors := 0
		for _, r := range p.Results {
			if r.Verdict == judge.JudgeError {
				judgeErrors++
			}
			if r.Verdict != judge.Skipped {
				cases++
			}
		}
		red := suite.Failures+suite.Errors > 0
		if want := !p.AsExpected && p.Unjudged == "" || judgeErrors > 0; red != want {
			t.Errorf("%s: red in junit: %v, want %v", p.Program, red, want)
		}
	}
	if cases != document.Summary.Cases {
		t.Errorf("%d results, summary says %d", cases, document.Summary.Cases)
	}
}

func TestTerminalListsAllPrograms(t *testing.T) {
	forEach(t, "term", report.TerminalOptions{}, func(t *testing.T, s scenario, got []byte) {
		programs := 0
		for _, suite := range s.suites {
			programs += len(suite.Programs)
		}
		lines := 0
		for line := range strings.Lines(string(got)) {
			if programLine.MatchString(line) {
				lines++
			}
		}
		if lines != programs {
			t.Errorf("%d lines for %d programs:\n%s", lines, programs, got)
		}
	})
}

var programLine = regexp.MustCompile(`^([A-Z]{2,4}( \(expected\)|, want \S+)?|not judged)  +\S`)

func TestNDJSONLines(t *testing.T) {
	forEach(t, "ndjson", report.TerminalOptions{}, func(t *testing.T, s scenario, got []byte) {
		events := s.events()
		dec := json.NewDecoder(bytes.NewReader(got))
		lines := bytes.Count(got, []byte{'\n'})
		if lines != len(events) {
			t.Errorf("%d lines for %d events", lines, len(events))
		}
		for _, e := range events {
			var line struct{ Event, Suite, Program, Case string }
			if err := dec.Decode(&line); err != nil {
				t.Fatal(err)
			}
			if want := eventName(e); line.Event != want {
				t.Errorf("event %q, want %q", line.Event, want)
			}
			if c, ok := e.(judge.CaseFinished); ok && s.name != "hostile" {
				want := [3]string{c.Suite.Name, c.Program.Name, c.Result.Case.Name}
				if got := [3]string{line.Suite, line.Program, line.Case}; got != want {
					t.Errorf("case_finished of %q, want %q", got, want)
				}
			}
		}
		if err := dec.Decode(new(any)); err != io.EOF {
			t.Errorf("after the last line: %v", err)
		}
	})
}

func eventName(e judge.Event) string {
	switch e.(type) {
	case judge.RunStarted:
		return "run_started"
	case judge.BuildStarted:
		return "build_started"
	case judge.BuildFinished:
		return "build_finished"
	case judge.CaseStarted:
		return "case_started"
	case judge.CaseFinished:
		return "case_finished"
	case judge.ProgramFinished:
		return "program_finished"
	case judge.RunFinished:
		return "run_finished"
	}
	return ""
}

// TestJSONUnits pins what scripts compute with.
func TestJSONUnits(t *testing.T) {
	s := wrongAnswer()
	d := decodeJSON(t, render(t, "json", report.TerminalOptions{}, s.events()))
	if d.Version != 1 {
		t.Errorf("version %d, want 1", d.Version)
	}
	got := d.Programs[0].Results[1]
	want := decodedResult{
		Case: "edge", Verdict: judge.WrongAnswer, CPU: 20_000_000, Memory: 2_048_000,
		Stderr: "main: 3 boards\n\tdone\n",
	}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
