package sandbox_test

import (
	_ "embed"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
	"ojbatch/judge/procfs"
	"ojbatch/judge/sandbox"
)

//go:embed testdata/reach/reach.c
var reachSource string

// buildC compiles a program and returns its path.
func buildC(t *testing.T, source string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "program")
	cc := exec.Command("gcc", "-O1", "-o", path, "-x", "c", "-")
	cc.Stdin = strings.NewReader(source)
	if out, err := cc.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// surroundings are what there is to be reached on this machine.
type surroundings struct {
	hidden  string // a directory that programs are not shown
	secret  string // a file in it
	shown   string // a file in a directory that programs may read
	ports   map[string]string
	sockets map[string]string
}

func newSurroundings(t *testing.T) surroundings {
	t.Helper()
	s := surroundings{hidden: t.TempDir(), ports: map[string]string{}, sockets: map[string]string{}}
	s.secret = writeFile(t, filepath.Join(s.hidden, "secret"))
	s.shown = writeFile(t, filepath.Join(t.TempDir(), "shown"))
	stream, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stream.Close() })
	packets, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { packets.Close() })
	_, s.ports["tcp"], _ = net.SplitHostPort(stream.Addr().String())
	_, s.ports["udp"], _ = net.SplitHostPort(packets.LocalAddr().String())
	for kind, name := range map[string]string{
		"stream":   filepath.Join(s.hidden, "socket"),
		"abstract": "@judge-test-" + strconv.Itoa(os.Getpid()),
	} {
		l, err := net.Listen("unix", name)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		s.sockets[kind] = name
	}
	s.sockets["datagram"] = filepath.Join(s.hidden, "datagrams")
	d, err := net.ListenPacket("unixgram", s.sockets["datagram"])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return s
}

func writeFile(t *testing.T, path string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte("secret\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestLandlockReach tries everything from outside, where it works, so that the same program's
// failure in the sandbox means something.
func TestLandlockReach(t *testing.T) {
	s := newLandlock(t)
	reach := buildC(t, reachSource)
	there := newSurroundings(t)
	test := strconv.Itoa(os.Getpid())
	for _, c := range []struct{ way, what string }{
		{"reads", there.secret},
		{"reads", "/etc/passwd"},
		{"reads", "/proc/self/status"},
		{"reads", "/proc/1/cmdline"},
		{"lists", there.hidden},
		{"lists", "/tmp"},
		{"lists", "/proc"},
		{"writes", there.secret},
		{"writes", there.shown},
		{"creates", there.hidden},
		{"creates", filepath.Dir(there.shown)},
		{"creates", "/tmp"},
		{"creates", "/dev/shm"},
		{"truncates", there.shown},
		{"modes", there.secret},
		{"modes_open", there.shown},
		{"times", there.secret},
		{"watches", there.hidden},
		{"tcp", there.ports["tcp"]},
		{"udp", there.ports["udp"]},
		{"stream", there.sockets["stream"]},
		{"stream", there.sockets["abstract"]},
		{"datagram", there.sockets["datagram"]},
		{"signals", test},
		{"signals", boxOf(t)},
		{"signals", "-" + strconv.Itoa(unix.Getpgrp())},
		{"signals_thread", test},
		{"signals_thread", boxOf(t)},
		{"signals_all", ""},
		{"owns", test},
		{"priority", test},
		{"affinity", test},
		{"limits", test},
		{"shared_memory", ""},
		{"semaphore", ""},
		{"messages", ""},
		{"posix_messages", "/judge-test"},
	} {
		t.Run(c.way+" "+c.what, func(t *testing.T) {
			if out, err := exec.Command(reach, c.way, c.what).CombinedOutput(); err != nil {
				t.Fatalf("outside it does not work either: %v: %s", err, out)
			}
			refused(t, s, there, reach, c.way, c.what)
		})
	}
}

// boxOf returns the process id of a box of this process.
func boxOf(t *testing.T) string {
	t.Helper()
	for _, pid := range procfs.ChildrenOf(os.Getpid()) {
		text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "cmdline"))
		if err == nil && strings.HasPrefix(string(text), "judge-box") {
			return strconv.Itoa(pid)
		}
	}
	t.Fatal("this process has no box")
	return ""
}

// refused runs a program that is to fail because it may not do something.
func refused(t *testing.T, s *sandbox.Sandbox, there surroundings, reach, way, what string) {
	t.Helper()
	var stderr strings.Builder
	o, err := s.Run(t.Context(), judge.Command{
		Argv: []string{reach, way, what}, Read: []string{reach, filepath.Dir(there.shown)},
		Limits: judge.Limits{}.WithDefaults(), Stderr: &stderr,
	})
	why := stderr.String()
	denied := strings.Contains(why, "Permission denied") || strings.Contains(why, "not permitted")
	if err != nil || o.Cause != judge.CauseExited || o.ExitCode != 1 || !denied {
		t.Errorf("%+v, %v: %s", o, err, why)
	}
}
