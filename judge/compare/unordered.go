package compare

import (
	"bytes"
	"context"
	"fmt"
	"hash/maphash"
	"io"

	"ojbatch/judge"
)

// unordered accepts the same lines in any order. It passes over the lines that answer and
// output begin with in common, and then holds a 128-bit hash and a counter for each distinct
// line of the answer. The hashes are keyed at random, so that no output can be made to have
// lines that are taken for others, and none will by chance.
type unordered struct{}

var _ judge.Comparer = unordered{}

func (unordered) Compare(
	ctx context.Context, c *judge.Case, output io.Reader,
) (judge.Comparison, error) {
	want, err := openAnswer(ctx, c)
	if err != nil {
		return judge.Comparison{}, err
	}
	defer want.Close()
	got := newTape(ctx, "the output", output)
	passCommonLines(want.tape, got)
	common := want.place().offset
	hash := newLineHash()
	missing := hash.countRest(want.tape)
	if err := want.err(); err != nil {
		return judge.Comparison{}, err
	}
	for sum, ok := hash.next(got); ok; sum, ok = hash.next(got) {
		n := missing[sum]
		if n == 0 {
			return extraLine(got)
		}
		missing[sum] = n - 1
	}
	if err := got.err(); err != nil {
		return judge.Comparison{}, err
	}
	for _, n := range missing {
		if n > 0 {
			return missingLine(ctx, c, common, hash, missing)
		}
	}
	return judge.Comparison{Accepted: true}, nil
}

// passCommonLines moves both tapes over the lines, up to their newlines, that come next on
// both.
func passCommonLines(a, b *tape) {
	for {
		a.fill(blockSize)
		b.fill(blockSize)
		x, y := a.rest(), b.rest()
		n := bytes.LastIndexByte(x[:commonPrefix(x, y)], '\n') + 1
		if n == 0 {
			return
		}
		a.pos += n
		b.pos += n
	}
}

// extraLine rejects for the line at whose end got is.
func extraLine(got *tape) (judge.Comparison, error) {
	return judge.Comparison{
		Why: fmt.Sprintf("line %d: got %s, the answer has no such line left",
			got.place().line, got.quote(newline)),
		Got: got.window(0, 1),
	}, got.err()
}

// missingLine rejects for the first line of the answer that is missing. It comes after the
// common bytes.
func missingLine(
	ctx context.Context, c *judge.Case, common int64, hash *lineHash, missing map[lineSum]int,
) (judge.Comparison, error) {
	want, err := openAnswer(ctx, c)
	if err != nil {
		return judge.Comparison{}, err
	}
	defer want.Close()
	want.pass(common)
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

// countRest returns how often each of the lines that are left on t is there.
func (h *lineHash) countRest(t *tape) map[lineSum]int {
	counts := make(map[lineSum]int)
	for sum, ok := h.next(t); ok; sum, ok = h.next(t) {
		counts[sum]++
	}
	return counts
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
