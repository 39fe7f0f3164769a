// Wrong: takes the jump on the first square before the first roll.
package main

import (
	"bufio"
	"fmt"
	"os"
)

// readEnds returns where a roll onto each square 1..n*n ends.
func readEnds(in *bufio.Reader) []int {
	var n int
	fmt.Fscan(in, &n)
	ends := make([]int, n*n+1)
	for height := n - 1; height >= 0; height-- {
		for i := 0; i < n; i++ {
			square := height*n + i + 1
			if height%2 == 1 {
				square = height*n + n - i
			}
			fmt.Fscan(in, &ends[square])
			if ends[square] == -1 {
				ends[square] = square
			}
		}
	}
	return ends
}

func leastRolls(ends []int) int {
	goal := len(ends) - 1
	rolls := map[int]int{ends[1]: 0}
	for queue := []int{ends[1]}; len(queue) > 0; queue = queue[1:] {
		square := queue[0]
		if square == goal {
			return rolls[square]
		}
		for next := square + 1; next <= min(square+6, goal); next++ {
			if _, seen := rolls[ends[next]]; !seen {
				rolls[ends[next]] = rolls[square] + 1
				queue = append(queue, ends[next])
			}
		}
	}
	return -1
}

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	ends := readEnds(in)
	fmt.Fprintln(out, leastRolls(ends))

	var count, roll int
	fmt.Fscan(in, &count)
	square, goal := ends[1], len(ends)-1
	for i := 0; i < count; i++ {
		fmt.Fscan(in, &roll)
		if square != goal && square+roll <= goal {
			square = ends[square+roll]
		}
		fmt.Fprintln(out, square)
	}
}
