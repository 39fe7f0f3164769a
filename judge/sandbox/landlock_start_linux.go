package sandbox

import (
	"fmt"
	"syscall"
	"unsafe"

	"github.com/criyle/go-sandbox/pkg/forkexec"
	"github.com/criyle/go-sandbox/pkg/forkexec/vfork"
	"github.com/criyle/go-sandbox/pkg/rlimit"
	"golang.org/x/sys/unix"
)

// confinedStart is what a program is started with in a Landlock domain. Only the child may enter
// the domain, between vfork and exec, which package forkexec has no place for.
//
// All of it is made before the fork. In the child, which shares this process's memory and stops
// the thread that it comes from, nothing may be allocated and no function called but system
// calls: the garbage collector and the scheduler would not know of it.
type confinedStart struct {
	argv, env []*byte
	dir       *byte
	files     []uintptr // all over 2
	limits    []rlimit.RLimit
	ruleset   uintptr
	filter    *syscall.SockFprog
	clone3    *cloneArgs // nil where programs have no group of their own

	// Written by the child: how far it got, and why no further.
	step  step
	errno syscall.Errno
}

// step is one that a child takes.
type step int

const (
	takeSession step = iota
	takeFiles
	enterDirectory
	takeLimits
	dropCapabilities
	enterDomain
	takeFilter
	execute
)

func (s step) String() string {
	return [...]string{
		"setsid", "dup3", "chdir", "prlimit", "capset", "landlock_restrict_self", "seccomp", "execve",
	}[s]
}

// cloneArgs is struct clone_args, up to the last field that is used.
type cloneArgs struct {
	flags                         uint64
	pidfd, childTID, parentTID    uint64
	exitSignal                    uint64
	stack, stackSize, tls         uint64
	setTID, setTIDSize, intoGroup uint64
}

const vforkFlags = unix.CLONE_VM | unix.CLONE_VFORK

// The program gets no capabilities, and with no_new_privs, which the box has set, no exec gives
// any back.
var (
	capabilityHeader = unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	noCapabilities   [2]unix.CapUserData
)

func newConfinedStart(
	r *forkexec.Runner, ruleset int, filter *syscall.SockFprog,
) (*confinedStart, error) {
	c := &confinedStart{files: r.Files, limits: r.RLimits, ruleset: uintptr(ruleset), filter: filter}
	for i, f := range r.Files {
		if f < uintptr(len(r.Files)) {
			return nil, fmt.Errorf("descriptor %d is to be %d, but may be replaced before", f, i)
		}
	}
	var err error
	if c.argv, err = syscall.SlicePtrFromStrings(r.Args); err != nil {
		return nil, err
	}
	if c.env, err = syscall.SlicePtrFromStrings(r.Env); err != nil {
		return nil, err
	}
	if c.dir, err = syscall.BytePtrFromString(r.WorkDir); err != nil {
		return nil, err
	}
	if r.CgroupFd != 0 {
		c.clone3 = &cloneArgs{
			flags: vforkFlags | unix.CLONE_INTO_CGROUP, exitSignal: uint64(unix.SIGCHLD),
			intoGroup: uint64(r.CgroupFd),
		}
	}
	return c, nil
}

// start returns once the program has begun, in a session of its own.
func (c *confinedStart) start() (int, error) {
	syscall.ForkLock.Lock()
	pid, errno := c.fork()
	afterFork()
	syscall.ForkLock.Unlock()
	if errno != 0 {
		return 0, fmt.Errorf("vfork: %w", errno)
	}
	if c.errno == 0 {
		return int(pid), nil
	}
	for {
		if _, err := unix.Wait4(int(pid), nil, 0, nil); err != unix.EINTR {
			return 0, fmt.Errorf("%s: %w", c.step, c.errno)
		}
	}
}

// fork returns in the parent only. The child goes on in its frame until it is the program, or
// has left the reason why it is not.
//
//go:noinline
//go:norace
//go:nocheckptr
func (c *confinedStart) fork() (pid uintptr, errno syscall.Errno) {
	var i int
	beforeFork()
	if c.clone3 == nil {
		pid, errno = vfork.RawVforkSyscall(unix.SYS_CLONE, vforkFlags|uintptr(unix.SIGCHLD), 0, 0)
	} else {
		pid, errno = vfork.RawVforkSyscall(unix.SYS_CLONE3,
			uintptr(unsafe.Pointer(c.clone3)), unsafe.Sizeof(*c.clone3), 0)
	}
	if errno != 0 || pid != 0 {
		return pid, errno
	}
	afterForkInChild()

	c.step = takeSession
	if _, _, errno = syscall.RawSyscall(unix.SYS_SETSID, 0, 0, 0); errno != 0 {
		goto failed
	}
	c.step = takeFiles
	for i = 0; i < len(c.files); i++ {
		if _, _, errno = syscall.RawSyscall(unix.SYS_DUP3, c.files[i], uintptr(i), 0); errno != 0 {
			goto failed
		}
	}
	c.step = enterDirectory
	if _, _, errno = syscall.RawSyscall(unix.SYS_CHDIR, uintptr(unsafe.Pointer(c.dir)), 0, 0); errno != 0 {
		goto failed
	}
	c.step = takeLimits
	for i = 0; i < len(c.limits); i++ {
		if _, _, errno = syscall.RawSyscall6(unix.SYS_PRLIMIT64, 0, uintptr(c.limits[i].Res),
			uintptr(unsafe.Pointer(&c.limits[i].Rlim)), 0, 0, 0); errno != 0 {
			goto failed
		}
	}
	c.step = dropCapabilities
	if _, _, errno = syscall.RawSyscall(unix.SYS_CAPSET, uintptr(unsafe.Pointer(&capabilityHeader)),
		uintptr(unsafe.Pointer(&noCapabilities)), 0); errno != 0 {
		goto failed
	}
	c.step = enterDomain
	if _, _, errno = syscall.RawSyscall(unix.SYS_LANDLOCK_RESTRICT_SELF, c.ruleset, 0, 0); errno != 0 {
		goto failed
	}
	c.step = takeFilter
	if _, _, errno = syscall.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0,
		uintptr(unsafe.Pointer(c.filter))); errno != 0 {
		goto failed
	}
	c.step = execute
	_, _, errno = syscall.RawSyscall(unix.SYS_EXECVE, uintptr(unsafe.Pointer(c.argv[0])),
		uintptr(unsafe.Pointer(&c.argv[0])), uintptr(unsafe.Pointer(&c.env[0])))
failed:
	c.errno = errno
	for {
		syscall.RawSyscall(unix.SYS_EXIT, 1, 0, 0)
	}
}

//go:linkname beforeFork syscall.runtime_BeforeFork
func beforeFork()

//go:linkname afterFork syscall.runtime_AfterFork
func afterFork()

//go:linkname afterForkInChild syscall.runtime_AfterForkInChild
func afterForkInChild()
