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
//
// # Search
//
// The search is depth-first. On a hard board four directions and ten moves make up to a
// million states; what follows saves nearly all of them and is exact nevertheless.
//
// The goal is in sight of another square of its row or column if no block is in between. The
// search goes on only from squares that do not have it in sight, as from the others one move
// is best. So no slide of the search reaches the goal: each ends before a block, which is
// removed, or off the board.
//
// Bound (findNear). Let near[1] be the goal's row and column, and near[k] be near[k-1] and
// every square on the line that a stone slides along to a stop in near[k-1], where a stop has
// a block of the original board just beyond it and blocks in between count as gone. A stone
// that has k moves left and can make it stands in near[k]: if one move is enough, that goes
// along the goal's row or column; if not, the first move ends where k-1 moves are enough, that
// is in near[k-1], before a block, which is an original one as none is ever added. Therefore
// stops outside near[k] are given up.
//
// Relaxation (mayReach). All ways from a state are followed at once, with a set of squares
// where the stone may be and a set of blocks that may be gone. Each move pushes stones from
// all those squares to every side, over what is free or may be gone; they may stop before any
// block of the state, also before one that may be gone, and it may then be gone. By induction
// the sets hold every square where the stone can stop after as many moves and every block
// that it can have removed: a real slide starts in the set, goes over squares that are free
// or whose block is gone, and ends before a block of the state. If none of these slides goes
// over the goal within the moves left, the state is given up.
//
// Last two moves (lastTwo). There are two ways to bring the goal in sight in one move. A stone
// in the goal's row or column has to remove the only block in between, which must not be
// adjacent: moving away leaves that block in place, and moving across ends in neither the
// goal's row nor its column. Any other stone has to stop in the goal's row or column, on a
// square with the goal in sight; the block it hits is beside that line, so what is in sight
// stays the same. Each way is a test of single lines, and nothing is searched.
//
// Last three moves (promising). Of these the first is made only to stops that may allow the
// second, which is told from the stop alone. A stone that is pushed along row y, not the
// goal's, and stops in column x, two or more off the goal's, neither stops in the goal's row
// or column nor hits a block there. So what is in sight stays the same, and it has to be
// pushed on to the goal's row, in column x, or to the goal's column, in row y; there it needs
// the goal in sight and a block beside that line to stop it. The same holds for columns.
//
// Refuted states (isRefuted). Every move of the search removes a block, so a state, which is
// the stone's square and the set of removed blocks, tells how many moves led to it. If it comes
// up again, its first visit is over, as the set grows on the way down; that visit has
// brought best down to what can be reached through the state, and best never goes up again.
// The table holds whole states, not hashes of them: it can forget one, but not mistake it.
//
// Deepening (fewestMoves). A search for ways of at most n moves finds the shortest if there is
// any, as all that it skips cannot improve on best. Three moves more are about twenty times
// the work. So to search for at most 4, then 7, then 10 moves costs little more than the last
// of these, and boards with short answers never get there.
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
	s := new(search)
	for n := 1; ; n++ {
		more, err := s.board.read(in, n)
		if !more || err != nil {
			return err
		}
		if _, err := fmt.Fprintln(out, s.fewestMoves()); err != nil {
			return fmt.Errorf("write: %w", err)
		}
	}
}

const (
	maxSide  = 20
	maxMoves = 10
)

// square is a place on the board: its row in bits 5 to 9 and its column in bits 0 to 4, both
// counted from 1. So there is a place on every side of every square, and none is 0.
type square int

func (s square) x() uint { return uint(s) & 31 }
func (s square) y() uint { return uint(s) >> 5 & 31 }

// board has each of its blocks in two words, so that the block nearest to a stone is the
// nearest set bit in a word, whatever way the stone slides.
type board struct {
	rows  [32]uint32 // bit x of rows[y]: a block in column x of row y
	cols  [32]uint32 // bit y of cols[x]: the same block
	start square
	goal  square
}

// flip removes the block at s, or puts it there.
func (b *board) flip(s square) {
	b.rows[s.y()] ^= 1 << s.x()
	b.cols[s.x()] ^= 1 << s.y()
}

// noBlock is the gap where there is no block at all.
const noBlock = 32

// gapAfter counts the squares of a line between square i and the next block.
func gapAfter(line uint32, i uint) uint {
	return uint(bits.TrailingZeros32(line >> i >> 1))
}

// gapBefore counts the squares of a line between square i and the block before it.
func gapBefore(line uint32, i uint) uint {
	return uint(bits.LeadingZeros32(line << (32 - i)))
}

// The numbers of a board.
const (
	free = iota
	block
	start
	goal
)

