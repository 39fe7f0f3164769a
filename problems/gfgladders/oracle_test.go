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

type pair struct{ from, to int }

// A game is a board as it is written. It need not be well formed.
type game struct {
	squares         int
	ladders, snakes []pair
}

func (g game) String() string {
	text := fmt.Sprintln(g.squares, len(g.ladders), len(g.snakes))
	for _, jump := range g.jumps() {
		text += fmt.Sprintln(jump.from, jump.to)
	}
	return text
}

func (g game) jumps() []pair { return append(append([]pair(nil), g.ladders...), g.snakes...) }

// valid tells whether the rules allow the game.
func (g game) valid() bool {
	jumps := g.jumps()
	for i, jump := range jumps {
		for _, other := range jumps[:i] {
			if other.from == jump.from {
				return false
			}
		}
		up := i < len(g.ladders)
		if min(jump.from, jump.to) < 1 || max(jump.from, jump.to) > g.squares ||
			jump.from == jump.to || (jump.from < jump.to) != up {
			return false
		}
	}
	return 1 <= g.squares && g.squares <= 10000000
}

// fewestThrows is the oracle: it works out on which squares one can stand after exactly 0, 1, 2,
// ... throws, looking for a jump in the list of them. A shortest walk visits no square twice.
func (g game) fewestThrows() int {
	jumps, standing := g.jumps(), map[int]bool{1: true}
	for throws := 0; throws < g.squares; throws++ {
		if standing[g.squares] {
			return throws
		}
		after := map[int]bool{}
		for square := range standing {
			for die := 1; die <= 6 && square+die <= g.squares; die++ {
				to := square + die
				for _, jump := range jumps {
					if jump.from == square+die {
						to = jump.to
					}
				}
				after[to] = true
			}
		}
		standing = after
	}
	return -1
}

// randomGame returns a game of up to 30 squares with any number of ladders and snakes.
func randomGame(rnd *rand.Rand) game {
	g := game{squares: 1 + rnd.Intn(30)}
	density, up := rnd.Float64(), rnd.Float64()
	for _, square := range rnd.Perm(g.squares) {
		from := square + 1
		switch {
		case rnd.Float64() > density:
		case rnd.Float64() < up && from < g.squares:
			g.ladders = append(g.ladders, pair{from, from + 1 + rnd.Intn(g.squares-from)})
		case from > 1:
			g.snakes = append(g.snakes, pair{from, 1 + rnd.Intn(from-1)})
		}
	}
	return g
}

func TestOracle(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	for i := 0; i < *boards; i++ {
		g := randomGame(rnd)
		want := fmt.Sprintln(g.fewestThrows())
		if got := answer(t, strings.NewReader(g.String())); got != want {
			t.Fatalf("%s: got %q, want %q", g, got, want)
		}
	}
}

// FuzzSolve makes a game of any bytes, which the rules may forbid, and compares with the oracle.
func FuzzSolve(f *testing.F) {
	f.Add(uint8(1), uint8(0), []byte{})
	f.Add(uint8(9), uint8(1), []byte{1, 9, 8, 2})
	f.Add(uint8(30), uint8(2), []byte{3, 22, 5, 8, 27, 1, 21, 9})
	f.Add(uint8(9), uint8(0), []byte{2, 1, 3, 1, 4, 1, 5, 1, 6, 1, 7, 1})
	f.Fuzz(func(t *testing.T, squares, ladders uint8, ends []byte) {
		if len(ends) > 100 {
			return
		}
		g := game{squares: int(squares % 64)}
		for i := 0; i+1 < len(ends); i += 2 {
			jump := pair{int(ends[i]), int(ends[i+1])}
			if i/2 < int(ladders) {
				g.ladders = append(g.ladders, jump)
			} else {
				g.snakes = append(g.snakes, jump)
			}
		}
		var out strings.Builder
		err := solve(strings.NewReader(g.String()), &out)
		if (err == nil) != g.valid() {
			t.Fatalf("%s: got error %v, want a valid game: %v", g, err, g.valid())
		}
		if want := fmt.Sprintln(g.fewestThrows()); err == nil && out.String() != want {
			t.Fatalf("%s: got %q, want %q", g, out.String(), want)
		}
	})
}

var (
	plain = regexp.MustCompile(`^([ \t\n\v\f\r]*-?\d+([ \t\n\v\f\r]|$))*[ \t\n\v\f\r]*$`)
	space = regexp.MustCompile(`[ \t\n\v\f\r]+`)
)

// parse is another reader of the input: by regular expressions, with all of it in memory. It
// reports false when the input is malformed.
func parse(input string) (game, bool) {
	var list []int
	for _, token := range space.Split(input, -1) {
		if token == "" {
			continue
		}
		v, err := strconv.ParseInt(token, 10, 32)
		if err != nil {
			return game{}, false
		}
		list = append(list, int(v))
	}
	if !plain.MatchString(input) || len(list) < 3 || list[1] < 0 || list[2] < 0 ||
		len(list) != 3+2*list[1]+2*list[2] {
		return game{}, false
	}
	g := game{squares: list[0]}
	for i := 3; i < len(list); i += 2 {
		jump := pair{list[i], list[i+1]}
		if len(g.ladders) < list[1] {
			g.ladders = append(g.ladders, jump)
		} else {
			g.snakes = append(g.snakes, jump)
		}
	}
	return g, g.valid()
}

// FuzzRead compares the reader with parse on any input: what is accepted, and as which board.
func FuzzRead(f *testing.F) {
	for _, test := range malformed {
		f.Add(test.input)
	}
	f.Add("30 2 1\r\n3 22\r\n5 8\t\t27\r\n1")
	f.Add("000000000020 1 0 -0 \n\n 00000000013 14")
	f.Fuzz(func(t *testing.T, input string) {
		want, valid := parse(input)
		got, err := readBoard(newScanner(strings.NewReader(input)))
		if (err == nil) != valid {
			t.Fatalf("%q: got error %v, want a valid board: %v", input, err, valid)
		}
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\x00") {
				t.Fatalf("%q: error %q", input, err)
			}
			return
		}
		jumps := 0
		for _, to := range got {
			if to != 0 {
				jumps++
			}
		}
		if len(got) != want.squares+1 || jumps != len(want.jumps()) {
			t.Fatalf("%q: got %d squares and %d jumps, want %s", input, len(got)-1, jumps, want)
		}
		for _, jump := range want.jumps() {
			if int(got[jump.from]) != jump.to {
				t.Fatalf("%q: %d leads to %d, want %d", input, jump.from, got[jump.from], jump.to)
			}
		}
	})
}
