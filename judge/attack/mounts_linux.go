package attack

import (
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// mounts are attacks on the file system's tree and on namespaces.
var mounts = []Attack{
	{
		Name: "mount", Doc: "mounts file systems of every kind, by the old calls and the new",
		Needs: []string{contained}, steps: once(mountAll),
	},
	{
		Name: "remount", Doc: "makes what is read-only writable",
		Needs: []string{contained}, steps: once(remount),
	},
	{
		Name: "umount", Doc: "unmounts everything in sight",
		Needs: []string{contained}, steps: once(unmount),
	},
	{
		Name: "unshare", Doc: "makes namespaces for itself",
		Needs: []string{contained}, steps: once(unshare),
	},
	{
		Name: "clone", Doc: "makes namespaces for a child, by every call",
		Needs: []string{contained}, steps: once(cloneInto),
	},
	{
		Name: "setns", Doc: "enters namespaces of other processes",
		Needs: []string{contained}, steps: once(enterNamespaces),
	},
}

func mountAll(s *scene) error {
	const at = "mount-point"
	if err := os.Mkdir(at, 0o755); err != nil {
		return err
	}
	for _, kind := range []string{
		"tmpfs", "proc", "sysfs", "devtmpfs", "devpts", "mqueue", "overlay", "cgroup2", "ramfs",
		"fuse",
	} {
		s.try("mount "+kind, unix.Mount(s.Marker, at, kind, 0, ""))
		fd, err := unix.Fsopen(kind, 0)
		s.try("open file system "+kind, err)
		unix.Close(fd)
	}
	s.try("bind /", unix.Mount("/", at, "", unix.MS_BIND|unix.MS_REC, ""))
	s.try("move /proc", unix.Mount("/proc", at, "", unix.MS_MOVE, ""))
	s.try("make / shared", unix.Mount("", "/", "", unix.MS_SHARED|unix.MS_REC, ""))
	tree, err := unix.OpenTree(unix.AT_FDCWD, "/", unix.OPEN_TREE_CLONE|unix.AT_RECURSIVE)
	s.try("clone the tree", err)
	s.try("move the tree", unix.MoveMount(tree, "", unix.AT_FDCWD, at, unix.MOVE_MOUNT_F_EMPTY_PATH))
	fd, err := unix.Fspick(unix.AT_FDCWD, "/", 0)
	s.try("pick the root's file system", err)
	unix.Close(fd)
	s.try("pivot_root", unix.PivotRoot(".", at))
	return nil
}

func remount(s *scene) error {
	for _, at := range append(mountPoints(), "/", "/usr", "/bin") {
		s.try("remount "+at, unix.Mount("", at, "", unix.MS_REMOUNT|unix.MS_BIND, ""))
		s.try("remount all of "+at, unix.Mount("", at, "", unix.MS_REMOUNT, "size=1g"))
		err := unix.MountSetattr(unix.AT_FDCWD, at, 0, &unix.MountAttr{
			Attr_clr: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV,
		})
		s.try("clear attributes of "+at, err)
	}
	return nil
}

func unmount(s *scene) error {
	for _, at := range append(mountPoints(), "/.host", "/proc", "/") {
		for _, flags := range []int{0, unix.MNT_DETACH, unix.MNT_FORCE, unix.MNT_EXPIRE} {
			s.try(fmt.Sprintf("umount %s with flags %#x", at, flags), unix.Unmount(at, flags))
		}
	}
	return nil
}

// namespaces are the kinds, by the names that they have in /proc.
var namespaces = []struct {
	name string
	flag uintptr
}{
	{"user", unix.CLONE_NEWUSER}, {"pid", unix.CLONE_NEWPID}, {"mnt", unix.CLONE_NEWNS},
	{"net", unix.CLONE_NEWNET}, {"ipc", unix.CLONE_NEWIPC}, {"uts", unix.CLONE_NEWUTS},
	{"cgroup", unix.CLONE_NEWCGROUP}, {"time", unix.CLONE_NEWTIME},
}

// unshare takes a thread of its own for each try: one that has many can not have namespaces of
// its own, but part of them.
func unshare(s *scene) error {
	for _, n := range namespaces {
		for _, garbled := range []uintptr{0, 1 << 32, 1 << 63} {
			result := make(chan unix.Errno)
			go func() {
				runtime.LockOSThread() // for ever: the thread is not fit for anything after
				_, _, errno := unix.RawSyscall(unix.SYS_UNSHARE, n.flag|garbled, 0, 0)
				result <- errno
			}()
			s.tried(fmt.Sprintf("unshare %s namespace, %#x", n.name, garbled), <-result)
		}
	}
	return s.unshareForked()
}

// unshareForked unshares in a child of one thread, which the kernel demands for users.
//
//go:norace
func (s *scene) unshareForked() error {
	pid, failed := fork()
	if failed {
		return nil
	}
	if pid == 0 {
		_, _, errno := unix.RawSyscall(unix.SYS_UNSHARE, unix.CLONE_NEWUSER, 0, 0)
		exit(uintptr(errno))
	}
	var ws unix.WaitStatus
	if _, err := unix.Wait4(int(pid), &ws, 0, nil); err != nil {
		return err
	}
	s.tried("unshare user namespace with one thread", unix.Errno(ws.ExitStatus()))
	return nil
}

// cloneArguments is struct clone_args, as far as it is needed.
type cloneArguments struct {
	Flags, Pidfd, ChildTID, ParentTID, ExitSignal, Stack, StackSize, TLS uint64
}

//go:norace
func cloneInto(s *scene) error {
	for _, n := range namespaces {
		for _, garbled := range []uintptr{0, 1 << 32, 1 << 63} {
			flags := n.flag | garbled | uintptr(unix.SIGCHLD)
			if n.flag == unix.CLONE_NEWTIME {
				continue // the flag is part of the signal's number here
			}
			pid, _, errno := unix.RawSyscall6(unix.SYS_CLONE, flags, 0, 0, 0, 0, 0)
			if errno == 0 && pid == 0 {
				exit(0)
			}
			s.tried(fmt.Sprintf("clone with %s namespace, %#x", n.name, garbled), errno)
		}
		args := cloneArguments{Flags: uint64(n.flag), ExitSignal: uint64(unix.SIGCHLD)}
		pid, _, errno := unix.RawSyscall(unix.SYS_CLONE3, uintptr(unsafe.Pointer(&args)),
			unsafe.Sizeof(args), 0)
		if errno == 0 && pid == 0 {
			exit(0)
		}
		s.tried(fmt.Sprintf("clone3 with %s namespace", n.name), errno)
	}
	return nil
}

func enterNamespaces(s *scene) error {
	for _, pid := range []int{os.Getpid(), os.Getppid(), 1, s.Host.Victim, s.Host.Judge} {
		for _, n := range namespaces {
			path := fmt.Sprintf("/proc/%d/ns/%s", pid, n.name)
			fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
			if err != nil {
				continue
			}
			s.try("setns "+path, unix.Setns(fd, 0))
			unix.Close(fd)
		}
	}
	fd, err := unix.PidfdOpen(1, 0)
	if err == nil {
		s.try("setns by process 1", unix.Setns(fd, unix.CLONE_NEWNS|unix.CLONE_NEWNET))
	}
	return nil
}
