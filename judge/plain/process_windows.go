package plain

import (
	"os"
	"syscall"

	"ojbatch/judge"
)

func enforcement() judge.Enforcement {
	return judge.Enforcement{
		Isolation: "none", Memory: "none", CPU: "wait4", Processes: "none", Disk: "none",
		Network: "none",
		Gaps: []string{
			"nothing is hidden: programs can read and write what the judge can, and reach the network",
			"CPU time is judged after the end; a program is killed by its wall limit only",
			"memory is neither measured nor limited",
			"processes that a program started outlive it",
		},
	}
}

func ownGroup() *syscall.SysProcAttr { return nil }

func killGroup(p *os.Process) { p.Kill() }

func signalOf(*os.ProcessState) string { return "" }

func peakOf(*os.ProcessState) judge.Size { return 0 }
