package memfile

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// create makes a file in memory, to be written, and a way to open it once more, read-only and
// at its beginning.
func create() (w *os.File, reopen func() (*os.File, error), err error) {
	fd, err := unix.MemfdCreate("input", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, nil, err
	}
	return os.NewFile(uintptr(fd), "input"), func() (*os.File, error) {
		return os.Open(fmt.Sprintf("/proc/self/fd/%d", fd))
	}, nil
}

// Named says whether f is a regular file that has a name.
func Named(f *os.File) bool {
	var st unix.Stat_t
	err := unix.Fstat(int(f.Fd()), &st)
	return err == nil && st.Mode&unix.S_IFMT == unix.S_IFREG && st.Nlink > 0
}
