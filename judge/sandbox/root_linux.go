package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// rootPlan says what a program sees of the system.
type rootPlan struct {
	System []string // files and directories that are there read-only, at their own paths
}

// systemPaths are what programs and interpreters of the system need, as far as they exist.
// Of /etc it is only what says where libraries and runtimes are.
var systemPaths = []string{
	"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/usr", "/opt", "/nix/store",
	"/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
	"/etc/java*", "/etc/localtime", "/etc/perl", "/etc/python3*", "/etc/ssl/certs",
	"/etc/fpc.cfg", "/etc/mono", "/etc/R",
}

func planRoot() rootPlan {
	var p rootPlan
	for _, pattern := range systemPaths {
		found, _ := filepath.Glob(pattern)
		p.System = append(p.System, found...)
	}
	return p
}

const (
	homeDir = "/box" // the working directory and home of programs
	tempDir = "/tmp"
	// The root of programs is a directory of the namespace's root, beside which the system's
	// own is kept: a program's table of mounts ends at its root.
	newRoot = "/root"
	oldRoot = "/host"
	// stagingDir is where writable places are made before they are mounted where they belong.
	stagingDir = "/.scratch"
)

// root is the file system of a box.
type root struct {
	// host is the system's own root, from which programs' files are bound. Nothing but this
	// descriptor leads there.
	host int
	// writable is the root once more, where directories can be made for mounts; the programs'
	// own is read-only.
	writable int
	uid      int

	bound   []binding // what is mounted for programs, in order
	made    []string  // the mount points that were made for that
	scratch scratchState
}

// buildRoot replaces the root of this mount namespace.
func buildRoot(plan rootPlan, uid int) (*root, error) {
	const (
		top  = "/tmp" // any directory will do: it is covered for the time of building only
		base = top + newRoot
	)
	steps := []struct {
		name string
		do   func() error
	}{
		{"make mounts private", func() error {
			return unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, "")
		}},
		{"mount the top", func() error {
			return unix.Mount("top", top, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV,
				"mode=700,size=4k,nr_inodes=4")
		}},
		{"make directories of the top", func() error { return makeDirs(top, newRoot, oldRoot) }},
		{"mount the new root", func() error {
			return unix.Mount("root", base, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV,
				"mode=755,size=1m,nr_inodes=8k")
		}},
		{"bind the system", func() error { return bindSystem(plan.System, base) }},
		{"make devices", func() error { return makeDevices(base) }},
		{"mount proc", func() error { return mountProc(base) }},
		{"make directories", func() error { return makeDirs(base, homeDir, tempDir, stagingDir, "/etc") }},
		{"write /etc", func() error { return writeEtc(base, uid) }},
		{"change the root", func() error { return unix.PivotRoot(top, top+oldRoot) }},
	}
	for _, s := range steps {
		if err := s.do(); err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return closeRoot(uid)
}

// closeRoot hides the system's root, enters the new one and makes it read-only.
func closeRoot(uid int) (*root, error) {
	r := &root{uid: uid}
	var err error
	if r.host, err = openPath(oldRoot); err != nil {
		return nil, fmt.Errorf("keep the system's root: %w", err)
	}
	// Should a program ever leave its root: none can see through a mount, and none may unmount.
	if err := unix.Mount("none", oldRoot, "tmpfs", unix.MS_RDONLY|unix.MS_NOSUID|unix.MS_NODEV,
		"mode=0,size=4k,nr_inodes=1"); err != nil {
		return nil, fmt.Errorf("hide the system's root: %w", err)
	}
	if err := unix.Chroot(newRoot); err != nil {
		return nil, fmt.Errorf("enter the root: %w", err)
	}
	if err := unix.Chdir("/"); err != nil {
		return nil, fmt.Errorf("enter the root: %w", err)
	}
	if r.writable, err = unix.OpenTree(unix.AT_FDCWD, "/", unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC); err != nil {
		return nil, fmt.Errorf("keep the root writable: %w", err)
	}
	if err := setAttributes(unix.AT_FDCWD, "/", 0, unix.MOUNT_ATTR_RDONLY); err != nil {
		return nil, fmt.Errorf("make the root read-only: %w", err)
	}
	return r, nil
}