var (
	widths  = allowed{"2-20 or the final 0 0", 1<<0 | 1<<(maxSide+1) - 1<<2}
	heights = allowed{"1-20", 1<<(maxSide+1) - 1<<1}
	noSize  = allowed{"the second 0 of the final 0 0", 1 << 0}
	cells   = allowed{"0-3", 1<<free | 1<<block | 1<<start | 1<<goal}
)

// read replaces b by the n-th board of the input, counted from 1. It returns false at the
// final "0 0".
func (b *board) read(in *input, n int) (more bool, err error) {
	width, err := in.number(widths)
	if err != nil {
		return false, fmt.Errorf("board %d, width: %w", n, err)
	}
	sizes := heights
	if width == 0 {
		sizes = noSize
	}
	height, err := in.number(sizes)
	if err != nil {
		return false, fmt.Errorf("board %d, height: %w", n, err)
	}
	if width == 0 {
		return false, nil
	}
	return true, b.readSquares(in, n, width, height)
}

func (b *board) readSquares(in *input, n, width, height int) error {
	*b = board{}
	var found [goal + 1]int
	for y := 1; y <= height; y++ {
		for x := 1; x <= width; x++ {
			cell, err := in.number(cells)
			if err != nil {
				return fmt.Errorf("board %d, row %d: %w", n, y, err)
			}
			found[cell]++
			switch s := square(y<<5 | x); cell {
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
		return fmt.Errorf("board %d: want one start (2), got %d", n, found[start])
	}
	if found[goal] != 1 {
		return fmt.Errorf("board %d: want one goal (3), got %d", n, found[goal])
	}
	return nil
}

// search finds the fewest moves for its board. It removes blocks on its way down and puts
// them back on its way up, so the board is unchanged afterwards.
type search struct {
	board

	// best is the length of the shortest way found, or one more than the bound.
	best int
	// sightRow and sightCol are the squares of the goal's row and column, except the goal
	// itself, that have the goal in sight.
	sightRow, sightCol uint32
	// near[k] is the bound for k moves left; bit x of near[k][y] is column x of row y.
	near [maxMoves][32]uint32
	// asked counts the questions to mayReach, hopeless those that it answered with no.
	asked, hopeless int
	// refuted is a hash table of states. Where two meet, the later replaces the earlier.
	refuted [1 << tableBits]uint64
}

const (
	// tabledMoves is how many moves must be left for a state to be looked up. So at most 5
	// blocks are removed, and these and the stone's square fit into a word, 10 bits each.
	// With fewer moves left, the look-up costs more than it saves.
	tabledMoves = 5
	// tableBits gives the at most 1+4+...+4^5 states of a search three places each.
	tableBits = 12
)

// fewestMoves returns the length of the shortest way from start to goal, -1 if it is longer
// than maxMoves.
func (s *search) fewestMoves() int {
	s.sightRow = sight(s.rows[s.goal.y()], s.goal.x())
	s.sightCol = sight(s.cols[s.goal.x()], s.goal.y())
	if s.inSight(s.start) {
		return 1
	}
	s.findNear()
	s.asked, s.hopeless = 0, 0
	for bound := 4; bound <= maxMoves; bound += 3 {
		s.best = bound + 1
		s.refuted = [1 << tableBits]uint64{}
		s.from(s.start, 0, 0)
		if s.best <= bound {
			return s.best
		}
	}
	return -1
}

// from looks for a way shorter than best that goes through a state: the stone on a square
// without the goal in sight, some moves made, and the blocks that these removed, as insert
// lists them; the list is kept only as long as states are looked up.
func (s *search) from(at square, made int, removed uint64) {
	left := s.best - 1 - made
	if left >= tabledMoves && s.isRefuted(removed<<10|uint64(at)) || s.isHopeless(at, left) {
		return
	}
	if left == 3 {
		s.lastThree(at, made)
		return
	}
	row, col := s.rows[at.y()], s.cols[at.x()]
	s.push(at, 1, gapAfter(row, at.x()), made, removed)
	s.push(at, -1, gapBefore(row, at.x()), made, removed)
	s.push(at, 1<<5, gapAfter(col, at.y()), made, removed)
	s.push(at, -1<<5, gapBefore(col, at.y()), made, removed)
}

// push continues from with a slide over a number of free squares, step by step.
func (s *search) push(at, step square, gap uint, made int, removed uint64) {
	left := s.best - 1 - made
	if gap == 0 || gap == noBlock || left < 2 {
		return
	}
	stop := at + square(gap)*step
	hit := stop + step
	if s.near[left-1][stop.y()]>>stop.x()&1 == 0 {
		return
	}
	if left <= 3 { // since an earlier push has lowered best
		s.lastTwo(stop, step, made)
		return
	}
	if left > tabledMoves {
		removed = insert(removed, hit)
	}
	s.flip(hit)
	if s.inSight(stop) {
		s.best = made + 2
	} else {
		s.from(stop, made+1, removed)
	}
	s.flip(hit)
}

// flip is that of the board and finds anew what is in sight where that may change.
func (s *search) flip(b square) {
	s.board.flip(b)
	if b.y() == s.goal.y() {
		s.sightRow = sight(s.rows[b.y()], s.goal.x())
	}
	if b.x() == s.goal.x() {
		s.sightCol = sight(s.cols[b.x()], s.goal.y())
	}
}

// sight returns the squares of a line that have its square i in sight, i not among them.
func sight(line uint32, i uint) uint32 {
	after := line >> i << i
	before := line ^ after
	return (after&-after - 1) & (^uint32(0) << uint(bits.Len32(before))) &^ (1 << i)
}

func (s *search) inSight(at square) bool {
	return at.y() == s.goal.y() && s.sightRow>>at.x()&1 == 1 ||
		at.x() == s.goal.x() && s.sightCol>>at.y()&1 == 1
}

// lastThree is from with three moves left. It looks only at stops that are promising; where
// there is no block, the stop is beyond any bit.
func (s *search) lastThree(at square, made int) {
	x, y := at.x(), at.y()
	columns, rows := s.promising(at)
	if stop := x + gapAfter(s.rows[y], x); columns>>stop&1 == 1 {
		s.lastTwo(at+square(stop-x), 1, made)
	}
	if stop := x - gapBefore(s.rows[y], x); columns>>stop&1 == 1 {
		s.lastTwo(at-square(x-stop), -1, made)
	}
	if stop := y + gapAfter(s.cols[x], y); rows>>stop&1 == 1 {
		s.lastTwo(at+square(stop-y)<<5, 1<<5, made)
	}
	if stop := y - gapBefore(s.cols[x], y); rows>>stop&1 == 1 {
		s.lastTwo(at-square(y-stop)<<5, -1<<5, made)
	}
}

// promising returns the columns and the rows in which a stone, pushed along its row or column,
// may stop with two moves left; no others can be enough. The stone's own are not among them.
func (s *search) promising(at square) (columns, rows uint32) {
	x, y, goalX, goalY := at.x(), at.y(), s.goal.x(), s.goal.y()
	// Where a stone coming along a column (row) may stop in the goal's row (column).
	entryX := s.sightRow & (s.rows[(goalY+1)&31] | s.rows[(goalY-1)&31])
	entryY := s.sightCol & (s.cols[(goalX+1)&31] | s.cols[(goalX-1)&31])
	columns = entryX | 7<<goalX>>1
	rows = entryY | 7<<goalY>>1
	if y == goalY || entryY>>y&1 == 1 {
		columns = ^uint32(0)
	}
	if x == goalX || entryX>>x&1 == 1 {
		rows = ^uint32(0)
	}
	return columns &^ (1 << x), rows &^ (1 << y)
}

// lastTwo takes a stone that, one move after those made, stops here, before the block on the
// side of step. It lowers best if the goal then is in sight, or can be after one more move.
func (s *search) lastTwo(stop, step square, made int) {
	s.flip(stop + step)
	if s.inSight(stop) {
		s.best = made + 2
	} else if s.best > made+3 && s.entersSight(stop) {
		s.best = made + 3
	}
	s.flip(stop + step)
}

// entersSight says whether a move brings the goal in sight of a stone that does not have it.
func (s *search) entersSight(at square) bool {
	row, col := s.rows[at.y()], s.cols[at.x()]
	switch {
	case at.y() == s.goal.y():
		return opens(row, at.x(), s.goal.x())
	case at.x() == s.goal.x():
		return opens(col, at.y(), s.goal.y())
	}
	return s.sightRow>>at.x()&1 == 1 && stopsAt(col, at.y(), s.goal.y()) ||
		s.sightCol>>at.y()&1 == 1 && stopsAt(row, at.x(), s.goal.x())
}

// opens says whether a stone at square i of a line, pushed towards j, removes the only block
// between them.
func opens(line uint32, i, j uint) bool {
	gap, hit := gapAfter(line, i), uint(0)
	if i < j {
		hit = i + 1 + gap
	} else {
		gap = gapBefore(line, i)
		hit = i - 1 - gap
	}
	return gap > 0 && sight(line^1<<hit, j)>>i&1 == 1
}

// stopsAt says whether a stone at square i of a line, pushed towards j, stops there.
func stopsAt(line uint32, i, j uint) bool {
	if i < j {
		return gapAfter(line, i) == j-i
	}
	return gapBefore(line, i) == i-j
}

// findNear fills near. It ignores that the goal stops the stone: what lies behind the goal on
// its lines is in near[1] anyway.
func (s *search) findNear() {
	for y := range s.near[1] {
		s.near[1][y] = 1 << s.goal.x()
	}
	s.near[1][s.goal.y()] = ^uint32(0)
	for k := 2; k < maxMoves; k++ {
		s.near[k] = s.near[k-1]
		s.addSources(&s.near[k], &s.near[k-1])
	}
}

// addSources adds to a set the squares on the lines of all slides that end in one of stops.
func (s *search) addSources(set, stops *[32]uint32) {
	var upwards uint32 // the columns in which a stone moving up stops further up
	for y := 1; y <= maxSide; y++ {
		set[y] |= upwards
		upwards |= stops[y] & s.rows[y-1]

		rightwards := stops[y] & (s.rows[y] >> 1)
		leftwards := stops[y] & (s.rows[y] << 1)
		set[y] |= (1<<uint(bits.Len32(rightwards)) - 1) >> 1 // before the last of them
		set[y] |= ^(leftwards ^ (leftwards - 1))             // after the first of them
	}
	var downwards uint32
	for y := maxSide; y >= 1; y-- {
		set[y] |= downwards
		downwards |= stops[y] & s.rows[y+1]
	}
}

// insert adds a block to a list of blocks: 10 bits each, the greatest in the lowest bits, so
// that a set has one list only.
func insert(removed uint64, hit square) uint64 {
	shift := uint(0)
	for removed>>shift&1023 > uint64(hit) {
		shift += 10
	}
	greater := removed & (1<<shift - 1)
	return (removed^greater)<<10 | uint64(hit)<<shift | greater
}

// isRefuted says whether a state is in the table, and puts it there. A state is the square of
// the stone below the list of removed blocks.
func (s *search) isRefuted(state uint64) bool {
	place := &s.refuted[state*0x9e3779b97f4a7c15>>(64-tableBits)]
	if *place == state {
		return true
	}
	*place = state
	return false
}

// isHopeless says whether mayReach proves that the moves left are not enough. It is asked
// where that pays: with more moves left it can hardly ever tell, with fewer the search is as
// fast. On a board on which it has told too seldom, it is not asked any more.
func (s *search) isHopeless(at square, left int) bool {
	if left < 6 || left > 7 || s.asked > 4+2*s.hopeless {
		return false
	}
	s.asked++
	if s.mayReach(at, left) {
		return false
	}
	s.hopeless++
	return true
}

// mayReach says whether the relaxation lets a stone reach the goal in a number of moves.
func (s *search) mayReach(at square, moves int) bool {
	var stops, open [32]uint32 // where the stone may be; what is free or may be gone
	stops[at.y()] = 1 << at.x()
	for y := range open {
		open[y] = ^s.rows[y]
	}
	for ; moves > 0; moves-- {
		if s.pushAll(&stops, &open) {
			return true
		}
	}
	return false
}

// pushAll is a move of the relaxation. It adds the squares where stones stop and the blocks
// they hit to the two sets, and says whether one of them slides over the goal.
func (s *search) pushAll(stops, open *[32]uint32) bool {
	var over, stopped, hit [32]uint32
	var down, up uint32
	for y := 1; y <= maxSide; y++ {
		hit[y] = down & s.rows[y]
		down = (down | stops[y-1]) & open[y]
		over[y] = down
		stopped[y] = down & s.rows[y+1]
		if stops[y] != 0 {
			right, left := slideRight(stops[y], open[y]), slideLeft(stops[y], open[y])
			over[y] |= right | left
			hit[y] |= (right<<1 | left>>1) & s.rows[y]
			stopped[y] |= right&(s.rows[y]>>1) | left&(s.rows[y]<<1)
		}
	}
	for y := maxSide; y >= 1; y-- {
		hit[y] |= up & s.rows[y]
		up = (up | stops[y+1]) & open[y]
		over[y] |= up
		stopped[y] |= up & s.rows[y-1]
	}
	for y := 1; y <= maxSide; y++ {
		stops[y] |= stopped[y]
		open[y] |= hit[y]
	}
	return over[s.goal.y()]>>s.goal.x()&1 == 1
}

// slideRight returns the open squares of a row that stones slide over towards higher bits.
// After each pair of lines it has twice as many of each stone, up to all 31.
func slideRight(stones, open uint32) uint32 {
	reached := stones << 1 & open
	reached |= reached << 1 & open
	open &= open << 1
	reached |= reached << 2 & open
	open &= open << 2
	reached |= reached << 4 & open
	open &= open << 4
	reached |= reached << 8 & open
	open &= open << 8
	reached |= reached << 16 & open
	return reached
}

// slideLeft is slideRight towards lower bits.
func slideLeft(stones, open uint32) uint32 {
	reached := stones >> 1 & open
	reached |= reached >> 1 & open
	open &= open >> 1
	reached |= reached >> 2 & open
	open &= open >> 2
	reached |= reached >> 4 & open
	open &= open >> 4
	reached |= reached >> 8 & open
	open &= open >> 8
	reached |= reached >> 16 & open
	return reached
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
