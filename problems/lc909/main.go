// Lc909 prints the least number of rolls of a six-sided die that lead from the first square of a
// snakes-and-ladders board to its last, or -1 when none do (LeetCode 909).
//
// Input: n, then n rows of n integers, top row first, separated by white space; or the rows alone
// as LeetCode writes them, [[-1,-1],[-1,3]]. Squares are numbered 1 to n*n from the bottom left,
// the bottom row to the right, the row above it to the left, and so on. A square holds -1 if it is
// plain, else the square on which a roll that ends there really ends; one that holds its own
// number is plain. One jump at most is made per roll: where it ends, no second jump begins. A jump
// on square 1 is not made at the start; a jump on the last square is, so that such a square is won
// only by a jump that ends there. A roll past the last square is not allowed.
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
	"strings"
)

func main() {
	// What is allocated is needed until the end: there is nothing to collect.
	debug.SetGCPercent(-1)
	if err := solve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "lc909: %v\n", err)
		os.Exit(2)
	}
}

// solve reads a board from r and writes the least number of rolls to w. Nothing is written when
// the input is malformed; the error is then one line, "where: what".
func solve(r io.Reader, w io.Writer) error {
	b, err := readBoard(newScanner(r))
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(w, b.leastRolls()); err != nil {
		return fmt.Errorf("output: %w", err)
	}
	return nil
}

// A board gives for each square where a roll onto it ends: the square itself unless a jump starts
// there. Squares are counted from the goal, which is 0, back to the start: in that order the rows
// come, so that a board can grow with what is read, whatever size the input claims.
type board []int32

const (
	maxSide   = 46340   // the squares of a larger board do not count in 31 bits
	firstRoom = 1 << 22 // squares that room is made for before they are read
)

// reserve returns b with room for more squares, of all that the input claims. It looks far ahead,
// as pages that are never used cost nothing and what is outgrown is not given back.
func (b board) reserve(more, all int) board {
	if len(b)+more <= cap(b) {
		return b
	}
	room := 8 * cap(b)
	if room < firstRoom {
		room = firstRoom
	}
	if room > all {
		room = all
	}
	return append(make(board, 0, room), b...)
}

// addRow adds the next row of a board of len(row) rows, as it was read.
func (b board) addRow(row []int32) board {
	side := len(row)
	goal := int32(side * side)
	at := int32(len(b))
	b = append(b.reserve(side, side*side), row...)
	added := b[at:]
	if (side-int(at)/side)%2 == 1 { // the row goes to the right
		for i, j := 0, side-1; i < j; i, j = i+1, j-1 {
			added[i], added[j] = added[j], added[i]
		}
	}
	for i, to := range added {
		if to = goal - to; to > goal { // it was -1
			to = at + int32(i)
		}
		added[i] = to
	}
	return b
}

// readBoard reads a board in either form, and nothing may follow it.
func readBoard(in *scanner) (board, error) {
	read := readRows
	if in.peek() == '[' {
		read = readText
	}
	b, err := read(in)
	if err != nil {
		return nil, err
	}
	return b, in.atEnd("after the board")
}

// readRows reads a board of plain numbers.
func readRows(in *scanner) (board, error) {
	n, ok := in.one(1, maxSide)
	if !ok {
		return nil, in.want("size", fmt.Sprintf("1-%d", maxSide))
	}
	side, goal := int(n), n*n
	var b board
	row := make([]int32, side)
	for r := 0; r < side; r++ {
		read := in.fill(row, -1, goal)
		for c, to := range row[:read] {
			if to == 0 {
				return nil, notCell(r, c, goal, to)
			}
		}
		if read < side {
			return nil, in.want(cellAt(r, read), cellsTo(goal))
		}
		b = b.addRow(row)
	}
	return b, nil
}

