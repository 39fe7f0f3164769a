package compare_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"ojbatch/judge"
	"ojbatch/judge/compare"
)

// repeated gives piece over and over, size bytes in all, then tail.
func repeated(piece string, size int64, tail string) io.Reader {
	return io.MultiReader(io.LimitReader(&loop{text: strings.Repeat(piece, 1000)}, size),
		strings.NewReader(tail))
}

type loop struct {
	text string
	at   int
}

func (l *loop) Read(p []byte) (int, error) {
	n := copy(p, l.text[l.at:])
	l.at = (l.at + n) % len(l.text)
	return n, nil
}

// Lines and tokens of any length are compared to their last byte in the same little memory.
func TestHugeLine(t *testing.T) {
	const huge, large = 100 << 20, 8 << 20
	xs := strings.Repeat("x", 39)
	zeros := strings.Repeat("0", 37)
	for _, test := range []struct {
		spec      judge.CompareSpec
		size      int64
		piece     string
		want, got string // the ends of the texts
		why       string
	}{
		{exact, large, "x", "1", "2", "byte 8388609 (line 1): got 0x32, want 0x31"},
		{lines, huge, "x", "1", "2",
			`line 1: got …"` + xs + `2", want …"` + xs + `1"`},
		{lines, large, " ", "", "\n2", `line 2: got "2" after the end of the answer`},
		{lines, large, "\n", "", "2", `line 8388609: got "2" after the end of the answer`},
		{tokens, large, "x ", "1", "2", `line 1, token 4194305: got "2", want "1"`},
		{tokens, large, "x", "1", "2",
			`line 1, token 1: got …"` + xs + `2", want …"` + xs + `1"`},
		{floats, large, "0", "1", "1.0",
			`line 1, token 1: got …"` + zeros + `1.0", want …"` + zeros + `001"`},
		{unordered, large, "x ", "\na", "\nb", `line 2: got "b", the answer has no such line left`},
	} {
		t.Run(test.spec.Method, func(t *testing.T) {
			answer := judge.Stream("answer", func() (io.ReadCloser, error) {
				return io.NopCloser(repeated(test.piece, test.size, test.want)), nil
			})
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			c := compareData(t, test.spec, answer, repeated(test.piece, test.size, test.got))
			runtime.ReadMemStats(&after)
			if c.Accepted || c.Why != test.why {
				t.Errorf("got %v %s\nwant %s", c.Accepted, c.Why, test.why)
			}
			if got := after.TotalAlloc - before.TotalAlloc; got > 1<<20 {
				t.Errorf("allocated %d bytes", got)
			}
		})
	}
}

