// Gfgmoves prints the fewest throws of a six-sided die that lead from the first cell of a
// snakes-and-ladders board to its last, or -1 when none do.
//
// Input: N, then N integers, separated by white space: for each cell, counted from 0, -1 if it
// is plain, else the cell on which a throw that ends there really ends. A cell that names itself
// is plain. One jump at most is made per throw: where it ends, no second jump begins. A jump on
// the first cell is not made at the start; a jump on the last cell is, so that such a cell is won
// only by a jump that ends there. A throw past the last cell is not allowed.
//
// Malformed input is one line on standard error that says where and what, and exit code 2.
package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/bits"
	"os"
	"runtime/debug"
)

func main() {
	// What is allocated is needed until the end: there is nothing to collect.
	debug.SetGCPercent(-1)
	if err := solve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "gfgmoves: %v\n", err)
		os.Exit(2)
	}
}

// solve reads a board from r and writes the fewest throws to w. Nothing is written when the input
// is malformed; the error is then one line, "where: what".
func solve(r io.Reader, w io.Writer) error {
	b, err := readBoard(newScanner(r))
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(w, b.fewestThrows()); err != nil {
		return fmt.Errorf("output: %w", err)
	}
	return nil
}

// A board gives for each cell where a throw onto it ends: the cell itself unless a jump starts
// there.
type board []int32

// firstRoom is how many cells room is made for before they are read.
const firstRoom = 1 << 24

// reserve returns b with room for more cells, of all that the input claims. It looks far ahead, as
// pages that are never used cost nothing and what is outgrown is not given back.
func (b board) reserve(more, all int) board {
	if len(b)+more <= cap(b) {
		return b
	}
	room := 8 * cap(b)
	if room < firstRoom {
		room = firstRoom
	}
	return append(make(board, 0, atMost(room, all)), b...)
}

// readBoard reads a board, and nothing may follow it.
func readBoard(in *scanner) (board, error) {
	n, ok := in.one(1, math.MaxInt32)
	if !ok {
		return nil, in.want("size", fmt.Sprintf("1-%d", math.MaxInt32))
	}
	size := int(n)
	var b board
	for part := make([]int32, 4096); len(b) < size; {
		part = part[:atMost(len(part), size-len(b))]
		read := in.fill(part, -1, n-1)
		b = b.reserve(read, size)
		for _, to := range part[:read] {
			if to < 0 {
				to = int32(len(b))
			}
			b = append(b, to)
		}
		if read < len(part) {
			where := fmt.Sprintf("cell %d", len(b))
			return nil, in.want(where, fmt.Sprintf("-1 or 0-%d", size-1))
		}
	}
	return b, in.atEnd(fmt.Sprintf("after cell %d", size-1))
}

func atMost(limit, n int) int {
	if n > limit {
		return limit
	}
	return n
}

// fewestThrows searches breadth first. frontier holds the cells first reached by the last throw,
// seen a bit for every cell reached so far.
func (b board) fewestThrows() int {
	goal := int32(len(b) - 1)
	if goal == 0 {
		return 0
	}
	seen := make([]uint64, len(b)/64+1)
	seen[0] = 1
	frontier, next := []int32{0}, []int32(nil)
	for throws := 1; len(frontier) > 0; throws++ {
		next = b.room(next, frontier)
		for i, at := range frontier {
			if i%fetched == 0 && len(frontier) > fetched {
				b.fetch(frontier[i:])
			}
			deepest := goal
			if at < goal-6 {
				deepest = at + 6
			}
			for _, to := range b[at+1 : deepest+1] {
				word, bit := &seen[uint32(to)/64], uint64(1)<<(uint32(to)%64)
				if *word&bit != 0 {
					continue
				}
				if to == goal {
					return throws
				}
				*word |= bit
				next = append(next, to)
			}
		}
		frontier, next = next, frontier
	}
	return -1
}

// fetch reads ahead from the windows of the next cells. On a large board each of them is a cache
// miss: here all are waited for at once, in the search it would be one after the other. It must not
// be inlined, or the compiler would see that its result is not used.
//
//go:noinline
func (b board) fetch(frontier []int32) (sum int32) {
	if len(frontier) > fetched {
		frontier = frontier[:fetched]
	}
	for _, at := range frontier {
		sum += b[at+1]
	}
	return sum
}

// fetched is how many windows are read ahead at a time: about as many as a processor can wait for.
const fetched = 16

// room returns next emptied and with room for all that frontier can reach. Pages of it that are
// never written cost nothing, a slice that grows step by step leaves its former selves behind.
func (b board) room(next, frontier []int32) []int32 {
	most := 6 * len(frontier)
	if cap(next) >= most || cap(next) == len(b) {
		return next[:0]
	}
	if most *= 2; most > len(b) {
		most = len(b)
	}
	return make([]int32, 0, most)
}

// A scanner reads white-space separated integers in one pass over a buffer of fixed size, whatever
// their layout.
type scanner struct {
	src      io.Reader
	buf      []byte
	pos, end int    // buf[pos:end] is read and not yet used
	err      error  // why src gives no more; nil while it may
	token    []byte // the last that next took, as far as a message shows it
}

