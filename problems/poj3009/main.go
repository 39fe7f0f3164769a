// Curling 2.0 (POJ 3009): the fewest moves that bring a stone to the goal.
//
// Input is a list of boards. A board is its width w (2-20) and height h (1-20), then h rows
// of w squares: 0 free, 1 block, 2 start, 3 goal, with exactly one start and one goal. "0 0"
// ends the list; what follows it is not read. Output is a line per board: the fewest moves,
// or -1 where 10 moves do not suffice.
//
// A move slides the stone in one of four directions, but not towards an adjacent block. The
// stone passes over free squares and the start. It stops on the goal, and on the square before
// a block, which then disappears. Leaving the board fails.
//
// Malformed input ends the program with exit code 2 and one line on stderr; the boards before
// the malformed one are answered.
package main

import (
	"bufio"
	"fmt"
	"io"
	"math/bits"
	"os"
	"strconv"
)

func main() {
	if err := solve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "poj3009: %v\n", err)
		os.Exit(2)
	}
}

// solve answers the boards of r on w, a line each, until the final "0 0". It holds one board
// at a time, so memory does not grow with the input. The first thing malformed is the error;
// the boards before it are answered all the same.
func solve(r io.Reader, w io.Writer) error {
	out := bufio.NewWriter(w)
	err := answerBoards(newInput(r), out)
	if flushErr := out.Flush(); err == nil && flushErr != nil {
		err = fmt.Errorf("write: %w", flushErr)
	}
	return err
}

func answerBoards(in *input, out *bufio.Writer) error {
	for n := 1; ; n++ {
		b, err := readBoard(in, n)
		if b == nil || err != nil {
			return err
		}
		if _, err := out.WriteString(strconv.Itoa(fewestMoves(b)) + "\n"); err != nil {
			return fmt.Errorf("write: %w", err)
		}
	}
}

const (
	maxSide  = 20
	maxMoves = 10
)

// board has its blocks twice, by row and by column, so that every slide is a search for the
// nearest set bit of one word.
type board struct {
	rows  [maxSide]uint32 // bit x of rows[y]: a block at (x, y)
	cols  [maxSide]uint32 // bit y of cols[x]: the same block
	start square
	goal  square
}

type square struct{ x, y int }

// flip removes the block at s, or puts it back.
func (b *board) flip(s square) {
	b.rows[s.y] ^= 1 << uint(s.x)
	b.cols[s.x] ^= 1 << uint(s.y)
}

// The values of a board's numbers.
const (
	free = iota
	block
	start
	goal
)

var (
	widths  = allowed{"2-20 or the final 0 0", 1<<0 | 1<<21 - 1<<2}
	heights = allowed{"1-20", 1<<21 - 1<<1}
	end     = allowed{"the second 0 of the final 0 0", 1 << 0}
	cells   = allowed{"0-3", 1<<free | 1<<block | 1<<start | 1<<goal}
)

// readBoard reads the n-th board, counted from 1. It returns nil at the final "0 0".
func readBoard(in *input, n int) (*board, error) {
	width, err := in.number(widths)
	if err != nil {
		return nil, fmt.Errorf("board %d, width: %w", n, err)
	}
	sizes := heights
	if width == 0 {
		sizes = end
	}
	height, err := in.number(sizes)
	if err != nil {
		return nil, fmt.Errorf("board %d, height: %w", n, err)
	}
	if width == 0 {
		return nil, nil
	}
	return readSquares(in, n, width, height)
}

func readSquares(in *input, n, width, height int) (*board, error) {
	b := new(board)
	var found [goal + 1]int
	for y := 0; y < height; y++ {
		for x := 0; x < width; x++ {
			cell, err := in.number(cells)
			if err != nil {
				return nil, fmt.Errorf("board %d, row %d: %w", n, y+1, err)
			}
			found[cell]++
			switch s := (square{x, y}); cell {
			case block:
				b.flip(s)
			case start:
				b.start = s
			case goal:
				b.goal = s
			}
		}
	}
	if found[start] != 1 {
		return nil, fmt.Errorf("board %d: want one start (2), got %d", n, found[start])
	}
	if found[goal] != 1 {
		return nil, fmt.Errorf("board %d: want one goal (3), got %d", n, found[goal])
	}
	return b, nil
}

// fewestMoves returns the length of the shortest way from start to goal, or -1 where it is
// longer than maxMoves.
func fewestMoves(b *board) int {
	for limit := 1; limit <= maxMoves; limit++ {
		if reaches(b, b.start, limit) {
			return limit
		}
	}
	return -1
}

// reaches says whether a stone at s reaches the goal in at most the given number of moves.
func reaches(b *board, s square, moves int) bool {
	for d := right; d <= up; d++ {
		stop, hit, ok := b.slide(s, d)
		if ok && stop == b.goal {
			return true
		}
		if !ok || moves == 1 {
			continue
		}
		b.flip(hit)
		found := reaches(b, stop, moves-1)
		b.flip(hit)
		if found {
			return true
		}
	}
	return false
}

// direction is one of the four ways a stone can be pushed.
type direction int

const (
	right direction = iota
	left
	down
	up
)

