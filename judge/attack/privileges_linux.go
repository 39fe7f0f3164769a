package attack

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
)

// privileges are attempts to be more than the program is.
var privileges = []Attack{
	{
		Name: "identity", Doc: "becomes another user",
		Needs: []string{contained}, steps: once(becomeOthers),
	},
	{
		Name: "capabilities", Doc: "has or takes capabilities",
		Needs: []string{contained}, steps: once(takeCapabilities),
	},
	{
		Name: "set-user-id", Doc: "runs programs that run as root",
		Needs: []string{contained}, steps: once(runAsRoot),
	},
	{
		Name: "raise-limits", Doc: "raises the limits it was given",
		Needs: []string{contained}, steps: once(raiseLimits),
	},
	{
		Name: "priority", Doc: "takes precedence over everybody else",
		Needs: []string{contained}, steps: once(takePrecedence),
	},
	{
		Name: "oom-score", Doc: "has others killed for want of memory in its stead",
		Needs: []string{contained}, steps: once(lowerScore),
	},
	{
		Name: "terminal", Doc: "types commands into the terminal of the judge",
		Needs: []string{contained}, steps: once(terminal),
	},
	{
		Name: "core-dump", Doc: "leaves a core dump",
		Needs:    []string{contained},
		Verdicts: []judge.Verdict{judge.RuntimeError}, Causes: []judge.Cause{judge.CauseSignaled},
		steps: once(func(s *scene) error {
			limit := unix.Rlimit{Cur: 1 << 20, Max: 1 << 20}
			s.try("allow core dumps", unix.Setrlimit(unix.RLIMIT_CORE, &limit))
			return endBy(s, unix.SIGSEGV)
		}),
	},
}

// endBy sends this process a signal that ends programs which know nothing of signals. It may
// arrive on another thread.
func endBy(s *scene, sig unix.Signal) error {
	if err := defaultAction(sig); err != nil {
		return err
	}
	if err := unix.Kill(os.Getpid(), sig); err != nil {
		return err
	}
	return sleep(s)
}

func defaultAction(sig unix.Signal) error {
	if sig == unix.SIGKILL {
		return nil
	}
	var action [8]uint64 // struct sigaction of the kernel, or more; SIG_DFL is zero
	const setSize = 8
	_, _, errno := unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(sig), address(&action), 0,
		setSize, 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}

func becomeOthers(s *scene) error {
	own, ownGroup := os.Getuid(), os.Getgid()
	for _, id := range []int{0, 1, 2, 1000, 65534} {
		n := uintptr(id)
		if id != own {
			s.call(fmt.Sprintf("setuid %d", id), unix.SYS_SETUID, n)
			s.call(fmt.Sprintf("setresuid %d", id), unix.SYS_SETRESUID, n, n, n)
		}
		if id != ownGroup {
			s.call(fmt.Sprintf("setgid %d", id), unix.SYS_SETGID, n)
			s.call(fmt.Sprintf("setresgid %d", id), unix.SYS_SETRESGID, n, n, n)
		}
	}
	groups := [1]uint32{0}
	s.call("setgroups", unix.SYS_SETGROUPS, 1, address(&groups))
	s.call("setgroups none", unix.SYS_SETGROUPS)
	return nil
}

func takeCapabilities(s *scene) error {
	status, err := os.ReadFile("/proc/self/status")
	if err == nil {
		for line := range strings.Lines(string(status)) {
			name, set, _ := strings.Cut(strings.TrimSpace(line), ":")
			switch name {
			case "CapInh", "CapPrm", "CapEff", "CapAmb":
				if strings.Trim(set, "0 \t") != "" {
					s.escaped("%s is %s", name, set)
				}
			case "NoNewPrivs":
				if strings.TrimSpace(set) != "1" {
					s.escaped("new privileges may be had")
				}
			}
		}
	}
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	data := [2]unix.CapUserData{{Effective: ^uint32(0), Permitted: ^uint32(0)}}
	s.try("take capabilities", unix.Capset(&header, &data[0]))
	s.try("have ambient capabilities",
		unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_RAISE, unix.CAP_SYS_ADMIN, 0, 0))
	s.try("allow new privileges", unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0))
	return nil
}

// runAsRoot runs those programs that are set-user-id nearly everywhere, and looks for others
// on file systems that would honour the mode.
func runAsRoot(s *scene) error {
	for _, command := range [][]string{
		{"mount", "-t", "tmpfs", s.Marker, "."},
		{"umount", "/proc"},
		{"su", "nobody", "-s", "/bin/sh", "-c", "mount -t tmpfs " + s.Marker + " ."},
		{"newgrp", "-c", "exit 1"},
		{"sudo", "-n", "true"},
		{"pkexec", "true"},
	} {
		path, err := exec.LookPath(command[0])
		if err != nil {
			continue
		}
		cmd := exec.Command(path, command[1:]...)
		cmd.Stderr = os.Stderr
		s.try(strings.Join(command, " "), cmd.Run())
	}
	for _, dir := range []string{"/usr/bin", "/usr/sbin", "/usr/lib/openssh", "/bin", "/sbin"} {
		found, _ := filepath.Glob(dir + "/*")
		for _, path := range found {
			s.honoured(path)
		}
	}
	return nil
}

