package report

// The rules of the terminal report, which this file, its terminal_ siblings and page.go own:
//
//   - A program is one line. It begins with the verdict and says in words whether that was
//     expected; the figures stand below each other. A hundred of them can be scanned, and
//     searched with grep.
//   - What needs a person comes below that line, indented, and is bounded: a few cases in full,
//     the rest counted. What went as expected takes no further line.
//   - What a program wrote stands behind "| ". So it can not pass for a line of the report, nor
//     for a command to the CI system that shows the report.
//   - What came from outside goes through visible. No control character of a stranger's
//     program reaches the terminal.
//   - Colour repeats what the text says and never says anything alone.
//   - What an event has to say is one Write, so that lines of the report and the progress
//     below them do not tear.

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"time"

	"ojbatch/judge"
)

// TerminalOptions shape the terminal report. The zero value is plain text for a pipe.
type TerminalOptions struct {
	Color bool // mark verdicts and differences with ANSI colours
	Live  bool // the writer is a terminal: show progress while the run lasts
	Width int  // columns of the terminal; zero is 80
	// Verbose shows all failing cases and longer excerpts of them, the case that decided where
	// a failure was expected, and what is not enforced.
	Verbose bool
	// Quiet shows nothing but programs that need attention and the summary.
	Quiet bool
	// Clock is the time that progress goes by; nil is [time.Now]. It is called by one goroutine
	// at a time, not always the same.
	Clock func() time.Time
}

// Terminal is the report for people.
type Terminal struct {
	w io.Writer
	o TerminalOptions
	bounds
	// suiteWidth and nameWidth are the columns that the suites' and programs' names take.
	// Suites are not named when there is only one.
	suiteWidth, nameWidth int
	progress              *progress // while the run lasts, where there is any
}

var _ judge.Sink = (*Terminal)(nil)

// NewTerminal returns a sink that reports to people on w. With [TerminalOptions.Live] it writes
// to w from a goroutine of its own too, until it has accepted [judge.RunFinished] or returned an
// error; nobody else may write to w meanwhile.
func NewTerminal(w io.Writer, o TerminalOptions) *Terminal {
	o.Width = cmp.Or(o.Width, 80)
	if o.Clock == nil {
		o.Clock = time.Now
	}
	t := &Terminal{w: w, o: o, bounds: briefly}
	if o.Verbose {
		t.bounds = fully
	}
	return t
}

// Accept implements [judge.Sink].
func (t *Terminal) Accept(e judge.Event) error {
	if t.progress != nil {
		t.progress.accept(e)
	}
	p := &page{color: t.o.Color, width: t.o.Width}
	switch e := e.(type) {
	case judge.RunStarted:
		t.opening(p, e)
	case judge.ProgramFinished:
		t.program(p, e)
	case judge.RunFinished:
		t.stop()
		p.line(0, summary(p, e.Summary))
	}
	if err := t.write(p.Bytes()); err != nil {
		t.stop()
		return err
	}
	if e, ok := e.(judge.RunStarted); ok && t.o.Live && !t.o.Quiet {
		t.progress = startProgress(t.w, t.o.Width, t.o.Clock, e)
	}
	return nil
}

func (t *Terminal) write(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	w := t.w
	if t.progress != nil {
		w = t.progress
	}
	_, err := w.Write(b)
	return err
}

func (t *Terminal) stop() {
	if t.progress != nil {
		t.progress.stop()
		t.progress = nil
	}
}

// summary is the last line, such as "14 programs as expected, 0 not; 412 cases, 3.2 s".
func summary(p *page, s judge.Summary) string {
	programs := []string{
		count(s.AsExpected, "program") + " as expected",
		fmt.Sprintf("%d not", s.Unexpected),
	}
	if s.Unjudged > 0 {
		programs = append(programs, fmt.Sprintf("%d not judged", s.Unjudged))
	}
	rest := []string{count(s.Cases, "case")}
	if s.JudgeErrors > 0 {
		rest = append(rest, count(s.JudgeErrors, "judge error"))
	}
	rest = append(rest, elapsed(s.Wall))
	if s.Interrupted {
		rest = append(rest, "interrupted")
	}
	return p.paint(summaryStyle(s), strings.Join(programs, ", ")+"; "+strings.Join(rest, ", "))
}

func summaryStyle(s judge.Summary) style {
	switch {
	case s.Unexpected > 0 || s.JudgeErrors > 0:
		return red
	case s.Unjudged > 0 || s.Interrupted:
		return yellow
	}
	return green
}
