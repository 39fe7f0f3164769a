package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

// boxProcess is a box from the outside.
type boxProcess struct {
	cmd    *exec.Cmd
	link   *link
	group  group // nil where no groups can be made
	uid    int   // the program's user here; -1 when it is the judge's own
	stderr bytes.Buffer
}

// programUID is the program's user inside a box, where the judge may choose it.
const programUID = 1000

// firstHostUID begins the range of users here that stand for it, one for each box, so that
// boxes do not share what the kernel counts by user. Nothing else uses numbers this high.
const firstHostUID = 1_879_048_192

// groupsMade makes the names of groups differ, of all sandboxes of this process.
var groupsMade atomic.Int64

// startBox makes a box and waits until it is ready.
func startBox(number int, h hierarchy, j *janitor) (_ *boxProcess, err error) {
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

// attributes are the namespaces of a box and what its users are here. Root can give programs
// a user of their own; anybody else has only himself to give.
func (b *boxProcess) attributes(number int) *syscall.SysProcAttr {
	one := func(inside, here int) syscall.SysProcIDMap {
		return syscall.SysProcIDMap{ContainerID: inside, HostID: here, Size: 1}
	}
	a := &syscall.SysProcAttr{
		Setsid: true,
		Cloneflags: unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNS | unix.CLONE_NEWNET |
			unix.CLONE_NEWIPC | unix.CLONE_NEWUTS,
		// Made by the box itself, once it is in its group.
		Unshareflags: unix.CLONE_NEWCGROUP,
		UidMappings:  []syscall.SysProcIDMap{one(0, os.Geteuid())},
		GidMappings:  []syscall.SysProcIDMap{one(0, os.Getegid())},
	}
	if os.Geteuid() == 0 {
		b.uid = firstHostUID + number
		a.UidMappings = append(a.UidMappings, one(programUID, b.uid))
		a.GidMappings = append(a.GidMappings, one(programUID, b.uid))
		a.GidMappingsEnableSetgroups = true
	}
	if b.group != nil {
		b.group.start(a)
	}
	return a
}

// setUp puts the box into its group and tells it what to be.
func (b *boxProcess) setUp(h hierarchy) error {
	s := setup{Root: planRoot()}
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
	return nil
}

func (b *boxProcess) kill() { b.cmd.Process.Kill() }

// close ends the box and removes its group. A box ends itself when the connection does.
func (b *boxProcess) close() error {
	b.link.close()
	if b.cmd != nil {
		b.cmd.Wait()
	}
	if b.group != nil {
		return b.group.remove()
	}
	return nil
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