// shownBytes is how much of a token a message shows.
const shownBytes = 24

func newScanner(r io.Reader) *scanner {
	return &scanner{src: r, buf: make([]byte, 1<<16)}
}

// fill sets numbers to the next tokens, as far as they are numbers from lo to hi, and returns how
// many are. Of the token after them want tells what it is.
//
// It takes a token of up to eight bytes at once, without a branch on its sign or width, which no
// processor can predict.
func (s *scanner) fill(numbers []int32, lo, hi int32) int {
	b, i := s.buf[:s.end], s.pos
	for n := range numbers {
		for i < len(b) && isSpace(b[i]) {
			i++
		}
		v, width := int32(0), 0 // in bytes, 0 if next has to take the token
		if len(b)-i > 8 {
			const minus = '-' ^ '0'
			x := binary.LittleEndian.Uint64(b[i:]) ^ 0x3030303030303030 // digits become 0 to 9
			// The high bit of each byte after the first that is no digit. Carries make it wrong
			// beyond the first such byte, where the number ends.
			other := (x + 0x7676767676767676 | x) & 0x8080808080808000
			width = bits.TrailingZeros64(other) / 8
			sign := 0
			if byte(x) == minus {
				sign = 1
			}
			x -= uint64(sign * minus) // a sign becomes one more zero before the digits
			if byte(x) > 9 || width == sign || !isSpace(b[i+width]) {
				width = 0
			}
			x <<= uint(64 - 8*width)                 // as eight digits, the first ones 0
			x = (x*10 + x>>8) & 0x00ff00ff00ff00ff   // as four numbers of two digits
			x = (x*100 + x>>16) & 0x0000ffff0000ffff // as two of four
			v = int32(x*10000 + x>>32)
			v = (v ^ -int32(sign)) + int32(sign) // -v if there is a sign
		}
		if width == 0 || v < lo || v > hi {
			s.pos = i
			var ok bool
			if v, ok = s.next(); !ok || v < lo || v > hi {
				return n
			}
			b, i = s.buf[:s.end], s.pos
		}
		i += width
		numbers[n] = v
	}
	s.pos = i
	return len(numbers)
}

// one is fill for a single number, and reports whether there is one.
func (s *scanner) one(lo, hi int32) (int32, bool) {
	var v [1]int32
	n := s.fill(v[:], lo, hi)
	return v[0], n == 1
}

// next returns the next token as a number, byte by byte, for what fill cannot. It reports false
// at the end of the input and for a token that is no number, or none of 32 bits.
func (s *scanner) next() (int32, bool) {
	s.token = s.token[:0]
	s.skipSpace()
	v, digits, negative, valid := int64(0), 0, false, true
	for s.more() && !isSpace(s.buf[s.pos]) {
		c := s.buf[s.pos]
		s.pos++
		switch {
		case c == '-' && len(s.token) == 0:
			negative = true
		case c-'0' < 10 && v <= math.MaxInt32:
			v = v*10 + int64(c-'0')
			digits++
		default:
			valid = false
		}
		if len(s.token) <= shownBytes {
			s.token = append(s.token, c)
		}
	}
	if negative {
		v = -v
	}
	return int32(v), valid && digits > 0 && v == int64(int32(v)) && !s.failed()
}

// skipSpace moves on to the next token and reports whether there is one.
func (s *scanner) skipSpace() bool {
	for s.more() && isSpace(s.buf[s.pos]) {
		s.pos++
	}
	return s.pos < s.end
}

// more reports whether there is a byte at pos. It reads on when the buffer is used up.
func (s *scanner) more() bool {
	for tries := 0; s.pos == s.end && s.err == nil; tries++ {
		s.pos = 0
		s.end, s.err = s.src.Read(s.buf)
		if s.end == 0 && s.err == nil && tries == 100 {
			s.err = io.ErrNoProgress
		}
	}
	return s.pos < s.end
}

// failed reports whether reading has ended otherwise than at the end of the input.
func (s *scanner) failed() bool {
	return s.pos == s.end && s.err != nil && s.err != io.EOF
}

// atEnd returns an error unless there is nothing but white space left.
func (s *scanner) atEnd(where string) error {
	if !s.skipSpace() && !s.failed() {
		return nil
	}
	s.next()
	return s.want(where, "end of input")
}

// want returns the error of a token that is not what it should be: the last that next took.
func (s *scanner) want(where, what string) error {
	switch {
	case s.failed():
		return fmt.Errorf("%s: %w", where, s.err)
	case len(s.token) == 0:
		return fmt.Errorf("%s: want %s, got end of input", where, what)
	case len(s.token) > shownBytes:
		return fmt.Errorf("%s: want %s, got %q and more", where, what, s.token[:shownBytes])
	}
	return fmt.Errorf("%s: want %s, got %q", where, what, s.token)
}

func isSpace(c byte) bool { return c == ' ' || c-'\t' < 5 } // \t \n \v \f \r
