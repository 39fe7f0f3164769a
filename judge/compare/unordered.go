package compare

import (
	"bytes"
	"context"
	"fmt"
	"hash/maphash"
	"io"

	"ojbatch/judge"
)

// unordered accepts the same lines in any order. It holds a 128-bit hash and a counter for
// each distinct line of the answer. The hashes are keyed at random, so that no output can be
// made to have lines that are taken for others, and none will by chance.
type unordered struct{}

var _ judge.Comparer = unordered{}

func (unordered) Compare(
	ctx context.Context, c *judge.Case, output io.Reader,
) (judge.Comparison, error) {
	hash := newLineHash()
	missing, err := countLines(ctx, c, hash)
	if err != nil {
		return judge.Comparison{}, err
	}
	got := newTape(ctx, "the output", output)
	for sum, ok := hash.next(got); ok; sum, ok = hash.next(got) {
		n, known := missing[sum]
		if n == 0 {
			return extraLine(got, known)
		}
		missing[sum] = n - 1
	}
	if err := got.err(); err != nil {
		return judge.Comparison{}, err
	}
	for _, n := range missing {
		if n > 0 {
			return missingLine(ctx, c, hash, missing)
		}
	}
	return judge.Comparison{Accepted: true}, nil
}

// countLines returns how often each line of the answer is there.
func countLines(ctx context.Context, c *judge.Case, hash *lineHash) (map[lineSum]int, error) {
	want, err := openAnswer(ctx, c)
	if err != nil {
		return nil, err
	}
	defer want.Close()
	counts := make(map[lineSum]int)
	for sum, ok := hash.next(want.tape); ok; sum, ok = hash.next(want.tape) {
		counts[sum]++
	}
	return counts, want.err()
}

// extraLine rejects for the line at whose end got is. Known says that the answer has it, but
// not as often.
func extraLine(got *tape, known bool) (judge.Comparison, error) {
	why := "which the answer does not have"
	if known {
		why = "which the answer does not have that often"
	}
	return judge.Comparison{
		Why: fmt.Sprintf("line %d: got %s, %s", got.place().line, got.quote(newline), why),
		Got: got.window(0, 1),
	}, got.err()
}

// missingLine rejects for the first line of the answer that is missing.
func missingLine(
	ctx context.Context, c *judge.Case, hash *lineHash, missing map[lineSum]int,
) (judge.Comparison, error) {
	want, err := openAnswer(ctx, c)
	if err != nil {
		return judge.Comparison{}, err
	}
	defer want.Close()
	for sum, ok := hash.next(want.tape); ok; sum, ok = hash.next(want.tape) {
		if missing[sum] == 0 {
			continue
		}
		return judge.Comparison{
			Why: fmt.Sprintf("got end of output, want %s (line %d of the answer)",
				want.quote(newline), want.place().line),
			Want: want.window(0, 1),
		}, want.err()
	}
	if err := want.err(); err != nil {
		return judge.Comparison{}, err
	}
	return judge.Comparison{}, fmt.Errorf("%s changed while it was read", want.name)
}

// lineHash hashes lines without the blanks at their ends.
type lineHash struct{ a, b maphash.Hash }

// lineSum is the hash of a line.
type lineSum [2]uint64

func newLineHash() *lineHash {
	h := new(lineHash)
	h.a.SetSeed(maphash.MakeSeed())
	h.b.SetSeed(maphash.MakeSeed())
	return h
}

// next hashes the next line that is not blank and moves t to its end, before the newline. It
// returns false if there is no such line.
func (h *lineHash) next(t *tape) (lineSum, bool) {
	for {
		t.skip(newline) // of the line before
		if t.peek() == eof {
			return lineSum{}, false
		}
		if sum, ok := h.line(t); ok {
			return sum, true
		}
	}
}

// line hashes what t's line has from the position on, and moves to its end. It returns false
// if that is all blank. Blanks are hashed only once something comes after them: the sum is
// that after the last byte which is none.
func (h *lineHash) line(t *tape) (sum lineSum, ok bool) {
	h.a.Reset()
	h.b.Reset()
	for {
		x := t.rest()
		end := bytes.IndexByte(x, '\n')
		if end >= 0 {
			x = x[:end]
		}
		body := blank.trimRight(x)
		if len(body) > 0 {
			h.write(body)
			sum, ok = lineSum{h.a.Sum64(), h.b.Sum64()}, true
		}
		t.pos += len(x)
		if end >= 0 || len(x) == 0 {
			return sum, ok
		}
		h.write(x[len(body):])
	}
}

func (h *lineHash) write(b []byte) {
	h.a.Write(b) // never fails
	h.b.Write(b)
}
