package report

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"ojbatch/judge"
)

// barWidth is how many columns the bar itself takes, of those that the progress line has. What
// the line says is worth more.
const barWidth = 12

// progress is a line at the bottom of a terminal that says how far a run has come. What is
// written to it appears above that line. It draws in goroutines of its own until stop.
type progress struct {
	w     io.Writer // the terminal, for when nothing is drawn any more
	lines *mpb.Progress
	bar   *mpb.Bar
	clock func() time.Time

	mu    sync.Mutex // guards what follows: the line is drawn while events come in
	state progressState
}

// progressState is the fold behind the line.
type progressState struct {
	started         time.Time
	programs, cases int // of the run
	programsDone    int
	casesDone       int
	running         []running // in the order in which they started
}

type running struct {
	pair
	item  *judge.Case
	since time.Time
}

func startProgress(w io.Writer, width int, clock func() time.Time, e judge.RunStarted) *progress {
	p := &progress{w: w, clock: clock}
	p.state = progressState{started: clock(), programs: e.Programs, cases: e.Cases}
	p.lines = mpb.New(mpb.WithOutput(w), mpb.WithWidth(width), mpb.WithAutoRefresh())
	// A bar with a total completes by itself, and would stay on the screen. This one is told
	// its total later, and ends when it is aborted.
	p.bar = p.lines.New(0, mpb.BarStyle(), mpb.BarWidth(barWidth), mpb.BarFillerTrim(),
		mpb.AppendDecorators(decor.Any(p.draw)))
	p.bar.SetTotal(int64(e.Cases), false)
	return p
}

// draw is what stands beside the bar. The library calls it, from a goroutine of its own.
func (p *progress) draw(s decor.Statistics) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	room := max(1, s.AvailableWidth-barWidth-len(" "))
	return " " + visible(p.state.line(p.clock()), room)
}

// Write prints b above the line, at the next time it is drawn; b holds whole lines. When
// drawing has failed, b goes to the terminal, which knows why.
func (p *progress) Write(b []byte) (int, error) {
	n, err := p.lines.Write(b)
	if errors.Is(err, mpb.ErrDone) {
		return p.w.Write(b)
	}
	return n, err
}

// accept folds e into the line.
func (p *progress) accept(e judge.Event) {
	p.mu.Lock()
	p.state.accept(e, p.clock())
	done := p.state.casesDone
	p.mu.Unlock()
	p.bar.SetCurrent(int64(done))
}

// stop removes the line. Afterwards everything written is on the terminal, and nothing is
// drawn any more.
func (p *progress) stop() {
	p.bar.Abort(true)
	p.lines.Wait()
}

func (s *progressState) accept(e judge.Event, now time.Time) {
	switch e := e.(type) {
	case judge.CaseStarted:
		s.running = append(s.running, running{pair{e.Suite, e.Program}, e.Case, now})
	case judge.CaseFinished:
		s.casesDone++
		s.running = slices.DeleteFunc(s.running, func(r running) bool {
			return r.pair == pair{e.Suite, e.Program} && r.item == e.Result.Case
		})
	case judge.ProgramFinished:
		s.programsDone++
	}
}

// line says how far the run has come, and what it has waited for longest.
func (s *progressState) line(now time.Time) string {
	line := fmt.Sprintf("%d/%d programs, %d/%d cases, %s",
		s.programsDone, s.programs, s.casesDone, s.cases, elapsed(now.Sub(s.started)))
	if len(s.running) == 0 {
		return line
	}
	longest := s.running[0]
	return fmt.Sprintf("%s; %s on %s for %s", line,
		visible(longest.program.Name, nameColumns), visible(longest.item.Name, nameColumns),
		elapsed(now.Sub(longest.since)))
}
