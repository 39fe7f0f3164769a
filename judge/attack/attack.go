package attack

import (
	"io"
	"strings"
	"time"

	"ojbatch/judge"
)

// Attack is one thing that a hostile program does, and what must come of it.
type Attack struct {
	Name  string // unique, such as "fork-bomb"
	Group string // such as "processes"
	Doc   string // what the program does, one line
	// Needs is what an executor must claim for the attack to be fair, each a key of
	// [judge.Enforcement] that must not be "none", or KEY=VALUE as [judge.Enforcement.Require]
	// takes it.
	Needs []string
	// Limits are those in force; where they say nothing, limits that are small enough for
	// hostile programs.
	Limits judge.Limits
	// Verdicts are those that it may end in; none means [judge.Accepted]: every try was
	// refused, and the program ended by itself without writing anything.
	Verdicts []judge.Verdict
	// Causes are those for which it may end; none means any.
	Causes []judge.Cause

	// answer writes what the program must have written to stdout for it to be accepted; nil
	// is nothing at all.
	answer func(io.Writer) error
	steps  []step // one run each, in a row; all but the last must be accepted
	input  bool   // the program reads the planted input
}

// step is one run of an attack's program.
type step struct {
	do     func(*scene) error
	write  bool // the program is given the shared directory to write in, as compilers are
	secret bool // the program is given the secret file to read
}

// Result is what came of an attack.
type Result struct {
	Attack *Attack
	Held   bool
	// Outcome and Verdict are those of the last program that was run.
	Outcome judge.Outcome
	Verdict judge.Verdict
	Why     string // one line: why it was not held, or what the verdict says
}

// usual are limits that no attack needs to exceed by accident, and that no host suffers from.
var usual = judge.Limits{
	CPU: time.Second, Wall: 4 * time.Second, Memory: 128 * judge.MiB, Stack: 8 * judge.MiB,
	Output: judge.MiB, Processes: 32, Files: 64, Disk: 8 * judge.MiB,
}

// limits are all those in force.
func (a *Attack) limits() judge.Limits { return a.Limits.Over(usual) }

// Claimed says whether an executor that enforces e claims to hold a.
func (a *Attack) Claimed(e judge.Enforcement) bool {
	for _, need := range a.Needs {
		key, want, exact := strings.Cut(need, "=")
		if exact && e.Require(key, want) != nil {
			return false
		}
		if got := e.Get(key); got == "" || got == "none" {
			return false
		}
	}
	return true
}

// contained is what attacks need that would harm a host.
const contained = "isolation=container"

// scene is what an attack's program is told of what it is to attack.
type scene struct {
	// Marker is in the arguments of every process, and in the names of all files and mounts,
	// that an attack makes.
	Marker string
	Host   host
}

// host says where things are that no program may reach, see the package comment.
type host struct {
	Secret    string // a file that everybody may read
	Directory string // where it is
	Shared    string // a directory that everybody may write
	Memory    string // a file in /dev/shm
	Segment   int    // System V shared memory
	Abstract  string // a unix socket's name, without the leading NUL
	Socket    string // a unix socket's path
	TCP, UDP  int    // ports of 127.0.0.1
	Victim    int    // a process of the judge's user
	Judge     int    // the judge's process
	// Namespace is the process namespace, as /proc/self/ns/pid shows it.
	Namespace string
}
