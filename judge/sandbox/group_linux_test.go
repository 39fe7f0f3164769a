package sandbox_test

import (
	"os"
	"strings"
	"testing"

	"ojbatch/judge/sandbox"
)

// TestRequirements is for those who run the tests where they know what can be enforced, as the
// virtual machine does: JUDGE_TEST_REQUIRE has the form of judge run's --require.
func TestRequirements(t *testing.T) {
	s := newSandbox(t, 1)
	for requirement := range strings.SplitSeq(os.Getenv("JUDGE_TEST_REQUIRE"), ",") {
		key, want, ok := strings.Cut(requirement, "=")
		if !ok {
			continue
		}
		if err := s.Enforcement().Require(key, want); err != nil {
			t.Errorf("%s: %v: %q", requirement, err, s.Enforcement().Gaps)
		}
	}
}

func newSandbox(t testing.TB, n int) *sandbox.Sandbox {
	t.Helper()
	s, err := sandbox.New(n)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}
