package plain

import (
	"crypto/rand"
	"os"
	"runtime"

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
	return judge.Environ(env, cmd.Env)
}

// stdinFor returns cmd's stdin, or the null device, and a function that releases it.
func stdinFor(cmd judge.Command) (*os.File, func(), error) {
	if cmd.Stdin != nil {
		return cmd.Stdin, func() {}, nil
	}
	null, err := os.Open(os.DevNull)
	return null, func() { null.Close() }, err
}
