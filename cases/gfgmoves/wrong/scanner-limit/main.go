// Wrong: bufio.Scanner gives up on a line longer than 64 KiB, and the cells are then missing.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

func readNumbers() []int {
	var numbers []int
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		for _, field := range strings.Fields(lines.Text()) {
			number, _ := strconv.Atoi(field)
			numbers = append(numbers, number)
		}
	}
	return numbers
}

func fewestThrows(jumps []int) int {
	throws := make([]int, len(jumps))
	for cell := range throws {
		throws[cell] = -1
	}
	throws[0] = 0
	for queue := []int{0}; len(queue) > 0; queue = queue[1:] {
		cell := queue[0]
		for next := cell + 1; next <= min(cell+6, len(jumps)-1); next++ {
			to := next
			if jumps[next] >= 0 {
				to = jumps[next]
			}
			if throws[to] < 0 {
				throws[to] = throws[cell] + 1
				queue = append(queue, to)
			}
		}
	}
	return throws[len(jumps)-1]
}

func main() {
	numbers := readNumbers()
	fmt.Println(fewestThrows(numbers[1 : 1+numbers[0]]))
}