// slide pushes the stone at s until it stops. It returns where that is and the block that
// stopped it, which is not yet removed; ok is false for a stone that cannot move or that leaves
// the board. A stone that reaches the goal is returned as on it, with no block of meaning.
func (b *board) slide(s square, d direction) (stop, hit square, ok bool) {
	hit, step := s, square{}
	switch d {
	case right:
		hit.x, step.x = after(b.rows[s.y], s.x), 1
	case left:
		hit.x, step.x = before(b.rows[s.y], s.x), -1
	case down:
		hit.y, step.y = after(b.cols[s.x], s.y), 1
	case up:
		hit.y, step.y = before(b.cols[s.x], s.y), -1
	}
	if b.goal.between(s, hit) {
		return b.goal, hit, true
	}
	stop = square{hit.x - step.x, hit.y - step.y}
	onBoard := hit.x >= 0 && hit.x < maxSide && hit.y >= 0 && hit.y < maxSide
	return stop, hit, onBoard && stop != s
}

// after returns the first bit of line above bit i, 32 where there is none.
func after(line uint32, i int) int {
	return bits.TrailingZeros32(line &^ (2<<uint(i) - 1))
}

// before returns the last bit of line below bit i, -1 where there is none.
func before(line uint32, i int) int {
	return bits.Len32(line&(1<<uint(i)-1)) - 1
}

// between says whether s lies strictly between two squares of one row or column.
func (s square) between(p, q square) bool {
	if s.y == p.y && p.y == q.y {
		return p.x < s.x && s.x < q.x || q.x < s.x && s.x < p.x
	}
	return s.x == p.x && p.x == q.x && (p.y < s.y && s.y < q.y || q.y < s.y && s.y < p.y)
}

const (
	bufferSize = 1 << 16
	// maxToken is how much is kept of a token. A longer one is no number here, however many
	// of its digits are leading zeros.
	maxToken = 32
	// maxEmptyReads is how often in a row a reader may return neither bytes nor an error.
	maxEmptyReads = 100
)

// input splits a reader into tokens separated by white space, in one pass over one buffer.
// It asks the reader for more only when a token needs it, so a terminal works too.
type input struct {
	src      io.Reader
	buf      []byte
	pos, end int    // buf[pos:end] is read and not yet used
	err      error  // why src gives no more; io.EOF at a regular end
	kept     []byte // the latest token
}

func newInput(src io.Reader) *input {
	return &input{
		src:  src,
		buf:  make([]byte, bufferSize),
		kept: make([]byte, 0, maxToken+1),
	}
}

// allowed is a set of numbers below 32.
type allowed struct {
	want string // the set in words, for error messages
	set  uint32 // bit n: n is in the set
}

// number reads the next token, which has to be a number of the set.
func (in *input) number(a allowed) (int, error) {
	token := in.token()
	if n, ok := parse(token); ok && a.set>>n&1 == 1 {
		return int(n), nil
	}
	if len(token) == 0 && in.err != io.EOF {
		return 0, fmt.Errorf("read: %w", in.err)
	}
	return 0, fmt.Errorf("want %s, got %s", a.want, describe(token))
}

// describe shows a token in a message, cut if it is a long one.
func describe(token []byte) string {
	switch {
	case len(token) == 0:
		return "end of input"
	case len(token) > maxToken:
		return strconv.Quote(string(token[:maxToken])) + "..."
	}
	return strconv.Quote(string(token))
}

// parse returns the value of a token that is decimal digits and below 32.
func parse(token []byte) (n uint, ok bool) {
	if len(token) == 0 || len(token) > maxToken {
		return 0, false
	}
	for _, c := range token {
		if c < '0' || '9' < c || n > 3 {
			return 0, false
		}
		n = 10*n + uint(c-'0')
	}
	return n, n < 32
}

// token returns the next token, or the first maxToken+1 bytes of a longer one. It is empty at
// the end of the input and where reading fails, also where that cuts a token short. It is
// valid until the next call.
func (in *input) token() []byte {
	c, ok := in.next()
	for ok && isSpace(c) {
		c, ok = in.next()
	}
	in.kept = in.kept[:0]
	for ok && !isSpace(c) && len(in.kept) <= maxToken {
		in.kept = append(in.kept, c)
		c, ok = in.next()
	}
	if !ok && in.err != io.EOF {
		return nil
	}
	return in.kept
}

func isSpace(c byte) bool {
	return c == ' ' || '\t' <= c && c <= '\r'
}

// next returns the next byte, ok unless there is no more.
func (in *input) next() (c byte, ok bool) {
	if in.pos == in.end && !in.fill() {
		return 0, false
	}
	c = in.buf[in.pos]
	in.pos++
	return c, true
}

// fill replaces the used-up buffer and says whether there is anything in it.
func (in *input) fill() bool {
	if in.err != nil {
		return false
	}
	for i := 0; i < maxEmptyReads; i++ {
		n, err := in.src.Read(in.buf)
		in.pos, in.end, in.err = 0, n, err
		if n > 0 || err != nil {
			return n > 0
		}
	}
	in.err = io.ErrNoProgress
	return false
}
