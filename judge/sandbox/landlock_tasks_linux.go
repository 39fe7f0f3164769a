package sandbox

import (
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"ojbatch/judge/procfs"
)

// userTasks counts the threads of all processes that this process's user has. RLIMIT_NPROC is
// about their number, and is all that bounds a program which starts processes faster than the
// watch can count them. It is no limit for a single program, only one for disasters.
type userTasks struct {
	count   int
	counted time.Time
}

const (
	// recount is how long a count is good for. Counting takes some milliseconds where many
	// processes run.
	recount = time.Second
	// otherTasks is how many more the user, and other runs, may start meanwhile before honest
	// programs feel it.
	otherTasks = 1000
)

// bound returns what RLIMIT_NPROC is to be for a program that may have so many threads: no more
// than what it is now at most. Root's programs are not bound by it.
func (u *userTasks) bound(processes int) (uint64, error) {
	var own unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NPROC, &own); err != nil {
		return 0, err
	}
	if u.counted.IsZero() || time.Since(u.counted) > recount {
		u.count, u.counted = countTasks(os.Geteuid()), time.Now()
	}
	return min(uint64(u.count+processes+otherTasks), own.Max), nil
}

func countTasks(uid int) int {
	n := 0
	for _, pid := range procfs.PIDs() {
		st, err := os.Stat(fmt.Sprintf("/proc/%d", pid))
		if err != nil {
			continue // it has just ended
		}
		if owner, ok := st.Sys().(*syscall.Stat_t); !ok || int(owner.Uid) != uid {
			continue
		}
		if s, err := procfs.ReadStat(pid); err == nil {
			n += s.Threads
		}
	}
	return n
}
