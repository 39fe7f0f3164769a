package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
)

// binding is something of the system's that is shown to a program at its own path.
type binding struct {
	path     string
	writable bool
}

// prepare makes the root fit for a run: fresh writable places, and what the program may see
// and nothing else. Programs are run on many cases, so most often there is nothing to do.
func (r *root) prepare(read, write []string, disk judge.Size) error {
	var want []binding
	for _, p := range read {
		want = append(want, binding{filepath.Clean(p), false})
	}
	for _, p := range write {
		want = append(want, binding{filepath.Clean(p), true})
	}
	want = slices.DeleteFunc(want, r.visible)
	fresh, err := r.scratch.fresh(disk)
	if err != nil {
		return fmt.Errorf("look at the writable places: %w", err)
	}
	if fresh && slices.Equal(want, r.bound) {
		return nil
	}
	if err := r.unbind(); err != nil {
		return err
	}
	if !fresh {
		if err := r.scratch.mount(disk, r.uid); err != nil {
			return fmt.Errorf("mount the writable places: %w", err)
		}
	}
	for _, b := range want {
		if err := r.bind(b); err != nil {
			return fmt.Errorf("show %s: %w", b.path, err)
		}
		r.bound = append(r.bound, b)
	}
	return nil
}

// visible says whether programs see b anyway, since the system's directories are shown.
func (r *root) visible(b binding) bool {
	if b.writable {
		return false
	}
	for _, p := range []string{"/usr", "/opt", "/nix/store"} {
		if b.path == p || strings.HasPrefix(b.path, p+"/") {
			return true
		}
	}
	return false
}

func (r *root) bind(b binding) error {
	relative := strings.TrimPrefix(b.path, "/")
	if relative == "" || relative == b.path {
		return fmt.Errorf("want an absolute path below /, got %q", b.path)
	}
	var st unix.Stat_t
	if err := unix.Fstatat(r.host, relative, &st, 0); err != nil {
		return err
	}
	if _, err := os.Lstat(b.path); err != nil {
		r.made = append(r.made, b.path)
	}
	if err := r.makeTarget(b.path, st.Mode&unix.S_IFMT == unix.S_IFDIR); err != nil {
		return err
	}
	attributes := uint64(unix.MOUNT_ATTR_NODEV)
	if !b.writable {
		attributes |= unix.MOUNT_ATTR_RDONLY
	}
	return bind(r.host, relative, b.path, attributes)
}

// makeTarget makes a mount point at path: in what is mounted there, or in the root, through
// the way in which it can be written.
func (r *root) makeTarget(path string, dir bool) error {
	if err := makeTarget(path, dir); err == nil {
		return nil
	}
	return makeTarget(r.inWritable(path), dir)
}

func (r *root) inWritable(path string) string {
	return fmt.Sprintf("/proc/self/fd/%d%s", r.writable, path)
}

func (r *root) unbind() error {
	for _, b := range slices.Backward(r.bound) {
		if err := unix.Unmount(b.path, unix.MNT_DETACH); err != nil {
			return fmt.Errorf("unmount %s: %w", b.path, err)
		}
	}
	for _, path := range slices.Backward(r.made) {
		r.removeTarget(path)
	}
	r.bound, r.made = nil, nil
	return nil
}

// removeTarget removes a mount point, so that no program can tell what others were given. It
// goes up as far as directories are empty; those of the writable places go with them.
func (r *root) removeTarget(path string) {
	for os.Remove(r.inWritable(path)) == nil {
		path = filepath.Dir(path)
	}
}

// scratchState is what programs can write: their directory, /tmp and /dev/shm, all in one
// tmpfs, so that one limit bounds them together.
type scratchState struct {
	size  judge.Size    // of the tmpfs that is mounted; zero while there is none
	parts []unix.Stat_t // of scratchDirs, when they were mounted
}

var scratchDirs = []struct {
	path string
	mode uint32
}{
	{homeDir, 0o777}, {tempDir, 0o1777}, {"/dev/shm", 0o1777},
}

// fresh says whether what is mounted is of the right size and untouched: empty, and with the
// modes, times and attributes that it had, which else would be a letter to the next program.
func (s *scratchState) fresh(size judge.Size) (bool, error) {
	if s.size != size {
		return false, nil
	}
	for i, d := range scratchDirs {
		var now unix.Stat_t
		if err := unix.Lstat(d.path, &now); err != nil {
			return false, err
		}
		was := s.parts[i]
		if now.Mode != was.Mode || now.Mtim != was.Mtim || now.Ctim != was.Ctim {
			return false, nil
		}
		// What happened within a tick of the clock does not show in the times.
		entries, err := os.ReadDir(d.path)
		if err != nil || len(entries) > 0 {
			return false, err
		}
		if n, err := unix.Llistxattr(d.path, nil); err == nil && n > 0 {
			return false, nil
		}
	}
	return true, nil
}

// mount replaces the writable places with empty ones.
func (s *scratchState) mount(size judge.Size, uid int) error {
	if s.size != 0 {
		s.size = 0
		for _, d := range scratchDirs {
			if err := unix.Unmount(d.path, unix.MNT_DETACH); err != nil {
				return err
			}
		}
	}
	// The tmpfs is never seen as a whole: its parts are mounted, and it is dropped.
	options := fmt.Sprintf("mode=755,size=%d,nr_inodes=%d", int64(size), inodes(size))
	err := unix.Mount("scratch", stagingDir, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, options)
	if err != nil {
		return err
	}
	defer unix.Unmount(stagingDir, unix.MNT_DETACH)
	for i, d := range scratchDirs {
		part := fmt.Sprintf("%s/%d", stagingDir, i)
		if err := makePart(part, d.mode, uid); err != nil {
			return err
		}
		if err := bind(unix.AT_FDCWD, part, d.path, unix.MOUNT_ATTR_NODEV); err != nil {
			return err
		}
	}
	s.parts = make([]unix.Stat_t, len(scratchDirs))
	for i, d := range scratchDirs {
		if err := unix.Lstat(d.path, &s.parts[i]); err != nil {
			return err
		}
	}
	s.size = size
	return nil
}

func makePart(path string, mode uint32, uid int) error {
	if err := os.Mkdir(path, 0o700); err != nil {
		return err
	}
	if err := os.Chown(path, uid, uid); err != nil {
		return err
	}
	return unix.Chmod(path, mode)
}

// inodes bounds the number of files by their size, so that empty ones are not for free.
func inodes(size judge.Size) int64 {
	const perInode = 4 * judge.KiB
	return max(64, int64(size/perInode))
}
