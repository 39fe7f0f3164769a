//go:build unix && !linux

package plain

import (
	"os"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
)

func enforcement() judge.Enforcement {
	return judge.Enforcement{
		Isolation: "none", Memory: "none", CPU: "wait4", Processes: "none", Disk: "none",
		Network: "none",
		Gaps: []string{
			"nothing is hidden: programs can read and write what the judge can, and reach the network",
			"CPU time and memory are judged after the end; a program is killed by its wall limit only",
			"processes that leave the program's group outlive it",
		},
	}
}

func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func killGroup(p *os.Process) {
	unix.Kill(-p.Pid, unix.SIGKILL)
	p.Kill()
}

func signalOf(s *os.ProcessState) string {
	if ws, ok := s.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return unix.SignalName(ws.Signal())
	}
	return ""
}

// peakOf is the peak resident set, which macOS tells in bytes and the BSDs in KiB.
func peakOf(s *os.ProcessState) judge.Size {
	ru, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return judge.Size(ru.Maxrss)
	}
	return judge.Size(ru.Maxrss) * judge.KiB
}
