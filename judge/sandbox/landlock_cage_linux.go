package sandbox

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"syscall"

	"github.com/criyle/go-sandbox/pkg/forkexec"
	"golang.org/x/sys/unix"

	"ojbatch/judge"
	"ojbatch/judge/procfs"
)

// domains is the cage of a box without namespaces: each run is in a Landlock domain of its
// own, a session of its own, and behind a second filter.
//
// What a run may see differs from run to run, and a domain can never be widened, so the box is
// in none: the child enters one between vfork and exec, see [confinedStart]. There are two other
// ways, which package forkexec could be used for. This executable could be started as a stage
// that restricts itself and then becomes the program: that takes 5 ms of a Go start, and has
// them counted as the program's. Or the thread that starts the program could restrict itself,
// as domains are the thread's, and die: but until it has, the program shares its domain and can
// send it signals, of which SIGKILL is for the whole box; and the runtime replaces dead threads
// when it likes, which is fatal when the program has taken all processes there may be.
//
// No program can leave its session or its process group, since the filter only pretends to
// let it. So the process group is the run: one call kills all of it, whoever forks meanwhile.
// What loses its parent becomes the box's child, since the box is a subreaper; so none is left
// of a run when the box has no children.
type domains struct {
	abi     int
	common  []grant                     // what all programs may see, and their working directory
	dir     string                      // of the programs
	counted bool                        // a group limits the number of processes
	filters map[bool]*syscall.SockFprog // by whether the program writes for the judge

	tasks   userTasks
	current atomic.Int64 // the process group of the run, zero before there is one
}

var _ cage = (*domains)(nil)

func newDomains(s setup) (*domains, error) {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return nil, fmt.Errorf("become a subreaper: %w", err)
	}
	abi, err := landlockABI()
	if err != nil {
		return nil, err
	}
	d := &domains{abi: abi, counted: s.Group != "", filters: map[bool]*syscall.SockFprog{}}
	for _, writes := range []bool{false, true} {
		filter, err := domainFilter(writes)
		if err == nil {
			d.filters[writes], err = assemble(filter)
		}
		if err != nil {
			return nil, fmt.Errorf("seccomp: %w", err)
		}
	}
	if d.dir, err = os.MkdirTemp(s.Temp, "judge-box-"); err != nil {
		return nil, err
	}
	if d.common, err = commonGrants(abi, s.Root.System, d.dir); err != nil {
		return nil, errors.Join(err, d.close())
	}
	return d, nil
}

func (d *domains) prepare(request) error {
	d.current.Store(0)
	return nil
}

func (d *domains) scratch() string { return d.dir }

func (d *domains) clear() error {
	if err := emptyDirectory(d.dir); err != nil {
		return fmt.Errorf("empty the working directory: %w", err)
	}
	return nil
}

// start starts a program in a new domain. It has the judge's own user, for whose files the
// paths to them are passable, but none of his capabilities.
func (d *domains) start(runner *forkexec.Runner, r request) (int, error) {
	ruleset, err := d.newRuleset(r, int(runner.Files[0]))
	if err != nil {
		return 0, err
	}
	defer unix.Close(ruleset)
	runner.RLimits = append(runner.RLimits, limit(unix.RLIMIT_FSIZE, uint64(r.Limits.Disk)))
	if !d.counted {
		most, err := d.tasks.bound(r.Limits.Processes)
		if err != nil {
			return 0, err
		}
		runner.RLimits = append(runner.RLimits, limit(unix.RLIMIT_NPROC, most))
	}
	c, err := newConfinedStart(runner, ruleset, d.filters[len(r.Write) > 0])
	if err != nil {
		return 0, err
	}
	pid, err := c.start()
	if err == nil {
		d.current.Store(int64(pid))
	}
	return pid, err
}

func (d *domains) group() int { return int(d.current.Load()) }

// kill kills the process group. While the box has children, they keep the group's number from
// becoming somebody else's.
func (d *domains) kill() {
	err := unix.Waitid(unix.P_ALL, 0, nil, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil)
	if group := d.group(); group != 0 && !errors.Is(err, unix.ECHILD) {
		unix.Kill(-group, unix.SIGKILL)
	}
}

// processes returns what descends from the box. Who comes or goes meanwhile may be missed.
func (d *domains) processes() []int {
	all := procfs.ChildrenOf(os.Getpid())
	for i := 0; i < len(all); i++ {
		all = append(all, procfs.ChildrenOf(all[i])...)
	}
	return all
}

func (d *domains) crowd(l judge.Limits) int {
	if d.counted {
		return 0
	}
	return l.Processes
}

// close removes the working directory. The judge does so too, but may be dead.
func (d *domains) close() error { return removeScratch(d.dir) }
