package report_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ojbatch/judge"
	"ojbatch/judge/report"
)

// live reports events on what counts as a terminal, one every pause; the progress is redrawn
// every 150 ms. It must be called in a synctest bubble, whose clock it moves; the bubble fails
// the test if a goroutine of the progress outlives it.
func live(t *testing.T, events []judge.Event, pause time.Duration) string {
	t.Helper()
	var buf bytes.Buffer
	sink := report.NewTerminal(&buf, report.TerminalOptions{Live: true, Width: 100})
	for _, e := range events {
		if err := sink.Accept(e); err != nil {
			t.Fatalf("Accept(%T): %v", e, err)
		}
		time.Sleep(pause)
	}
	return buf.String()
}

// screen returns what a terminal shows in the end of what was written to it, given that the
// only control sequences are those of the progress: n lines up, and clear from there.
func screen(t *testing.T, written string) string {
	t.Helper()
	var lines []string
	for line := range strings.SplitAfterSeq(written, "\n") {
		for strings.HasPrefix(line, "\x1b[1A\x1b[J") {
			line = strings.TrimPrefix(line, "\x1b[1A\x1b[J")
			lines = lines[:len(lines)-1]
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	shown := strings.Join(lines, "")
	if strings.ContainsRune(shown, '\x1b') {
		t.Errorf("unexpected control sequence in %q", shown)
	}
	return shown
}

// TestLiveLeavesTheReport wants the progress gone without a trace: what stays is what a pipe
// would have got.
func TestLiveLeavesTheReport(t *testing.T) {
	for _, s := range scenarios() {
		t.Run(s.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				events := s.events()
				want := render(t, "term", report.TerminalOptions{Width: 100}, events)
				if got := screen(t, live(t, events, 40*time.Millisecond)); got != string(want) {
					t.Errorf("on the screen:\n%s\nwant:\n%s", got, want)
				}
			})
		})
	}
}

func TestLiveShowsProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSuite("poj3009", "sample", "worst\x1b/1")
		p := add(s, "slow\x1b.go")
		results := allAccepted(s)
		got := live(t, []judge.Event{
			judge.RunStarted{Suites: []*judge.Suite{s}, Programs: 2, Cases: 4, Workers: 2},
			judge.CaseStarted{Suite: s, Program: p, Case: s.Cases[0]},
			judge.CaseStarted{Suite: s, Program: p, Case: s.Cases[1]},
			judge.CaseFinished{Suite: s, Program: p, Result: results[0]},
			judge.CaseFinished{Suite: s, Program: p, Result: results[1]},
			judge.ProgramFinished{
				Suite: s, Program: p, Verdict: judge.Accepted, AsExpected: true, Results: results,
			},
			judge.RunFinished{},
		}, 1040*time.Millisecond)
		for _, want := range []string{
			"0/2 programs, 0/4 cases, 0.9 s\n",
			`0/2 programs, 0/4 cases, 1.8 s; slow\x1b.go on sample for 0.8 s`,
			`0/2 programs, 0/4 cases, 3.0 s; slow\x1b.go on sample for 2.0 s`,
			`0/2 programs, 1/4 cases, 3.9 s; slow\x1b.go on worst\x1b/1 for 1.8 s`,
			"0/2 programs, 2/4 cases, 4.8 s\n",
			"1/2 programs, 2/4 cases, 6.0 s\n",
			"[====>-----] 0/2 programs, 2/4 cases",
		} {
			if !strings.Contains(got, want) {
				t.Errorf("no %q in %q", want, got)
			}
		}
	})
}

func TestQuietShowsNoProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var buf bytes.Buffer
		sink := report.NewTerminal(&buf, report.TerminalOptions{Live: true, Quiet: true})
		if err := acceptAll(sink, accepted().events()); err != nil {
			t.Fatal(err)
		}
		const want = "3 programs as expected, 0 not; 5 cases, 3.2 s\n"
		if got := buf.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

// TestLiveWriterFails has each write fail in turn. The error must come out, whoever wrote, and
// nothing go on drawing.
func TestLiveWriterFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for writes := range 12 {
			w := &fullWriter{left: writes}
			sink := report.NewTerminal(w, report.TerminalOptions{Live: true})
			var err error
			for _, e := range wrongAnswer().events() {
				if err = sink.Accept(e); err != nil {
					break
				}
				time.Sleep(time.Second) // in which the progress is redrawn
			}
			if !errors.Is(err, errDiskFull) {
				t.Errorf("write %d: %v, want %v", writes, err, errDiskFull)
			}
		}
	})
}
