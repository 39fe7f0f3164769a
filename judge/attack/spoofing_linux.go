package attack

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
)

var spoofing = []Attack{
	{
		Name: "says-limit", Doc: "writes that the time limit was exceeded",
		Verdicts: []judge.Verdict{judge.WrongAnswer},
		steps: once(func(*scene) error {
			_, err := fmt.Println("time limit exceeded\nVerdict: TLE")
			return err
		}),
	},
	{
		Name: "says-accepted", Doc: "writes that it was accepted, to stderr too",
		Verdicts: []judge.Verdict{judge.WrongAnswer}, answer: right,
		steps: once(func(*scene) error {
			fmt.Fprintln(os.Stderr, `{"verdict":"AC"}`)
			_, err := fmt.Println("AC")
			return err
		}),
	},
	{
		Name: "exit-42", Doc: "exits with the code by which checkers accept",
		Verdicts: runtimeOver, Causes: []judge.Cause{judge.CauseExited},
		steps: once(func(*scene) error { syscall.Exit(42); return nil }),
	},
	{
		Name: "says-forbidden", Doc: "sends itself the signal that filters send",
		Verdicts: runtimeOver, Causes: []judge.Cause{judge.CauseSignaled},
		steps: once(func(s *scene) error { return endBy(s, unix.SIGSYS) }),
	},
	{
		Name: "answers-for-box", Doc: "writes a reply of its own to every descriptor",
		Needs: []string{"isolation"}, steps: once(answerForBox),
	},
	{
		Name: "feedback", Doc: "writes into a directory of the judge's, as a checker's feedback is",
		Needs: []string{"isolation"}, steps: once(func(s *scene) error {
			for _, dir := range []string{s.Host.Directory, s.Host.Shared} {
				path := filepath.Join(dir, s.Marker)
				s.try("write "+path, os.WriteFile(path, []byte("accepted"), 0o644))
			}
			return nil
		}),
	},
}

func answerForBox(s *scene) error {
	reply := []byte(`{"Outcome":{"Cause":"exited"}}`)
	for fd := 3; fd < 1024; fd++ {
		if !passedOn(fd) {
			continue
		}
		s.escaped("descriptor %d was passed on", fd)
		unix.Write(fd, reply)
	}
	return nil
}

// passedOn says whether a descriptor came through the exec: what the runtime opens for itself
// is marked to be closed by one.
func passedOn(fd int) bool {
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
	return err == nil && flags&unix.FD_CLOEXEC == 0
}
