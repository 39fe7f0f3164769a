package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// hierarchy is where this process may make groups of cgroup version 1: one directory for each
// controller that is needed.
type hierarchy struct {
	dirs map[string]string // by controller
	// entrust is called with each directory before it is made, so that somebody removes it
	// should this process not come to it.
	entrust func(dir string) error
}

// controllers are those that a box lives in. All three must be there and writable.
var controllers = []string{"memory", "cpuacct", "pids"}

// controlFiles are those of a group that its box reads and writes. Their descriptors are
// passed to the box, which has no other way to them.
var controlFiles = []struct{ controller, name string }{
	{"memory", "memory.limit_in_bytes"},
	{"memory", "memory.max_usage_in_bytes"},
	{"memory", "memory.usage_in_bytes"},
	{"memory", "memory.oom_control"},
	{"memory", "memory.stat"},
	{"cpuacct", "cpuacct.usage"},
	{"pids", "pids.max"},
}

// findHierarchy returns the groups of this process, if groups can be made below them, else an
// error that says what is missing.
func findHierarchy() (*hierarchy, error) {
	mounts, err := cgroupMounts()
	if err != nil {
		return nil, err
	}
	own, err := ownGroups()
	if err != nil {
		return nil, err
	}
	h := &hierarchy{dirs: map[string]string{}}
	for _, c := range controllers {
		mount, ok := mounts[c]
		if !ok {
			return nil, fmt.Errorf("no cgroup v1 hierarchy with the controller %s is mounted", c)
		}
		dir := filepath.Join(mount, own[c])
		if err := unix.Access(dir, unix.W_OK); err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		h.dirs[c] = dir
	}
	return h, nil
}

// cgroupMounts returns where the hierarchies of version 1 are, by controller.
func cgroupMounts() (map[string]string, error) {
	text, err := os.ReadFile("/proc/self/mounts")
	if err != nil {
		return nil, err
	}
	mounts := map[string]string{}
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		if len(f) < 4 || f[2] != "cgroup" {
			continue
		}
		for option := range strings.SplitSeq(f[3], ",") {
			mounts[option] = f[1]
		}
	}
	return mounts, nil
}

// ownGroups returns the groups that this process is in, by controller.
func ownGroups() (map[string]string, error) {
	text, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil, err
	}
	groups := map[string]string{}
	for line := range strings.Lines(strings.TrimSpace(string(text))) {
		f := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3)
		if len(f) != 3 {
			return nil, fmt.Errorf("unexpected line %q in /proc/self/cgroup", line)
		}
		for c := range strings.SplitSeq(f[1], ",") {
			groups[c] = f[2]
		}
	}
	return groups, nil
}

// group is a group of version 1 for one box, as the judge sees it.
type group struct {
	dirs  map[string]string
	files []*os.File // as in controlFiles
}

// newGroup makes a group that nobody is in.
func (h *hierarchy) newGroup(name string) (*group, error) {
	g := &group{dirs: map[string]string{}}
	for _, c := range controllers {
		dir := filepath.Join(h.dirs[c], name)
		err := h.entrust(dir)
		if err == nil {
			err = os.Mkdir(dir, 0o755)
		}
		if err != nil {
			g.remove()
			return nil, err
		}
		g.dirs[c] = dir
	}
	for _, f := range controlFiles {
		file, err := os.OpenFile(filepath.Join(g.dirs[f.controller], f.name), controlMode(f.name), 0)
		if err != nil {
			g.remove()
			return nil, err
		}
		g.files = append(g.files, file)
	}
	return g, nil
}

func controlMode(name string) int {
	switch name {
	case "memory.limit_in_bytes", "memory.max_usage_in_bytes", "pids.max":
		return os.O_RDWR
	}
	return os.O_RDONLY
}

// add moves a process into the group. This waits for a grace period of the kernel's, up to
// 15 ms, which is why it is done once for a box and not for a run.
func (g *group) add(pid int) error {
	for _, dir := range g.dirs {
		procs := filepath.Join(dir, "cgroup.procs")
		if err := os.WriteFile(procs, []byte(strconv.Itoa(pid)), 0); err != nil {
			return err
		}
	}
	return nil
}

// descriptors of the control files, in the order of controlFiles.
func (g *group) descriptors() []int {
	var fds []int
	for _, f := range g.files {
		fds = append(fds, int(f.Fd()))
	}
	return fds
}

// remove deletes the group, which must be empty of processes.
func (g *group) remove() error {
	var errs []error
	for _, f := range g.files {
		f.Close()
	}
	for _, dir := range g.dirs {
		errs = append(errs, os.Remove(dir))
	}
	return errors.Join(errs...)
}

// control is a box's access to the files of its group.
type control map[string]*os.File

func newControl(fds []int) (control, error) {
	if len(fds) == 0 {
		return nil, nil
	}
	if len(fds) != len(controlFiles) {
		return nil, fmt.Errorf("%d control files came, want %d", len(fds), len(controlFiles))
	}
	c := control{}
	for i, f := range controlFiles {
		c[f.name] = os.NewFile(uintptr(fds[i]), f.name)
	}
	return c, nil
}

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
