package plain

import (
	"io/fs"
	"os"
	"path/filepath"
)

// scratch is the working directory, home and temporary directory of one run.
type scratch struct{ dir string }

func newScratch() (*scratch, error) {
	dir, err := os.MkdirTemp("", "judge-run-")
	if err != nil {
		return nil, err
	}
	return &scratch{dir}, nil
}

// remove deletes the directory, also when the program took away its own permissions in it.
func (s *scratch) remove() {
	if os.RemoveAll(s.dir) == nil {
		return
	}
	filepath.WalkDir(s.dir, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			os.Chmod(path, 0o700)
		}
		return nil
	})
	os.RemoveAll(s.dir)
}
