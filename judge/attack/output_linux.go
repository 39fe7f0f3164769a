package attack

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
)

// roomy is for programs that take long for good reasons.
var roomy = judge.Limits{
	Output: 128 * judge.MiB, CPU: 5 * time.Second, Wall: 20 * time.Second,
}

var (
	outputOver  = []judge.Verdict{judge.OutputLimitExceeded}
	causeOutput = []judge.Cause{judge.CauseOutput}
)

var output = []Attack{
	{
		Name: "flood-stdout", Doc: "writes without end",
		Verdicts: outputOver, Causes: causeOutput,
		steps: once(func(*scene) error { return flood(os.Stdout) }),
	},
	{
		Name: "flood-stderr", Doc: "writes 64 MiB to stderr, which is cut and no fault",
		steps: once(func(*scene) error { return repeat(os.Stderr, 64*judge.MiB) }),
	},
	{
		Name: "flood-both", Doc: "writes to stdout and stderr without end",
		Verdicts: outputOver, Causes: causeOutput,
		steps: once(func(*scene) error {
			var both sync.WaitGroup
			both.Go(func() { flood(os.Stdout) })
			both.Go(func() { flood(os.Stderr) })
			both.Wait()
			return nil
		}),
	},
	{
		Name: "answer-then-flood", Doc: "writes the right answer, then more without end",
		Verdicts: outputOver, Causes: causeOutput,
		answer: right,
		steps: once(func(*scene) error {
			right(os.Stdout)
			return flood(os.Stdout)
		}),
	},
	{
		Name: "orphan-floods", Doc: "leaves a child that writes without end",
		Verdicts: []judge.Verdict{judge.Accepted, judge.WrongAnswer, judge.OutputLimitExceeded},
		steps:    once(func(s *scene) error { return s.orphan("child/flood") }),
	},
	{
		Name: "stdout-closed", Doc: "closes stdout and runs on",
		Limits: shortLimit, Verdicts: timeLimit,
		steps: once(func(s *scene) error {
			os.Stdout.Close()
			return burnForEver(s)
		}),
	},
	{
		Name: "big-file", Doc: "writes one file in the working directory without end",
		Needs: []string{"disk"}, steps: once(bigFile),
	},
	{
		Name: "sparse-file", Doc: "makes a file of a terabyte with holes, and fills them",
		Needs: []string{"disk=tmpfs"}, steps: once(sparseFile),
	},
	{
		Name: "many-files", Doc: "makes small files without end",
		Needs: []string{"disk=tmpfs"}, Limits: judge.Limits{Disk: judge.MiB},
		steps: once(manyFiles),
	},
	prints("nul-bytes", "writes bytes that are zero", func(w io.Writer) error {
		_, err := io.WriteString(w, "1\x00\x002\n\x00")
		return err
	}),
	prints("no-newline", "writes a line that does not end", func(w io.Writer) error {
		_, err := io.WriteString(w, "1\n2")
		return err
	}),
	prints("every-byte", "writes what is not UTF-8", func(w io.Writer) error {
		for b := range 256 {
			if _, err := w.Write([]byte{byte(b)}); err != nil {
				return err
			}
		}
		return nil
	}),
	prints("long-line", "writes a line of 100 MB", func(w io.Writer) error {
		block := bytes.Repeat([]byte("0123456789"), 1e5)
		for range 100 {
			if _, err := w.Write(block); err != nil {
				return err
			}
		}
		return nil
	}),
}

// prints is an honest program with an unusual output, which must arrive as it is.
func prints(name, doc string, answer func(io.Writer) error) Attack {
	return Attack{
		Name: name, Doc: doc, Limits: roomy,
		answer: answer,
		steps:  once(func(*scene) error { return answer(os.Stdout) }),
	}
}

func right(w io.Writer) error {
	_, err := fmt.Fprintln(w, "the right answer")
	return err
}

func flood(w io.Writer) error {
	for {
		if err := repeat(w, judge.MiB); err != nil {
			return err
		}
	}
}

func repeat(w io.Writer, size judge.Size) error {
	block := bytes.Repeat([]byte("no end to it\n"), 5000)
	for ; size > 0; size -= judge.Size(len(block)) {
		if _, err := w.Write(block); err != nil {
			return err
		}
	}
	return nil
}

func bigFile(s *scene) error {
	signal.Ignore(unix.SIGXFSZ) // the write fails instead
	f, err := os.Create(s.Marker)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := repeat(f, 2*usual.Disk); err == nil {
		s.escaped("%s were written, limit %s", 2*usual.Disk, usual.Disk)
	}
	return nil
}

func sparseFile(s *scene) error {
	f, err := os.Create(s.Marker)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Truncate(1 << 40); err != nil {
		return nil
	}
	for at := int64(0); at < int64(2*usual.Disk); at += page {
		if _, err := f.WriteAt([]byte{1}, at*1000); err != nil {
			return nil
		}
	}
	s.escaped("%s were written, limit %s", 2*usual.Disk, usual.Disk)
	return nil
}

func manyFiles(s *scene) error {
	const tooMany = 2000
	for n := range tooMany {
		err := os.WriteFile(filepath.Join(".", fmt.Sprint(s.Marker, n)), nil, 0o600)
		if err != nil {
			return nil
		}
	}
	s.escaped("%d files were made, disk limit %s", tooMany, judge.MiB)
	return nil
}
