package attack

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"os"
	"slices"
	"strings"
	"time"

	"ojbatch/judge"
)

// Run makes the attacks that x claims to hold, one after the other in the order of [All], and
// reports each. It plants things on the host for that time, see the package comment, among
// them a variable in the environment of this process, so that it is not to be called twice at
// once. Executors that keep places for several programs are tested best when made for one.
//
// An error says that the suite could not be run, or is the cause for which ctx ended; that an
// attack was not held is none.
func Run(ctx context.Context, x judge.Executor, report func(Result)) (err error) {
	h, err := plant()
	if err != nil {
		return fmt.Errorf("attack: plant: %w", err)
	}
	defer func() { err = errors.Join(err, h.remove()) }()
	for _, a := range All() {
		if !a.Claimed(x.Enforcement()) {
			continue
		}
		r, err := h.attempt(ctx, x, &a)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil:
			return fmt.Errorf("attack: %s: %w", a.Name, err)
		}
		report(r)
	}
	return nil
}

// attempt makes one attack, and makes good for it. An error is the suite's own.
func (h *planted) attempt(ctx context.Context, x judge.Executor, a *Attack) (Result, error) {
	s := &scene{Marker: newMarker(), Host: h.host}
	r := Result{Attack: a}
	failure, err := h.assail(ctx, x, s, &r)
	if err != nil {
		return r, err
	}
	if failure == "" {
		r.Held = true
		return r, h.restore()
	}
	r.Why = failure
	return r, errors.Join(h.removeFiles(s.Marker), h.restore())
}

// assail makes the attack of a result, and says why it was not held; nothing when it was.
func (h *planted) assail(
	ctx context.Context, x judge.Executor, s *scene, r *Result,
) (failure string, err error) {
	for i := range r.Attack.steps {
		t, err := h.perform(ctx, x, r.Attack, i, s)
		if err != nil {
			return "", err
		}
		r.Outcome = t.outcome
		r.Verdict, r.Why = judge.Decide(t.facts())
		if failure := t.escape(h, *r, i); failure != "" {
			return failure, nil
		}
	}
	// Only what lasts is damage: all the attack's programs have ended.
	if failure := h.damage(s.Marker, r.Attack); failure != "" {
		return failure, nil
	}
	return h.probe(ctx, x), nil
}

// trial is one run of an attack's program, and what it wrote.
type trial struct {
	attack         *Attack
	limits         judge.Limits
	outcome        judge.Outcome
	err            error
	took           time.Duration
	stdout, stderr *capture
}

// perform has x run the program of a step.
func (h *planted) perform(
	ctx context.Context, x judge.Executor, a *Attack, step int, s *scene,
) (*trial, error) {
	t := &trial{
		attack: a, limits: a.limits().WithDefaults(), stdout: newCapture(), stderr: newCapture(),
	}
	cmd := h.command(role(a.Name, step), s)
	cmd.Limits, cmd.Stdout, cmd.Stderr = t.limits, t.stdout, t.stderr
	if a.steps[step].write {
		cmd.Write = []string{h.host.Shared}
	}
	if a.steps[step].secret {
		cmd.Read = append(cmd.Read, h.host.Secret)
	}
	if a.input {
		f, err := os.Open(h.input)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		cmd.Stdin = f
	}
	begun := time.Now()
	t.outcome, t.err = x.Run(ctx, cmd)
	t.took = time.Since(begun)
	return t, nil
}

// command runs this executable in a role.
func (h *planted) command(role string, s *scene) judge.Command {
	return judge.Command{
		Argv: []string{h.executable, keyword, role, s.text()}, Read: []string{h.executable},
		Limits: usual.WithDefaults(), Reserve: reserve,
	}
}

// facts are those of the trial, with the output compared byte for byte.
func (t *trial) facts() judge.Facts {
	want := newCapture()
	if t.attack.answer != nil {
		if err := t.attack.answer(want); err != nil {
			panic("judge: internal error: " + err.Error())
		}
	}
	c := judge.Comparison{Accepted: want.same(t.stdout)}
	if !c.Accepted {
		c.Why = fmt.Sprintf("wrote %d bytes, want %d other ones", t.stdout.size, want.size)
	}
	return judge.Facts{Limits: t.limits, Outcome: t.outcome, Err: t.err, Comparison: c}
}

// patience is how long past its wall limit a run may take.
const patience = 5 * time.Second

// escape says how a trial shows that the attack was not held; empty when it does not.
func (t *trial) escape(h *planted, r Result, step int) string {
	written := t.stdout.head.String() + "\n" + t.stderr.head.String()
	if name, ok := h.secretIn(written); ok {
		return "learnt " + name
	}
	for _, sign := range []string{escaped, broken} {
		if line, ok := hasLine(written, sign); ok {
			return line
		}
	}
	if _, ok := hasLine(written, begun+role(t.attack.Name, step)); !ok && t.err == nil {
		return "the attack did not begin: " + firstLine(written)
	}
	if t.took > t.limits.Wall+patience {
		return fmt.Sprintf("took %s, wall limit %s", t.took.Round(time.Millisecond), t.limits.Wall)
	}
	return t.ending(r, step)
}

// ending says what is wrong with how a trial ended.
func (t *trial) ending(r Result, step int) string {
	verdicts, causes := t.attack.Verdicts, t.attack.Causes
	if step < len(t.attack.steps)-1 || len(verdicts) == 0 {
		verdicts = []judge.Verdict{judge.Accepted}
	}
	if !slices.Contains(verdicts, r.Verdict) {
		return fmt.Sprintf("verdict %s (%s), want %v; %s", r.Verdict, r.Why, verdicts,
			firstLine(t.stderr.head.String()))
	}
	if len(causes) > 0 && !slices.Contains(causes, t.outcome.Cause) {
		return fmt.Sprintf("ended for %s (%s), want %v", t.outcome.Cause, r.Why, causes)
	}
	return ""
}

// firstLine is what a program said besides that it began.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, begun) {
			return line
		}
	}
	return "it said nothing"
}

// probeText is what a harmless program writes.
const probeText = "still here\n"

// probe has x run a harmless program.
func (h *planted) probe(ctx context.Context, x judge.Executor) string {
	out := newCapture()
	cmd := h.command("child/probe", &scene{Marker: newMarker(), Host: h.host})
	cmd.Stdout = out
	o, err := x.Run(ctx, cmd)
	if err != nil || o.Cause != judge.CauseExited || out.head.String() != probeText {
		return fmt.Sprintf("the next program did not run: %s %d %v", o.Cause, o.ExitCode, err)
	}
	return ""
}

// capture keeps the beginning of an output, and a digest of all of it.
type capture struct {
	head   bytes.Buffer
	digest hash.Hash
	size   int64
}

func newCapture() *capture { return &capture{digest: sha256.New()} }

// Write never fails.
func (c *capture) Write(p []byte) (int, error) {
	const window = 256 << 10
	if room := window - c.head.Len(); room > 0 {
		c.head.Write(p[:min(room, len(p))])
	}
	c.digest.Write(p)
	c.size += int64(len(p))
	return len(p), nil
}

// same says whether two outputs are equal.
func (c *capture) same(d *capture) bool {
	return c.size == d.size && bytes.Equal(c.digest.Sum(nil), d.digest.Sum(nil))
}
