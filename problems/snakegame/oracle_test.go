package main

import (
	"flag"
	"fmt"
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

// play returns where each of the rolls leads, by the rules, from square 1.
func play(rows [][]int, rolls []int) []int {
	holds, at := squares(rows), 1
	reached := make([]int, 0, len(rolls))
	for _, roll := range rolls {
		if at != len(holds) && at+roll <= len(holds) {
			at += roll
			if to := holds[at-1]; to != -1 {
				at = to
			}
		}
		reached = append(reached, at)
	}
	return reached
}

// write writes a game as input. The rolls are left out when there are none.
func write(rows [][]int, rolls []int) string {
	list := fmt.Sprintln(len(rows), rows)
	if len(rolls) > 0 {
		list += fmt.Sprintln(len(rolls), rolls)
	}
	return strings.NewReplacer("[", "", "]", "").Replace(list)
}

// randomGame returns a board of up to 6 rows, of any density, whose plain squares hold -1 or their
// own number, with jumps that lead anywhere, only back or only a little on; and up to 19 rolls.
func randomGame(rnd *rand.Rand) (rows [][]int, rolls []int) {
	side := 1 + rnd.Intn(6)
	goal := side * side
	density, reach := rnd.Float64(), 1+rnd.Intn(goal)
	for r := 0; r < side; r++ {
		var row []int
		for c := 0; c < side; c++ {
			to := -1
			if rnd.Float64() < density {
				to = 1 + rnd.Intn(reach)
			} else if rnd.Intn(2) == 0 {
				to = ownNumber(side, r, c)
			}
			row = append(row, to)
		}
		rows = append(rows, row)
	}
	for n := rnd.Intn(20); n > 0; n-- {
		rolls = append(rolls, 1+rnd.Intn(6))
	}
	return rows, rolls
}

// ownNumber returns the number of the square in row r from the top and column c.
func ownNumber(side, r, c int) int {
	up := side - 1 - r
	if up%2 == 1 {
		c = side - 1 - c
	}
	return up*side + c + 1
}

// expected returns what the program must write for a game.
func expected(rows [][]int, rolls []int) string {
	output := fmt.Sprintln(leastRolls(rows))
	for _, square := range play(rows, rolls) {
		output += fmt.Sprintln(square)
	}
	return output
}

func compare(t *testing.T, rows [][]int, rolls []int) {
	t.Helper()
	input, want := write(rows, rolls), expected(rows, rolls)
	if got := answer(t, strings.NewReader(input)); got != want {
		t.Fatalf("%s: got %q, want %q", input, got, want)
	}
}

func TestOracle(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	for i := 0; i < *boards; i++ {
		rows, rolls := randomGame(rnd)
		compare(t, rows, rolls)
	}
}

// FuzzSolve makes a game of any bytes and compares with the oracle.
func FuzzSolve(f *testing.F) {
	f.Add([]byte{0, 0}, []byte{3, 4})
	f.Add([]byte{1, 0, 4, 0, 3}, []byte{2, 2, 1})
	f.Add([]byte{2, 0, 0, 1, 1, 1, 1, 0, 1, 1}, []byte{6, 6, 6})
	f.Add([]byte{5, 0, 15, 0, 9, 36, 0, 2, 2, 2, 36, 0, 1}, []byte{})
	f.Fuzz(func(t *testing.T, board, dice []byte) {
		if len(board) == 0 {
			return
		}
		side := 1 + int(board[0])%8
		rows := make([][]int, side)
		for i := 0; i < side*side; i++ {
			to := -1
			if i+1 < len(board) && board[i+1] > 0 {
				to = 1 + (int(board[i+1])-1)%(side*side)
			}
			rows[i/side] = append(rows[i/side], to)
		}
		var rolls []int
		for _, die := range dice {
			rolls = append(rolls, 1+int(die)%6)
		}
		compare(t, rows, rolls)
	})
}

var (
	plain = regexp.MustCompile(`^([ \t\n\v\f\r]*-?\d+([ \t\n\v\f\r]|$))*[ \t\n\v\f\r]*$`)
	space = regexp.MustCompile(`[ \t\n\v\f\r]+`)
)

// parse is another reader of the input: by regular expressions, with all of it in memory. It
// reports false when the input is malformed.
func parse(input string) (rows [][]int, rolls []int, valid bool) {
	if !plain.MatchString(input) {
		return nil, nil, false
	}
	var list []int
	for _, token := range space.Split(strings.Trim(input, " \t\n\v\f\r"), -1) {
		v, err := strconv.ParseInt(token, 10, 32)
		if err != nil {
			return nil, nil, false
		}
		list = append(list, int(v))
	}
	if len(list) == 0 || list[0] < 1 || list[0] > 46340 || len(list) < 1+list[0]*list[0] {
		return nil, nil, false
	}
	side := list[0]
	goal := side * side
	for i := 1; i <= goal; i += side {
		rows = append(rows, list[i:i+side])
	}
	for _, to := range list[1 : 1+goal] {
		if to < -1 || to == 0 || to > goal {
			return nil, nil, false
		}
	}
	if list = list[1+goal:]; len(list) == 0 {
		return rows, nil, true
	}
	for _, roll := range list[1:] {
		if roll < 1 || roll > 6 {
			return nil, nil, false
		}
	}
	return rows, list[1:], list[0] == len(list)-1
}

// FuzzRead compares the reader with parse on any input: what is accepted, and as which game.
func FuzzRead(f *testing.F) {
	for _, test := range malformed {
		f.Add(test.input)
	}
	f.Add("2\r\n4 3\r\n1 2\r\n2\r\n1 6")
	f.Add("2 -1 0000000000003\n\n1 2 0")
	f.Fuzz(func(t *testing.T, input string) {
		rows, rolls, valid := parse(input)
		var out strings.Builder
		err := solve(strings.NewReader(input), &out)
		if (err == nil) != valid {
			t.Fatalf("%q: got error %v, want a valid game: %v", input, err, valid)
		}
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\x00") || out.Len() > 0 {
				t.Fatalf("%q: error %q after output %q", input, err, out.String())
			}
			return
		}
		if want := expected(rows, rolls); out.String() != want {
			t.Fatalf("%q: got %q, want %q", input, out.String(), want)
		}
	})
}
