package sandbox

import (
	"errors"
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Access to files, as Landlock divides it.
const (
	accessRead = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE |
		unix.LANDLOCK_ACCESS_FS_READ_DIR
	accessWrite = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_REMOVE_DIR |
		unix.LANDLOCK_ACCESS_FS_REMOVE_FILE | unix.LANDLOCK_ACCESS_FS_MAKE_DIR |
		unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_SOCK |
		unix.LANDLOCK_ACCESS_FS_MAKE_FIFO | unix.LANDLOCK_ACCESS_FS_MAKE_SYM |
		unix.LANDLOCK_ACCESS_FS_REFER | unix.LANDLOCK_ACCESS_FS_TRUNCATE
	accessDevice = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE |
		unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	// accessFile is what there is of access to a file that is no directory.
	accessFile = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE |
		unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE |
		unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
)

// handled is everything that a kernel with this version of Landlock can refuse, as far as the
// version is known to us. What has no rule is refused.
func handled(abi int) unix.LandlockRulesetAttr {
	a := unix.LandlockRulesetAttr{Handled_access_fs: unix.LANDLOCK_ACCESS_FS_REFER - 1}
	if abi >= 2 {
		a.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if abi >= 3 {
		a.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if abi >= 4 {
		a.Handled_access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	}
	if abi >= 5 {
		a.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	if abi >= 6 {
		a.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
	}
	return a
}

// grant is a rule of Landlock's: access to what is at, or below, an open file.
type grant struct {
	fd     int
	access uint64
}

// openGrant returns a grant for a path, with as much of the access as applies to it. The caller
// closes its descriptor.
func openGrant(abi int, path string, access uint64) (grant, error) {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return grant{}, fmt.Errorf("%s: %w", path, err)
	}
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		unix.Close(fd)
		return grant{}, fmt.Errorf("%s: %w", path, err)
	}
	access &= handled(abi).Handled_access_fs
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		access &= accessFile
	}
	return grant{fd, access}, nil
}

// commonGrants are those for the working directory, and for the system's files and the devices,
// as far as there are any.
func commonGrants(abi int, system []string, scratch string) ([]grant, error) {
	access := map[string]uint64{scratch: accessRead | accessWrite}
	for _, p := range system {
		access[p] = accessRead
	}
	for _, name := range devices {
		access["/dev/"+name] = accessDevice
	}
	var grants []grant
	for path, a := range access {
		g, err := openGrant(abi, path, a)
		switch {
		case errors.Is(err, os.ErrNotExist):
			continue
		case err != nil:
			return nil, err
		}
		grants = append(grants, g)
	}
	return grants, nil
}

// newRuleset returns a ruleset for a run. The caller closes it.
func (d *domains) newRuleset(r request, stdin int) (_ int, err error) {
	attr := handled(d.abi)
	n, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET,
		uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr), 0)
	if errno != 0 {
		return -1, fmt.Errorf("landlock_create_ruleset: %w", errno)
	}
	ruleset := int(n)
	defer func() {
		if err != nil {
			unix.Close(ruleset)
		}
	}()
	for _, g := range d.common {
		if err := addGrant(ruleset, g); err != nil {
			return -1, err
		}
	}
	if err := d.allow(ruleset, accessRead, r.Read...); err != nil {
		return -1, err
	}
	if err := d.allow(ruleset, accessRead|accessWrite, r.Write...); err != nil {
		return -1, err
	}
	// Programs may open /dev/stdin, and thereby once more what they were given open. Memory
	// files and pipes take no rule, and none is needed for them.
	err = addGrant(ruleset, grant{stdin, unix.LANDLOCK_ACCESS_FS_READ_FILE})
	if err != nil && !errors.Is(err, unix.EBADFD) {
		return -1, fmt.Errorf("stdin: %w", err)
	}
	return ruleset, nil
}

func (d *domains) allow(ruleset int, access uint64, paths ...string) error {
	for _, path := range paths {
		g, err := openGrant(d.abi, path, access)
		if err != nil {
			return err
		}
		err = addGrant(ruleset, g)
		unix.Close(g.fd)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

func addGrant(ruleset int, g grant) error {
	attr := unix.LandlockPathBeneathAttr{Allowed_access: g.access, Parent_fd: int32(g.fd)}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(ruleset),
		unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&attr)), 0, 0, 0)
	if errno != 0 {
		return fmt.Errorf("landlock_add_rule: %w", errno)
	}
	return nil
}
