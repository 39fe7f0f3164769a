// Wrong: the stone stops only at blocks, so a goal on its way is passed.
package main

import (
	"bufio"
	"fmt"
	"os"
)

const (
	free = iota
	block
	start
	goal
	edge
)

const maxMoves = 10

// A board has a rim of edge cells around it.
type board [22][22]int

func readBoard(in *bufio.Reader, w, h int) (b *board, startY, startX int) {
	b = new(board)
	for y := range b {
		for x := range b[y] {
			b[y][x] = edge
		}
	}
	for y := 1; y <= h; y++ {
		for x := 1; x <= w; x++ {
			fmt.Fscan(in, &b[y][x])
			if b[y][x] == start {
				startY, startX = y, x
			}
		}
	}
	return b, startY, startX
}

// search returns the fewest moves to the goal from (y, x) if below best, else best.
func (b *board) search(y, x, moves, best int) int {
	if b[y][x] == goal {
		return min(moves, best)
	}
	if moves+1 >= best {
		return best
	}
	for _, d := range [...]struct{ y, x int }{{-1, 0}, {0, 1}, {1, 0}, {0, -1}} {
		stopY, stopX := y, x
		for b[stopY+d.y][stopX+d.x] != block && b[stopY+d.y][stopX+d.x] != edge {
			stopY, stopX = stopY+d.y, stopX+d.x
		}
		hit := &b[stopY+d.y][stopX+d.x]
		if *hit == block && (stopY != y || stopX != x) {
			*hit = free
			best = b.search(stopY, stopX, moves+1, best)
			*hit = block
		}
	}
	return best
}

func main() {
	in := bufio.NewReader(os.Stdin)
	for {
		var w, h int
		fmt.Fscan(in, &w, &h)
		if w == 0 {
			return
		}
		b, y, x := readBoard(in, w, h)
		moves := b.search(y, x, 0, maxMoves+1)
		if moves > maxMoves {
			moves = -1
		}
		fmt.Println(moves)
	}
}
