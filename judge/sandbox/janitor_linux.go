package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A janitor is a process that outlives a judge which is killed, and removes the groups that
// the judge could not: namespaces end by themselves, groups do not. It is told of each
// directory before that is made, and begins when its input ends, which it does when the judge
// has, in whatever way.
type janitor struct {
	cmd    *exec.Cmd
	input  *os.File
	stderr bytes.Buffer
}

// janitorName is the whole command line of a janitor.
const janitorName = "judge-janitor"

func startJanitor() (*janitor, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	j := &janitor{input: w}
	j.cmd = &exec.Cmd{
		Path: "/proc/self/exe", Args: []string{janitorName}, Env: []string{}, Dir: "/",
		Stdin: r, Stderr: &j.stderr,
		// Ctrl-C is for the judge.
		SysProcAttr: &syscall.SysProcAttr{Setsid: true},
	}
	if err := j.cmd.Start(); err != nil {
		w.Close()
		return nil, fmt.Errorf("start the janitor: %w", err)
	}
	return j, nil
}

// entrust makes the janitor remove dir in the end, if it is still there.
func (j *janitor) entrust(dir string) error {
	if strings.Contains(dir, "\n") {
		return fmt.Errorf("a line end in the path of group %q", dir)
	}
	_, err := io.WriteString(j.input, dir+"\n")
	return err
}

// close has the janitor begin and waits until it is done.
func (j *janitor) close() error {
	j.input.Close()
	if err := j.cmd.Wait(); err != nil {
		return fmt.Errorf("janitor: %w: %s", err, j.stderr.String())
	}
	return nil
}

// sweep is a janitor's life.
func sweep() error {
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	var errs []error
	for _, dir := range slices.Backward(strings.Split(string(text), "\n")) {
		if dir != "" {
			errs = append(errs, removeGroup(dir))
		}
	}
	return errors.Join(errs...)
}

// removeGroup removes a group once the processes in it are gone. They are dying already: the
// kernel takes a moment for each.
func removeGroup(dir string) error {
	const attempts, pause = 1000, 10 * time.Millisecond
	var err error
	for range attempts {
		if err = os.Remove(dir); err == nil || errors.Is(err, os.ErrNotExist) {
			return nil
		}
		time.Sleep(pause)
	}
	return err
}
