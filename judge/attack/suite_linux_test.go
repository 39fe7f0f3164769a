package attack

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
)

func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, a := range All() {
		if a.Name == "" || a.Group == "" || a.Doc == "" || len(a.steps) == 0 {
			t.Errorf("%+v lacks something", a)
		}
		if seen[a.Name] {
			t.Errorf("two attacks are called %s", a.Name)
		}
		seen[a.Name] = true
		for _, need := range a.Needs {
			key, _, _ := strings.Cut(need, "=")
			if (judge.Enforcement{}).Require(key, "") != nil {
				t.Errorf("%s needs %q, which is nothing that can be enforced", a.Name, need)
			}
		}
		if l := a.limits(); l.Wall > roomy.Wall || l.CPU > roomy.CPU || l.Memory > usual.Memory {
			t.Errorf("%s may use %+v, which is much for a hostile program", a.Name, l)
		}
		if p, ok := find(role(a.Name, 0)); !ok || p.do == nil {
			t.Errorf("%s has no program", a.Name)
		}
	}
}

func TestClaimed(t *testing.T) {
	container := judge.Enforcement{Isolation: "container", Memory: "cgroup1", Network: "none"}
	for _, c := range []struct {
		needs []string
		want  bool
	}{
		{nil, true},
		{[]string{"isolation"}, true},
		{[]string{contained}, true},
		{[]string{"isolation=landlock"}, false},
		{[]string{"memory=cgroup"}, true},
		{[]string{"memory=sampled"}, false},
		{[]string{"network"}, false},
		{[]string{contained, "network"}, false},
		{[]string{"cpu"}, false},
		{[]string{"weather"}, false},
	} {
		if got := (&Attack{Needs: c.needs}).Claimed(container); got != c.want {
			t.Errorf("needs %q: claimed %v, want %v", c.needs, got, c.want)
		}
	}
}

// TestRefusesOutside starts a dangerous attack by hand, as nobody should.
func TestRefusesOutside(t *testing.T) {
	s := &scene{Host: host{Namespace: pidNamespace()}}
	err := play(role("kill-all", 0), s.text())
	if err == nil || !strings.Contains(err.Error(), "not contained") {
		t.Errorf("error %v, want a refusal", err)
	}
	if err := play("no-such-attack/0", s.text()); err == nil {
		t.Error("a role that does not exist was played")
	}
	if err := play(role("busy", 0), "no scene"); err == nil {
		t.Error("an attack was made without a scene")
	}
}

func TestCapture(t *testing.T) {
	a, b := newCapture(), newCapture()
	text := strings.Repeat("0123456789abcdef", 1<<16)
	io.WriteString(a, text)
	for part := range strings.SplitSeq(text, "f") {
		io.WriteString(b, part)
		if part != "" {
			io.WriteString(b, "f")
		}
	}
	if !a.same(b) {
		t.Error("the same text in other pieces is another")
	}
	if got := a.head.String(); len(got) >= len(text) || !strings.HasPrefix(text, got) {
		t.Errorf("%d bytes were kept of %d", len(got), len(text))
	}
	io.WriteString(b, "x")
	if a.same(b) {
		t.Error("another text is the same")
	}
}

func TestEscape(t *testing.T) {
	h := &planted{secrets: map[string]string{}}
	secret := h.secret("the safe")
	a := &Attack{Name: "it", steps: once(sleep), Causes: []judge.Cause{judge.CauseExited}}
	right := Result{Verdict: judge.Accepted}
	wrong := Result{Verdict: judge.RuntimeError, Why: "signal"}
	started := begun + role("it", 0) + "\n"
	for _, c := range []struct {
		name, stdout, stderr string
		result               Result
		want                 string
	}{
		{"held", "", started, right, ""},
		{"secret", "see: " + secret, started, right, "learnt the safe"},
		{"secret on stderr", "", started + secret, right, "learnt the safe"},
		{"escaped", escaped + "far\n", started, right, "escaped: far"},
		{"broken", "", started + broken + "no /proc\n", right, "broken: no /proc"},
		{"not begun", "", "exec failed\n", right, "did not begin: exec failed"},
		{"verdict", "", started, wrong, "verdict RE (signal), want [AC]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := &trial{
				attack: a, limits: usual, stdout: newCapture(), stderr: newCapture(),
				outcome: judge.Outcome{Cause: judge.CauseExited},
			}
			io.WriteString(r.stdout, c.stdout)
			io.WriteString(r.stderr, c.stderr)
			got := r.escape(h, c.result, 0)
			if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	r := &trial{
		attack: a, stdout: newCapture(), stderr: newCapture(),
		outcome: judge.Outcome{Cause: judge.CauseWall},
	}
	if got := r.ending(right, 0); !strings.Contains(got, "ended for wall") {
		t.Errorf("another cause: got %q", got)
	}
}

// TestDamage spoils what is planted in every way, and has it noticed and repaired.
func TestDamage(t *testing.T) {
	h, err := plant()
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := h.remove(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(h.host.Directory); err == nil {
			t.Error("what was planted is left")
		}
	}()
	a := &Attack{steps: once(sleep)}
	marker := newMarker()
	left := "/dev/shm/" + marker
	s := &scene{Marker: marker, Host: h.host}
	if got := h.damage(marker, a); got != "" {
		t.Fatalf("damage %q before any was done", got)
	}
	for _, c := range []struct {
		name string
		do   func() error
		want string
	}{
		{"text", func() error { return os.WriteFile(h.input, []byte("spoilt"), 0) }, "was changed to"},
		{"mode", func() error { return os.Chmod(h.host.Secret, 0o600) }, "mode"},
		{"removed", func() error { return os.Remove(h.host.Memory) }, "no such file"},
		{"file", func() error { return os.WriteFile(left, nil, 0o600) }, left},
		{"shared", func() error { return leaveFiles(h.host.Shared, s) }, "is left"},
		{"memory", func() error { return leaveSegment(marker) }, "shared memory"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := c.do(); err != nil {
				t.Fatal(err)
			}
			if got := h.damage(marker, a); !strings.Contains(got, c.want) {
				t.Errorf("damage %q, want %q", got, c.want)
			}
			if err := errors.Join(h.removeFiles(marker), h.restore()); err != nil {
				t.Fatal(err)
			}
			if got := h.damage(marker, a); got != "" {
				t.Errorf("damage %q after it was repaired", got)
			}
		})
	}
	writer := &Attack{steps: []step{{write: true}}}
	if err := os.WriteFile(h.host.Shared+"/kept", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if got := h.damage(marker, writer); got != "" {
		t.Errorf("a file where the program may write: damage %q", got)
	}
	if err := os.Chmod(h.host.Shared+"/kept", 0o755|os.ModeSetuid); err != nil {
		t.Fatal(err)
	}
	if got := h.damage(marker, writer); !strings.Contains(got, "kept with mode u") {
		t.Errorf("a set-user-id file where the program may write: damage %q", got)
	}
}

func leaveSegment(marker string) error {
	_, err := unix.SysvShmGet(keyOf(marker), page, unix.IPC_CREAT|0o600)
	return err
}

// TestAnswers makes sure that what honest programs write fits their limit.
func TestAnswers(t *testing.T) {
	for _, a := range All() {
		if a.answer == nil {
			continue
		}
		var b bytes.Buffer
		if err := a.answer(&b); err != nil || b.Len() == 0 || judge.Size(b.Len()) > a.limits().Output {
			t.Errorf("%s answers with %d bytes, %v", a.Name, b.Len(), err)
		}
	}
}
