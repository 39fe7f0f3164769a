// Wrong: stops once the goal lies in the window, though a jump on the goal leads away from it.
package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// readJumps returns the jump of each square 1..n*n in play order; -1 is none.
func readJumps(text string) []int {
	var cells []int
	for _, field := range strings.FieldsFunc(text, func(r rune) bool {
		return strings.ContainsRune("[], \t\r\n", r)
	}) {
		cell, _ := strconv.Atoi(field)
		cells = append(cells, cell)
	}
	n := 1
	if strings.HasPrefix(strings.TrimSpace(text), "[") {
		for n*n < len(cells) {
			n++
		}
	} else {
		n, cells = cells[0], cells[1:]
	}
	jumps := []int{-1}
	for height := 0; height < n; height++ {
		row := cells[(n-1-height)*n:][:n]
		for i := range row {
			if height%2 == 1 {
				i = n - 1 - i
			}
			jumps = append(jumps, row[i])
		}
	}
	return jumps
}

// leastRolls enqueues the ends of jumps and, of a window's plain squares, the deepest unseen one.
func leastRolls(jumps []int) int {
	goal := len(jumps) - 1
	if goal == 1 {
		return 0
	}
	seen := make([]bool, goal+1)
	seen[1] = true
	frontier := []int{1}
	for rolls := 1; len(frontier) > 0; rolls++ {
		var reached []int
		enqueue := func(square int) {
			if !seen[square] {
				seen[square] = true
				reached = append(reached, square)
			}
		}
		for _, square := range frontier {
			if square+6 >= goal {
				return rolls
			}
			deepest := square
			for to := square + 1; to <= square+6; to++ {
				if jumps[to] == goal {
					return rolls
				}
				if jumps[to] > 0 {
					enqueue(jumps[to])
				} else if !seen[to] {
					seen[deepest] = true
					deepest = to
				}
			}
			enqueue(deepest)
		}
		frontier = reached
	}
	return -1
}

func main() {
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		panic(err)
	}
	fmt.Println(leastRolls(readJumps(string(text))))
}
