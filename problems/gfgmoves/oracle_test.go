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

// fewestThrows is the oracle: it works out on which cells one can stand after exactly 0, 1, 2, ...
// throws. A shortest walk visits no cell twice.
func fewestThrows(moves []int) int {
	goal := len(moves) - 1
	standing := make([]bool, len(moves))
	standing[0] = true
	for throws := range moves {
		if standing[goal] {
			return throws
		}
		after := make([]bool, len(moves))
		for cell := range moves {
			for die := 1; die <= 6 && standing[cell] && cell+die <= goal; die++ {
				if to := moves[cell+die]; to != -1 {
					after[to] = true
				} else {
					after[cell+die] = true
				}
			}
		}
		standing = after
	}
	return -1
}

// randomMoves returns a board of up to 50 cells: of any density, with jumps that lead anywhere,
// only back or only a little on.
func randomMoves(rnd *rand.Rand) []int {
	moves := make([]int, 1+rnd.Intn(50))
	density, reach := rnd.Float64(), 1+rnd.Intn(len(moves))
	for cell := range moves {
		moves[cell] = -1
		if rnd.Float64() < density {
			moves[cell] = rnd.Intn(reach)
		}
	}
	return moves
}

func compare(t *testing.T, moves []int) {
	t.Helper()
	input := fmt.Sprintln(len(moves), strings.Trim(fmt.Sprint(moves), "[]"))
	want := fmt.Sprintln(fewestThrows(moves))
	if got := answer(t, strings.NewReader(input)); got != want {
		t.Fatalf("%s: got %q, want %q", input, got, want)
	}
}

func TestOracle(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	for i := 0; i < *boards; i++ {
		compare(t, randomMoves(rnd))
	}
}

// FuzzSolve makes a board of any bytes, a cell each, and compares with the oracle.
func FuzzSolve(f *testing.F) {
	f.Add([]byte{0})
	f.Add([]byte{0, 3, 1})
	f.Add([]byte{0, 1, 1, 1, 1, 1, 1, 0})
	f.Add([]byte{0, 0, 22, 0, 8, 0, 0, 0, 0, 0, 26, 0, 0, 0, 0, 0, 4, 0, 7, 29, 9, 0, 0, 0, 0, 0, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 || len(data) > 300 {
			return
		}
		moves := make([]int, len(data))
		for cell, to := range data {
			moves[cell] = int(to)%(len(data)+1) - 1
		}
		compare(t, moves)
	})
}

var (
	plain = regexp.MustCompile(`^([ \t\n\v\f\r]*-?\d+([ \t\n\v\f\r]|$))*[ \t\n\v\f\r]*$`)
	space = regexp.MustCompile(`[ \t\n\v\f\r]+`)
)

// parse is another reader of the input: by regular expressions, with all of it in memory. It
// reports false when the input is malformed.
func parse(input string) ([]int, bool) {
	if !plain.MatchString(input) {
		return nil, false
	}
	var list []int
	for _, token := range space.Split(input, -1) {
		if token == "" {
			continue
		}
		v, err := strconv.ParseInt(token, 10, 32)
		if err != nil {
			return nil, false
		}
		list = append(list, int(v))
	}
	if len(list) == 0 || list[0] < 1 || len(list) != 1+list[0] {
		return nil, false
	}
	for _, to := range list[1:] {
		if to < -1 || to >= list[0] {
			return nil, false
		}
	}
	return list[1:], true
}

// FuzzRead compares the reader with parse on any input: what is accepted, and as which board.
func FuzzRead(f *testing.F) {
	for _, test := range malformed {
		f.Add(test.input)
	}
	f.Add("3\r\n-1 2\t0\r\n")
	f.Add("4 -1 -00000003 \n\n 000000000002 -1")
	f.Fuzz(func(t *testing.T, input string) {
		want, valid := parse(input)
		got, err := readBoard(newScanner(strings.NewReader(input)))
		if (err == nil) != valid {
			t.Fatalf("%q: got error %v, want a valid board: %v", input, err, valid)
		}
		if err != nil && strings.ContainsAny(err.Error(), "\n\x00") {
			t.Fatalf("%q: error %q", input, err)
		}
		for cell, to := range want {
			if to == -1 {
				to = cell
			}
			if int(got[cell]) != to {
				t.Fatalf("%q: cell %d leads to %d, want %d", input, cell, got[cell], to)
			}
		}
	})
}
