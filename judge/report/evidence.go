package report

import (
	"slices"
	"strings"

	"ojbatch/judge"
	"ojbatch/judge/diff"
)

// bounds are how much of a program's failures a report for people shows.
type bounds struct {
	cases    int // failing cases of a program in full; the rest is counted
	lines    int // of an input, an error output or a checker's message
	compiler int // lines of a compiler's messages
}

var (
	briefly = bounds{cases: 3, lines: 10, compiler: 20}
	fully   = bounds{cases: 1 << 30, lines: 50, compiler: 200}
)

// quotation is what somebody wrote, in lines that are safe to print.
type quotation struct {
	heading string
	lines   []string
}

const diffHeading = "diff"

// evidence returns all that a result shows of what went wrong.
func evidence(r judge.Result, b bounds) []quotation {
	speaker, limit := "checker", b.lines
	if r.Verdict == judge.CompileError {
		speaker, limit = "compiler", b.compiler
	}
	all := []quotation{
		beginning(speaker, judge.Excerpt{Text: []byte(r.Message)}, limit),
		beginning("input", r.Input, b.lines),
		{diffHeading, visibleLines(untabbed(difference(r)), lineColumns)},
		ending("stderr", r.Stderr, b.lines),
	}
	return slices.DeleteFunc(all, func(q quotation) bool { return len(q.lines) == 0 })
}

// evidenceText is evidence as one text.
func evidenceText(r judge.Result, b bounds) string {
	var parts []string
	for _, q := range evidence(r, b) {
		parts = append(parts, q.heading+":\n"+strings.Join(q.lines, "\n")+"\n")
	}
	return strings.Join(parts, "\n")
}

// beginning quotes at most limit lines of e.
func beginning(heading string, e judge.Excerpt, limit int) quotation {
	lines := excerptLines(e)
	if len(lines) > limit || e.More {
		lines = lines[:min(limit, len(lines))]
		heading += " (beginning)"
	}
	return quotation{heading, lines}
}

// ending quotes at most limit lines of e, the last ones.
func ending(heading string, e judge.Excerpt, limit int) quotation {
	lines := excerptLines(e)
	if len(lines) > limit || e.Line > 1 || e.Skipped > 0 {
		lines = lines[max(0, len(lines)-limit):]
		heading += " (end)"
	}
	return quotation{heading, lines}
}

// excerptLines writes the lines of e visibly and marks those that are not whole.
func excerptLines(e judge.Excerpt) []string {
	text := string(e.Text)
	lines := visibleLines(untabbed(text), lineColumns)
	if len(lines) > 0 && e.Skipped > 0 {
		lines[0] = "…" + lines[0]
	}
	if last := len(lines) - 1; last >= 0 && e.More && !strings.HasSuffix(text, "\n") {
		lines[last] = strings.TrimSuffix(lines[last], "…") + "…"
	}
	return lines
}

// untabbed writes tabs as blanks, which stand the same behind a gutter. Where it matters which
// it was, a diff has marked it.
func untabbed(text string) string { return strings.ReplaceAll(text, "\t", "    ") }

// difference is the unified diff of what a result wanted and got; empty when there is none to
// show.
func difference(r judge.Result) string {
	method := r.Case.Compare.Method
	o := diff.Options{
		IgnoreTrailing: method != judge.CompareExact && method != judge.CompareChecker,
	}
	return diff.Unified("want", "got", diffText(r.Want), diffText(r.Got), o)
}

func diffText(e judge.Excerpt) diff.Text {
	return diff.Text{Bytes: e.Text, Line: e.Line, Skipped: e.Skipped, More: e.More}
}
