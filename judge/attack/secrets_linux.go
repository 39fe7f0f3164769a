package attack

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// secrets are attacks on what other processes know. They only look.
var secrets = []Attack{
	{
		Name: "environment", Doc: "looks for the judge's environment in its own",
		steps: once(environment),
	},
	{
		Name: "descriptors", Doc: "looks for descriptors that were passed on to it",
		Needs: []string{"isolation"}, steps: once(descriptors),
	},
	{
		Name: "other-processes", Doc: "reads what /proc tells of processes that are not its own",
		Needs: []string{"isolation"}, steps: once(otherProcesses),
	},
	{
		Name: "shared-memory", Doc: "attaches the judge's System V shared memory",
		Needs: []string{contained}, steps: once(sharedMemory),
	},
}

func environment(s *scene) error {
	s.shows("environment", []byte(strings.Join(os.Environ(), "\n")), nil)
	for _, path := range []string{"/proc/self/environ", "/proc/self/auxv", "/proc/self/cmdline"} {
		text, err := os.ReadFile(path)
		s.shows("read "+path, text, err)
	}
	return nil
}

func descriptors(s *scene) error {
	for fd := 3; fd < 4096; fd++ {
		if !passedOn(fd) {
			continue
		}
		name, _ := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", fd))
		s.escaped("descriptor %d was passed on, %s", fd, name)
		text := make([]byte, page)
		n, err := unix.Pread(fd, text, 0)
		s.shows("read it", text[:max(n, 0)], err)
	}
	return nil
}

// otherProcesses looks at every process there may be, whether it is listed or not.
func otherProcesses(s *scene) error {
	own := ownThreads()
	candidates := []int{s.Host.Victim, s.Host.Judge, os.Getppid()}
	for pid := range 1000 {
		candidates = append(candidates, pid)
	}
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		var pid int
		if n, _ := fmt.Sscanf(e.Name(), "%d", &pid); n == 1 {
			candidates = append(candidates, pid)
		}
	}
	slices.Sort(candidates)
	for _, pid := range slices.Compact(candidates) {
		if pid > 0 && !slices.Contains(own, pid) {
			s.lookInto(pid)
		}
	}
	return nil
}

func (s *scene) lookInto(pid int) {
	for _, name := range []string{
		"cmdline", "environ", "status", "maps", "mem", "stat", "auxv", "io", "mountinfo",
		"cgroup", "syscall", "stack", "personality",
	} {
		path := fmt.Sprintf("/proc/%d/%s", pid, name)
		text, err := os.ReadFile(path)
		if err == nil {
			s.escaped("read %s", path)
			s.shows(path, text, nil)
		}
	}
	for _, name := range []string{"exe", "cwd", "root", "fd/0", "fd/3", "ns/mnt"} {
		path := fmt.Sprintf("/proc/%d/%s", pid, name)
		if target, err := os.Readlink(path); err == nil {
			s.escaped("read %s: %s", path, target)
		}
	}
}

// ownThreads are the ids of this process and of its threads, and some that new threads may
// get meanwhile.
func ownThreads() []int {
	var own []int
	for id := os.Getpid(); id < os.Getpid()+64; id++ {
		own = append(own, id)
	}
	entries, _ := os.ReadDir("/proc/self/task")
	for _, e := range entries {
		var id int
		if n, _ := fmt.Sscanf(e.Name(), "%d", &id); n == 1 {
			own = append(own, id)
		}
	}
	return own
}

func sharedMemory(s *scene) error {
	ids := []int{s.Host.Segment}
	for id := range 64 {
		ids = append(ids, id)
	}
	for _, id := range ids {
		block, err := unix.SysvShmAttach(id, 0, unix.SHM_RDONLY)
		if err != nil {
			continue
		}
		s.escaped("attached shared memory %d", id)
		s.shows("read it", block[:min(len(block), page)], nil)
	}
	return nil
}
