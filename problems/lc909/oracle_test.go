package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var boards = flag.Int("boards", 20000, "how many random boards to compare with the oracle")

// squares lists what the squares 1, 2, ... of a board hold by walking over it as the rules tell.
func squares(rows [][]int) []int {
	var list []int
	for up := range rows {
		row := rows[len(rows)-1-up]
		for step := range row {
			if up%2 == 0 {
				list = append(list, row[step])
			} else {
				list = append(list, row[len(row)-1-step])
			}
		}
	}
	return list
}

// leastRolls is the oracle: it works out on which squares one can stand after exactly 0, 1, 2, ...
// rolls. A shortest walk visits no square twice.
func leastRolls(rows [][]int) int {
	holds := squares(rows)
	goal := len(holds)
	standing := make([]bool, goal+1)
	standing[1] = true
	for rolls := 0; rolls < goal; rolls++ {
		if standing[goal] {
			return rolls
		}
		after := make([]bool, goal+1)
		for square := 1; square <= goal; square++ {
			for die := 1; die <= 6 && standing[square] && square+die <= goal; die++ {
				if to := holds[square+die-1]; to != -1 {
					after[to] = true
				} else {
					after[square+die] = true
				}
			}
		}
		standing = after
	}
	return -1
}

// asRows and asText write a board in the two forms of the input.
func asRows(rows [][]int) string {
	return fmt.Sprintln(len(rows), strings.NewReplacer("[", "", "]", "").Replace(fmt.Sprint(rows)))
}

func asText(rows [][]int) string {
	return strings.ReplaceAll(fmt.Sprint(rows), " ", ",")
}

// randomRows returns a board of up to 7 rows: of any density, with jumps that lead anywhere, only
// back or only a little on.
func randomRows(rnd *rand.Rand) [][]int {
	side := 1 + rnd.Intn(7)
	goal := side * side
	density, reach := rnd.Float64(), 1+rnd.Intn(goal)
	rows := make([][]int, side)
	for r := range rows {
		for c := 0; c < side; c++ {
			to := -1
			if rnd.Float64() < density {
				to = 1 + rnd.Intn(reach)
			}
			rows[r] = append(rows[r], to)
		}
	}
	return rows
}

// compare compares the answer for a board, as write writes it, with the oracle's.
func compare(t *testing.T, rows [][]int, write func([][]int) string) {
	t.Helper()
	input, want := write(rows), fmt.Sprintln(leastRolls(rows))
	if got := answer(t, strings.NewReader(input)); got != want {
		t.Fatalf("%s: got %q, want %q", input, got, want)
	}
}

func TestOracle(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	for i := 0; i < *boards; i += 2 {
		compare(t, randomRows(rnd), asRows)
		compare(t, randomRows(rnd), asText)
	}
}

// FuzzSolve makes a board of any bytes and compares with the oracle.
func FuzzSolve(f *testing.F) {
	f.Add([]byte{1, 0})
	f.Add([]byte{2, 0, 4, 0, 3})
	f.Add([]byte{3, 0, 0, 1, 1, 1, 1, 0, 1, 1})
	f.Add([]byte{6, 0, 15, 0, 9, 36, 0, 2, 2, 2, 36, 0, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		side := 1 + int(data[0])%8
		rows := make([][]int, side)
		for i := 0; i < side*side; i++ {
			to := -1
			if i+1 < len(data) && data[i+1] > 0 {
				to = 1 + (int(data[i+1])-1)%(side*side)
			}
			rows[i/side] = append(rows[i/side], to)
		}
		compare(t, rows, asRows)
		compare(t, rows, asText)
	})
}

const blank = "[ \t\n\v\f\r]"

var (
	aroundMark = regexp.MustCompile(blank + `*([\[\],])` + blank + `*`)
	textForm   = regexp.MustCompile(
		`^` + blank + `*\[(\[-?\d+(,-?\d+)*\](,\[-?\d+(,-?\d+)*\])*)\]` + blank + `*$`)
	number = regexp.MustCompile(`-?\d+`)
	plain  = regexp.MustCompile(`^(` + blank + `*-?\d+(` + blank + `|$))*` + blank + `*$`)
)

// parse is another reader of the input: by regular expressions, with all of it in memory. It
// reports false when the input is malformed.
func parse(input string) ([][]int, bool) {
	var rows [][]int
	if text := textForm.FindStringSubmatch(aroundMark.ReplaceAllString(input, "$1")); text != nil {
		for _, row := range strings.Split(text[1], "],[") {
			rows = append(rows, numbers(row))
		}
	} else if plain.MatchString(input) {
		list := numbers(input)
		if len(list) == 0 || list[0] < 1 || list[0] > 46340 || len(list) != 1+list[0]*list[0] {
			return nil, false
		}
		for side := list[0]; len(rows) < side; {
			rows = append(rows, list[1+len(rows)*side:][:side])
		}
	}
	for _, row := range rows {
		for _, to := range row {
			if len(row) != len(rows) || to < -1 || to == 0 || to > len(rows)*len(rows) {
				return nil, false
			}
		}
	}
	return rows, len(rows) > 0
}

// numbers returns the numbers in text, 0 for one that is too large, which is out of every range.
func numbers(text string) []int {
	var list []int
	for _, digits := range number.FindAllString(text, -1) {
		n, err := strconv.Atoi(digits)
		if err != nil {
			n = 0
		}
		list = append(list, n)
	}
	return list
}

// FuzzRead compares the reader with parse on any input: what is accepted, and as which board.
func FuzzRead(f *testing.F) {
	for _, test := range malformed {
		f.Add(test.input)
	}
	f.Add("2\r\n-1 -1\r\n-1 3\r\n")
	f.Add(" [ [ -1 , -1 ] , [ -1 , 3 ] ] ")
	f.Add("3 -1 2 3 4 5 6 7 8 9")
	f.Fuzz(func(t *testing.T, input string) {
		want, valid := parse(input)
		got, err := readBoard(newScanner(strings.NewReader(input)))
		if (err == nil) != valid {
			t.Fatalf("%q: got error %v, want a valid board: %v", input, err, valid)
		}
		if err != nil {
			if message := err.Error(); strings.ContainsAny(message, "\n\x00") || message == "" {
				t.Fatalf("%q: error %q", input, message)
			}
			return
		}
		for i, to := range squares(want) {
			if to == -1 {
				to = i + 1
			}
			goal := len(got)
			if end := goal - int(got[goal-1-i]); end != to {
				t.Fatalf("%q: square %d leads to %d, want %d", input, i+1, end, to)
			}
		}
		if err := solve(strings.NewReader(input), io.Discard); err != nil {
			t.Fatalf("%q: %v", input, err)
		}
	})
}
