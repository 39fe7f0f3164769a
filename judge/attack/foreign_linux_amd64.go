package attack

import (
	"os"

	"golang.org/x/sys/unix"
)

// foreign are calls that this processor can also make in other ways.
var foreign = []Attack{
	foreignCall("call-32-bit", "makes a system call of 32-bit programs", func(s *scene) error {
		const getpid32 = 20
		if int(int32(call32(getpid32))) == os.Getpid() {
			s.escaped("made a system call of 32-bit programs")
		}
		return nil
	}),
	foreignCall("call-x32", "makes a system call of the x32 kind", func(s *scene) error {
		const x32 = 0x40000000
		s.call("getpid of the x32 kind", unix.SYS_GETPID|x32)
		return s.call("unshare of the x32 kind", unix.SYS_UNSHARE|x32, unix.CLONE_NEWUTS)
	}),
}

// call32 makes a 32-bit system call without arguments.
func call32(number uint32) uint32
