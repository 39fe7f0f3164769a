package sandbox

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// removeScratch removes the directory, if it is still there.
func removeScratch(dir string) error {
	err := emptyDirectory(dir)
	if err == nil {
		err = os.Remove(dir)
	}
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// emptyDirectory removes all that is in a directory of ours, whatever a program has made of
// it. Directories in it are emptied by moving what they hold up, so that it matters neither
// how deep they are nor how long their paths.
func emptyDirectory(path string) error {
	if err := unix.Chmod(path, 0o700); err != nil {
		return fmt.Errorf("chmod %s: %w", path, err)
	}
	top, err := os.Open(path)
	if err != nil {
		return err
	}
	defer top.Close()
	for {
		names, err := top.Readdirnames(0)
		if err != nil || len(names) == 0 {
			return err
		}
		for _, name := range names {
			if err := dissolve(int(top.Fd()), name); err != nil {
				return fmt.Errorf("remove %q: %w", name, err)
			}
		}
		if _, err := top.Seek(0, 0); err != nil {
			return err
		}
	}
}

// dissolve removes what has this name in the directory top. If it is a directory, those in it
// become entries of top.
func dissolve(top int, name string) error {
	full, err := removeEntry(top, name)
	if err != nil || !full {
		return err
	}
	fd, err := unix.Openat(top, name, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	dir := os.NewFile(uintptr(fd), name)
	defer dir.Close()
	inner, err := dir.Readdirnames(0)
	if err != nil {
		return err
	}
	for _, n := range inner {
		full, err := removeEntry(fd, n)
		if err == nil && full {
			err = unix.Renameat(fd, n, top, rand.Text())
		}
		if err != nil {
			return err
		}
	}
	return unix.Unlinkat(top, name, unix.AT_REMOVEDIR)
}

// removeEntry removes a file or an empty directory. A directory that is full stays; then it is
// one that we may read and change.
func removeEntry(dir int, name string) (full bool, err error) {
	err = unix.Unlinkat(dir, name, 0)
	if !errors.Is(err, unix.EISDIR) {
		return false, err
	}
	err = unix.Unlinkat(dir, name, unix.AT_REMOVEDIR)
	if !errors.Is(err, unix.ENOTEMPTY) {
		return false, err
	}
	return true, unix.Fchmodat(dir, name, 0o700, 0)
}
