package sandbox

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
)

// boxProcess is a box from the outside.
type boxProcess struct {
	cmd   *exec.Cmd
	link  *link
	group group // nil where no groups can be made
	uid   int   // the program's user here; -1 when it is the judge's own
	// programs is the process group of the run that is going on, where there are no
	// namespaces, and else zero.
	programs atomic.Int64
	// temp is where a box without namespaces makes a directory for its programs, and scratch is
	// that; both are empty elsewhere. Both sides remove it, since either may be killed.
	temp, scratch string
	stderr        bytes.Buffer
}

// programUID is the program's user inside a box, where the judge may choose it.
const programUID = 1000

// firstHostUID begins the range of users here that stand for it, one for each box, so that
// boxes do not share what the kernel counts by user. Nothing else uses numbers this high.
const firstHostUID = 1_879_048_192

// groupsMade makes the names of groups differ, of all sandboxes of this process.
var groupsMade atomic.Int64

// startBox makes a box, bare when it is to have no namespaces, and waits until it is ready.
func startBox(number int, h hierarchy, j *janitor, bare bool) (_ *boxProcess, err error) {
	ours, theirs, err := socketPair()
	if err != nil {
		return nil, err
	}
	defer theirs.Close()
	b := &boxProcess{uid: -1}
	if b.link, err = newLink(ours); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			b.close()
		}
	}()
	if h != nil {
		name := fmt.Sprintf("judge-%d-%d", os.Getpid(), groupsMade.Add(1))
		if b.group, err = h.newGroup(name, j.entrust); err != nil {
			return nil, err
		}
	}
	if bare {
		if b.temp, err = filepath.Abs(os.TempDir()); err != nil {
			return nil, err
		}
	}
	b.cmd = &exec.Cmd{
		Path: "/proc/self/exe", Args: []string{boxName}, Env: []string{"GOMAXPROCS=2"},
		Dir: "/", ExtraFiles: []*os.File{theirs}, Stderr: &b.stderr,
		SysProcAttr: b.attributes(number),
	}
	if err := b.cmd.Start(); err != nil {
		b.cmd = nil
		return nil, explainStart(err)
	}
	spare(b.cmd.Process.Pid)
	theirs.Close() // so that the end of the box is the end of the connection
	return b, b.setUp(h)
}

// attributes are how a box is started.
func (b *boxProcess) attributes(number int) *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setsid: true}
	if b.temp == "" {
		b.addNamespaces(a, number)
	}
	if b.group != nil {
		b.group.start(a)
	}
	return a
}

// addNamespaces adds the namespaces of a box and what its users are here. Root can give programs
// a user of their own; anybody else has only himself to give.
func (b *boxProcess) addNamespaces(a *syscall.SysProcAttr, number int) {
	one := func(inside, here int) syscall.SysProcIDMap {
		return syscall.SysProcIDMap{ContainerID: inside, HostID: here, Size: 1}
	}
	a.Cloneflags = unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNS | unix.CLONE_NEWNET |
		unix.CLONE_NEWIPC | unix.CLONE_NEWUTS
	// Made by the box itself, once it is in its group.
	a.Unshareflags = unix.CLONE_NEWCGROUP
	a.UidMappings = []syscall.SysProcIDMap{one(0, os.Geteuid())}
	a.GidMappings = []syscall.SysProcIDMap{one(0, os.Getegid())}
	if os.Geteuid() == 0 {
		b.uid = firstHostUID + number
		a.UidMappings = append(a.UidMappings, one(programUID, b.uid))
		a.GidMappings = append(a.GidMappings, one(programUID, b.uid))
		a.GidMappingsEnableSetgroups = true
	}
}

// setUp puts the box into its group and tells it what to be.
func (b *boxProcess) setUp(h hierarchy) error {
	s := setup{Root: planRoot(), Temp: b.temp}
	if b.uid >= 0 {
		s.UID = programUID
	}
	var fds []int
	if b.group != nil {
		if err := b.group.add(b.cmd.Process.Pid); err != nil {
			return err
		}
		s.Group = h.version()
		s.GroupFiles, fds = b.group.control().pack()
	}
	if err := b.link.send(s, fds...); err != nil {
		return err
	}
	var r reply
	if _, err := b.link.receive(&r); err != nil {
		b.kill()
		b.cmd.Wait()
		return fmt.Errorf("the box ended while it was set up: %w: %s", err, b.stderr.String())
	}
	if r.Err != "" {
		return errors.New(r.Err)
	}
	b.scratch = r.Scratch
	return nil
}

// answer waits for the reply to a request.
func (b *boxProcess) answer() (reply, error) {
	for {
		var r reply
		if _, err := b.link.receive(&r); err != nil || r.Group == 0 {
			if err == nil {
				b.programs.Store(0)
			}
			return r, err
		}
		b.programs.Store(int64(r.Group))
	}
}

// kills is how often the kernel has killed in the box's group for want of memory; zero where
// there is no group.
func (b *boxProcess) kills() int64 {
	if b.group == nil {
		return 0
	}
	c := b.group.control()
	for _, record := range []string{"memory.oom_control", "memory.events"} {
		if c.has(record) {
			n, _ := c.field(record, "oom_kill")
			return n
		}
	}
	return 0
}

// kill kills the box, which may be dead, and its programs, whether or not they end with it.
func (b *boxProcess) kill() {
	b.cmd.Process.Kill()
	if group := b.programs.Load(); group != 0 {
		unix.Kill(-int(group), unix.SIGKILL)
	}
}

// home is the working directory of programs that are given none.
func (b *boxProcess) home() string { return cmp.Or(b.scratch, homeDir) }

// environment is cmd's over the fixed one.
func (b *boxProcess) environment(cmd judge.Command) []string {
	return judge.Environ([]string{
		"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + b.home(),
		"TMPDIR=" + cmp.Or(b.scratch, tempDir), "LANG=C.UTF-8",
	}, cmd.Env)
}

// close ends the box and removes its group. A box ends itself when the connection does.
func (b *boxProcess) close() error {
	b.link.close()
	if b.cmd != nil {
		b.cmd.Wait()
	}
	var errs []error
	if b.scratch != "" {
		errs = append(errs, removeScratch(b.scratch))
	}
	if b.group != nil {
		err := b.group.remove()
		if b.programs.Load() != 0 {
			err = nil // they may be still dying; the janitor removes it in the end
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// explainStart adds what is known of the reasons for which the kernel refuses namespaces.
func explainStart(err error) error {
	switch {
	case errors.Is(err, unix.EPERM), errors.Is(err, unix.EACCES):
		return fmt.Errorf("this machine does not let this user make namespaces "+
			"(see kernel.unprivileged_userns_clone and kernel.apparmor_restrict_unprivileged_userns): %w", err)
	case errors.Is(err, unix.ENOSPC), errors.Is(err, unix.EUSERS):
		return fmt.Errorf("no more namespaces are allowed (see user.max_user_namespaces): %w", err)
	case errors.Is(err, unix.EINVAL):
		return fmt.Errorf("the kernel has no user namespaces: %w", err)
	}
	return err
}
