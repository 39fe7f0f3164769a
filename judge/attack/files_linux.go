package attack

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// files are attacks on what is on the host's disks. The first ones only look.
var files = []Attack{
	{
		Name: "read-secret", Doc: "reads a file of the judge's by every way to the host's root",
		Needs: []string{"isolation"}, steps: once(readSecret),
	},
	{
		Name: "read-memory-file", Doc: "reads a file of the judge's in /dev/shm",
		Needs: []string{"isolation"},
		steps: once(func(s *scene) error {
			text, err := os.ReadFile(s.Host.Memory)
			s.shows("read "+s.Host.Memory, text, err)
			return nil
		}),
	},
	{
		Name: "mount-table", Doc: "looks for paths of the host in its table of mounts",
		Needs: []string{contained}, steps: once(readMountTable),
	},
	{
		Name: "private-directories", Doc: "lists directories that are none of a program's business",
		Needs: []string{contained}, steps: once(listPrivate),
	},
	{
		Name: "chroot", Doc: "changes its root and walks up from there",
		Needs: []string{contained}, steps: once(chroot),
	},
	{
		Name: "hard-link", Doc: "links files that it can not write to where it can",
		Needs: []string{contained}, steps: once(hardLink),
	},
	{
		Name: "write-system", Doc: "writes in directories and to files of the system",
		Needs: []string{contained}, steps: once(writeSystem),
	},
	{
		Name: "change-modes", Doc: "changes modes and owners of files and devices of the system",
		Needs: []string{contained}, steps: once(changeModes),
	},
	{
		Name: "input", Doc: "writes to the file of its input, and looks up its name",
		Needs: []string{"isolation"}, steps: once(changeInput), input: true,
	},
}

// waysToRoot are directories in which the host's root may be seen.
func waysToRoot(s *scene) []string {
	ways := []string{
		"", "/..", "/.host", "/.scratch", "/proc/1/root", "/proc/1/cwd", "/proc/self/root",
		"/proc/self/cwd/../../../../../../..", "/proc/thread-self/root",
	}
	for _, pid := range []int{s.Host.Victim, s.Host.Judge, os.Getppid()} {
		ways = append(ways, fmt.Sprintf("/proc/%d/root", pid), fmt.Sprintf("/proc/%d/cwd", pid))
	}
	return ways
}

func readSecret(s *scene) error {
	for i, way := range waysToRoot(s) {
		path := way + s.Host.Secret
		text, err := os.ReadFile(path)
		s.shows("read "+path, text, err)
		link := fmt.Sprint("link", i)
		if err := os.Symlink(path, link); err != nil {
			return err
		}
		text, err = os.ReadFile(link)
		s.shows("read by a link "+path, text, err)
	}
	up := strings.Repeat("../", 20) + s.Host.Secret[1:]
	for at := range 16 {
		fd, err := unix.Openat(at, up, unix.O_RDONLY, 0)
		if err != nil {
			continue
		}
		text, err := io.ReadAll(os.NewFile(uintptr(fd), up))
		s.shows(fmt.Sprintf("read from descriptor %d", at), text, err)
	}
	return nil
}

// readMountTable reports mounts that lie where the program can not go, since those tell of
// the host.
func readMountTable(s *scene) error {
	for _, at := range mountPoints() {
		if strings.HasPrefix(at, s.Host.Directory) && s.Host.Directory != "" && at != s.Host.Shared {
			s.escaped("mount %s is listed", at)
		}
		var st unix.Stat_t
		if err := unix.Lstat(at, &st); err != nil {
			s.escaped("mount %s is listed, but can not be seen: %v", at, err)
		}
	}
	return nil
}

// mountPoints are those of this process's own table, as far as it has one.
func mountPoints() []string {
	text, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return nil
	}
	var points []string
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) > 4 {
			points = append(points, f[4])
		}
	}
	return points
}

func listPrivate(s *scene) error {
	for _, dir := range []string{
		"/root", "/home", "/var", "/run", "/sys", "/boot", "/srv", "/mnt", "/media", "/.host",
		"/lost+found", "/etc/ssh", "/etc/cron.d",
	} {
		if given(s, dir) {
			continue
		}
		_, err := os.ReadDir(dir)
		s.try("list "+dir, err)
	}
	for _, file := range []string{
		"/etc/shadow", "/etc/sudoers", "/etc/fstab", "/etc/machine-id", "/etc/hostname",
		"/etc/resolv.conf", "/etc/crontab",
	} {
		_, err := os.ReadFile(file)
		s.try("read "+file, err)
	}
	return nil
}

// given says whether a program must be shown path, since what it was given lies there or below.
func given(s *scene, path string) bool {
	for _, file := range []string{os.Args[0], s.Host.Shared} {
		if file == path || strings.HasPrefix(file, strings.TrimSuffix(path, "/")+"/") {
			return true
		}
	}
	return false
}

