package compare

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"ojbatch/judge"
)

// files are what one run of a checker reads and writes, as absolute paths.
type files struct {
	dir                   string // where those are that did not exist before
	input, output, answer string
	feedback              string // an empty directory
}

// spool puts output and the data of c into files. The caller removes them.
func spool(ctx context.Context, c *judge.Case, output io.Reader) (_ *files, err error) {
	dir, err := os.MkdirTemp("", "judge-checker-")
	if err != nil {
		return nil, err
	}
	f := &files{dir: dir, feedback: filepath.Join(dir, "feedback")}
	defer func() {
		if err != nil {
			f.remove()
		}
	}()
	if err := os.Mkdir(f.feedback, 0o700); err != nil {
		return nil, err
	}
	// The output comes first: somebody is waiting for it to be read.
	if f.output, err = f.save(ctx, "output", output); err != nil {
		return nil, fmt.Errorf("spool the output: %w", err)
	}
	if f.input, err = f.place(ctx, "input", c.Input); err != nil {
		return nil, fmt.Errorf("spool the input: %w", err)
	}
	if f.answer, err = f.place(ctx, "answer", c.Answer); err != nil {
		return nil, fmt.Errorf("spool the answer: %w", err)
	}
	return f, nil
}

// place returns the path of a file that holds d, which is d's own if it has one.
func (f *files) place(ctx context.Context, name string, d judge.Data) (string, error) {
	if path, ok := d.Path(); ok {
		return filepath.Abs(path)
	}
	if !d.Given() {
		return f.save(ctx, name, strings.NewReader(""))
	}
	r, err := d.Open()
	if err != nil {
		return "", err
	}
	defer r.Close()
	return f.save(ctx, name, r)
}

// save writes what r gives to a new file and returns its path.
func (f *files) save(ctx context.Context, name string, r io.Reader) (string, error) {
	path := filepath.Join(f.dir, name)
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	_, err = io.Copy(file, whileContext{ctx, r})
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	return path, err
}

// judgeMessage returns the beginning of what a validator left for the judges, or "".
func (f *files) judgeMessage() string {
	path := filepath.Join(f.feedback, "judgemessage.txt")
	// A FIFO would block, a link could lead to files which are not the checker's to show.
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, messageBytes))
	if err != nil {
		return ""
	}
	return head(strings.TrimSpace(string(text)), messageBytes-len(ellipsis))
}

// remove removes what spool made. What can not be removed does not make a verdict wrong.
func (f *files) remove() { _ = os.RemoveAll(f.dir) }
