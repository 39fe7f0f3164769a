package attack

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// keyword is the first argument of a process that is to be an attack; its role and its scene
// follow.
const keyword = "judge-attack"

// What the program and [Run] say to each other besides: the first two on stderr, the last on
// stdout, where it makes any output wrong.
const (
	begun   = "begun: "   // the attack was really made
	broken  = "broken: "  // the attack could not be made, which proves nothing
	escaped = "escaped: " // the attack came through
)

// Init turns this process into an attack when it was started to be one, and does not return
// then. It must be the first call in main, and in TestMain, of every program that calls [Run];
// only sandbox.Init comes before it.
func Init() {
	if len(os.Args) == 4 && os.Args[1] == keyword {
		// Unlike os.Exit, this does not wait for the race detector, a second for each program.
		syscall.Exit(perform(os.Args[2], os.Args[3]))
	}
}

func perform(role, told string) (code int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(os.Stderr, "%s%s: panic: %v\n", broken, role, r)
			code = 1
		}
	}()
	if err := play(role, told); err != nil {
		fmt.Fprintf(os.Stderr, "%s%s: %v\n", broken, role, err)
		return 1
	}
	return 0
}

func play(role, told string) error {
	var s scene
	if err := json.Unmarshal([]byte(told), &s); err != nil {
		return err
	}
	p, ok := find(role)
	if !ok {
		return errors.New("there is no such attack")
	}
	if p.dangerous && pidNamespace() == s.Host.Namespace {
		return errors.New("not contained: would harm the host")
	}
	fmt.Fprintln(os.Stderr, begun+role)
	return p.do(&s)
}

// pidNamespace names the process namespace of this process.
func pidNamespace() string {
	name, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		return err.Error() // there is no /proc, as in some containers only
	}
	return name
}

// escaped says that something was possible which must not be.
func (s *scene) escaped(format string, args ...any) {
	fmt.Printf(escaped+format+"\n", args...)
}

// try reports an escape if what was tried was possible.
func (s *scene) try(what string, err error) {
	if err == nil {
		s.escaped("%s", what)
		return
	}
	fmt.Fprintf(os.Stderr, "%s: %v\n", what, err)
}

// tried is try for what a system call returned.
func (s *scene) tried(what string, errno syscall.Errno) {
	if errno == 0 {
		s.try(what, nil)
		return
	}
	s.try(what, errno)
}

// shows writes out what was read, if anything, in case there is a secret in it.
func (s *scene) shows(what string, text []byte, err error) {
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", what, err)
		return
	}
	fmt.Fprintf(os.Stderr, "%s: %s\n", what, text)
}

// text is the scene as it is written on command lines.
func (s *scene) text() string {
	text, err := json.Marshal(s)
	if err != nil {
		panic("judge: internal error: " + err.Error())
	}
	return string(text)
}

// child is this program once more in another role, with the same output.
func (s *scene) child(role string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], keyword, role, s.text())
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd
}

// children are the roles that attacks have others play.
var children = map[string]func(*scene) error{
	"child/probe":        func(*scene) error { _, err := fmt.Print(probeText); return err },
	"child/victim":       victim,
	"child/sleep":        sleep,
	"child/burn":         burnForEver,
	"child/burst":        func(*scene) error { burn(burst); return nil },
	"child/hold":         func(*scene) error { return hold(tooMuch) },
	"child/flood":        func(*scene) error { return flood(os.Stdout) },
	"child/orphan-sleep": func(s *scene) error { return s.orphan("child/sleep") },
	"child/orphan-burn":  func(s *scene) error { return s.orphan("child/burn") },
	"child/listen":       listenAbstract,
}

// orphan starts a child in a session of its own, without environment, and leaves it alone.
func (s *scene) orphan(role string) error {
	cmd := s.child(role)
	cmd.Env = []string{"NOTHING=1"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return cmd.Start()
}

// burn uses so much CPU time of this thread's process.
func burn(d time.Duration) {
	for usedCPU() < d {
		spin()
	}
}

func burnForEver(*scene) error {
	for {
		spin()
	}
}

// spun keeps the compiler from seeing that spinning is for nothing.
var spun atomic.Uint64

// spin burns a little.
func spin() {
	sum := uint64(0)
	for i := range uint64(100_000) {
		sum += i * i
	}
	spun.Add(sum)
}

func sleep(*scene) error {
	for {
		time.Sleep(time.Hour)
	}
}

// hasLine says whether some line of text begins so, and returns the first that does.
func hasLine(text, prefix string) (string, bool) {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, prefix) {
			return strings.TrimSpace(line), true
		}
	}
	return "", false
}
