//go:build unix

package plain_test

import (
	"os/exec"
	"testing"

	"ojbatch/judge"
	"ojbatch/judge/plain"
)

// BenchmarkRun is the cost of running a program that does nothing; compare it with
// BenchmarkExec, the same by os/exec without limits.
func BenchmarkRun(b *testing.B) {
	x, err := plain.New()
	if err != nil {
		b.Fatal(err)
	}
	cmd := judge.Command{Argv: []string{"/bin/true"}, Limits: judge.Limits{}.WithDefaults()}
	for b.Loop() {
		if _, err := x.Run(b.Context(), cmd); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkExec(b *testing.B) {
	for b.Loop() {
		if _, err := exec.Command("/bin/true").CombinedOutput(); err != nil {
			b.Fatal(err)
		}
	}
}
