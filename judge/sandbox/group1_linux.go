package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// hierarchy1 is where groups of version 1 can be made: one directory for each controller.
type hierarchy1 struct {
	dirs map[string]string
}

// controllers1 are those that a box lives in. All three must be there and writable.
var controllers1 = []string{"memory", "cpuacct", "pids"}

// controlFiles1 are those of a group that its box reads and writes.
var controlFiles1 = []struct {
	controller, name string
	mode             int
	optional         bool
}{
	{"memory", "memory.limit_in_bytes", os.O_RDWR, false},
	{"memory", "memory.memsw.limit_in_bytes", os.O_RDWR, true}, // where swap is accounted for
	{"memory", "memory.max_usage_in_bytes", os.O_RDWR, false},
	{"memory", "memory.oom_control", os.O_RDONLY, false},
	{"memory", "memory.stat", os.O_RDONLY, false},
	{"cpuacct", "cpuacct.usage", os.O_RDONLY, false},
	{"pids", "pids.max", os.O_RDWR, false},
}

func findHierarchy1(mounts, own map[string]string) (*hierarchy1, error) {
	h := &hierarchy1{dirs: map[string]string{}}
	for _, c := range controllers1 {
		mount, ok := mounts[c]
		if !ok {
			return nil, fmt.Errorf("no hierarchy with the controller %s is mounted", c)
		}
		dir := filepath.Join(mount, own[c])
		if err := unix.Access(dir, unix.W_OK); err != nil {
			return nil, fmt.Errorf("write to %s: %w", dir, err)
		}
		h.dirs[c] = dir
	}
	return h, nil
}

func (h *hierarchy1) version() string { return "cgroup1" }

func (h *hierarchy1) newGroup(name string, entrust func(string) error) (group, error) {
	g := &group1{dirs: map[string]string{}, files: control{}}
	if err := g.make(h, name, entrust); err != nil {
		return nil, errors.Join(err, g.remove())
	}
	return g, nil
}

// group1 is a group of version 1.
type group1 struct {
	dirs  map[string]string // by controller
	files control
}

func (g *group1) make(h *hierarchy1, name string, entrust func(string) error) error {
	for _, c := range controllers1 {
		dir := filepath.Join(h.dirs[c], name)
		if err := entrust(dir); err != nil {
			return err
		}
		if err := os.Mkdir(dir, 0o755); err != nil {
			return err
		}
		g.dirs[c] = dir
	}
	for _, f := range controlFiles1 {
		file, err := os.OpenFile(filepath.Join(g.dirs[f.controller], f.name), f.mode, 0)
		if f.optional && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		g.files[f.name] = file
	}
	return g.closeSwap()
}

// closeSwap keeps the kernel from swapping to make room in the group. Where swap is accounted
// for, the meter also limits it.
func (g *group1) closeSwap() error {
	err := os.WriteFile(filepath.Join(g.dirs["memory"], "memory.swappiness"), []byte("0"), 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (g *group1) start(*syscall.SysProcAttr) {}

func (g *group1) add(pid int) error {
	for _, dir := range g.dirs {
		procs := filepath.Join(dir, "cgroup.procs")
		if err := os.WriteFile(procs, []byte(strconv.Itoa(pid)), 0); err != nil {
			return err
		}
	}
	return nil
}

func (g *group1) control() control { return g.files }

func (g *group1) remove() error {
	g.files.close()
	var errs []error
	for _, dir := range g.dirs {
		errs = append(errs, os.Remove(dir))
	}
	return errors.Join(errs...)
}
