package sandbox_test

import (
	"testing"

	"ojbatch/judge"
)

// BenchmarkRun is the cost of running a program that does nothing.
func BenchmarkRun(b *testing.B) {
	for level, open := range levels {
		b.Run(level, func(b *testing.B) {
			s, err := open(1)
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			cmd := judge.Command{Argv: []string{"/bin/true"}, Limits: judge.Limits{}.WithDefaults()}
			for b.Loop() {
				if _, err := s.Run(b.Context(), cmd); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
