package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"ojbatch/judge"
)

// alignedColumns is the longest name for which the names of others leave room.
const alignedColumns = 40

// opening states once what holds for the whole run, and makes room for the names to come.
func (t *Terminal) opening(p *page, e judge.RunStarted) {
	t.arrange(e.Suites)
	if t.o.Quiet {
		return
	}
	p.line(0, fmt.Sprintf("%s, %s, %d at once",
		count(e.Programs, "program"), count(e.Cases, "case"), e.Workers))
	t.enforcement(p, e.Enforcement)
	for _, group := range limitGroups(e.Suites) {
		heading := "limits:"
		if len(group.suites) < len(e.Suites) {
			heading = "limits of " + few(group.suites, t.cases) + ":"
		}
		p.wrapped(heading, group.limits)
	}
}

// arrange finds how wide the columns of names have to be. Names that are much longer than the
// others stick out.
func (t *Terminal) arrange(suites []*judge.Suite) {
	for _, s := range suites {
		if len(suites) > 1 {
			t.suiteWidth = max(t.suiteWidth, columns.StringWidth(visible(s.Name, alignedColumns)))
		}
		for _, p := range s.Programs {
			t.nameWidth = max(t.nameWidth, columns.StringWidth(visible(p.Name, alignedColumns)))
		}
	}
}

func (t *Terminal) enforcement(p *page, e judge.Enforcement) {
	means := []string{
		"isolation " + e.Isolation, "memory " + e.Memory, "cpu " + e.CPU,
		"processes " + e.Processes, "disk " + e.Disk, "network " + e.Network,
	}
	if len(e.Gaps) > 0 && !t.o.Verbose {
		means = append(means, count(len(e.Gaps), "gap")+" (-v)")
	}
	p.wrapped("enforcement:", means)
	if t.o.Verbose {
		for _, gap := range e.Gaps {
			p.line(1, "gap: "+visible(gap, lineColumns))
		}
	}
}

// limitGroup is suites whose cases have the same limits.
type limitGroup struct {
	limits []string
	suites []string
}

func limitGroups(suites []*judge.Suite) []limitGroup {
	var groups []limitGroup
	for _, s := range suites {
		if len(s.Cases) == 0 {
			continue
		}
		limits := limitRanges(s.Cases)
		same := func(g limitGroup) bool { return slices.Equal(g.limits, limits) }
		i := slices.IndexFunc(groups, same)
		if i < 0 {
			i = len(groups)
			groups = append(groups, limitGroup{limits: limits})
		}
		groups[i].suites = append(groups[i].suites, visible(s.Name, nameColumns))
	}
	return groups
}

// limitRanges writes the limits in force over cases: "cpu 500ms to 1s", "wall 3s", ...
func limitRanges(cases []*judge.Case) []string {
	var ranges []string
	for _, f := range limitFields {
		var amounts []int64
		for _, c := range cases {
			amounts = append(amounts, f.of(c.Limits.WithDefaults()))
		}
		low, high := slices.Min(amounts), slices.Max(amounts)
		text := f.name + " " + f.text(low)
		if low < high {
			text += " to " + f.text(high)
		}
		ranges = append(ranges, text)
	}
	return ranges
}

var limitFields = []struct {
	name string
	of   func(judge.Limits) int64
	text func(int64) string
}{
	{"cpu", func(l judge.Limits) int64 { return int64(l.CPU) }, durationText},
	{"wall", func(l judge.Limits) int64 { return int64(l.Wall) }, durationText},
	{"memory", func(l judge.Limits) int64 { return int64(l.Memory) }, sizeText},
	{"stack", func(l judge.Limits) int64 { return int64(l.Stack) }, sizeText},
	{"output", func(l judge.Limits) int64 { return int64(l.Output) }, sizeText},
	{"processes", func(l judge.Limits) int64 { return int64(l.Processes) }, numberText},
	{"files", func(l judge.Limits) int64 { return int64(l.Files) }, numberText},
	{"disk", func(l judge.Limits) int64 { return int64(l.Disk) }, sizeText},
}

func durationText(n int64) string { return time.Duration(n).String() }
func sizeText(n int64) string     { return judge.Size(n).String() }
func numberText(n int64) string   { return fmt.Sprint(n) }

// few lists the first names of many.
func few(names []string, most int) string {
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
