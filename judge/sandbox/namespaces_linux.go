package sandbox

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// namespaceLimits holds a file for each kind of namespace, which says how many there may be in
// the reader's user namespace and those below it.
const namespaceLimits = "/proc/sys/user"

// canCloseNamespaces returns an error where closeNamespaces can not work because it sees a
// /proc that may not be written.
func canCloseNamespaces() error {
	var st unix.Statfs_t
	if err := unix.Statfs(namespaceLimits, &st); err != nil {
		return fmt.Errorf("%s: %w", namespaceLimits, err)
	}
	if st.Flags&unix.ST_RDONLY != 0 {
		return fmt.Errorf("%s is mounted read-only", namespaceLimits)
	}
	return nil
}

// closeNamespaces makes it impossible to make namespaces in this user namespace, by whatever
// call and with whatever capabilities: the kernel says ENOSPC. It needs the system's /proc.
// Mount namespaces stay possible for who has capabilities, which without user namespaces is
// the box alone: a detached tree of mounts, which it uses to bind files, is one.
func closeNamespaces() error {
	kinds, err := filepath.Glob(namespaceLimits + "/max_*_namespaces")
	if err != nil {
		return err
	}
	if len(kinds) == 0 {
		return fmt.Errorf("close namespaces: nothing in %s", namespaceLimits)
	}
	for _, path := range kinds {
		if filepath.Base(path) == "max_mnt_namespaces" {
			continue
		}
		if err := os.WriteFile(path, []byte("0"), 0); err != nil {
			return fmt.Errorf("close namespaces: %w", err)
		}
	}
	return nil
}
