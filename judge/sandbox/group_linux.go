package sandbox

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// hierarchy is where this process may make groups.
type hierarchy interface {
	// version is the word for it in [judge.Enforcement].
	version() string
	// newGroup makes a group that nobody is in. Entrust is called with each directory before
	// it is made, so that somebody removes it should this process not come to it.
	newGroup(name string, entrust func(dir string) error) (group, error)
}

// group is that of one box, as the judge sees it.
type group interface {
	// start changes how the box is started.
	start(*syscall.SysProcAttr)
	// add puts the box, which has just been started, into the group. Moving a process waits
	// for a grace period of the kernel's, up to 15 ms, which is why it is done once for a box
	// and not for a run.
	add(pid int) error
	// control is what the box is given, which has no other way to its group.
	control() control
	// remove deletes the group, which must be empty of processes.
	remove() error
}

// findHierarchy returns where groups can be made: in version 2 where it counts memory, else in
// version 1. For version 2 it may have to move this process into a group below its own. The
// error says why there is neither.
func findHierarchy() (hierarchy, error) {
	mounts, err := os.ReadFile("/proc/self/mounts")
	if err != nil {
		return nil, err
	}
	groups, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil, err
	}
	mounted, own := cgroupMounts(string(mounts)), ownGroups(string(groups))
	second, err2 := findHierarchy2(mounted, own)
	if err2 == nil {
		return second, nil
	}
	first, err1 := findHierarchy1(mounted, own)
	if err1 == nil {
		return first, nil
	}
	return nil, fmt.Errorf("version 2: %w; version 1: %w", err2, err1)
}

// unified stands for the hierarchy of version 2 where those of version 1 have controllers.
const unified = ""

// cgroupMounts returns where the hierarchies are mounted, by controller, of a text like
// /proc/self/mounts.
func cgroupMounts(text string) map[string]string {
	mounts := map[string]string{}
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		switch {
		case len(f) < 4:
		case f[2] == "cgroup2":
			mounts[unified] = f[1]
		case f[2] == "cgroup":
			for option := range strings.SplitSeq(f[3], ",") {
				mounts[option] = f[1]
			}
		}
	}
	return mounts
}

// ownGroups returns the groups that a process is in, by controller, of a text like
// /proc/self/cgroup.
func ownGroups(text string) map[string]string {
	groups := map[string]string{}
	for line := range strings.Lines(text) {
		f := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3)
		if len(f) != 3 {
			continue
		}
		for c := range strings.SplitSeq(f[1], ",") {
			groups[c] = f[2]
		}
	}
	return groups
}

// control is access to files of a group, by name.
type control map[string]*os.File

// pack returns what a message can carry of c, and unpack makes c of it again.
func (c control) pack() (names []string, fds []int) {
	names = slices.Sorted(maps.Keys(c))
	for _, name := range names {
		fds = append(fds, int(c[name].Fd()))
	}
	return names, fds
}

func unpackControl(names []string, fds []int) (control, error) {
	if len(names) != len(fds) {
		return nil, fmt.Errorf("%d control files came, want %d", len(fds), len(names))
	}
	c := control{}
	for i, name := range names {
		c[name] = os.NewFile(uintptr(fds[i]), name)
	}
	return c, nil
}

func (c control) close() {
	for _, f := range c {
		f.Close()
	}
}

// directory is the descriptor of that which is called ".".
func (c control) directory() int { return int(c["."].Fd()) }

func (c control) has(name string) bool { return c[name] != nil }

func (c control) read(name string) ([]byte, error) {
	buf := make([]byte, 8<<10)
	n, err := unix.Pread(int(c[name].Fd()), buf, 0)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return buf[:n], nil
}

func (c control) number(name string) (int64, error) {
	text, err := c.read(name)
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(string(bytes.TrimSpace(text)), 10, 64)
}

// field reads a line "KEY NUMBER" of a file.
func (c control) field(name, key string) (int64, error) {
	text, err := c.read(name)
	if err != nil {
		return 0, err
	}
	for line := range bytes.Lines(text) {
		if f := bytes.Fields(line); len(f) == 2 && string(f[0]) == key {
			return strconv.ParseInt(string(f[1]), 10, 64)
		}
	}
	return 0, fmt.Errorf("%s has no %s", name, key)
}

func (c control) write(name string, value int64) error {
	if _, err := unix.Pwrite(int(c[name].Fd()), strconv.AppendInt(nil, value, 10), 0); err != nil {
		return fmt.Errorf("write %d to %s: %w", value, name, err)
	}
	return nil
}
