package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
)

// The messages between a judge and its boxes, each one packet of JSON, some with descriptors.
// See the package comment for who sends what when.
type (
	// setup is the first message to a box. It comes with the descriptors that GroupFiles
	// names, in that order.
	setup struct {
		Root rootPlan
		UID  int // the program's user, inside; the box itself is 0
		// Temp, when not empty, says that there are no namespaces, and where the box is to make
		// the directory in which programs may write.
		Temp       string
		Group      string   // "cgroup1" or "cgroup2"; empty where there is no group
		GroupFiles []string // names of the control files that come with it
	}
	// request asks for a run. It comes with stdin, stdout and stderr.
	request struct {
		Argv, Env   []string
		Dir         string
		Read, Write []string
		Limits      judge.Limits
		Reserve     judge.Size
		// Kill, when not empty, asks for nothing but that the run which is going on end for
		// this cause. It is ignored when no run is going on, and has no reply.
		Kill judge.Cause
	}
	// reply answers a setup or a request.
	reply struct {
		// Scratch is the directory that the box has made; see setup.
		Scratch string
		// Group, when not zero, is the process group of a program that has started, and the
		// rest means nothing: another reply follows.
		Group   int
		Outcome judge.Outcome
		Err     string // the judge's failure; the outcome means nothing then
	}
)

// link is one end of the socket between a judge and a box. Sending is safe for concurrent
// use; one goroutine receives.
type link struct {
	conn *net.UnixConn
	mu   sync.Mutex
	buf  []byte
}

// maxMessage is what fits a packet with the kernel's default buffers.
const maxMessage = 160 << 10

const maxDescriptors = 32

// errTooLarge is for a command whose arguments and environment no packet can hold.
var errTooLarge = fmt.Errorf("arguments and environment take more than %d bytes", maxMessage)

func newLink(f *os.File) (*link, error) {
	defer f.Close()
	c, err := net.FileConn(f)
	if err != nil {
		return nil, err
	}
	conn, ok := c.(*net.UnixConn)
	if !ok {
		c.Close()
		return nil, fmt.Errorf("want a unix socket, got %T", c)
	}
	return &link{conn: conn, buf: make([]byte, maxMessage+1)}, nil
}

// socketPair returns both ends of a connection that keeps the borders of messages.
func socketPair() (ours, theirs *os.File, err error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("socketpair: %w", err)
	}
	return os.NewFile(uintptr(fds[0]), "box"), os.NewFile(uintptr(fds[1]), "judge"), nil
}

// send sends a message with descriptors, which the other side gets copies of.
func (l *link) send(message any, fds ...int) error {
	text, err := json.Marshal(message)
	if err != nil {
		return err
	}
	if len(text) > maxMessage {
		return errTooLarge
	}
	var rights []byte
	if len(fds) > 0 {
		rights = unix.UnixRights(fds...)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_, _, err = l.conn.WriteMsgUnix(text, rights, nil)
	return err
}

// receive waits for a message and returns the descriptors that came with it, which are closed
// on exec. At the end of the connection it returns [io.EOF].
func (l *link) receive(message any) ([]int, error) {
	oob := make([]byte, unix.CmsgSpace(4*maxDescriptors))
	n, oobn, flags, _, err := l.conn.ReadMsgUnix(l.buf, oob)
	switch {
	case err != nil:
		return nil, err
	case n == 0 && oobn == 0:
		return nil, io.EOF
	case flags&(unix.MSG_TRUNC|unix.MSG_CTRUNC) != 0:
		return nil, errors.New("a message was cut short")
	}
	fds, err := rightsIn(oob[:oobn])
	if err != nil {
		return nil, err
	}
	return fds, json.Unmarshal(l.buf[:n], message)
}

func rightsIn(oob []byte) ([]int, error) {
	messages, err := unix.ParseSocketControlMessage(oob)
	if err != nil {
		return nil, err
	}
	var fds []int
	for _, m := range messages {
		got, err := unix.ParseUnixRights(&m)
		if err != nil {
			return nil, err
		}
		for _, fd := range got {
			unix.CloseOnExec(fd)
		}
		fds = append(fds, got...)
	}
	return fds, nil
}

func (l *link) close() { l.conn.Close() }
