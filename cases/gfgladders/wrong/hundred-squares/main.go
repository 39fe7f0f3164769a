// Wrong: keeps the jumps in an array for a board of 100 squares and panics on a larger one.
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var squares, ladders, snakes int
	fmt.Fscan(in, &squares, &ladders, &snakes)
	var jumps [101]int
	for i := 0; i < ladders+snakes; i++ {
		var from, to int
		fmt.Fscan(in, &from, &to)
		jumps[from] = to
	}

	rolls := map[int]int{1: 0}
	for queue := []int{1}; len(queue) > 0; queue = queue[1:] {
		square := queue[0]
		if square == squares {
			fmt.Println(rolls[square])
			return
		}
		for to := square + 1; to <= min(square+6, squares); to++ {
			end := to
			if jumps[to] != 0 {
				end = jumps[to]
			}
			if _, seen := rolls[end]; !seen {
				rolls[end] = rolls[square] + 1
				queue = append(queue, end)
			}
		}
	}
	fmt.Println(-1)
}
