package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// hierarchy2 is the group of version 2 in which groups can be made.
type hierarchy2 struct {
	mount string // where the hierarchy begins, as far as it is seen
	dir   string
}

// controllers2 are those that are needed besides the account of CPU time, which every group
// has.
var controllers2 = []string{"memory", "pids"}

// The groups below that of hierarchy2, which can not hold processes itself: the kernel lets
// them live only in leaves of what is controlled.
//
//	judge               this process, unless the group is the root, where processes may stay
//	judge-PID-N         of one box, the root of its cgroup namespace
//	judge-PID-N/box     the box itself
//	judge-PID-N/run     its programs, see ledger2
const (
	judgeLeaf = "judge"
	boxLeaf   = "box"
	runLeaf   = "run"
)

func findHierarchy2(mounts, own map[string]string) (*hierarchy2, error) {
	mount, ok := mounts[unified]
	if !ok {
		return nil, errors.New("it is not mounted")
	}
	h := &hierarchy2{mount: mount, dir: filepath.Join(mount, own[unified])}
	if filepath.Base(h.dir) == judgeLeaf { // this process, or its parent, has moved before
		h.dir = filepath.Dir(h.dir)
	}
	for _, step := range []func() error{
		h.delegated, canCloseNamespaces, h.enable, h.probe,
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// delegated returns an error unless this process may make groups with the controllers.
func (h *hierarchy2) delegated() error {
	whole, err := words(h.mount, "cgroup.controllers")
	if err != nil {
		return err
	}
	given, err := words(h.dir, "cgroup.controllers")
	if err != nil {
		return err
	}
	for _, c := range controllers2 {
		if !slices.Contains(whole, c) {
			return fmt.Errorf("%s has no controller %s", h.mount, c)
		}
		if !slices.Contains(given, c) {
			return fmt.Errorf("%s is not given the controller %s: %s", h.dir, c, advice())
		}
	}
	for _, name := range []string{".", "cgroup.procs", "cgroup.subtree_control"} {
		path := filepath.Join(h.dir, name)
		if err := unix.Access(path, unix.W_OK); err != nil {
			return fmt.Errorf("write to %s: %w: %s", path, err, advice())
		}
	}
	return nil
}

// advice is how this process would get a group to itself from systemd.
func advice() string {
	user := "--user "
	if os.Geteuid() == 0 {
		user = ""
	}
	return "start the judge by systemd-run " + user + "--scope -p Delegate=yes"
}

// enable hands the controllers on to the groups below. All processes must have left the group
// before, but for the root, so that is done only when there are no others than this one.
func (h *hierarchy2) enable() error {
	enabled, err := words(h.dir, "cgroup.subtree_control")
	if err != nil || includes(enabled, controllers2) {
		return err
	}
	if err := h.vacate(); err != nil {
		return err
	}
	return handOn(h.dir)
}

func (h *hierarchy2) vacate() error {
	if _, err := os.Stat(filepath.Join(h.dir, "cgroup.type")); errors.Is(err, fs.ErrNotExist) {
		return nil // the root has no type
	}
	pids, err := words(h.dir, "cgroup.procs")
	if err != nil {
		return err
	}
	self := strconv.Itoa(os.Getpid())
	if !slices.Equal(pids, []string{self}) {
		return fmt.Errorf("%s holds other processes, too: %s", h.dir, advice())
	}
	leaf := filepath.Join(h.dir, judgeLeaf)
	if err := os.Mkdir(leaf, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return writeControl(leaf, "cgroup.procs", self)
}

// probe makes a group to see what this kernel has.
func (h *hierarchy2) probe() error {
	dir, err := os.MkdirTemp(h.dir, "judge-probe-")
	if err != nil {
		return err
	}
	defer os.Remove(dir)
	if _, err := os.Stat(filepath.Join(dir, "memory.peak")); err != nil {
		return fmt.Errorf("this kernel keeps no peak of memory (Linux 5.19 does): %w", err)
	}
	return nil
}

func (h *hierarchy2) version() string { return "cgroup2" }

func (h *hierarchy2) newGroup(name string, entrust func(string) error) (group, error) {
	g := &group2{path: filepath.Join(h.dir, name)}
	for _, dir := range g.dirs() {
		if err := entrust(dir); err != nil {
			return nil, err
		}
	}
	if err := g.make(); err != nil {
		return nil, errors.Join(err, g.remove())
	}
	return g, nil
}

// group2 is a group of version 2.
type group2 struct {
	path string
	dir  *os.File
}

func (g *group2) make() error {
	for _, dir := range []string{g.path, filepath.Join(g.path, boxLeaf)} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			return err
		}
	}
	var err error
	g.dir, err = os.Open(g.path)
	return err
}

// dirs are all that may be there, to be removed from the last: the box's own group is free once
// the box is dead, and then nobody makes another one for programs.
func (g *group2) dirs() []string {
	return []string{g.path, filepath.Join(g.path, runLeaf), filepath.Join(g.path, boxLeaf)}
}

// start has the box begin in the group, so that the group is the root of its namespace: a
// process may start another one in groups of its namespace only.
func (g *group2) start(a *syscall.SysProcAttr) {
	a.UseCgroupFD, a.CgroupFD = true, int(g.dir.Fd())
}

func (g *group2) add(pid int) error {
	leaf := filepath.Join(g.path, boxLeaf)
	if err := writeControl(leaf, "cgroup.procs", strconv.Itoa(pid)); err != nil {
		return err
	}
	return handOn(g.path)
}

// control is the directory alone, in which the box makes the group of its programs.
func (g *group2) control() control { return control{".": g.dir} }

func (g *group2) remove() error {
	g.dir.Close()
	var errs []error
	for _, dir := range slices.Backward(g.dirs()) {
		errs = append(errs, removeGroup(dir))
	}
	return errors.Join(errs...)
}

// handOn gives the groups below dir the controllers.
func handOn(dir string) error {
	return writeControl(dir, "cgroup.subtree_control", "+"+strings.Join(controllers2, " +"))
}

func words(dir, name string) ([]string, error) {
	text, err := os.ReadFile(filepath.Join(dir, name))
	return strings.Fields(string(text)), err
}

func includes(all, some []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(all, s) })
}

func writeControl(dir, name, text string) error {
	return os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644)
}
