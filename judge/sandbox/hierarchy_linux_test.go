package sandbox

import (
	"os"
	"path/filepath"
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

// fakeGroup makes a directory that looks like a group of version 2, as far as these files go.
func fakeGroup(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// delegatedGroup is what systemd gives to a process, which is the only one in it.
func delegatedGroup() map[string]string {
	return map[string]string{
		"cgroup.type": "domain\n", "cgroup.controllers": "cpu memory pids\n",
		"cgroup.subtree_control": "\n", "cgroup.procs": strconv.Itoa(os.Getpid()) + "\n",
	}
}

func TestGroupThatCannotBeUsed(t *testing.T) {
	for _, c := range []struct {
		name, file, text string
		want             string
	}{
		{"without memory", "cgroup.controllers", "cpu pids\n", "not given the controller memory"},
		{"without pids", "cgroup.controllers", "memory\n", "not given the controller pids"},
		{"with others", "cgroup.procs", "1\n2\n", "holds other processes"},
		{"of an older kernel", "", "", "no peak"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := delegatedGroup()
			if c.file != "" {
				files[c.file] = c.text
			}
			mounts := map[string]string{unified: fakeGroup(t, files)}
			_, err := findHierarchy2(mounts, map[string]string{unified: "/"})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("error %v, want one with %q", err, c.want)
			}
			if advised := strings.Contains(err.Error(), "systemd-run "); advised != (c.file != "") {
				t.Errorf("%v: it names the remedy: %t", err, advised)
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
		h := &hierarchy2{dir: fakeGroup(t, files)}
		if err := h.enable(); err != nil {
			t.Fatal(err)
		}
		moved, err := words(filepath.Join(h.dir, judgeLeaf), "cgroup.procs")
		if stayed := os.IsNotExist(err); stayed != root || !stayed && moved[0] != strconv.Itoa(os.Getpid()) {
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
	dir := fakeGroup(t, files)
	_, err := findHierarchy2(map[string]string{unified: dir}, map[string]string{unified: "/" + judgeLeaf})
	if err == nil || !strings.HasPrefix(err.Error(), dir+" is not given") {
		t.Errorf("error %v is not about %s", err, dir)
	}
}

func TestControl(t *testing.T) {
	c := control{}
	for name, text := range map[string]string{"number": "42\n", "fields": "low 1\noom_kill 7\nmax 2\n", "text": "max\n"} {
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
