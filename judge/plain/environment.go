package plain

import (
	"crypto/rand"
	"os"
	"runtime"
	"slices"
	"strings"

	"ojbatch/judge"
)

// newMark returns an environment entry that no other run has.
func newMark() string { return "JUDGE_RUN=" + rand.Text() }

// environment is cmd's over the fixed one, without a name twice.
func environment(cmd judge.Command, home, mark string) []string {
	env := []string{"LANG=C.UTF-8", "HOME=" + home, "TMPDIR=" + home, mark}
	if runtime.GOOS == "windows" {
		// There is no fixed place for anything, and nothing starts without SystemRoot.
		env = append(env, "PATH="+os.Getenv("PATH"), "SystemRoot="+os.Getenv("SystemRoot"),
			"TEMP="+home, "TMP="+home, "USERPROFILE="+home)
	} else {
		env = append(env, "PATH=/usr/local/bin:/usr/bin:/bin")
	}
	return slices.DeleteFunc(append(env, cmd.Env...), overridden(cmd.Env))
}

// overridden returns whether an entry is not in given although its name is.
func overridden(given []string) func(string) bool {
	names := map[string]string{}
	for _, entry := range given {
		name, _, _ := strings.Cut(entry, "=")
		names[name] = entry
	}
	return func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		winner, named := names[name]
		return named && winner != entry
	}
}

// stdinFor returns cmd's stdin, or the null device, and a function that releases it.
func stdinFor(cmd judge.Command) (*os.File, func(), error) {
	if cmd.Stdin != nil {
		return cmd.Stdin, func() {}, nil
	}
	null, err := os.Open(os.DevNull)
	return null, func() { null.Close() }, err
}
