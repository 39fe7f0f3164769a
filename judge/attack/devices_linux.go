package attack

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// devices are attacks on the machine by its devices and by the kernel's own files.
var devices = []Attack{
	{
		Name: "make-devices", Doc: "makes device nodes of disks and memory",
		Needs: []string{contained}, steps: once(makeDevices),
	},
	{
		Name: "open-devices", Doc: "opens devices of the host's",
		Needs: []string{contained}, steps: once(openDevices),
	},
	{
		Name: "kernel-settings", Doc: "opens settings and secrets of the kernel in /proc and /sys",
		Needs: []string{contained}, steps: once(kernelSettings),
	},
}

func makeDevices(s *scene) error {
	for i, d := range []struct {
		kind         uint32
		major, minor uint32
	}{
		{unix.S_IFCHR, 1, 1}, {unix.S_IFCHR, 1, 3}, {unix.S_IFCHR, 5, 0}, {unix.S_IFCHR, 10, 229},
		{unix.S_IFBLK, 8, 0}, {unix.S_IFBLK, 253, 0}, {unix.S_IFBLK, 7, 0},
	} {
		for _, dir := range writablePlaces() {
			path := filepath.Join(dir, fmt.Sprint(s.Marker, i))
			err := unix.Mknod(path, d.kind|0o666, int(unix.Mkdev(d.major, d.minor)))
			s.try(fmt.Sprintf("make device %d:%d in %s", d.major, d.minor, dir), err)
		}
	}
	return nil
}

func openDevices(s *scene) error {
	for _, name := range []string{
		"mem", "kmem", "port", "kmsg", "sda", "vda", "nvme0n1", "loop0", "loop-control", "kvm",
		"fuse", "tty", "tty0", "console", "ptmx", "pts/0", "net/tun", "vsock", "vhost-vsock",
		"userfaultfd", "uinput", "snapshot", "hpet", "cpu/0/msr", "mapper/control", "mqueue",
	} {
		fd, err := unix.Open("/dev/"+name, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
		s.try("open /dev/"+name, err)
		unix.Close(fd)
	}
	return nil
}

func kernelSettings(s *scene) error {
	for _, path := range []string{
		"/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/sys/vm/drop_caches",
		"/proc/sys/kernel/ns_last_pid", "/proc/sysrq-trigger", "/proc/self/uid_map",
		"/proc/self/gid_map", "/proc/self/setgroups", "/proc/irq", "/proc/bus",
		"/sys/kernel/uevent_helper", "/sys/fs/cgroup/cgroup.procs", "/sys/fs/cgroup/memory/tasks",
	} {
		err := os.WriteFile(path, []byte("0 0 1"), 0)
		s.try("write "+path, err)
	}
	for _, path := range []string{
		"/proc/kcore", "/proc/kallsyms", "/proc/kmsg", "/proc/config.gz", "/proc/keys",
		"/proc/sysvipc/shm", "/proc/sched_debug", "/proc/timer_list", "/proc/modules",
		"/proc/diskstats", "/proc/partitions", "/proc/vmallocinfo", "/sys/kernel/notes",
	} {
		fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
		s.try("open "+path, err)
		unix.Close(fd)
	}
	return nil
}