func chroot(s *scene) error {
	if err := os.Mkdir("jail", 0o755); err != nil {
		return err
	}
	s.try("chroot", unix.Chroot("jail"))
	for range 20 {
		if err := os.Chdir(".."); err != nil {
			return err
		}
	}
	s.try("chroot to the top", unix.Chroot("."))
	text, err := os.ReadFile("." + s.Host.Secret)
	s.shows("read from the top", text, err)
	return nil
}

func hardLink(s *scene) error {
	for i, path := range append(systemFiles(), s.Host.Secret) {
		name := fmt.Sprint("hard", i)
		s.try("link "+path, os.Link(path, name))
		err := unix.Linkat(unix.AT_FDCWD, path, unix.AT_FDCWD, name, unix.AT_SYMLINK_FOLLOW)
		s.try("follow and link "+path, err)
	}
	for fd := range 3 {
		err := unix.Linkat(unix.AT_FDCWD, fmt.Sprintf("/proc/self/fd/%d", fd), unix.AT_FDCWD,
			fmt.Sprint("descriptor", fd), unix.AT_SYMLINK_FOLLOW)
		s.try(fmt.Sprintf("link descriptor %d", fd), err)
		err = unix.Linkat(fd, "", unix.AT_FDCWD, fmt.Sprint("empty", fd), unix.AT_EMPTY_PATH)
		s.try(fmt.Sprintf("link descriptor %d by an empty path", fd), err)
	}
	return nil
}

// systemFiles are files that a program sees and must not change.
func systemFiles() []string {
	return []string{
		os.Args[0], "/proc/self/exe", "/bin/sh", "/usr/bin/env", "/bin/true", "/etc/passwd",
		"/etc/group", "/etc/hosts", "/etc/nsswitch.conf", "/etc/ld.so.cache",
		"/lib64/ld-linux-x86-64.so.2",
	}
}

// systemDirs are directories, and all mount points, but those that are the program's own.
func systemDirs(s *scene) []string {
	own := []string{s.Host.Shared}
	for _, dir := range writablePlaces() {
		if path, err := filepath.Abs(dir); err == nil {
			own = append(own, path)
		}
	}
	dirs := []string{
		"/", "/usr", "/usr/bin", "/usr/lib", "/usr/local/bin", "/bin", "/lib", "/etc", "/opt",
		"/dev", "/proc", "/.host", "/.scratch", "/sys/fs/cgroup", filepath.Dir(os.Args[0]),
	}
	var list []string
	for _, dir := range append(dirs, mountPoints()...) {
		if !slices.ContainsFunc(own, func(o string) bool { return strings.HasPrefix(dir+"/", o+"/") }) {
			list = append(list, dir)
		}
	}
	return list
}

func writeSystem(s *scene) error {
	for _, dir := range systemDirs(s) {
		path := filepath.Join(dir, s.Marker)
		s.try("make a directory in "+dir, os.Mkdir(path, 0o755))
		s.try("write in "+dir, os.WriteFile(path+"-file", nil, 0o644))
		s.try("make a link in "+dir, os.Symlink("/", path+"-link"))
		fd, err := unix.Open(dir, unix.O_TMPFILE|unix.O_RDWR, 0o600)
		s.try("make a file without name in "+dir, err)
		unix.Close(fd)
	}
	for _, path := range systemFiles() {
		for _, mode := range []int{unix.O_WRONLY, unix.O_RDWR, unix.O_WRONLY | unix.O_APPEND} {
			fd, err := unix.Open(path, mode|unix.O_CLOEXEC, 0)
			s.try(fmt.Sprintf("open %s with flags %#x", path, mode), err)
			unix.Close(fd)
		}
	}
	return nil
}

// changeModes sets modes and owners to what they are, which is refused where they may not be
// changed, and else harmless.
func changeModes(s *scene) error {
	paths := append(systemFiles(), systemDirs(s)...)
	for _, device := range []string{"null", "zero", "full", "random", "urandom"} {
		paths = append(paths, "/dev/"+device)
	}
	for _, path := range paths {
		var st unix.Stat_t
		if path == "/proc/self/exe" || unix.Stat(path, &st) != nil {
			continue
		}
		s.try("chmod "+path, unix.Chmod(path, st.Mode&0o7777))
		s.try("chown "+path, unix.Chown(path, int(st.Uid), int(st.Gid)))
		s.try("set an attribute of "+path, unix.Setxattr(path, "user.judge", []byte(s.Marker), 0))
	}
	return nil
}

// changeInput really changes the input, if it can: whether the host's file changed is seen
// there, while a copy may be spoilt.
func changeInput(s *scene) error {
	for _, path := range []string{"/proc/self/fd/0", "/dev/stdin"} {
		if f, err := os.OpenFile(path, os.O_RDWR, 0); err == nil {
			f.WriteAt([]byte("spoilt"), 0)
			f.Close()
		}
	}
	unix.Write(0, []byte("spoilt"))
	unix.Ftruncate(0, 1)
	unix.Fchmod(0, 0o600)
	unix.Fsetxattr(0, "user.judge", []byte(s.Marker), 0)
	name, err := os.Readlink("/proc/self/fd/0")
	if err == nil && strings.Contains(name, s.Host.Directory) {
		s.escaped("the input is known to be %s", name)
	}
	return nil
}