// Nothing is allocated for a line, a token or a difference that is overlooked.
func TestAllocations(t *testing.T) {
	for _, test := range []struct {
		spec      judge.CompareSpec
		want, got string // a piece of the texts
	}{
		{exact, "1 a\n", "1 a\n"},
		{lines, "1 a\n", "1 a \r\n"},
		{tokensFold, "1 a\n", "1\tA\n"},
		{floats, "1 a\n", "1.00\ta\n"},
		{unordered, "1 a\n", "1 a\n"},
		{unordered, "1 a\n", "1 a \r\n"},
	} {
		const pieces = 1 << 16
		answer := judge.Stream("answer", func() (io.ReadCloser, error) {
			return io.NopCloser(repeated(test.want, pieces*int64(len(test.want)), "")), nil
		})
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		c := compareData(t, test.spec, answer,
			repeated(test.got, pieces*int64(len(test.got)), ""))
		runtime.ReadMemStats(&after)
		if !c.Accepted {
			t.Errorf("%s: %s", test.spec.Method, c.Why)
		}
		if got := after.Mallocs - before.Mallocs; got > 1000 {
			t.Errorf("%s: %d allocations", test.spec.Method, got)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	for _, test := range []struct {
		spec judge.CompareSpec
		want string
	}{
		{judge.CompareSpec{Method: "fuzzy"},
			`compare: unknown method "fuzzy": want one of exact, lines, tokens, floats, unordered, checker`},
		{judge.CompareSpec{Method: judge.CompareChecker},
			`compare: method "checker" runs a program: use NewChecker`},
		{judge.CompareSpec{Method: judge.CompareFloats, Abs: -1},
			`compare: tolerances abs=-1 rel=0: want finite numbers from 0 on`},
	} {
		if _, err := compare.New(test.spec); err == nil || err.Error() != test.want {
			t.Errorf("got %v\nwant %s", err, test.want)
		}
	}
}

// Whatever the comparison would have found, what can not be read is an error.
func TestReadErrors(t *testing.T) {
	broken := errors.New("disk on fire")
	cut := func(s string) io.Reader {
		return io.MultiReader(strings.NewReader(s), iotest.ErrReader(broken))
	}
	one := judge.Text("1\n")
	cutAnswer := judge.Stream("a.zst", func() (io.ReadCloser, error) {
		return io.NopCloser(cut("1\n")), nil
	})
	closedAnswer := judge.Stream("a.zst", func() (io.ReadCloser, error) { return nil, broken })
	for _, test := range []struct {
		answer judge.Data
		output func() io.Reader
		want   string
	}{
		{cutAnswer, func() io.Reader { return strings.NewReader("1\n") },
			"read the answer (a.zst): disk on fire"},
		{closedAnswer, func() io.Reader { return strings.NewReader("1\n") },
			"open the answer (a.zst): disk on fire"},
		{one, func() io.Reader { return cut("1\n") }, "read the output: disk on fire"},
		{one, func() io.Reader { return cut("2\n") }, "read the output: disk on fire"},
		{one, func() io.Reader { return readNothing{} },
			"read the output: " + io.ErrNoProgress.Error()},
	} {
		for _, spec := range everySpec {
			t.Run(fmt.Sprint(spec.Method, " ", test.want), func(t *testing.T) {
				comparer, err := compare.New(spec)
				if err != nil {
					t.Fatal(err)
				}
				c := &judge.Case{Answer: test.answer}
				found, err := comparer.Compare(t.Context(), c, test.output())
				if err == nil || err.Error() != test.want {
					t.Errorf("got %v, %+v\nwant %s", err, found, test.want)
				}
			})
		}
	}
}

type readNothing struct{}

func (readNothing) Read([]byte) (int, error) { return 0, nil }

func TestCancelled(t *testing.T) {
	for _, spec := range everySpec {
		ctx, cancel := context.WithCancel(t.Context())
		comparer, err := compare.New(spec)
		if err != nil {
			t.Fatal(err)
		}
		// The output does not end; it cancels once some of it was read.
		output := io.MultiReader(strings.NewReader("1\n"), cancelling{cancel})
		answer := judge.Stream("endless", func() (io.ReadCloser, error) {
			return io.NopCloser(repeated("1\n", 1<<20, "")), nil
		})
		_, err = comparer.Compare(ctx, &judge.Case{Answer: answer}, output)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got %v", spec.Method, err)
		}
	}
}

type cancelling struct{ cancel context.CancelFunc }

func (c cancelling) Read(p []byte) (int, error) {
	c.cancel()
	return copy(p, "1\n1\n"), nil
}

// The answer is closed however the comparison ends.
func TestClosesAnswer(t *testing.T) {
	for _, spec := range everySpec {
		for _, output := range []string{"1\n", "2\n", "", "1\n2\n"} {
			opened, closed := 0, 0
			answer := judge.Stream("answer", func() (io.ReadCloser, error) {
				opened++
				return closer{strings.NewReader("1\n"), &closed}, nil
			})
			compareData(t, spec, answer, strings.NewReader(output))
			if opened == 0 || opened != closed {
				t.Errorf("%s, %q: opened %d times, closed %d", spec.Method, output, opened, closed)
			}
		}
	}
}

type closer struct {
	io.Reader
	closed *int
}

func (c closer) Close() error { *c.closed++; return nil }

func TestAnswerInFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.ans")
	if err := os.WriteFile(path, []byte("1\r\n2\r\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, spec := range []judge.CompareSpec{lines, tokens, floats, unordered} {
		c := compareData(t, spec, judge.File(path), strings.NewReader("1\n2\n"))
		if !c.Accepted {
			t.Errorf("%s: %s", spec.Method, c.Why)
		}
	}
}
