package attack

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// planted is what there is on the host to be attacked, and how to see whether it was.
type planted struct {
	host       host
	executable string            // a copy of this process's own
	input      string            // a file that is given to programs as stdin
	secrets    map[string]string // what a text is the secret of

	victim *victimProcess
	undo   []func() error
}

// variable is the name of the environment variable that holds a secret.
const variable = "JUDGE_ATTACK_SECRET"

// newMarker is a text that nobody else uses.
func newMarker() string { return "judge-mark-" + strings.ToLower(rand.Text()[:16]) }

// plant puts everything in place. The caller removes it.
func plant() (_ *planted, err error) {
	h := &planted{secrets: map[string]string{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, h.remove())
		}
	}()
	h.host.Judge = os.Getpid()
	h.host.Namespace = pidNamespace()
	for _, step := range []func() error{
		h.plantProgram, h.plantFiles, h.plantMemory, h.plantVariable, h.plantDescriptor,
		h.plantUnixSockets, h.plantPorts, h.plantVictim,
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// secret makes a text that says where it came from when it turns up.
func (h *planted) secret(of string) string {
	text := "secret-" + rand.Text()
	h.secrets[text] = of
	return text
}

// secretIn says of what a text betrays the secret, if it does.
func (h *planted) secretIn(text string) (string, bool) {
	for secret, of := range h.secrets {
		if strings.Contains(text, secret) {
			return of, true
		}
	}
	return "", false
}

// later has something undone in the end, in reverse order.
func (h *planted) later(undo func() error) { h.undo = append(h.undo, undo) }

// remove takes everything away.
func (h *planted) remove() error {
	var errs []error
	for i := len(h.undo) - 1; i >= 0; i-- {
		errs = append(errs, h.undo[i]())
	}
	return errors.Join(errs...)
}

// directory makes a directory that everybody may enter. It is not in the one for temporary
// files, if possible, of which contained programs have one of their own.
func (h *planted) directory(name string) (dir string, err error) {
	for _, parent := range []string{"/var/tmp", os.TempDir()} {
		var system unix.Statfs_t
		if unix.Statfs(parent, &system) != nil || system.Flags&unix.ST_NOEXEC != 0 {
			continue
		}
		if dir, err = os.MkdirTemp(parent, name); err == nil {
			h.later(func() error { return removeAll(dir) })
			return dir, os.Chmod(dir, 0o755)
		}
	}
	return "", errors.Join(errors.New("there is no directory for programs in /var/tmp or /tmp"), err)
}

// plantProgram copies this executable to where everybody can start it.
func (h *planted) plantProgram() error {
	dir, err := h.directory("judge-program-")
	if err != nil {
		return err
	}
	own, err := os.Open("/proc/self/exe")
	if err != nil {
		return err
	}
	defer own.Close()
	h.executable = filepath.Join(dir, "program")
	f, err := os.OpenFile(h.executable, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, own)
	return errors.Join(err, f.Close(), os.Chmod(h.executable, 0o755))
}

func (h *planted) plantFiles() error {
	dir, err := h.directory("judge-planted-")
	if err != nil {
		return err
	}
	h.host.Directory = dir
	h.host.Secret = filepath.Join(dir, "secret.ans")
	h.host.Shared = filepath.Join(dir, "shared")
	h.input = filepath.Join(dir, "input.in")
	memory, err := os.CreateTemp("/dev/shm", "judge-planted-")
	if err != nil {
		return err
	}
	memory.Close()
	h.host.Memory = memory.Name()
	h.later(func() error { return os.Remove(h.host.Memory) })
	return errors.Join(
		h.writeFile(h.host.Secret, h.secret(secretOfFile)),
		h.writeFile(h.host.Memory, h.secret(secretOfMemory)),
		h.writeFile(h.input, inputText),
		os.Mkdir(h.host.Shared, 0o777), os.Chmod(h.host.Shared, 0o777),
	)
}

// What the files hold, and how.
const (
	secretOfFile   = "the file of answers"
	secretOfMemory = "the file in /dev/shm"
	inputText      = "the input\n"
	plantedMode    = 0o644
)

func (h *planted) writeFile(path, text string) error {
	return errors.Join(os.WriteFile(path, []byte(text), plantedMode), os.Chmod(path, plantedMode))
}

// plantMemory makes shared memory that everybody may read.
func (h *planted) plantMemory() error {
	id, err := unix.SysvShmGet(unix.IPC_PRIVATE, page, unix.IPC_CREAT|0o666)
	if err != nil {
		return fmt.Errorf("shared memory: %w", err)
	}
	h.later(func() error { _, err := unix.SysvShmCtl(id, unix.IPC_RMID, nil); return err })
	block, err := unix.SysvShmAttach(id, 0, 0)
	if err != nil {
		return fmt.Errorf("attach shared memory: %w", err)
	}
	copy(block, h.secret("the judge's shared memory"))
	h.host.Segment = id
	return unix.SysvShmDetach(block)
}

func (h *planted) plantVariable() error {
	h.later(func() error { return os.Unsetenv(variable) })
	return os.Setenv(variable, h.secret("the judge's environment"))
}

// plantDescriptor leaves a descriptor open that is passed on to whatever is started.
func (h *planted) plantDescriptor() error {
	fd, err := unix.Open(h.host.Secret, unix.O_RDONLY, 0)
	if err != nil {
		return err
	}
	h.later(func() error { return unix.Close(fd) })
	return nil
}

func (h *planted) plantUnixSockets() error {
	h.host.Abstract = newMarker()
	h.host.Socket = filepath.Join(h.host.Directory, "socket")
	for address, of := range map[string]string{
		"@" + h.host.Abstract: "the abstract socket", h.host.Socket: "the unix socket",
	} {
		l, err := net.Listen("unix", address)
		if err != nil {
			return err
		}
		h.later(l.Close)
		go tell(l, h.secret(of))
	}
	return os.Chmod(h.host.Socket, 0o666)
}

// tell tells everybody who connects.
func tell(l net.Listener, secret string) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		io.WriteString(conn, secret)
		conn.Close()
	}
}

