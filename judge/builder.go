package judge

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// Builder makes programs ready to run.
type Builder interface {
	// Build compiles p where its language needs it, or finds that done already. It returns
	// a [*CompilationError] when the program is at fault, a [*ToolchainError] when its
	// language is unknown or has no compiler or interpreter on this machine, ctx's error when
	// ctx ended, and any other error when the judge failed. It must be safe for concurrent
	// use, and what it returns stays usable until the builder is closed.
	Build(ctx context.Context, p *Program) (Artifact, error)
}

// Artifact is a built program.
type Artifact struct {
	// Language is the key of the language in the toolchain's table; empty for a program that
	// is started as it is.
	Language string
	// Digest names what the artifact was built from and with: artifacts of one digest run
	// alike. It is empty when nobody can know, and then nothing may be cached by it.
	Digest string
	// Argv starts the program. Argv[0] is an absolute path. {memory_mib} and {stack_kib} stand
	// for the limits in force, see [Artifact.Command].
	Argv []string
	// Env is what the language's runtime needs, as KEY=VALUE.
	Env []string
	// Read are the directories and files that the program needs besides the system's: its
	// own. It sees them at these paths, and cannot write them.
	Read []string
	// Reserve is how much address space the runtime maps beyond what it uses. Executors that
	// have only address space to limit add it to the memory limit.
	Reserve Size
}

// Command returns the arguments that start a under l.
func (a Artifact) Command(l Limits) []string {
	fill := strings.NewReplacer(
		"{memory_mib}", strconv.FormatInt(max(1, int64(l.Memory/MiB)), 10),
		"{stack_kib}", strconv.FormatInt(max(1, int64(l.Stack/KiB)), 10),
	)
	argv := make([]string, len(a.Argv))
	for i, arg := range a.Argv {
		argv[i] = fill.Replace(arg)
	}
	return argv
}

// CompilationError says that a program does not compile.
type CompilationError struct {
	Why string // one line: "exit code 1", "compiler: wall 30s > 30s"
	Log string // what the compiler said, bounded
}

func (e *CompilationError) Error() string { return "does not compile: " + e.Why }

// ToolchainError says that this machine can not build or run a program's language.
type ToolchainError struct {
	Language string // empty when no language was recognised
	Why      string // "no javac on PATH"
}

func (e *ToolchainError) Error() string {
	if e.Language == "" {
		return e.Why
	}
	return fmt.Sprintf("%s: %s", e.Language, e.Why)
}