func openPath(path string) (int, error) {
	return unix.Open(path, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
}

// bindSystem shows paths of the system under base, read-only.
func bindSystem(paths []string, base string) error {
	for _, path := range paths {
		st, err := os.Lstat(path)
		if err != nil {
			continue // it has gone since the plan was made
		}
		to := base + path
		if st.Mode()&os.ModeSymlink != 0 { // as /bin on a merged system
			if err := copyLink(path, to); err != nil {
				return err
			}
			continue
		}
		if err := makeTarget(to, st.IsDir()); err != nil {
			return err
		}
		if err := bind(unix.AT_FDCWD, path, to, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NODEV); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

func copyLink(from, to string) error {
	target, err := os.Readlink(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.Symlink(target, to)
}

// makeTarget makes what something can be mounted on.
func makeTarget(path string, dir bool) error {
	if dir {
		return os.MkdirAll(path, 0o755)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	return f.Close()
}

// bind mounts what is at path, seen from the directory at, on to, with all that is mounted
// below it.
func bind(at int, path, to string, attributes uint64) error {
	tree, err := unix.OpenTree(at, path,
		unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_RECURSIVE)
	if err != nil {
		return fmt.Errorf("open_tree: %w", err)
	}
	defer unix.Close(tree)
	err = setAttributes(tree, "", unix.AT_EMPTY_PATH|unix.AT_RECURSIVE, attributes|unix.MOUNT_ATTR_NOSUID)
	if err != nil {
		return err
	}
	if err := unix.MoveMount(tree, "", unix.AT_FDCWD, to, unix.MOVE_MOUNT_F_EMPTY_PATH); err != nil {
		return fmt.Errorf("move_mount to %s: %w", to, err)
	}
	return nil
}

// setAttributes adds restrictions. In a user namespace none can be taken away again.
func setAttributes(at int, path string, flags uint, attributes uint64) error {
	err := unix.MountSetattr(at, path, flags, &unix.MountAttr{Attr_set: attributes})
	if err != nil {
		return fmt.Errorf("mount_setattr: %w", err)
	}
	return nil
}

func makeDirs(base string, paths ...string) error {
	for _, p := range paths {
		if err := os.MkdirAll(base+p, 0o755); err != nil {
			return err
		}
	}
	return nil
}

// devices are those of /dev that programs use and that tell nothing of the machine.
var devices = []string{"null", "zero", "full", "random", "urandom"}

// makeDevices makes a /dev of what programs use and nothing that tells of the machine.
func makeDevices(base string) error {
	if err := makeDirs(base, "/dev", "/dev/shm"); err != nil {
		return err
	}
	for _, name := range devices {
		to := base + "/dev/" + name
		if err := makeTarget(to, false); err != nil {
			return err
		}
		// Read-only is the node, not the device: its mode must stay as it is.
		err := bind(unix.AT_FDCWD, "/dev/"+name, to, unix.MOUNT_ATTR_NOEXEC|unix.MOUNT_ATTR_RDONLY)
		if err != nil {
			return fmt.Errorf("/dev/%s: %w", name, err)
		}
	}
	for name, target := range map[string]string{
		"fd": "/proc/self/fd", "stdin": "/proc/self/fd/0", "stdout": "/proc/self/fd/1",
		"stderr": "/proc/self/fd/2",
	} {
		if err := os.Symlink(target, base+"/dev/"+name); err != nil {
			return err
		}
	}
	return nil
}

// mountProc mounts a /proc that shows a program its own processes and nothing of the kernel,
// also when it is in the judge's group, for which hidepid=invisible would make an exception.
// Where a container has masked its own /proc, the kernel refuses to mount another, and
// programs go without.
func mountProc(base string) error {
	if err := makeDirs(base, "/proc"); err != nil {
		return err
	}
	err := unix.Mount("proc", base+"/proc", "proc",
		unix.MS_RDONLY|unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, "hidepid=ptraceable,subset=pid")
	if errors.Is(err, unix.EPERM) {
		return nil
	}
	return err
}

// writeEtc gives the program's user a name, which some runtimes ask for.
func writeEtc(base string, uid int) error {
	lines := []string{"root:x:0:0:root:/box:/bin/sh"}
	if uid != 0 {
		lines = append(lines, fmt.Sprintf("program:x:%d:%d:program:/box:/bin/sh", uid, uid))
	}
	files := map[string]string{
		"/etc/passwd":        strings.Join(lines, "\n") + "\n",
		"/etc/group":         "root:x:0:\n",
		"/etc/hosts":         "127.0.0.1 localhost\n::1 localhost\n",
		"/etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
	}
	for path, text := range files {
		if err := os.WriteFile(base+path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
