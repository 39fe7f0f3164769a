package report

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"ojbatch/judge"
)

// program adds the line of a program, and below it what needs a person.
func (t *Terminal) program(p *page, e judge.ProgramFinished) {
	wrong := faults(e)
	if t.o.Quiet && len(wrong) == 0 && (e.AsExpected || e.Unjudged != "") {
		return
	}
	sum := tallied(e.Results)
	p.line(0, t.programLine(p, e, sum))
	t.repeats(p, e.Results, sum.slowest.Case)
	if last, ok := decisive(e); ok && len(wrong) == 0 && t.o.Verbose {
		wrong = []judge.Result{last}
	}
	t.failures(p, wrong)
}

// programLine is the one line that every program gets.
func (t *Terminal) programLine(p *page, e judge.ProgramFinished, sum tally) string {
	fields := []string{p.paint(programStyle(e), pad(judgment(e), len("TLE (expected)")))}
	if t.suiteWidth > 0 {
		fields = append(fields, pad(visible(e.Suite.Name, nameColumns), t.suiteWidth))
	}
	fields = append(fields,
		pad(visible(e.Program.Name, nameColumns), t.nameWidth),
		fmt.Sprintf("%7s", fmt.Sprintf("%d/%d", sum.passed, sum.total)))
	if e.Unjudged != "" {
		fields = append(fields, visible(e.Unjudged, lineColumns))
	} else if ran(sum.slowest) {
		fields = append(fields, figures(sum)...)
		fields = append(fields, remarks(sum)...)
	}
	return strings.TrimRight(strings.Join(fields, "  "), " ")
}

func programStyle(e judge.ProgramFinished) style {
	switch {
	case e.Unjudged != "":
		return yellow
	case e.AsExpected:
		return green
	}
	return red
}

// figures are the greatest use of each kind next to its limit, and the slowest case.
func figures(t tally) []string {
	cpu := timeUse(t.cpu.Outcome.Usage.CPU, t.cpu.Limits.CPU)
	wall := timeUse(t.wall.Outcome.Usage.Wall, t.wall.Limits.Wall)
	memory := sizeUse(t.memory.Outcome.Usage.Memory, t.memory.Limits.Memory)
	return []string{
		"cpu " + pad(cpu, len("0.000/0.5s")),
		"wall " + pad(wall, len("0.000/0.5s")),
		"mem " + pad(memory, len("100.0/256MiB")),
		"slowest " + visible(t.slowest.Case.Name, nameColumns),
	}
}

// timeUse and sizeUse write a figure and its limit in one unit: "0.012/0.5s", "3.1/64MiB".
func timeUse(used, limit time.Duration) string {
	return fmt.Sprintf("%.3f/%ss", used.Seconds(), decimal(limit.Seconds()))
}

func sizeUse(used, limit judge.Size) string {
	mebibytes := func(s judge.Size) float64 { return float64(s) / float64(judge.MiB) }
	return fmt.Sprintf("%.1f/%sMiB", mebibytes(used), decimal(mebibytes(limit)))
}

func decimal(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// remarks tell why the figures may not say it all.
func remarks(t tally) []string {
	var remarks []string
	if t.skipped > 0 {
		remarks = append(remarks, fmt.Sprintf("%d skipped", t.skipped))
	}
	switch {
	case t.cached == 0:
	case t.cached == t.total:
		remarks = append(remarks, "(cached)")
	default:
		remarks = append(remarks, fmt.Sprintf("(%d cached)", t.cached))
	}
	return remarks
}

// repeats shows how repeated runs differ: for the slowest case, and for cases that did not
// always come out alike.
func (t *Terminal) repeats(p *page, results []judge.Result, slowest *judge.Case) {
	left := t.cases
	for _, r := range results {
		if r.Repeats == nil {
			continue
		}
		changed := r.Repeats.VerdictChanged || r.Repeats.OutputChanged
		if !changed && r.Case != slowest && !t.o.Verbose {
			continue
		}
		if left--; left >= 0 {
			p.line(2, repeatLine(p, r))
		}
	}
	if left < 0 {
		p.line(2, count(-left, "more case")+" with differing runs (-v shows all)")
	}
}

func repeatLine(p *page, r judge.Result) string {
	cpu := r.Repeats.CPU
	line := fmt.Sprintf("%s: %d runs, cpu min %.3f median %.3f max %.3f s",
		visible(r.Case.Name, nameColumns), r.Repeats.Runs,
		cpu.Min.Seconds(), cpu.Median.Seconds(), cpu.Max.Seconds())
	if r.Repeats.VerdictChanged {
		line += ", " + p.paint(yellow, "verdict changed")
	}
	if r.Repeats.OutputChanged {
		line += ", " + p.paint(yellow, "output changed")
	}
	return line
}

// failures shows the first of the results in full and counts the rest.
func (t *Terminal) failures(p *page, results []judge.Result) {
	results = ownFirst(results)
	shown := min(t.cases, len(results))
	for _, r := range results[:shown] {
		t.failure(p, r)
	}
	if rest := results[shown:]; len(rest) > 0 {
		p.line(2, fmt.Sprintf("%s: %s (-v shows all)",
			count(len(rest), "more failing case"), verdictCounts(rest)))
	}
}

// ownFirst puts the judge's own failures before the program's, which may come of them.
func ownFirst(results []judge.Result) []judge.Result {
	var own, theirs []judge.Result
	for _, r := range results {
		if r.Verdict == judge.JudgeError {
			own = append(own, r)
		} else {
			theirs = append(theirs, r)
		}
	}
	return append(own, theirs...)
}

// verdictCounts is "3 WA, 1 TLE", in the order of first appearance.
func verdictCounts(results []judge.Result) string {
	var order []judge.Verdict
	counts := map[judge.Verdict]int{}
	for _, r := range results {
		if counts[r.Verdict] == 0 {
			order = append(order, r.Verdict)
		}
		counts[r.Verdict]++
	}
	var texts []string
	for _, v := range order {
		texts = append(texts, fmt.Sprintf("%d %s", counts[v], v))
	}
	return strings.Join(texts, ", ")
}

// failure shows one result in full.
func (t *Terminal) failure(p *page, r judge.Result) {
	line := headline(r)
	if r.Cached {
		line += " (cached)"
	}
	p.line(2, line)
	if r.Verdict != judge.CompileError {
		p.line(3, "at "+visible(r.Case.Pos.String(), lineColumns))
	}
	for _, q := range evidence(r, t.bounds) {
		p.quote(q)
	}
}
