package attack

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// damage says what an attack has left or changed on the host; empty when nothing.
func (h *planted) damage(marker string, a *Attack) string {
	if pids := processesOf(marker); len(pids) > 0 {
		return fmt.Sprintf("processes %v are left", pids)
	}
	for _, look := range []func(string) string{h.filesOf, mountsOf, memoryOf} {
		if left := look(marker); left != "" {
			return left + " is left"
		}
	}
	if left := h.sharedLeft(a); left != "" {
		return left
	}
	if err := h.victim.alive(); err != nil {
		return err.Error()
	}
	for path, of := range h.plantedFiles() {
		if changed := changedFile(path, of); changed != "" {
			return changed
		}
	}
	return ""
}

// processesOf returns the processes that have a marker among their arguments.
func processesOf(marker string) []string {
	var pids []string
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		arguments, err := os.ReadFile("/proc/" + e.Name() + "/cmdline")
		if err == nil && bytes.Contains(arguments, []byte(marker)) {
			pids = append(pids, e.Name())
		}
	}
	return pids
}

// filesOf returns a file that has a marker in its name and lies where everybody can write.
func (h *planted) filesOf(marker string) string {
	for _, dir := range []string{os.TempDir(), "/var/tmp", "/dev/shm", "/dev/mqueue"} {
		if found := findFile(dir, marker, h.host.Shared); found != "" {
			return found
		}
	}
	return ""
}

// findFile looks some levels deep, as far as it may.
func findFile(top, marker, but string) (found string) {
	const depth = 3
	filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil, path == but:
			return fs.SkipDir
		case strings.Contains(d.Name(), marker):
			found = path
			return fs.SkipAll
		case d.IsDir() && strings.Count(path[len(top):], "/") >= depth:
			return fs.SkipDir
		}
		return nil
	})
	return found
}

func mountsOf(marker string) string {
	text, _ := os.ReadFile("/proc/self/mountinfo")
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, marker) {
			return "mount " + strings.TrimSpace(line)
		}
	}
	return ""
}

func memoryOf(marker string) string {
	id, err := unix.SysvShmGet(keyOf(marker), 0, 0)
	if err != nil {
		return ""
	}
	unix.SysvShmCtl(id, unix.IPC_RMID, nil)
	return fmt.Sprintf("shared memory %d", id)
}

// sharedLeft looks at the shared directory: who may not write there must have left nothing,
// and who may, nothing that is dangerous to whoever finds it.
func (h *planted) sharedLeft(a *Attack) (found string) {
	entries, _ := os.ReadDir(h.host.Shared)
	writer := false
	for _, s := range a.steps {
		writer = writer || s.write
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			return err.Error()
		}
		const dangerous = fs.ModeSetuid | fs.ModeSetgid | fs.ModeDevice
		if !writer || info.Mode()&dangerous != 0 {
			return fmt.Sprintf("%s with mode %s is left", e.Name(), info.Mode())
		}
	}
	return ""
}

// plantedFiles are the files that must stay as they are, with what is in them.
func (h *planted) plantedFiles() map[string]string {
	texts := map[string]string{h.input: inputText}
	for text, of := range h.secrets {
		switch of {
		case secretOfFile:
			texts[h.host.Secret] = text
		case secretOfMemory:
			texts[h.host.Memory] = text
		}
	}
	return texts
}

func changedFile(path, want string) string {
	st, err := os.Stat(path)
	if err != nil {
		return err.Error()
	}
	if st.Mode() != plantedMode {
		return fmt.Sprintf("the mode of %s was changed to %s", path, st.Mode())
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != want {
		return fmt.Sprintf("%s was changed to %q, %v", path, text, err)
	}
	if n, err := unix.Getxattr(path, "user.judge", nil); err == nil {
		return fmt.Sprintf("%s was given an attribute of %d bytes", path, n)
	}
	return ""
}

// restore makes what is planted as it was before an attack. What an attack may write in the
// shared directory is removed, too.
func (h *planted) restore() error {
	var errs []error
	for path, text := range h.plantedFiles() {
		unix.Removexattr(path, "user.judge")
		errs = append(errs, h.writeFile(path, text))
	}
	entries, err := os.ReadDir(h.host.Shared)
	errs = append(errs, err)
	for _, e := range entries {
		errs = append(errs, removeAll(filepath.Join(h.host.Shared, e.Name())))
	}
	return errors.Join(errs...)
}

// removeFiles removes what an attack has left elsewhere.
func (h *planted) removeFiles(marker string) error {
	for {
		left := h.filesOf(marker)
		if left == "" {
			return nil
		}
		if err := removeAll(left); err != nil {
			return err
		}
	}
}

// removeAll also removes what is in directories that their owner has closed.
func removeAll(path string) error {
	filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(path)
}
