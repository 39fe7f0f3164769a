package attack

import (
	"fmt"
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
)

// kernelCalls are attacks by calls that reach parts of the kernel which no namespace divides.
var kernelCalls = []Attack{
	{
		Name: "io-uring", Doc: "makes a ring, whose operations no filter sees",
		Needs: []string{contained}, steps: once(func(s *scene) error {
			var params [120]byte
			return s.call("io_uring_setup", unix.SYS_IO_URING_SETUP, 8, address(&params))
		}),
	},
	{
		Name: "keys", Doc: "leaves keys in the kernel's keyrings",
		Needs: []string{contained}, steps: once(keys),
	},
	{
		Name: "bpf", Doc: "loads a map for programs in the kernel",
		Needs: []string{contained}, steps: once(func(s *scene) error {
			attr := [18]uint32{2, 4, 4, 1} // an array of one number
			return s.call("bpf", unix.SYS_BPF, 0, address(&attr), unsafe.Sizeof(attr))
		}),
	},
	{
		Name: "userfaultfd", Doc: "handles its own page faults, by which races in the kernel are won",
		Needs: []string{contained}, steps: once(func(s *scene) error {
			const userModeOnly = 1
			return s.call("userfaultfd", unix.SYS_USERFAULTFD, unix.O_CLOEXEC|userModeOnly)
		}),
	},
	{
		Name: "perf-events", Doc: "counts events of the processor",
		Needs: []string{contained}, steps: once(perfEvents),
	},
	{
		Name: "file-handles", Doc: "opens files by handles, past all directories",
		Needs: []string{contained}, steps: once(fileHandles),
	},
	{
		Name: "odd-calls", Doc: "makes calls that administer the machine",
		Needs: []string{contained}, steps: once(oddCalls),
	},
	forbidden("reboot", "reboot", "reboots", func(s *scene) error {
		// Without the magic numbers the kernel refuses what would come through.
		return s.call("reboot", unix.SYS_REBOOT, 0, 0, 0)
	}),
	forbidden("kexec", "kexec_load", "loads another kernel", func(s *scene) error {
		return s.call("kexec_load", unix.SYS_KEXEC_LOAD)
	}),
	forbidden("module", "finit_module", "loads a module into the kernel", func(s *scene) error {
		empty, err := unix.BytePtrFromString("")
		if err != nil {
			return err
		}
		return s.call("finit_module", unix.SYS_FINIT_MODULE, 0, address(empty), 0)
	}),
}

// call makes a system call that must fail.
func (s *scene) call(name string, number uintptr, args ...uintptr) error {
	var a [6]uintptr
	copy(a[:], args)
	_, _, errno := syscall.Syscall6(number, a[0], a[1], a[2], a[3], a[4], a[5])
	s.tried(name, errno)
	return nil
}

// address is where a value lies, for a call that takes a pointer. It stays there for the life
// of the process, which is short.
func address[T any](v *T) uintptr {
	pinned = append(pinned, v)
	return uintptr(unsafe.Pointer(v))
}

var pinned []any

func keys(s *scene) error {
	for _, ring := range []int{
		unix.KEY_SPEC_SESSION_KEYRING, unix.KEY_SPEC_USER_KEYRING, unix.KEY_SPEC_PROCESS_KEYRING,
	} {
		_, err := unix.AddKey("user", s.Marker, []byte("left"), ring)
		s.try(fmt.Sprintf("add a key to ring %d", ring), err)
	}
	_, err := unix.KeyctlJoinSessionKeyring(s.Marker)
	s.try("join a session's keyring", err)
	_, err = unix.RequestKey("user", s.Marker, "", unix.KEY_SPEC_SESSION_KEYRING)
	s.try("request a key", err)
	return nil
}

