package judge

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

// Executor runs programs under limits.
type Executor interface {
	// Run starts cmd, waits until no process of it is left, and says how it ended. Whatever
	// the program does, Run ends soon after the wall limit, and afterwards no process of it
	// lives and nothing it wrote outside cmd.Write remains. An error means that the judge
	// failed, for instance that Argv[0] can not be started; it is ctx's when ctx ended first.
	// Implementations are safe for concurrent use and do not keep cmd's files or writers.
	Run(ctx context.Context, cmd Command) (Outcome, error)
	// Enforcement says which limits the executor enforces and by what means. It does not
	// change.
	Enforcement() Enforcement
}

// Command is one program to run, under limits that are all filled.
type Command struct {
	Argv []string // Argv[0] is an absolute path
	// Env is the program's whole environment but for what the executor sets: PATH, HOME,
	// TMPDIR and LANG. Entries of Env win.
	Env []string
	// Dir is the working directory. Empty means a fresh, empty, writable one that is gone
	// after the run.
	Dir string
	// Read and Write are files and directories that the program sees at their own paths,
	// besides the system's. An executor that isolates shows nothing else.
	Read, Write []string
	// Stdin is a regular file or a memory file, read from its current offset; nil is empty.
	// It is never a pipe, so that a program which does not read can not block the judge.
	Stdin *os.File
	// Stdout receives the output while it arrives, at most Limits.Output bytes of it; nil
	// drops it. When its Write fails, the run is killed and Run returns that error.
	Stdout io.Writer
	// Stderr receives all of the error output while it arrives, and bounds it as it likes;
	// nil drops it. It must not fail.
	Stderr io.Writer
	Limits Limits
	// Reserve is [Artifact.Reserve].
	Reserve Size
}

// Environ returns the entries of fixed and then of given, KEY=VALUE each, without those whose
// key has another entry in given, of which the last one wins.
func Environ(fixed, given []string) []string {
	winner := map[string]string{}
	for _, entry := range given {
		key, _, _ := strings.Cut(entry, "=")
		winner[key] = entry
	}
	return slices.DeleteFunc(slices.Concat(fixed, given), func(entry string) bool {
		key, _, _ := strings.Cut(entry, "=")
		won, ok := winner[key]
		return ok && won != entry
	})
}

// Cause says how a run ended: by itself, or by what the executor killed it for.
type Cause string

// The causes.
const (
	CauseExited    Cause = "exited"    // by itself; the exit code says more
	CauseSignaled  Cause = "signaled"  // by a signal that the executor did not send
	CauseCPU       Cause = "cpu"       // killed past [Limits.CPU]
	CauseWall      Cause = "wall"      // killed past [Limits.Wall]
	CauseMemory    Cause = "memory"    // killed past [Limits.Memory]
	CauseOutput    Cause = "output"    // killed past [Limits.Output]
	CauseForbidden Cause = "forbidden" // killed for a system call that is not allowed
)

// Outcome is how a run ended: facts, no judgment. The executor records the cause when it
// decides to kill, before it sends a signal, so that a program which sends itself SIGKILL or
// SIGXCPU is [CauseSignaled].
type Outcome struct {
	Cause    Cause
	ExitCode int    // of the first process; meaningful for [CauseExited]
	Signal   string // such as "SIGSEGV"; for [CauseSignaled]
	Syscall  string // such as "ptrace"; for [CauseForbidden]
	Usage    Usage
}

// Usage is what a run used.
type Usage struct {
	CPU    time.Duration // user and system time of the whole tree, as far as it can be measured
	Wall   time.Duration // from before the start until the first process had ended
	Memory Size          // peak; [Enforcement.Memory] says of what
	Output Size          // bytes written to stdout, as far as they were read
}

// Enforcement says what an executor enforces, one word a key, for reports and for
// [Enforcement.Require].
type Enforcement struct {
	Isolation string `json:"isolation"` // container, landlock, none
	Memory    string `json:"memory"`    // cgroup2, cgroup1, sampled (largest process), none
	CPU       string `json:"cpu"`       // cgroup2, cgroup1, clock (per-process CPU clocks), wait4, none
	Processes string `json:"processes"` // cgroup2, cgroup1, rlimit, sampled, none
	Disk      string `json:"disk"`      // tmpfs, rlimit (per file), none
	Network   string `json:"network"`   // namespace, seccomp; none: not cut off
	// Gaps says, one line each, what is not enforced and what that means.
	Gaps []string `json:"gaps,omitempty"`
}

// Keys returns the keys that [Enforcement.Get] knows, in the order of reports.
func (e Enforcement) Keys() []string {
	return []string{"isolation", "memory", "cpu", "processes", "disk", "network"}
}

// Get returns the word for key, and "" for a key that is unknown.
func (e Enforcement) Get(key string) string {
	return map[string]string{
		"isolation": e.Isolation, "memory": e.Memory, "cpu": e.CPU,
		"processes": e.Processes, "disk": e.Disk, "network": e.Network,
	}[key]
}

// Require returns an error unless key is enforced by want, or by a version of it:
// "memory=cgroup" is met by cgroup1 and by cgroup2.
func (e Enforcement) Require(key, want string) error {
	if !slices.Contains(e.Keys(), key) {
		return fmt.Errorf("unknown key %q: want one of %s", key, strings.Join(e.Keys(), ", "))
	}
	got := e.Get(key)
	if got == want || strings.TrimRight(got, "0123456789") == want {
		return nil
	}
	return fmt.Errorf("this machine has %s=%s", key, got)
}
