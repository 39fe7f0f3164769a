package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/term"

	"ojbatch/judge"
	"ojbatch/judge/report"
)

// reports are the sinks of a run and the files behind them.
type reports struct {
	sinks []judge.Sink
	files []*reportFile
}

// openReports makes a sink for each --report. Without one that writes to stdout, the
// terminal's report does.
func (a *app) openReports(o runOptions) (*reports, error) {
	r := &reports{}
	onStdout := ""
	for _, arg := range o.reports {
		format, path, toFile := strings.Cut(arg, "=")
		w := a.stdout
		switch {
		case toFile:
			f, err := createReport(format, path)
			if err != nil {
				r.discard()
				return nil, fmt.Errorf("--report %s: %w", arg, err)
			}
			r.files = append(r.files, f)
			w = f
		case onStdout != "":
			r.discard()
			return nil, fmt.Errorf("--report %s: stdout has the report %s already; write one to a file: %s=FILE",
				arg, onStdout, arg)
		default:
			onStdout = format
		}
		if err := r.add(format, w, a.terminalOptions(o), toFile); err != nil {
			r.discard()
			return nil, fmt.Errorf("--report %s: %w", arg, err)
		}
	}
	if onStdout == "" {
		if err := r.add("term", a.stdout, a.terminalOptions(o), false); err != nil {
			return nil, err
		}
	}
	return r, nil
}

func (r *reports) add(format string, w io.Writer, o report.TerminalOptions, toFile bool) error {
	if toFile {
		o = report.TerminalOptions{Verbose: o.Verbose, Quiet: o.Quiet}
	}
	sink, err := report.New(format, w, o)
	if err != nil {
		return err
	}
	r.sinks = append(r.sinks, sink)
	return nil
}

// close makes the files appear under their names.
func (r *reports) close() error {
	var errs []error
	for _, f := range r.files {
		errs = append(errs, f.commit())
	}
	return errors.Join(errs...)
}

func (r *reports) discard() {
	for _, f := range r.files {
		f.discard()
	}
}

// reportFile is a report that is written beside its place and moved there once it is whole.
// A report of one event a line is useful before that, and is written in place.
type reportFile struct {
	*bufio.Writer
	file *os.File
	path string // where the file is to be moved; empty when it is there already
}

func createReport(format, path string) (*reportFile, error) {
	if path == "" {
		return nil, errors.New("the file has no name")
	}
	if format == "ndjson" {
		f, err := os.Create(path)
		if err != nil {
			return nil, err
		}
		return &reportFile{Writer: bufio.NewWriterSize(f, 0), file: f}, nil
	}
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, "."+filepath.Base(path)+"-*")
	if pathErr := (*fs.PathError)(nil); errors.As(err, &pathErr) {
		return nil, fmt.Errorf("directory %q: %w", dir, pathErr.Err) // the name is not the user's
	} else if err != nil {
		return nil, err
	}
	return &reportFile{Writer: bufio.NewWriter(f), file: f, path: path}, nil
}

// commit finishes the file.
func (f *reportFile) commit() error {
	err := errors.Join(f.Flush(), f.file.Chmod(0o644), f.file.Close())
	if err == nil && f.path != "" {
		err = os.Rename(f.file.Name(), f.path)
	}
	if err != nil {
		f.discard()
	}
	return err
}

func (f *reportFile) discard() {
	f.file.Close()
	if f.path != "" {
		os.Remove(f.file.Name())
	}
}

// forgiving writes until nobody reads any more, and then pretends: a reader who has seen
// enough, as head has, is not an error.
type forgiving struct {
	w      io.Writer
	closed bool
}

func (f *forgiving) Write(p []byte) (int, error) {
	if f.closed {
		return len(p), nil
	}
	n, err := f.w.Write(p)
	if errors.Is(err, syscall.EPIPE) {
		f.closed = true
		return len(p), nil
	}
	return n, err
}

// terminal says whether a stream is one, and how wide.
type terminal struct {
	is    bool
	width int
}

func terminalOf(f *os.File) terminal {
	fd := int(f.Fd())
	if !term.IsTerminal(fd) {
		return terminal{}
	}
	width, _, err := term.GetSize(fd)
	if err != nil {
		width = 0
	}
	return terminal{is: true, width: width}
}
