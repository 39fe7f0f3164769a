package local

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

func stageInMemory(r io.Reader) (*os.File, error) {
	fd, err := unix.MemfdCreate("input", unix.MFD_CLOEXEC)
	if err != nil {
		return stageOnDisk(r)
	}
	w := os.NewFile(uintptr(fd), "input")
	defer w.Close()
	if _, err := io.Copy(w, r); err != nil {
		return nil, fmt.Errorf("copy to memory: %w", err)
	}
	// Opened anew, the file is read-only and at its beginning.
	return os.Open(fmt.Sprintf("/proc/self/fd/%d", fd))
}
