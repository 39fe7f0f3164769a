package attack

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// leftovers are two programs in a row: what one leaves the other must not find. Executors
// that run several programs at once, each in a place of its own, are tested best when made for
// one.
var leftovers = []Attack{
	{
		Name: "leave-files", Doc: "leaves files of every kind in the working directory",
		steps: []step{
			{do: func(s *scene) error { return leaveFiles(".", s) }},
			{do: func(s *scene) error { return s.mustBeEmpty(".") }},
		},
	},
	{
		Name: "leave-files-everywhere", Doc: "leaves files of every kind wherever it can write",
		Needs: []string{contained},
		steps: []step{
			{do: leaveEverywhere},
			{do: func(s *scene) error {
				for _, dir := range append(writablePlaces(), "/var/tmp", "/dev/mqueue") {
					if err := s.mustBeEmpty(dir); err != nil {
						return err
					}
				}
				return nil
			}},
		},
	},
	{
		Name: "leave-modes", Doc: "leaves the writable places closed, and notes in their times",
		Needs: []string{contained},
		steps: []step{{do: leaveModes}, {do: findModes}},
	},
	{
		Name: "leave-memory", Doc: "leaves shared memory, semaphores and message queues",
		Needs: []string{contained},
		steps: []step{{do: leaveMemory}, {do: findMemory}},
	},
	{
		Name: "leave-listener", Doc: "leaves a process that listens on a socket",
		Needs: []string{contained},
		steps: []step{{do: leaveListener}, {do: findListener}},
	},
	{
		Name: "earlier-file", Doc: "looks for what an earlier program was given to read",
		Needs: []string{contained},
		steps: []step{
			{do: func(s *scene) error { _, err := os.ReadFile(s.Host.Secret); return err }, secret: true},
			{do: findEarlier},
		},
	},
	{
		Name: "earlier-directory", Doc: "looks for what an earlier program was given to write in",
		Needs: []string{contained},
		steps: []step{
			{do: func(s *scene) error { return leaveFiles(s.Host.Shared, s) }, write: true},
			{do: findEarlier},
		},
	},
}

// leaveFiles makes a file of every kind in dir, among them such as are hard to remove.
func leaveFiles(dir string, s *scene) error {
	at := func(name string) string { return filepath.Join(dir, s.Marker+name) }
	deep := at("-deep")
	for range 200 {
		deep = filepath.Join(deep, "directory")
	}
	errs := []error{
		os.WriteFile(at("-file"), []byte("left"), 0),
		os.WriteFile(filepath.Join(dir, ".hidden"), []byte("left"), 0),
		os.Symlink(s.Host.Secret, at("-link")),
		os.Symlink(s.Host.Secret, filepath.Join(dir, "output")),
		unix.Mkfifo(at("-pipe"), 0o666),
		os.MkdirAll(deep, 0o755),
		os.Mkdir(at("-closed"), 0o755),
		os.WriteFile(filepath.Join(at("-closed"), "inside"), nil, 0),
		os.Chmod(at("-closed"), 0),
	}
	if l, err := net.Listen("unix", filepath.Join(dir, "socket")); err == nil {
		l.(*net.UnixListener).SetUnlinkOnClose(false)
	}
	return errors.Join(errs...)
}

func leaveEverywhere(s *scene) error {
	for _, dir := range writablePlaces() {
		if err := leaveFiles(dir, s); err != nil {
			return err
		}
	}
	for _, dir := range systemDirs(s) {
		os.WriteFile(filepath.Join(dir, s.Marker), nil, 0o666)
	}
	return nil
}

// mustBeEmpty reports what is in dir besides this program. A directory that is not there is
// empty enough.
func (s *scene) mustBeEmpty(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if path, err := filepath.Abs(path); err == nil && !given(s, path) {
			s.escaped("%s is left", path)
		}
	}
	return err
}

// note is what a time tells the next program.
var note = time.Date(1980, 2, 3, 4, 5, 6, 0, time.UTC)

func leaveModes(*scene) error {
	for _, dir := range writablePlaces() {
		// What can not be done leaves nothing.
		os.Chtimes(dir, note, note)
		unix.Setxattr(dir, "user.note", []byte("left"), 0)
		os.Chmod(dir, 0)
	}
	return nil
}

func findModes(s *scene) error {
	for _, dir := range writablePlaces() {
		st, err := os.Stat(dir)
		if err != nil {
			return err
		}
		if st.ModTime().Equal(note) {
			s.escaped("a note is left in the time of %s", dir)
		}
		if n, err := unix.Getxattr(dir, "user.note", make([]byte, 64)); err == nil && n > 0 {
			s.escaped("a note is left in an attribute of %s", dir)
		}
		if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
			s.escaped("%s is left closed: %v", dir, err)
		}
	}
	return nil
}

// keyOf is the key by which an attack's shared memory can be found.
func keyOf(marker string) int { return int(crc32.ChecksumIEEE([]byte(marker)) &^ (1 << 31)) }

const semaphores = 2

func leaveMemory(s *scene) error {
	key := keyOf(s.Marker)
	unix.SysvShmGet(key, page, unix.IPC_CREAT|0o666)
	unix.Syscall(unix.SYS_SEMGET, uintptr(key), semaphores, unix.IPC_CREAT|0o666)
	unix.Syscall(unix.SYS_MSGGET, uintptr(key), unix.IPC_CREAT|0o666, 0)
	openQueue(s, unix.O_CREAT|unix.O_RDWR)
	return nil
}

func findMemory(s *scene) error {
	key := keyOf(s.Marker)
	if _, err := unix.SysvShmGet(key, page, 0); err == nil {
		s.escaped("System V shared memory is left")
	}
	if _, _, errno := unix.Syscall(unix.SYS_SEMGET, uintptr(key), semaphores, 0); errno == 0 {
		s.escaped("System V semaphores are left")
	}
	if _, _, errno := unix.Syscall(unix.SYS_MSGGET, uintptr(key), 0, 0); errno == 0 {
		s.escaped("a System V message queue is left")
	}
	if openQueue(s, unix.O_RDWR) == nil {
		s.escaped("a POSIX message queue is left")
	}
	return nil
}

func openQueue(s *scene, flags uintptr) error {
	name, err := unix.BytePtrFromString(s.Marker)
	if err != nil {
		return err
	}
	_, _, errno := unix.Syscall6(unix.SYS_MQ_OPEN, address(name), flags, 0o666, 0, 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}

// leaveListener waits until the one it leaves listens.
func leaveListener(s *scene) error {
	cmd := s.child("child/listen")
	cmd.Stdout = nil
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	var name string
	_, err = fmt.Fscanln(out, &name)
	return err
}

func findListener(s *scene) error {
	conn, err := net.Dial("unix", "@"+s.Marker)
	if err == nil {
		s.escaped("an earlier program still listens")
		conn.Close()
	}
	return nil
}

// findEarlier looks for files that were another program's, and for where they were.
func findEarlier(s *scene) error {
	for _, path := range []string{s.Host.Secret, s.Host.Shared, s.Host.Directory} {
		text, err := os.ReadFile(path)
		s.shows("read "+path, text, err)
		if _, err := os.Lstat(path); err == nil {
			s.escaped("%s of an earlier program is still to be seen", path)
		}
	}
	return nil
}