// readText reads a board in LeetCode's form. Its first row tells the size.
func readText(in *scanner) (board, error) {
	in.take("[") // readBoard has seen it
	row, err := readTextRow(in, nil, 0, 0)
	if err != nil {
		return nil, err
	}
	side := len(row)
	goal := int32(side * side)
	for c, to := range row {
		if to > goal {
			return nil, notCell(0, c, goal, to)
		}
	}
	b := board(nil).addRow(row)
	for r := 1; r < side; r++ {
		if in.take(",") == 0 {
			return nil, in.wantMark(fmt.Sprintf("after row %d", r), ",")
		}
		if row, err = readTextRow(in, row[:0], r, side); err != nil {
			return nil, err
		}
		b = b.addRow(row)
	}
	if in.take("]") == 0 {
		return nil, in.wantMark(fmt.Sprintf("after row %d", side), "]")
	}
	return b, nil
}

// readTextRow appends row r to row, which is empty. side is 0 while it is not known.
func readTextRow(in *scanner, row []int32, r, side int) ([]int32, error) {
	if in.take("[") == 0 {
		return nil, in.wantMark(fmt.Sprintf("row %d", r+1), "[")
	}
	goal := int32(side * side)
	if side == 0 {
		goal = maxSide * maxSide
	}
	for {
		to, ok := in.one(-1, goal)
		if !ok {
			return nil, in.want(cellAt(r, len(row)), cellsTo(goal))
		}
		if to == 0 {
			return nil, notCell(r, len(row), goal, to)
		}
		row = append(row, to)
		switch marks := marksAfter(len(row), side); in.take(marks) {
		case ']':
			return row, nil
		case 0:
			return nil, in.wantMark(fmt.Sprintf("row %d, after column %d", r+1, len(row)), marks)
		}
	}
}

// marksAfter returns what may follow that many columns of a row.
func marksAfter(columns, side int) string {
	switch {
	case columns == side, columns == maxSide:
		return "]"
	case side == 0:
		return ",]"
	}
	return ","
}

func cellAt(r, c int) string { return fmt.Sprintf("row %d, column %d", r+1, c+1) }

func cellsTo(goal int32) string { return fmt.Sprintf("-1 or 1-%d", goal) }

// notCell returns the error of a number that no square can hold.
func notCell(r, c int, goal, got int32) error {
	return fmt.Errorf("%s: want %s, got \"%d\"", cellAt(r, c), cellsTo(goal), got)
}

// leastRolls searches breadth first. frontier holds the squares first reached by the last roll,
// seen a bit for every square reached so far.
func (b board) leastRolls() int {
	if len(b) == 1 {
		return 0
	}
	start := int32(len(b) - 1)
	seen := make([]uint64, len(b)/64+1)
	seen[start/64] = 1 << (uint32(start) % 64)
	frontier, next := []int32{start}, []int32(nil)
	for rolls := 1; len(frontier) > 0; rolls++ {
		next = b.room(next, frontier)
		for _, at := range frontier {
			farthest := int32(0)
			if at > 6 {
				farthest = at - 6
			}
			for _, to := range b[farthest:at] {
				word, bit := &seen[uint32(to)/64], uint64(1)<<(uint32(to)%64)
				if *word&bit != 0 {
					continue
				}
				if to == 0 {
					return rolls
				}
				*word |= bit
				next = append(next, to)
			}
		}
		frontier, next = next, frontier
	}
	return -1
}

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

// A scanner reads integers, separated by white space or by the marks [ ] and comma, in one pass
// over a buffer of fixed size, whatever their layout.
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
			if byte(x) > 9 || width == sign || !isSpace(b[i+width]) && !isMark(b[i+width]) {
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
		if isMark(c) && len(s.token) > 0 {
			break
		}
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
		if isMark(c) {
			break
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

// peek returns the first byte of the next token, 0 at the end of the input.
func (s *scanner) peek() byte {
	if s.skipSpace() {
		return s.buf[s.pos]
	}
	return 0
}

// take takes the next token if it is one of marks and returns it, else 0.
func (s *scanner) take(marks string) byte {
	c := s.peek()
	if strings.IndexByte(marks, c) < 0 {
		return 0
	}
	s.pos++
	return c
}

// wantMark returns the error of a next token that is none of marks.
func (s *scanner) wantMark(where, marks string) error {
	s.next()
	return s.want(where, `"`+strings.Join(strings.Split(marks, ""), `" or "`)+`"`)
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

func isMark(c byte) bool { return c == ',' || c == '[' || c == ']' }
