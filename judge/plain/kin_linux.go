package plain

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"sync"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
	"ojbatch/judge/procfs"
)

// kin tells the children of this process apart: those that executors started, the orphans
// they left to it as a subreaper, and those that other parts of the program started.
type kin struct {
	mu      sync.Mutex
	started map[int]bool // pids that have not been reaped
	session int          // this process's own
}

func newKin() (*kin, error) {
	session, err := unix.Getsid(0)
	if err != nil {
		return nil, fmt.Errorf("getsid: %w", err)
	}
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return nil, fmt.Errorf("become a subreaper: %w", err)
	}
	// Descriptors that this process was itself given without close-on-exec would be passed
	// on. Those it opens are marked from the start.
	for _, fd := range procfs.NumbersIn("/proc/self/fd") {
		if fd > 2 {
			unix.CloseOnExec(fd)
		}
	}
	return &kin{started: map[int]bool{}, session: session}, nil
}

func (k *kin) forget(pid int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.started, pid)
}

// tree returns the pids that descend from p, and p's own. Processes that come or go while it
// looks may be missed.
func (p *process) tree() []int {
	tree := append([]int{p.pid}, p.orphans()...)
	for i := 0; i < len(tree); i++ {
		tree = append(tree, procfs.ChildrenOf(tree[i])...)
	}
	return tree
}

// orphans returns the judge's own children that are p's, but for p itself, living or dead.
func (p *process) orphans() []int {
	// Most programs leave nothing behind: then there is no other child to be found, or none
	// that could be an orphan. Waitid tells the former without looking at every process.
	err := unix.Waitid(unix.P_ALL, 0, nil, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil)
	if errors.Is(err, unix.ECHILD) {
		return nil
	}
	p.kin.mu.Lock()
	defer p.kin.mu.Unlock()
	var found []int
	for _, pid := range procfs.PIDs() {
		st, err := procfs.ReadStat(pid)
		if err != nil || st.Parent != os.Getpid() || p.kin.started[pid] {
			continue
		}
		if st.Session != p.kin.session && p.owns(pid, st.Session) {
			found = append(found, pid)
		}
	}
	return found
}

// owns says whether an orphan is p's: by its session, by its mark, or because nobody else is
// there who could have left it.
func (p *process) owns(pid, session int) bool {
	if session == p.pid {
		return true
	}
	env, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	if err == nil && bytes.Contains(env, []byte(p.mark)) {
		return true
	}
	return len(p.kin.started) <= 1
}

// ownPeak is the judge's own peak resident set.
func ownPeak() judge.Size {
	var ru unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &ru); err != nil {
		return 0
	}
	return judge.Size(ru.Maxrss) * judge.KiB
}
