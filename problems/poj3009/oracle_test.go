package main

import (
	"bytes"
	"fmt"
	"math/rand"
	"strconv"
	"strings"
	"testing"
)

// grid is a board as the statement shows it. It shares no code with the solution.
type grid struct {
	w, h  int
	cells [20][20]byte // cells[y][x], '0' to '3'
}

// fewest is the oracle: it tries every way of at most 10 moves, on a copy of the board for
// each, with the rules taken one square at a time.
func (g grid) fewest() int {
	for y := 0; y < g.h; y++ {
		for x := 0; x < g.w; x++ {
			if g.cells[y][x] == '2' {
				if n := g.fewestFrom(x, y, 10); n <= 10 {
					return n
				}
				return -1
			}
		}
	}
	panic("no start")
}

// fewestFrom returns how many moves lead from (x, y) to the goal, or more than 10 where the
// given number of moves does not.
func (g grid) fewestFrom(x, y, moves int) int {
	const never = 11
	if moves == 0 {
		return never
	}
	best := never
	for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		nx, ny := x+d[0], y+d[1]
		for g.at(nx, ny) == '0' || g.at(nx, ny) == '2' {
			nx, ny = nx+d[0], ny+d[1]
		}
		stopX, stopY := nx-d[0], ny-d[1]
		switch {
		case g.at(nx, ny) == '3':
			return 1
		case g.at(nx, ny) == '1' && (stopX != x || stopY != y):
			next := g
			next.cells[ny][nx] = '0'
			best = min(best, 1+next.fewestFrom(stopX, stopY, moves-1))
		}
	}
	return best
}

// at returns the square (x, y), 0 off the board.
func (g *grid) at(x, y int) byte {
	if x < 0 || x >= g.w || y < 0 || y >= g.h {
		return 0
	}
	return g.cells[y][x]
}

// appendTo writes the board in the input format.
func (g *grid) appendTo(out *bytes.Buffer) {
	fmt.Fprintf(out, "%d %d\n", g.w, g.h)
	for y := 0; y < g.h; y++ {
		for x := 0; x < g.w; x++ {
			out.WriteByte(g.cells[y][x])
			out.WriteByte(" \n"[(x+1)/g.w])
		}
	}
}

// randomGrid returns a w x h board of which about the given share is blocks.
func randomGrid(rng *rand.Rand, w, h int, blocks float64) grid {
	g := grid{w: w, h: h}
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			g.cells[y][x] = '0'
			if rng.Float64() < blocks {
				g.cells[y][x] = '1'
			}
		}
	}
	from := rng.Intn(w * h)
	to := (from + 1 + rng.Intn(w*h-1)) % (w * h)
	g.cells[from/w][from%w] = '2'
	g.cells[to/w][to%w] = '3'
	return g
}

// answers runs the program on boards and returns what it prints for each.
func answers(t testing.TB, boards []grid) []int {
	t.Helper()
	var in, out bytes.Buffer
	for i := range boards {
		boards[i].appendTo(&in)
	}
	in.WriteString("0 0\n")
	if err := solve(&in, &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Fields(out.String())
	if len(lines) != len(boards) {
		t.Fatalf("%d boards have %d answers", len(boards), len(lines))
	}
	got := make([]int, len(lines))
	for i, line := range lines {
		n, err := strconv.Atoi(line)
		if err != nil {
			t.Fatal(err)
		}
		got[i] = n
	}
	return got
}

// checkAgainstOracle compares the program with the oracle on every board.
func checkAgainstOracle(t testing.TB, boards []grid) {
	t.Helper()
	for i, got := range answers(t, boards) {
		if want := boards[i].fewest(); got != want {
			var board bytes.Buffer
			boards[i].appendTo(&board)
			t.Fatalf("got %d, want %d for\n%s", got, want, &board)
		}
	}
}

// TestRandomBoards also demands that every possible answer comes up: boards that are all
// hopeless or all easy would prove little.
func TestRandomBoards(t *testing.T) {
	shapes := []struct {
		name       string
		count      int
		minW, maxW int
		minH, maxH int
		maxBlocks  float64 // the share of blocks is uniform up to this
	}{
		{"any", 12000, 2, 20, 1, 20, .5},
		{"small", 5000, 2, 6, 1, 6, 1},
		{"full", 1000, 20, 20, 20, 20, .3},
		{"dense", 2000, 2, 20, 1, 20, 1},
		{"one row", 1000, 2, 20, 1, 1, 1},
		{"two columns", 1000, 2, 2, 1, 20, 1},
		{"smallest", 20, 2, 2, 1, 1, 1},
	}
	rng := rand.New(rand.NewSource(1))
	boards := []grid{}
	for _, s := range shapes {
		for i := 0; i < s.count; i++ {
			w := s.minW + rng.Intn(s.maxW-s.minW+1)
			h := s.minH + rng.Intn(s.maxH-s.minH+1)
			boards = append(boards, randomGrid(rng, w, h, s.maxBlocks*rng.Float64()))
		}
	}
	checkAgainstOracle(t, boards)

	times := map[int]int{}
	for _, answer := range answers(t, boards) {
		times[answer]++
	}
	for _, answer := range []int{-1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10} {
		if times[answer] < 20 {
			t.Errorf("the answer %d comes up only %d times", answer, times[answer])
		}
	}
}
