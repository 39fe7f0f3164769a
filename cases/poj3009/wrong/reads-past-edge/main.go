// Wrong: never asks whether the stone has left the board, and panics on the cell it reads there.
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
)

const maxMoves = 10

func readBoard(in *bufio.Reader, w, h int) (board [][]int, startY, startX int) {
	board = make([][]int, h)
	for y := range board {
		board[y] = make([]int, w)
		for x := range board[y] {
			fmt.Fscan(in, &board[y][x])
			if board[y][x] == start {
				startY, startX = y, x
			}
		}
	}
	return board, startY, startX
}

// search returns the fewest moves to the goal from (y, x) if below best, else best.
func search(board [][]int, y, x, moves, best int) int {
	if moves+1 >= best {
		return best
	}
	for _, d := range [...]struct{ y, x int }{{-1, 0}, {0, 1}, {1, 0}, {0, -1}} {
		stopY, stopX := y, x
		for board[stopY+d.y][stopX+d.x] != block {
			stopY, stopX = stopY+d.y, stopX+d.x
			if board[stopY][stopX] == goal {
				return moves + 1
			}
		}
		if stopY != y || stopX != x {
			board[stopY+d.y][stopX+d.x] = free
			best = search(board, stopY, stopX, moves+1, best)
			board[stopY+d.y][stopX+d.x] = block
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
		board, y, x := readBoard(in, w, h)
		moves := search(board, y, x, 0, maxMoves+1)
		if moves > maxMoves {
			moves = -1
		}
		fmt.Println(moves)
	}
}
