package cache

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lock waits for the lock on file. Closing the file, or the end of the process, gives it up.
func lock(file *os.File) error {
	return lockFile(file, windows.LOCKFILE_EXCLUSIVE_LOCK)
}

// tryLock is [lock] that does not wait; it says whether it got the lock.
func tryLock(file *os.File) (bool, error) {
	err := lockFile(file, windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}

// lockFile locks the first byte, which need not exist.
func lockFile(file *os.File, flags uint32) error {
	return windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, new(windows.Overlapped))
}
