package report

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"time"

	"ojbatch/judge"
)

// The elements of a JUnit file, as the readers of GitHub actions, GitLab and Jenkins know them;
// there is no standard. What is written here is what all of the three take:
// https://github.com/testmoapp/junitxml describes it.
type (
	junitFile struct {
		XMLName xml.Name `xml:"testsuites"`
		Name    string   `xml:"name,attr"`
		junitCounts
		Suites []junitSuite `xml:"testsuite"`
	}
	junitCounts struct {
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Skipped  int          `xml:"skipped,attr"`
		Time     junitSeconds `xml:"time,attr"`
	}
	junitSuite struct {
		Name string `xml:"name,attr"`
		File string `xml:"file,attr,omitempty"`
		junitCounts
		Cases []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name      string       `xml:"name,attr"`
		ClassName string       `xml:"classname,attr"`
		File      string       `xml:"file,attr,omitempty"`
		Line      int          `xml:"line,attr,omitempty"`
		Time      junitSeconds `xml:"time,attr"`
		Failure   *junitFault  `xml:"failure"`
		Error     *junitFault  `xml:"error"`
		Skipped   *junitFault  `xml:"skipped"`
		Output    string       `xml:"system-out,omitempty"`
	}
	junitFault struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Body    string `xml:",cdata"`
	}
)

// junitSeconds is written in seconds, as JUnit has it.
type junitSeconds time.Duration

// MarshalText implements [encoding.TextMarshaler].
func (s junitSeconds) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%.3f", time.Duration(s).Seconds()), nil
}

type junitReport struct {
	w    io.Writer
	file junitFile
}

// NewJUnit returns a sink that writes one JUnit XML document to w when the run is finished: a
// testsuite for each program, a testcase for each of its cases. A program that got what was
// expected has no failures, be it that its cases failed as they should. Judge errors are
// errors.
func NewJUnit(w io.Writer) judge.Sink {
	return &junitReport{w: w, file: junitFile{Name: "judge"}}
}

// Accept implements [judge.Sink].
func (j *junitReport) Accept(e judge.Event) error {
	switch e := e.(type) {
	case judge.ProgramFinished:
		suite := junitProgram(e)
		j.file.add(suite.junitCounts)
		j.file.Suites = append(j.file.Suites, suite)
	case judge.RunFinished:
		j.file.Time = junitSeconds(e.Summary.Wall)
		return j.write()
	}
	return nil
}

func (j *junitReport) write() error {
	text, err := xml.MarshalIndent(j.file, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(j.w, "%s%s\n", xml.Header, text)
	return err
}

func (c *junitCounts) add(other junitCounts) {
	c.Tests += other.Tests
	c.Failures += other.Failures
	c.Errors += other.Errors
	c.Skipped += other.Skipped
	c.Time += other.Time
}

func junitProgram(e judge.ProgramFinished) junitSuite {
	class := visible(e.Suite.Name, lineColumns) + "." + visible(e.Program.Name, lineColumns)
	suite := junitSuite{Name: class, File: visible(e.Suite.File, lineColumns)}
	wrong := faults(e)
	for _, r := range e.Results {
		isFault := slices.ContainsFunc(wrong, func(f judge.Result) bool { return f.Case == r.Case })
		suite.Cases = append(suite.Cases, junitResult(e, r, isFault))
	}
	if c, ok := junitVerdict(e, len(wrong) > 0); ok {
		suite.Cases = append(suite.Cases, c)
	}
	for i := range suite.Cases {
		suite.Cases[i].ClassName = class
		suite.add(suite.Cases[i].counts())
	}
	return suite
}

func (c junitCase) counts() junitCounts {
	one := func(fault *junitFault) int {
		if fault == nil {
			return 0
		}
		return 1
	}
	return junitCounts{
		Tests: 1, Failures: one(c.Failure), Errors: one(c.Error), Skipped: one(c.Skipped),
		Time: c.Time,
	}
}

func junitResult(e judge.ProgramFinished, r judge.Result, isFault bool) junitCase {
	c := junitCase{
		Name: visible(r.Case.Name, lineColumns),
		File: visible(r.Case.Pos.File, lineColumns),
		Line: r.Case.Pos.Line,
		Time: junitSeconds(r.Outcome.Usage.Wall),
	}
	message := fmt.Sprintf("%s: %s", r.Verdict, visible(r.Why, lineColumns))
	switch {
	case r.Verdict == judge.Skipped:
		why := cmp.Or(e.Unjudged, r.Why, "not run")
		c.Skipped = &junitFault{Message: visible(why, lineColumns)}
	case r.Verdict == judge.JudgeError:
		c.Error = &junitFault{message, string(r.Verdict), evidenceText(r, fully)}
	case isFault:
		c.Failure = &junitFault{message, string(r.Verdict), evidenceText(r, fully)}
	case r.Verdict != judge.Accepted:
		c.Output = message
	}
	return c
}

// junitVerdict returns a testcase for what no result of e says: that a program was accepted
// which should not be, or was not judged.
func junitVerdict(e judge.ProgramFinished, told bool) (junitCase, bool) {
	c := junitCase{
		Name: "verdict", File: visible(e.Program.Pos.File, lineColumns), Line: e.Program.Pos.Line,
	}
	switch {
	case e.Unjudged != "" && len(e.Results) == 0:
		c.Skipped = &junitFault{Message: visible(e.Unjudged, lineColumns)}
	case e.Unjudged == "" && !e.AsExpected && !told:
		c.Failure = &junitFault{Message: unmet(e), Type: string(e.Verdict)}
	default:
		return junitCase{}, false
	}
	return c, true
}
