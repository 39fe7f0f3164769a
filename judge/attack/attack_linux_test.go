package attack_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
	"ojbatch/judge/attack"
	"ojbatch/judge/plain"
	"ojbatch/judge/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.Init()
	attack.Init()
	if os.Getenv(judgeVariable) != "" {
		os.Exit(judgeForKilling())
	}
	os.Exit(m.Run())
}

func TestContainer(t *testing.T) {
	// A box is made before the suite plants anything, and must not pass on what it inherits.
	fd, err := unix.Open("/proc/self/exe", unix.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	s, err := sandbox.New(1)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	assail(t, s)
}

func TestPlain(t *testing.T) {
	x, err := plain.New()
	if err != nil {
		t.Fatal(err)
	}
	assail(t, x)
}

// assail runs the suite and fails for what is not held.
func assail(t *testing.T, x judge.Executor) {
	t.Logf("%+v", x.Enforcement())
	made := 0
	err := attack.Run(t.Context(), x, func(r attack.Result) {
		made++
		t.Logf("%s/%s: %s %s %+v", r.Attack.Group, r.Attack.Name, r.Verdict, r.Why, r.Outcome.Usage)
		if !r.Held {
			t.Errorf("%s/%s: %s: %s", r.Attack.Group, r.Attack.Name, r.Attack.Doc, r.Why)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := claimed(x.Enforcement()); made != want || made == 0 {
		t.Errorf("%d attacks were made, %d are claimed to be held", made, want)
	}
}

func claimed(e judge.Enforcement) int {
	n := 0
	for _, a := range attack.All() {
		if a.Claimed(e) {
			n++
		}
	}
	return n
}

// boaster contains nothing and claims to.
type boaster struct{ judge.Executor }

func (boaster) Enforcement() judge.Enforcement {
	return judge.Enforcement{Isolation: "landlock", Network: "namespace"}
}

// TestSuiteCanFail runs the attacks that only look, on an executor from which nothing is
// hidden: each must come through, and say how.
func TestSuiteCanFail(t *testing.T) {
	x, err := plain.New()
	if err != nil {
		t.Fatal(err)
	}
	through := map[string]string{
		"read-secret": "the file of answers", "read-memory-file": "the file in /dev/shm",
		"other-processes": "", "descriptors": "the file of answers",
		"input": "the input is known", "tcp": "the TCP port", "udp": "the UDP port",
		"abstract-socket": "the abstract socket", "unix-socket": "the unix socket",
		"answers-for-box": "descriptor", "feedback": "write",
	}
	err = attack.Run(t.Context(), boaster{x}, func(r attack.Result) {
		want, ok := through[r.Attack.Name]
		delete(through, r.Attack.Name)
		if ok && (r.Held || !strings.Contains(r.Why, want)) {
			t.Errorf("%s: held %v, %q; want it to come through by %q", r.Attack.Name, r.Held, r.Why, want)
		}
		if slices.Contains(r.Attack.Needs, "isolation=container") {
			t.Errorf("%s was made outside of a container", r.Attack.Name)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range through {
		t.Errorf("%s was not made", name)
	}
}

// dodger runs nothing and says that all is well.
type dodger struct{ judge.Executor }

func (dodger) Run(context.Context, judge.Command) (judge.Outcome, error) {
	return judge.Outcome{Cause: judge.CauseExited}, nil
}

// TestNothingIsHeldUnseen makes sure that an attack which did not take place is not held.
func TestNothingIsHeldUnseen(t *testing.T) {
	x, err := plain.New()
	if err != nil {
		t.Fatal(err)
	}
	err = attack.Run(t.Context(), dodger{x}, func(r attack.Result) {
		if r.Held || !strings.Contains(r.Why, "did not begin") {
			t.Errorf("%s: held %v, %q", r.Attack.Name, r.Held, r.Why)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestCancelled(t *testing.T) {
	x, err := plain.New()
	if err != nil {
		t.Fatal(err)
	}
	reason := errors.New("a reason")
	ctx, cancel := context.WithCancelCause(t.Context())
	made := 0
	err = attack.Run(ctx, x, func(attack.Result) {
		made++
		cancel(reason)
	})
	if !errors.Is(err, reason) || made != 1 {
		t.Errorf("%d attacks were made, error %v; want 1 and the context's cause", made, err)
	}
	if _, set := os.LookupEnv("JUDGE_ATTACK_SECRET"); set {
		t.Error("the planted variable is left")
	}
}
