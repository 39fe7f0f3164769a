package sandbox

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOwnGroups(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       map[string]string
	}{
		{"version 2", "0::/user.slice/a b:c\n", map[string]string{unified: "/user.slice/a b:c"}},
		{
			"both", "4:memory:/m\n3:cpu,cpuacct:/c\n1:name=systemd:/s\n0::/\n",
			map[string]string{
				"memory": "/m", "cpu": "/c", "cpuacct": "/c", "name=systemd": "/s", unified: "/",
			},
		},
		{"none", "", map[string]string{}},
		{"something else", "no group\n", map[string]string{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, ownGroups(c.text)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestCgroupMounts(t *testing.T) {
	const text = `proc /proc proc rw 0 0
cgroup /sys/fs/cgroup/cpu,cpuacct cgroup rw,cpu,cpuacct 0 0
cgroup2 /sys/fs/cgroup/unified cgroup2 rw,nsdelegate 0 0
tmpfs /sys/fs/cgroup tmpfs rw,memory 0 0
short line
`
	got := cgroupMounts(text)
	for key, want := range map[string]string{
		"cpuacct": "/sys/fs/cgroup/cpu,cpuacct", unified: "/sys/fs/cgroup/unified", "memory": "",
	} {
		if got[key] != want {
			t.Errorf("controller %q is at %q, want %q", key, got[key], want)
		}
	}
}

// fakeGroup makes a hierarchy of version 2 with a group, as far as these files of the group go,
// and returns where it is mounted.
func fakeGroup(t *testing.T, files map[string]string) string {
	t.Helper()
	mount := t.TempDir()
	dir := filepath.Join(mount, "own")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return mount
}

func findIn(mount, group string) (*hierarchy2, error) {
	return findHierarchy2(map[string]string{unified: mount}, map[string]string{unified: group})
}

// delegatedGroup is what systemd gives to a process, which is the only one in it.
func delegatedGroup() map[string]string {
	return map[string]string{
		"../cgroup.controllers": "cpu memory pids\n", "cgroup.type": "domain\n",
		"cgroup.controllers": "cpu memory pids\n", "cgroup.subtree_control": "\n",
		"cgroup.procs": strconv.Itoa(os.Getpid()) + "\n",
	}
}

func TestGroupThatCannotBeUsed(t *testing.T) {
	for _, c := range []struct {
		name, file, text string
		want             string
		advice           bool
	}{
		{"without memory", "cgroup.controllers", "pids", "not given the controller memory", true},
		{"without pids", "cgroup.controllers", "memory", "not given the controller pids", true},
		{"all in version 1", "../cgroup.controllers", "pids", "has no controller memory", false},
		{"with others", "cgroup.procs", "1\n2\n", "holds other processes", true},
		{"of an older kernel", "", "", "no peak", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := delegatedGroup()
			if c.file != "" {
				files[c.file] = c.text
			}
			_, err := findIn(fakeGroup(t, files), "/own")
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("error %v, want one with %q", err, c.want)
			}
			if strings.Contains(err.Error(), "systemd-run ") != c.advice {
				t.Errorf("%v: want the remedy named: %t", err, c.advice)
			}
		})
	}
	if _, err := findHierarchy2(nil, nil); err == nil {
		t.Error("a hierarchy was found where none is mounted")
	}
}

// TestVacate has this process leave a group that is its own, and the root, where it may stay.
func TestVacate(t *testing.T) {
	for _, root := range []bool{false, true} {
		files := delegatedGroup()
		if root {
			delete(files, "cgroup.type")
		}
		h := &hierarchy2{dir: filepath.Join(fakeGroup(t, files), "own")}
		if err := h.enable(); err != nil {
			t.Fatal(err)
		}
		want := []string{strconv.Itoa(os.Getpid())}
		if root {
			want = []string{}
		}
		moved, err := words(filepath.Join(h.dir, judgeLeaf), "cgroup.procs")
		if os.IsNotExist(err) != root || !slices.Equal(moved, want) {
			t.Errorf("in the root: %t; moved: %q, %v", root, moved, err)
		}
		enabled, err := words(h.dir, "cgroup.subtree_control")
		if d := cmp.Diff([]string{"+memory", "+pids"}, enabled); d != "" || err != nil {
			t.Error(d, err)
		}
	}
}

// TestMovedBefore looks for groups from the group into which an earlier look has moved.
func TestMovedBefore(t *testing.T) {
	files := delegatedGroup()
	files["cgroup.controllers"] = "" // so that the error tells which group was looked at
	mount := fakeGroup(t, files)
	_, err := findIn(mount, "/own/"+judgeLeaf)
	if want := mount + "/own is not given"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error %v does not begin with %q", err, want)
	}
}

func TestControl(t *testing.T) {
	c := control{}
	for name, text := range map[string]string{
		"number": "42\n", "fields": "low 1\noom_kill 7\nmax 2\n", "text": "max\n",
	} {
		f, err := os.Create(filepath.Join(t.TempDir(), name))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString(text); err != nil {
			t.Fatal(err)
		}
		c[name] = f
	}
	defer c.close()
	if n, err := c.number("number"); n != 42 || err != nil {
		t.Errorf("number: %d, %v", n, err)
	}
	if n, err := c.field("fields", "oom_kill"); n != 7 || err != nil {
		t.Errorf("field: %d, %v", n, err)
	}
	if n, err := c.number("text"); err == nil {
		t.Errorf("text was read as %d", n)
	}
	if n, err := c.field("fields", "oom"); err == nil {
		t.Errorf("a field that is not there was read as %d", n)
	}
	names, fds := c.pack()
	if d := cmp.Diff([]string{"fields", "number", "text"}, names); d != "" || len(fds) != 3 {
		t.Error(d, fds)
	}
	if _, err := unpackControl(names, fds[:2]); err == nil {
		t.Error("a descriptor that is missing was not missed")
	}
}
