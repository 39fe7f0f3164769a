// Wrong: takes squares from the end of the queue, so it is a stack and the search depth-first.
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

func leastRolls(jumps []int) int {
	goal := len(jumps) - 1
	rolls := map[int]int{1: 0}
	queue := []int{1}
	for len(queue) > 0 {
		square := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if square == goal {
			return rolls[square]
		}
		for to := square + 1; to <= min(square+6, goal); to++ {
			end := to
			if jumps[to] > 0 {
				end = jumps[to]
			}
			if _, seen := rolls[end]; !seen {
				rolls[end] = rolls[square] + 1
				queue = append(queue, end)
			}
		}
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
