package local

import (
	"fmt"
	"io"
	"os"

	"ojbatch/judge"
)

// stage gives d as a file that is read from its beginning and can not be written through.
// The file has no name any more, or is the user's own.
func stage(d judge.Data) (*os.File, error) {
	if path, ok := d.Path(); ok {
		return os.Open(path)
	}
	r, err := d.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if _, ok := d.Text(); ok {
		return stageInMemory(r)
	}
	return stageOnDisk(r)
}

func stageOnDisk(r io.Reader) (*os.File, error) {
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
