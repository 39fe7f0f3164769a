package sandbox

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
)

// NewLandlock returns a sandbox as [New] does, for machines that do not let their users make
// namespaces: Landlock and a filter of system calls contain the programs. It contains less,
// as [Sandbox.Enforcement] says, and starts programs more slowly.
func NewLandlock(n int) (*Sandbox, error) {
	abi, err := landlockABI()
	if err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	return newSandbox(n, true, func(groups hierarchy, groupErr error) judge.Enforcement {
		return landlockEnforcement(abi, groups, groupErr)
	})
}

// landlockABI asks the kernel which version of Landlock it has. See landlock(7) for what came
// with which.
func landlockABI() (int, error) {
	abi, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0,
		unix.LANDLOCK_CREATE_RULESET_VERSION)
	switch errno {
	case 0:
		return int(abi), nil
	case unix.ENOSYS:
		return 0, errors.New("the kernel has no Landlock: it came with Linux 5.13")
	case unix.EOPNOTSUPP:
		return 0, errors.New("the kernel's Landlock is not turned on: " +
			"add landlock to the list lsm= on its command line")
	}
	return 0, fmt.Errorf("this machine does not let this process use Landlock: %w", errno)
}

func landlockEnforcement(abi int, groups hierarchy, groupErr error) judge.Enforcement {
	e := enforcement(groups, groupErr)
	e.Isolation, e.Disk, e.Network = "landlock", "rlimit", "seccomp"
	if groupErr != nil {
		e.Processes = "sampled"
		e.Gaps = append(e.Gaps,
			"programs that start too many processes are killed when that is seen, not kept from it")
	}
	e.Gaps = append(e.Gaps,
		"disk is limited for each file, not in sum",
		"names, sizes and times of files that the judge's user can reach can be seen, not contents",
		"compilers and checkers can change the modes and times of the judge's user's files")
	for _, g := range []struct {
		abi int
		gap string
	}{
		{2, "programs cannot move files between directories; Linux 5.19 would let them"},
		{3, "programs can empty files of the judge's user; Linux 6.2 would refuse it"},
		{6, "programs can send signals to all processes of the judge's user, the judge too; " +
			"Linux 6.12 would refuse it"},
	} {
		if abi < g.abi {
			e.Gaps = append(e.Gaps, g.gap)
		}
	}
	return e
}
