package report

import (
	"fmt"
	"io"
	"strings"

	"ojbatch/judge"
)

type githubReport struct{ w io.Writer }

// NewGitHub returns a sink that writes workflow commands to w, which GitHub Actions shows as
// annotations on the lines of the suite: errors for the first cases that made a program's
// verdict unexpected and for judge errors, warnings for programs that were not judged. They
// are few, since GitHub shows ten errors of a step (docs/problem-matchers.md of
// actions/toolkit), which one bad program would fill.
func NewGitHub(w io.Writer) judge.Sink { return &githubReport{w} }

// Accept implements [judge.Sink].
func (g *githubReport) Accept(e judge.Event) error {
	finished, ok := e.(judge.ProgramFinished)
	if !ok {
		return nil
	}
	var b strings.Builder
	for _, a := range annotations(finished) {
		b.WriteString(a.command())
	}
	if b.Len() == 0 {
		return nil
	}
	_, err := io.WriteString(g.w, b.String())
	return err
}

// annotation is a message on a line of a file.
type annotation struct {
	level   string // error, warning
	at      judge.Position
	title   string
	message string // lines that are safe to print
}

func annotations(e judge.ProgramFinished) []annotation {
	wrong := ownFirst(faults(e))
	title := fmt.Sprintf("%s %s: %s",
		visible(e.Suite.Name, nameColumns), visible(e.Program.Name, nameColumns), judgment(e))
	var list []annotation
	if e.Unjudged != "" {
		why := visible(e.Unjudged, lineColumns)
		list = append(list, annotation{"warning", e.Program.Pos, title, why})
	} else if !e.AsExpected && len(wrong) == 0 {
		list = append(list, annotation{"error", e.Program.Pos, title, unmet(e)})
	}
	for _, r := range wrong[:min(briefly.cases, len(wrong))] {
		list = append(list, annotation{"error", faultPosition(e, r), title, faultMessage(r)})
	}
	if more := len(wrong) - briefly.cases; more > 0 {
		last := &list[len(list)-1].message
		*last += "\n\nand " + count(more, "more failing case")
	}
	return list
}

// faultPosition is where to look first: at the case, or, for what does not depend on any case,
// at the program.
func faultPosition(e judge.ProgramFinished, r judge.Result) judge.Position {
	if r.Verdict == judge.CompileError {
		return e.Program.Pos
	}
	return r.Case.Pos
}

func faultMessage(r judge.Result) string {
	message := headline(r)
	if more := evidenceText(r, briefly); more != "" {
		message += "\n\n" + strings.TrimSuffix(more, "\n")
	}
	return message
}

// command writes a as GitHub reads it:
// https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
func (a annotation) command() string {
	var properties []string
	add := func(key, value string) {
		properties = append(properties, key+"="+commandProperty.Replace(value))
	}
	if a.at.File != "" {
		add("file", visible(a.at.File, lineColumns))
	}
	if a.at.Line > 0 {
		add("line", fmt.Sprint(a.at.Line))
	}
	if a.at.Column > 0 {
		add("col", fmt.Sprint(a.at.Column))
	}
	add("title", a.title)
	return fmt.Sprintf("::%s %s::%s\n",
		a.level, strings.Join(properties, ","), commandText.Replace(a.message))
}

// What a command's text and the values of its properties can not hold as it is.
var (
	commandText     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer(
		"%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
