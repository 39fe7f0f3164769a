package cache

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
)

const lockSuffix = ".lock"

// staging is where one open cache fills its entries.
type staging struct {
	dir  string
	lock *os.File     // dir + ".lock", locked
	made atomic.Int64 // directories made so far
}

// openStaging makes a staging directory below root and removes those of dead processes.
func openStaging(root string) (*staging, error) {
	if err := os.MkdirAll(root, 0o777); err != nil {
		return nil, err
	}
	sweep(root)
	for {
		s, err := newStaging(root)
		if !errors.Is(err, errSwept) {
			return s, err
		}
	}
}

// errSwept says that another process took a new lock file for a dead process's, because it
// looked after the file was made and before it was locked.
var errSwept = errors.New("swept away")

// newStaging makes the lock file first: the directory never exists without it, and whoever
// gets the lock owns both.
func newStaging(root string) (*staging, error) {
	file, err := os.CreateTemp(root, "*"+lockSuffix)
	if err != nil {
		return nil, err
	}
	s := &staging{dir: strings.TrimSuffix(file.Name(), lockSuffix), lock: file}
	switch locked, err := tryLock(file); {
	case err != nil:
		s.close()
		return nil, err
	case !locked || !inPlace(file):
		file.Close()
		return nil, errSwept
	}
	if err := os.Mkdir(s.dir, 0o777); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// inPlace says whether file is still the one that its name leads to.
func inPlace(file *os.File) bool {
	opened, err := file.Stat()
	if err != nil {
		return false
	}
	named, err := os.Lstat(file.Name())
	return err == nil && os.SameFile(opened, named)
}

// mkdir makes a new directory. Its mode is what the umask leaves of 0777: the files in it may
// be meant for another user id.
func (s *staging) mkdir() (string, error) {
	dir := filepath.Join(s.dir, strconv.FormatInt(s.made.Add(1), 10))
	return dir, os.Mkdir(dir, 0o777)
}

// close removes the directory and gives the lock up.
func (s *staging) close() error {
	err := os.RemoveAll(s.dir)
	// The lock file goes while it is locked, so that nobody locks it in between and thinks it
	// theirs; where an open file can not be removed, it goes after all.
	first := os.Remove(s.lock.Name())
	closed := s.lock.Close()
	if first != nil {
		first = os.Remove(s.lock.Name())
	}
	return errors.Join(err, closed, first)
}

// sweep removes the staging directories whose owners are dead. What can not be removed stays
// for the next time: it takes space and does no other harm.
func sweep(root string) {
	entries, _ := os.ReadDir(root)
	for _, e := range entries {
		dir, isLock := strings.CutSuffix(filepath.Join(root, e.Name()), lockSuffix)
		if !isLock {
			continue
		}
		file, err := os.OpenFile(dir+lockSuffix, os.O_RDWR, 0)
		if err != nil {
			continue
		}
		if locked, err := tryLock(file); err != nil || !locked {
			file.Close()
			continue
		}
		_ = (&staging{dir: dir, lock: file}).close()
	}
}