// honoured reports a set-user-id program on a file system that honours the mode.
func (s *scene) honoured(path string) {
	var st unix.Stat_t
	if unix.Stat(path, &st) != nil || st.Mode&(unix.S_ISUID|unix.S_ISGID) == 0 {
		return
	}
	var system unix.Statfs_t
	if unix.Statfs(path, &system) == nil && system.Flags&unix.ST_NOSUID == 0 {
		s.escaped("%s would run as its owner", path)
	}
}

func raiseLimits(s *scene) error {
	for name, resource := range map[string]int{
		"stack": unix.RLIMIT_STACK, "files": unix.RLIMIT_NOFILE, "core": unix.RLIMIT_CORE,
		"queues": unix.RLIMIT_MSGQUEUE, "data": unix.RLIMIT_DATA, "processes": unix.RLIMIT_NPROC,
		"locked": unix.RLIMIT_MEMLOCK, "nice": unix.RLIMIT_NICE, "real time": unix.RLIMIT_RTPRIO,
	} {
		var l unix.Rlimit
		if err := unix.Getrlimit(resource, &l); err != nil {
			return err
		}
		if l.Max == unix.RLIM_INFINITY {
			continue
		}
		l.Max++
		_, _, errno := unix.RawSyscall6(unix.SYS_PRLIMIT64, 0, uintptr(resource), address(&l), 0, 0, 0)
		s.tried("raise the limit of "+name, errno)
	}
	return nil
}

func takePrecedence(s *scene) error {
	for _, policy := range []uintptr{1, 2} { // SCHED_FIFO, SCHED_RR
		priority := int32(1)
		s.call(fmt.Sprintf("schedule by policy %d", policy), unix.SYS_SCHED_SETSCHEDULER,
			0, policy, address(&priority))
	}
	attr := unix.SchedAttr{
		Size: unix.SizeofSchedAttr, Policy: 6, Runtime: 1e6, Deadline: 1e7, Period: 1e7,
	}
	s.try("schedule by deadline", unix.SchedSetAttr(0, &attr, 0))
	s.try("nice -20", unix.Setpriority(unix.PRIO_PROCESS, 0, -20))
	const realTime = 1 << 13
	s.call("do input and output in real time", unix.SYS_IOPRIO_SET, 1, 0, realTime)
	return nil
}

func lowerScore(s *scene) error {
	for _, f := range []struct{ path, lowest string }{
		{"/proc/self/oom_score_adj", "-1000"}, {"/proc/self/oom_score_adj", "-1"},
		{"/proc/self/oom_adj", "-17"}, {"/proc/1/oom_score_adj", "1000"},
	} {
		s.try("write "+f.lowest+" to "+f.path, os.WriteFile(f.path, []byte(f.lowest), 0))
	}
	return nil
}

// asWriter are attacks that only those make who may write in a directory of the judge's.
var asWriter = []Attack{
	{
		Name: "make-set-user-id", Doc: "leaves the judge a program that runs as the judge",
		Needs: []string{contained},
		steps: []step{{do: makeSetUserID, write: true}},
	},
}

// makeSetUserID tries all calls that give a file its mode. What comes of it is seen on the
// host.
func makeSetUserID(s *scene) error {
	const mode = unix.S_ISUID | unix.S_ISGID | 0o755
	at := func(name string) string { return filepath.Join(s.Host.Shared, s.Marker+name) }
	for _, name := range []string{"chmod", "fchmod", "fchmodat", "fchmodat2"} {
		if err := os.WriteFile(at(name), nil, 0o755); err != nil {
			return err
		}
	}
	unix.Chmod(at("chmod"), mode)
	if f, err := os.Open(at("fchmod")); err == nil {
		unix.Fchmod(int(f.Fd()), mode)
		f.Close()
	}
	unix.Fchmodat(unix.AT_FDCWD, at("fchmodat"), mode, 0)
	unix.Fchmodat(unix.AT_FDCWD, at("fchmodat2"), mode, unix.AT_SYMLINK_NOFOLLOW)
	for name, open := range map[string]func(string) (int, error){
		"open":  func(p string) (int, error) { return unix.Open(p, unix.O_CREAT|unix.O_WRONLY, mode) },
		"creat": func(p string) (int, error) { return unix.Creat(p, mode) },
		"openat2": func(p string) (int, error) {
			how := unix.OpenHow{Flags: unix.O_CREAT | unix.O_WRONLY, Mode: mode}
			return unix.Openat2(unix.AT_FDCWD, p, &how)
		},
	} {
		if fd, err := open(at(name)); err == nil {
			unix.Close(fd)
		}
	}
	unix.Mknod(at("mknod"), unix.S_IFREG|mode, 0)
	unix.Mknod(at("device"), unix.S_IFCHR|0o666, int(unix.Mkdev(1, 3)))
	unix.Mkdir(at("mkdir"), mode)
	return nil
}
