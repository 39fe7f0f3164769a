//go:build unix

package plain_test

import (
	"testing"

	"ojbatch/judge"
	"ojbatch/judge/executortest"
	"ojbatch/judge/plain"
)

func TestConformance(t *testing.T) {
	x, err := plain.New()
	if err != nil {
		t.Fatal(err)
	}
	executortest.Run(t, x)
}

// TestExecutorsShareTheirProcess runs programs of several executors at once: none may take
// another's for orphans of its own.
func TestExecutorsShareTheirProcess(t *testing.T) {
	for range 8 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			x, err := plain.New()
			if err != nil {
				t.Fatal(err)
			}
			o, err := x.Run(t.Context(), judge.Command{
				Argv:   []string{"/bin/sh", "-c", "sleep 0.05; exit 7"},
				Limits: judge.Limits{}.WithDefaults(),
			})
			if err != nil || o.Cause != judge.CauseExited || o.ExitCode != 7 {
				t.Errorf("%+v, %v", o, err)
			}
		})
	}
}
