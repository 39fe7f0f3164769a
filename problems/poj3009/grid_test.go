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

// The hard boards, found by annealing: the first half are hard for a plain depth-first
// search, the second half for this one.
const (
	hardBoards  = "../../cases/poj3009/hard-100.in"
	hardAnswers = "../../cases/poj3009/hard-100.ans"
)

// grid is a board as the statement shows it. It shares no code with the solution.
type grid struct {
	w, h  int
	cells [20][20]byte // cells[y][x], '0' to '3'
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

// parseGrid returns the board of rows written without spaces between their squares.
func parseGrid(text string) grid {
	rows := strings.Fields(text)
	g := grid{w: len(rows[0]), h: len(rows)}
	for y, row := range rows {
		copy(g.cells[y][:], row)
	}
	return g
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

// readBoards reads the boards of a file, which has to be well-formed.
func readBoards(t testing.TB, path string) []grid {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	numbers := strings.Fields(string(text))
	next := func() int {
		n, err := strconv.Atoi(numbers[0])
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		numbers = numbers[1:]
		return n
	}
	for boards := []grid{}; ; {
		g := grid{w: next(), h: next()}
		if g.w == 0 {
			return boards
		}
		for y := range g.h {
			for x := range g.w {
				g.cells[y][x] = '0' + byte(next())
			}
		}
		boards = append(boards, g)
	}
}

// inputOf returns the input that has the given boards.
func inputOf(boards []grid) []byte {
	var input bytes.Buffer
	for i := range boards {
		boards[i].appendTo(&input)
	}
	input.WriteString("0 0\n")
	return input.Bytes()
}
