// Package memfile makes files that have no name: in memory where they are small and the
// system can, else on disk. Programs are given their input in such files, so that they can
// neither write it nor tell from /proc where it came from.
package memfile

import (
	"fmt"
	"io"
	"os"
)

// inMemory is how large a file may be to be kept in memory: 64 MiB.
const inMemory = 64 << 20

// Copy returns a file with all that r gives, opened for reading at its beginning. The caller
// closes it, and with that it is gone.
func Copy(r io.Reader) (*os.File, error) {
	w, reopen, err := create()
	if err != nil {
		return onDisk(r)
	}
	defer w.Close()
	n, err := io.Copy(w, io.LimitReader(r, inMemory))
	if err != nil {
		return nil, fmt.Errorf("copy to memory: %w", err)
	}
	if n < inMemory {
		return reopen()
	}
	begin, err := reopen()
	if err != nil {
		return nil, err
	}
	defer begin.Close()
	return onDisk(io.MultiReader(begin, r))
}

func onDisk(r io.Reader) (*os.File, error) {
	w, err := os.CreateTemp("", "judge-input-")
	if err != nil {
		return nil, err
	}
	defer w.Close()
	// Where an open file can not be removed, it stays until the system cleans up.
	defer os.Remove(w.Name())
	if _, err := io.Copy(w, r); err != nil {
		return nil, fmt.Errorf("copy to %s: %w", w.Name(), err)
	}
	return os.Open(w.Name())
}
