package compare

import (
	"bytes"
	"context"
	"fmt"
	"io"
)

// Sizes of a tape, in bytes. They are all that a comparison holds of a text.
const (
	blockSize   = 64 << 10 // read and compared at once
	historySize = 4 << 10  // held of what was passed
)

// eof is what [tape.peek] returns at the end of the text.
const eof = -1

// tape reads a text once and forwards. It holds a block of what comes after its position and
// a little of what came before, and knows at which place of the text the position is.
//
// A read error ends the text; [tape.err] tells it from a real end.
type tape struct {
	ctx  context.Context
	name string
	r    io.Reader

	buf      []byte
	pos, end int   // buf[:pos] was passed, buf[pos:end] comes next
	fault    error // why nothing comes after buf[:end]; nil while more may come

	// Places are counted in bulk, when somebody asks or before the buffer moves on.
	counted     int // buf[:counted] is in reached
	reached     place
	countTokens bool // whether reached.tokens is kept
}

// place is a position in a text.
type place struct {
	offset int64 // bytes before it
	line   int   // number of its line, from 1
	column int64 // bytes of that line before it
	tokens int   // tokens of that line that began before it
}

// newTape returns a tape of what r gives; messages call it name. Once ctx ends, so does the
// text, with ctx's error; but a read that is under way is not interrupted.
func newTape(ctx context.Context, name string, r io.Reader) *tape {
	return &tape{
		ctx:     ctx,
		name:    name,
		r:       whileContext{ctx, r},
		buf:     make([]byte, historySize+blockSize),
		reached: place{line: 1},
	}
}

// whileContext is a reader that fails once its context ended.
type whileContext struct {
	ctx context.Context
	r   io.Reader
}

func (w whileContext) Read(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.r.Read(p)
}

// err returns why the text was cut short, if it was: ctx's error when ctx ended.
func (t *tape) err() error {
	switch {
	case t.ctx.Err() != nil:
		return t.ctx.Err()
	case t.fault == nil || t.fault == io.EOF:
		return nil
	}
	return fmt.Errorf("read %s: %w", t.name, t.fault)
}

// rest returns what is held after the position, reading when that is nothing: it is empty only
// at the end of the text. It is valid until the next call that may read.
func (t *tape) rest() []byte {
	if t.pos == t.end {
		t.fill(1)
	}
	return t.buf[t.pos:t.end]
}

// fill reads until n bytes, at most blockSize, are held after the position or the text ends.
func (t *tape) fill(n int) {
	const patience = 100 // reads that give neither bytes nor an error
	for idle := 0; t.end-t.pos < n && t.fault == nil; idle++ {
		if t.end == len(t.buf) {
			t.forget()
		}
		read, err := t.r.Read(t.buf[t.end:])
		t.end += read
		switch {
		case err != nil:
			t.fault = err
		case read > 0:
			idle = 0
		case idle == patience:
			t.fault = io.ErrNoProgress
		}
	}
}

// forget makes room at the end of the buffer by dropping what lies before the history.
func (t *tape) forget() {
	t.place()
	drop := max(0, t.pos-historySize)
	copy(t.buf, t.buf[drop:t.end])
	t.pos -= drop
	t.end -= drop
	t.counted -= drop
}

// place returns where in the text the position is.
func (t *tape) place() place {
	passed := t.buf[t.counted:t.pos]
	begin := t.counted // of the line in passed, or of passed
	t.reached.offset += int64(len(passed))
	if n := bytes.Count(passed, []byte{'\n'}); n > 0 {
		begin += bytes.LastIndexByte(passed, '\n') + 1
		t.reached.line += n
		t.reached.column = 0
		t.reached.tokens = 0
	}
	t.reached.column += int64(t.pos - begin)
	if t.countTokens {
		t.reached.tokens += tokenStarts(t.buf[:t.pos], begin)
	}
	t.counted = t.pos
	return t.reached
}

// tokenStarts counts the tokens of text that start at index from or after it.
func tokenStarts(text []byte, from int) int {
	n := 0
	inside := from > 0 && !white[text[from-1]]
	for _, c := range text[from:] {
		if !inside && !white[c] {
			n++
		}
		inside = !white[c]
	}
	return n
}

// peek returns the byte at the position, or eof.
func (t *tape) peek() int {
	if x := t.rest(); len(x) > 0 {
		return int(x[0])
	}
	return eof
}

// pass passes over n bytes, or what is left.
func (t *tape) pass(n int64) {
	for n > 0 {
		step := min(n, int64(len(t.rest())))
		if step == 0 {
			return
		}
		t.pos += int(step)
		n -= step
	}
}

// skip passes over bytes of s and returns whether there were any.
func (t *tape) skip(s *set) bool {
	skipped := false
	for {
		x := t.rest()
		n := 0
		for n < len(x) && s[x[n]] {
			n++
		}
		t.pos += n
		skipped = skipped || n > 0
		if n < len(x) || n == 0 {
			return skipped
		}
	}
}

// before returns what lies between the last byte of s before the position and the position,
// but no more than its last limit bytes, at most historySize.
func (t *tape) before(s *set, limit int) []byte {
	floor := max(0, t.pos-limit)
	begin := t.pos
	for begin > floor && !s[t.buf[begin-1]] {
		begin--
	}
	return t.buf[begin:t.pos]
}

// after returns what lies between the position and the first byte of s after it, but no more
// than its first limit bytes. It may read, see [tape.rest].
func (t *tape) after(s *set, limit int) []byte {
	t.fill(limit)
	ceiling := min(t.end, t.pos+limit)
	end := t.pos
	for end < ceiling && !s[t.buf[end]] {
		end++
	}
	return t.buf[t.pos:end]
}

// around returns what [tape.before] and [tape.after] return, as one piece, and how much of it
// comes before the position.
func (t *tape) around(s *set, limit int) (text []byte, passed int) {
	ahead := len(t.after(s, limit))
	passed = len(t.before(s, limit))
	return t.buf[t.pos-passed : t.pos+ahead], passed
}

// inToken says whether the byte before the position belongs to a token.
func (t *tape) inToken() bool { return t.pos > 0 && !white[t.buf[t.pos-1]] }

// atToken says whether the byte at the position belongs to a token.
func (t *tape) atToken() bool {
	c := t.peek()
	return c != eof && !white[c]
}
