package sandbox

import (
	"fmt"
	"os"
	"slices"
	"syscall"

	"github.com/criyle/go-sandbox/pkg/forkexec"
	"golang.org/x/sys/unix"

	"ojbatch/judge"
	"ojbatch/judge/procfs"
)

// cage is what holds the programs of a box: namespaces, or Landlock.
type cage interface {
	// prepare gives access to what the request names, and to nothing else of the judge's.
	prepare(r request) error
	// start starts a program that runner describes but for how it is held.
	start(runner *forkexec.Runner, r request) (pid int, err error)
	// kill kills every process of the run, in one step, so that none can fork meanwhile. It
	// may be called at any time, also when there is no run.
	kill()
	// processes lists those of the run which live.
	processes() []int
	// group is the process group of the run where the judge has to kill that should the box
	// die, else zero.
	group() int
	// crowd is the number of threads past which the watch has to kill; zero where the kernel
	// keeps programs from starting more.
	crowd(l judge.Limits) int
	// scratch is the directory that close removes, and which the judge has to should the box
	// die, else empty.
	scratch() string
	// clear removes what the run has written, once no process of it is left.
	clear() error
	// close removes what the box would leave behind. No run is going on.
	close() error
}

// container is the cage made of namespaces. The box is process 1 of them.
type container struct {
	root    *root
	uid     int  // the program's user; zero when it is the box's own
	counted bool // a group limits the number of processes
}

var _ cage = (*container)(nil)

// newContainer makes this process the first of a container. InGroup says that programs are
// started in a group of their own: nothing but closed namespaces denies them others then.
func newContainer(s setup, inGroup bool) (*container, error) {
	if err := closeNamespaces(); err != nil && inGroup {
		return nil, err
	}
	if s.UID != 0 {
		if err := unix.Setgroups(nil); err != nil {
			return nil, fmt.Errorf("drop supplementary groups: %w", err)
		}
	}
	if err := unix.Sethostname([]byte("judge")); err != nil {
		return nil, fmt.Errorf("set the host name: %w", err)
	}
	root, err := buildRoot(s.Root, s.UID)
	if err != nil {
		return nil, err
	}
	return &container{root, s.UID, s.Group != ""}, nil
}

func (c *container) prepare(r request) error {
	return c.root.prepare(r.Read, r.Write, r.Limits.Disk)
}

// start starts a program as the program's user. What is to write in directories of the judge's
// does so as the judge's user; see the package comment.
func (c *container) start(runner *forkexec.Runner, r request) (int, error) {
	runner.DropCaps = true
	if c.uid != 0 && len(r.Write) == 0 {
		id := uint32(c.uid)
		runner.Credential = &syscall.Credential{Uid: id, Gid: id, NoSetGroups: true}
	}
	if !c.counted {
		// The box's threads are counted as processes, if it has the same user.
		own, err := procfs.ReadStat(os.Getpid())
		if err != nil {
			return 0, err
		}
		most := r.Limits.Processes + own.Threads + spareThreads
		runner.RLimits = append(runner.RLimits, limit(unix.RLIMIT_NPROC, uint64(most)))
	}
	return runner.Start()
}

// kill kills every process of the namespace but this one.
func (c *container) kill() { unix.Kill(-1, unix.SIGKILL) }

func (c *container) processes() []int {
	return slices.DeleteFunc(procfs.PIDs(), func(pid int) bool { return pid == os.Getpid() })
}

func (c *container) group() int { return 0 }

func (c *container) crowd(judge.Limits) int { return 0 }

func (c *container) scratch() string { return "" }

// clear leaves it to prepare to mount new places.
func (c *container) clear() error { return nil }

// close has nothing to do: namespaces end with process 1.
func (c *container) close() error { return nil }
