package main

import (
	"bytes"
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"testing"
)

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

// answers runs the program on boards and returns what it prints for each.
func answers(t testing.TB, boards []grid) []int {
	t.Helper()
	var out bytes.Buffer
	if err := solve(bytes.NewReader(inputOf(boards)), &out); err != nil {
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
		{"any", 8000, 2, 20, 1, 20, .5},
		{"small", 10000, 2, 6, 1, 6, 1},
		{"full", 200, 20, 20, 20, 20, .3},
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

func TestHardBoards(t *testing.T) {
	boards := readBoards(t, hardBoards)
	want, err := os.ReadFile(hardAnswers)
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	for _, answer := range answers(t, boards) {
		fmt.Fprintln(&got, answer)
	}
	if len(boards) != 100 || got.String() != string(want) {
		t.Errorf("%d boards have the answers %q, want %q", len(boards), &got, want)
	}
}

// TestNearHardBoards changes hard boards a little, so that the answers differ and the search
// still goes deep.
func TestNearHardBoards(t *testing.T) {
	rng := rand.New(rand.NewSource(6))
	boards := []grid{}
	for i, g := range readBoards(t, hardBoards) {
		if i%5 != 0 {
			continue // to save time
		}
		for range 60 {
			x, y := rng.Intn(g.w), rng.Intn(g.h)
			if cell := &g.cells[y][x]; *cell == '0' || *cell == '1' {
				*cell ^= 1
			}
		}
		boards = append(boards, g)
	}
	checkAgainstOracle(t, boards)
}
