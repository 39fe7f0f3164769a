package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
)

// ledger2 is the account of the group of version 2 in which a box starts its programs, and
// only those. Beside the box's own group, it can be killed as a whole when memory runs out.
//
// The group serves one run after the other where the peak of its memory can be set back, which
// is since Linux 6.12, and a new one is made for each run elsewhere.
type ledger2 struct {
	control // of the group; "." is its directory

	parent control // "." is the directory in which the group is made
	lasts  bool    // the group serves the next run, too
}

// controlFiles2 are those of the group. The peak is set back for one descriptor only, which is
// why it is kept open.
var controlFiles2 = []struct {
	name string
	mode int
}{
	{"cpu.stat", unix.O_RDONLY},
	{"memory.current", unix.O_RDONLY},
	{"memory.events", unix.O_RDONLY},
	{"memory.max", unix.O_RDWR},
	{"pids.current", unix.O_RDONLY},
	{"pids.max", unix.O_RDWR},
}

// newLedger2 makes the group in the directory that the box was given.
func newLedger2(given control) (*ledger2, error) {
	if !given.has(".") {
		return nil, errors.New("no directory of a group came")
	}
	l := &ledger2{parent: given}
	return l, l.renew()
}

// renew replaces the group with a new one, whose account is empty.
func (l *ledger2) renew() error {
	l.close()
	l.control = control{}
	parent := l.parent.directory()
	err := unix.Unlinkat(parent, runLeaf, unix.AT_REMOVEDIR)
	if err != nil && !errors.Is(err, unix.ENOENT) {
		return fmt.Errorf("remove the group of programs: %w", err)
	}
	if err := unix.Mkdirat(parent, runLeaf, 0o755); err != nil {
		return fmt.Errorf("make the group of programs: %w", err)
	}
	if err := l.openFile(parent, runLeaf, ".", unix.O_RDONLY|unix.O_DIRECTORY); err != nil {
		return err
	}
	for _, f := range controlFiles2 {
		if err := l.openFile(l.directory(), f.name, f.name, f.mode); err != nil {
			return err
		}
	}
	if err := l.openPeak(); err != nil {
		return err
	}
	return errors.Join(l.setOnce("memory.oom.group", 1), l.setOnce("memory.swap.max", 0))
}

func (l *ledger2) openFile(dir int, path, name string, mode int) error {
	fd, err := unix.Openat(dir, path, mode|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("open %s: %w", path, err)
	}
	l.control[name] = os.NewFile(uintptr(fd), name)
	return nil
}

const peakFile = "memory.peak"

// openPeak finds out whether the peak can be set back: only then can the file be written.
func (l *ledger2) openPeak() error {
	dir := l.directory()
	if err := l.openFile(dir, peakFile, peakFile, unix.O_RDWR); err != nil {
		l.lasts = false
		return l.openFile(dir, peakFile, peakFile, unix.O_RDONLY)
	}
	l.lasts = l.resetPeak() == nil
	return nil
}

// resetPeak sets the peak back to what is used now, whatever is written.
func (l *ledger2) resetPeak() error { return l.write(peakFile, 0) }

// setOnce writes to a file that may not be there: a kernel without swap has none to limit.
func (l *ledger2) setOnce(name string, value int64) error {
	fd, err := unix.Openat(l.directory(), name, unix.O_WRONLY|unix.O_CLOEXEC, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("open %s: %w", name, err)
	}
	defer unix.Close(fd)
	if _, err := unix.Write(fd, strconv.AppendInt(nil, value, 10)); err != nil {
		return fmt.Errorf("write %d to %s: %w", value, name, err)
	}
	return nil
}

func (l *ledger2) place() uintptr { return uintptr(l.directory()) }

func (l *ledger2) open(limits judge.Limits) error {
	if !l.lasts {
		if err := l.renew(); err != nil {
			return err
		}
	}
	// What earlier runs have left is cache. It must not be driven out to make room, since the
	// room that it makes would not be seen in the peak.
	left, err := l.number("memory.current")
	if err != nil {
		return err
	}
	if err := l.write("memory.max", left+int64(limits.Memory)); err != nil {
		return err
	}
	if err := l.write("pids.max", int64(limits.Processes)); err != nil {
		return err
	}
	if !l.lasts {
		return nil
	}
	return l.resetPeak()
}

func (l *ledger2) read() (entries, error) {
	us, err := l.field("cpu.stat", "usage_usec")
	if err != nil {
		return entries{}, err
	}
	peak, err := l.number(peakFile)
	if err != nil {
		return entries{}, err
	}
	kills, err := l.field("memory.events", "oom_kill")
	return entries{cpu: time.Duration(us) * time.Microsecond, peak: peak, kills: kills}, err
}

func (l *ledger2) threads() (int, error) {
	n, err := l.number("pids.current")
	return int(n), err
}