func (h *planted) plantPorts() error {
	tcp, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return err
	}
	h.later(tcp.Close)
	h.host.TCP = tcp.Addr().(*net.TCPAddr).Port
	go tell(tcp, h.secret("the TCP port"))
	udp, err := net.ListenPacket("udp4", "127.0.0.1:0")
	if err != nil {
		return err
	}
	h.later(udp.Close)
	h.host.UDP = udp.LocalAddr().(*net.UDPAddr).Port
	secret := h.secret("the UDP port")
	go func() {
		buf := make([]byte, page)
		for {
			_, from, err := udp.ReadFrom(buf)
			if err != nil {
				return
			}
			udp.WriteTo([]byte(secret), from)
		}
	}()
	return nil
}

// victimProcess is a process of the judge's user. It repeats what it is told, and ends with
// the judge.
type victimProcess struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// victim is what the process does.
func victim(*scene) error {
	_, err := io.Copy(os.Stdout, os.Stdin)
	return err
}

func (h *planted) plantVictim() (err error) {
	v := &victimProcess{}
	secret := h.secret("another process's environment")
	v.cmd = exec.Command(h.executable, keyword, "child/victim", (&scene{}).text())
	v.cmd.Env = []string{variable + "=" + secret}
	if v.in, err = v.cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := v.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	v.out = bufio.NewReader(out)
	if err := v.cmd.Start(); err != nil {
		return err
	}
	h.victim = v
	h.host.Victim = v.cmd.Process.Pid
	h.later(func() error {
		v.in.Close()
		v.cmd.Process.Kill()
		v.cmd.Wait()
		return nil
	})
	return v.alive()
}

// alive makes sure that the process still answers.
func (v *victimProcess) alive() error {
	const patience = 10 * time.Second
	dead := time.AfterFunc(patience, func() { v.cmd.Process.Kill() })
	defer dead.Stop()
	if _, err := io.WriteString(v.in, "?\n"); err != nil {
		return fmt.Errorf("the victim does not listen: %w", err)
	}
	if _, err := v.out.ReadString('\n'); err != nil {
		return fmt.Errorf("the victim does not answer: %w", err)
	}
	return nil
}