func perfEvents(s *scene) error {
	for _, kind := range []uint32{unix.PERF_TYPE_SOFTWARE, unix.PERF_TYPE_HARDWARE} {
		attr := unix.PerfEventAttr{
			Type: kind, Size: uint32(unsafe.Sizeof(unix.PerfEventAttr{})),
			Bits: unix.PerfBitDisabled | unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv,
		}
		_, err := unix.PerfEventOpen(&attr, 0, -1, -1, 0)
		s.try(fmt.Sprintf("count events of type %d", kind), err)
	}
	return nil
}

func fileHandles(s *scene) error {
	handle, _, err := unix.NameToHandleAt(unix.AT_FDCWD, os.Args[0], 0)
	s.try("name_to_handle_at", err)
	if err != nil {
		handle = unix.NewFileHandle(1, make([]byte, 8))
	}
	root, err := os.Open("/")
	if err != nil {
		return err
	}
	defer root.Close()
	_, err = unix.OpenByHandleAt(int(root.Fd()), handle, unix.O_RDONLY)
	s.try("open_by_handle_at", err)
	return nil
}

func oddCalls(s *scene) error {
	s.try("set the host's name", unix.Sethostname([]byte(s.Marker)))
	s.try("set the domain's name", unix.Setdomainname([]byte(s.Marker)))
	s.try("switch accounting off", unix.Acct(""))
	var now unix.Timeval
	if err := unix.Gettimeofday(&now); err != nil {
		return err
	}
	s.try("set the clock", unix.Settimeofday(&now))
	timex := unix.Timex{Modes: unix.ADJ_TICK, Tick: 10000}
	_, err := unix.Adjtimex(&timex)
	s.try("tune the clock", err)
	_, err = unix.Klogctl(unix.SYSLOG_ACTION_SIZE_BUFFER, nil)
	s.try("read the kernel's log", err)
	_, err = unix.FanotifyInit(unix.FAN_CLASS_NOTIF|unix.FAN_REPORT_FID, unix.O_RDONLY)
	s.try("watch a file system", err)
	path, err := unix.BytePtrFromString(s.Marker)
	if err != nil {
		return err
	}
	s.call("swapon", unix.SYS_SWAPON, address(path))
	s.call("swapoff", unix.SYS_SWAPOFF, address(path))
	s.call("vhangup", unix.SYS_VHANGUP)
	const compareFiles = 0
	s.call("kcmp", unix.SYS_KCMP, 1, uintptr(os.Getpid()), compareFiles)
	s.call("pidfd_getfd", unix.SYS_PIDFD_GETFD)
	s.call("quotactl", unix.SYS_QUOTACTL)
	const noRandomAddresses = 0x40000
	s.call("personality", unix.SYS_PERSONALITY, noRandomAddresses)
	return nil
}

// terminal types commands into the terminal that the judge may have been started from.
func terminal(s *scene) error {
	paths := []string{"/dev/tty", "/dev/console", "/dev/pts/0", "/proc/self/fd/0", "/proc/self/fd/1"}
	fds := []uintptr{0, 1, 2}
	for _, path := range paths {
		if f, err := os.OpenFile(path, os.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK, 0); err == nil {
			defer f.Close()
			fds = append(fds, f.Fd())
		}
	}
	letter := byte('\n')
	for _, fd := range fds {
		for _, garbled := range []uintptr{0, 1 << 32, 1 << 63} {
			_, _, errno := unix.Syscall(unix.SYS_IOCTL, fd, unix.TIOCSTI|garbled, address(&letter))
			s.tried(fmt.Sprintf("type into descriptor %d, %#x", fd, garbled), errno)
		}
	}
	return nil
}

// foreignCall is an attack by calls of another architecture, which a filter has to know.
func foreignCall(name, doc string, do func(*scene) error) Attack {
	return Attack{
		Name: name, Doc: doc, Needs: []string{contained},
		Verdicts: []judge.Verdict{judge.RuntimeError, judge.Accepted},
		Causes: []judge.Cause{
			judge.CauseForbidden, judge.CauseSignaled, judge.CauseExited,
		},
		steps: once(do),
	}
}
