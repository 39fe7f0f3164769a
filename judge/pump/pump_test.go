package pump_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"ojbatch/judge"
	"ojbatch/judge/pump"
)

// pumped writes text in one piece, as a program would, and runs the pump.
func pumped(t *testing.T, to io.Writer, limit judge.Size, text string) (p *pump.Pump, over bool, err error) {
	t.Helper()
	p, err = pump.New(to, limit)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	written := make(chan struct{})
	go func() {
		defer close(written)
		io.WriteString(p.Writer(), text) // fails when the pump stops reading
		p.CloseWriter()
	}()
	over, err = p.Run()
	p.Close()
	<-written
	return p, over, err
}

func TestLimitIsExact(t *testing.T) {
	long := strings.Repeat("0123456789", 100_000)
	for _, c := range []struct {
		text  string
		limit judge.Size
		over  bool
	}{
		{"", 0, false},
		{"x", 0, true},
		{long, judge.Size(len(long)), false},
		{long, judge.Size(len(long)) - 1, true},
		{long, 100, true},
		{long, pump.Unlimited, false},
	} {
		var got bytes.Buffer
		p, over, err := pumped(t, &got, c.limit, c.text)
		if over != c.over || err != nil {
			t.Errorf("%d bytes, limit %d: over %t, %v", len(c.text), c.limit, over, err)
		}
		want := c.text[:min(len(c.text), int(min(c.limit, judge.Size(len(c.text)))))]
		if got.String() != want {
			t.Errorf("%d bytes, limit %d: %d were delivered", len(c.text), c.limit, got.Len())
		}
		if over != (p.Count() > c.limit) {
			t.Errorf("%d bytes, limit %d: counted %d", len(c.text), c.limit, p.Count())
		}
	}
}

func TestWritersErrorEndsIt(t *testing.T) {
	reason := errors.New("disk full")
	r, w := io.Pipe()
	r.CloseWithError(reason)
	if _, over, err := pumped(t, w, pump.Unlimited, "x"); over || !errors.Is(err, reason) {
		t.Errorf("over %t, %v", over, err)
	}
}

func TestNoWriterDropsAll(t *testing.T) {
	if p, over, err := pumped(t, nil, 10, "0123456789"); over || err != nil || p.Count() != 10 {
		t.Errorf("over %t, %v, counted %d", over, err, p.Count())
	}
}

func TestHurryDoesNotWaitForTheLastWriter(t *testing.T) {
	var got bytes.Buffer
	p, err := pump.New(&got, pump.Unlimited)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	io.WriteString(p.Writer(), "said before")
	p.Hurry()
	if over, err := p.Run(); over || !errors.Is(err, pump.ErrHeld) {
		t.Errorf("over %t, %v", over, err)
	}
	if got.String() != "said before" {
		t.Errorf("delivered %q", got.String())
	}
}
