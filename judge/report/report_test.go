package report_test

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ojbatch/judge"
	"ojbatch/judge/report"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// variants are the formats as they are tested: with the options that change what they write.
var variants = []struct {
	name    string
	format  string
	options report.TerminalOptions
}{
	{"term", "term", report.TerminalOptions{}},
	{"term-color", "term", report.TerminalOptions{Color: true, Width: 120}},
	{"term-quiet", "term", report.TerminalOptions{Quiet: true}},
	{"term-verbose", "term", report.TerminalOptions{Verbose: true}},
	{"json", "json", report.TerminalOptions{}},
	{"ndjson", "ndjson", report.TerminalOptions{}},
	{"junit", "junit", report.TerminalOptions{}},
	{"github", "github", report.TerminalOptions{}},
}

// render returns what a format writes of events.
func render(
	t *testing.T, format string, o report.TerminalOptions, events []judge.Event,
) []byte {
	t.Helper()
	var buf bytes.Buffer
	sink, err := report.New(format, &buf, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if err := sink.Accept(e); err != nil {
			t.Fatalf("Accept(%T): %v", e, err)
		}
	}
	return buf.Bytes()
}

func TestGolden(t *testing.T) {
	known := map[string]bool{}
	for _, s := range scenarios() {
		for _, v := range variants {
			path := filepath.Join("testdata", s.name, v.name+".golden")
			known[path] = true
			t.Run(s.name+"/"+v.name, func(t *testing.T) {
				got := render(t, v.format, v.options, s.events())
				if len(got) == 0 {
					checkNoGolden(t, path)
					return
				}
				checkGolden(t, path, got)
			})
		}
	}
	files, err := filepath.Glob("testdata/*/*.golden")
	if err != nil || len(files) == 0 {
		t.Fatalf("golden files: found %d, error %v", len(files), err)
	}
	for _, f := range files {
		if !known[f] {
			t.Errorf("%s: no report is compared with this file", f)
		}
	}
}

// checkNoGolden is for formats that have nothing to say; TestCountsAgree says when that is right.
func checkNoGolden(t *testing.T, path string) {
	t.Helper()
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s: want no such file for an empty report: %v", path, err)
	}
}

func checkGolden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

func TestNewKnowsAllFormats(t *testing.T) {
	for _, format := range report.Formats() {
		if _, err := report.New(format, io.Discard, report.TerminalOptions{}); err != nil {
			t.Errorf("New(%q): %v", format, err)
		}
	}
	const want = `unknown report format "xml": want one of term, json, ndjson, junit, github`
	_, err := report.New("xml", io.Discard, report.TerminalOptions{})
	if err == nil || err.Error() != want {
		t.Errorf("New(xml): %v, want %s", err, want)
	}
}

// TestRepeatable guards the order of everything that is written.
func TestRepeatable(t *testing.T) {
	for _, v := range variants {
		s := manyFailures()
		first := render(t, v.format, v.options, s.events())
		if second := render(t, v.format, v.options, s.events()); !bytes.Equal(first, second) {
			t.Errorf("%s: two reports of one run differ", v.name)
		}
	}
}

var errDiskFull = errors.New("disk full")

// fullWriter fails once it was written to often enough.
type fullWriter struct{ left int }

func (w *fullWriter) Write(p []byte) (int, error) {
	if w.left--; w.left < 0 {
		return 0, errDiskFull
	}
	return len(p), nil
}

// TestFailingWriter has each write fail in turn, until a format gets along.
func TestFailingWriter(t *testing.T) {
	for _, format := range report.Formats() {
		for writes := 0; ; writes++ {
			sink, err := report.New(format, &fullWriter{left: writes}, report.TerminalOptions{})
			if err != nil {
				t.Fatal(err)
			}
			err = acceptAll(sink, everyVerdict().events())
			if err == nil {
				if writes == 0 {
					t.Errorf("%s: no error from a writer that takes nothing", format)
				}
				break
			}
			if !errors.Is(err, errDiskFull) {
				t.Errorf("%s, write %d: %v, want %v", format, writes, err, errDiskFull)
			}
		}
	}
}

// acceptAll tells sink the events until it fails.
func acceptAll(sink judge.Sink, events []judge.Event) error {
	for _, e := range events {
		if err := sink.Accept(e); err != nil {
			return err
		}
	}
	return nil
}
