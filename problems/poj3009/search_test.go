package main

import (
	"bytes"
	"math/bits"
	"math/rand"
	"testing"
)

// load returns a search that has read a board and found what is in sight and near.
func load(t *testing.T, g grid) *search {
	t.Helper()
	var text bytes.Buffer
	g.appendTo(&text)
	s := new(search)
	if _, err := s.board.read(newInput(&text), 1); err != nil {
		t.Fatal(err)
	}
	s.fewestMoves()
	s.findNear() // fewestMoves does without if the goal is in sight of the start
	return s
}

// walk makes up to n random moves on the grid and the search alike, as long as the goal is
// out of sight, and returns the square where the stone is then.
func walk(rng *rand.Rand, g *grid, s *search, n int) square {
	at := s.start
	for ; n > 0 && !s.inSight(at); n-- {
		step := steps[rng.Intn(len(steps))]
		stop := slide(g, at, step)
		if stop == at || cell(g, stop+step) != '1' {
			continue
		}
		remove(g, stop+step)
		s.flip(stop + step)
		at = stop
	}
	return at
}

var steps = []square{1, -1, 1 << 5, -1 << 5}

// slide returns the last free square in the direction of step.
func slide(g *grid, at, step square) square {
	for cell(g, at+step) == '0' || cell(g, at+step) == '2' {
		at += step
	}
	return at
}

func cell(g *grid, s square) byte {
	return g.at(int(s.x())-1, int(s.y())-1)
}

func remove(g *grid, s square) {
	g.cells[s.y()-1][s.x()-1] = '0'
}

// TestBoundsAreSound checks, in states some moves into a game, that neither bound gives up a
// stone with enough moves left.
func TestBoundsAreSound(t *testing.T) {
	rng := rand.New(rand.NewSource(2))
	reachable := 0
	for range 3000 {
		g := randomGrid(rng, 2+rng.Intn(9), 2+rng.Intn(9), .5*rng.Float64())
		s := load(t, g)
		at := walk(rng, &g, s, rng.Intn(5))
		const most = 6
		enough := g.fewestFrom(int(at.x())-1, int(at.y())-1, most)
		if enough > most {
			continue
		}
		reachable++
		for left := enough; left < maxMoves; left++ {
			if s.near[left][at.y()]>>at.x()&1 == 0 {
				t.Fatalf("near gives up with %d moves left where %d are enough", left, enough)
			}
			if enough > 1 && !s.mayReach(at, left) {
				t.Fatalf("mayReach gives up with %d moves left where %d are enough", left, enough)
			}
		}
	}
	if reachable < 1000 {
		t.Errorf("only %d states can reach the goal", reachable)
	}
}

// TestLastMoves compares the tests of the last two and three moves with the oracle, for every
// move from a state.
func TestLastMoves(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	times := map[int]int{}
	for range 20000 {
		g := randomGrid(rng, 2+rng.Intn(9), 2+rng.Intn(9), .5*rng.Float64())
		s := load(t, g)
		at := walk(rng, &g, s, rng.Intn(5))
		if s.inSight(at) {
			continue
		}
		columns, rows := s.promising(at)
		for _, step := range steps {
			stop := slide(&g, at, step)
			if stop == at || cell(&g, stop+step) != '1' {
				continue
			}
			after := g
			remove(&after, stop+step)
			want := 1 + after.fewestFrom(int(stop.x())-1, int(stop.y())-1, 2)
			s.best = 1 + maxMoves
			s.lastTwo(stop, step, 0)
			if got := s.best; got != want && (got <= 3 || want <= 3) {
				t.Fatalf("lastTwo finds %d moves, want %d", got, want)
			}
			isPromising := columns>>stop.x()&1 == 1
			if stop.x() == at.x() {
				isPromising = rows>>stop.y()&1 == 1
			}
			if want <= 3 && !isPromising {
				t.Fatalf("%d moves are not promising", want)
			}
			times[want]++
		}
	}
	for _, moves := range []int{2, 3} {
		if times[moves] < 500 {
			t.Errorf("%d moves are enough only %d times", moves, times[moves])
		}
	}
}

func TestSight(t *testing.T) {
	tests := []struct {
		line uint32
		i    uint
		want uint32
	}{
		{0b0_0000_0000, 3, ^uint32(0b1000)},
		{0b0_0100_0000, 3, 0b0_0011_0111},
		{0b0_0100_0010, 3, 0b0_0011_0100},
		{0b0_0001_0100, 3, 0},
		{0b1_1000_0011, 5, 0b0_0101_1100},
	}
	for _, test := range tests {
		if got := sight(test.line, test.i); got != test.want {
			t.Errorf("sight(%b, %d): got %b, want %b", test.line, test.i, got, test.want)
		}
	}
}

// TestSlides compares the two slides of whole rows with one stone taken at a time.
func TestSlides(t *testing.T) {
	rng := rand.New(rand.NewSource(4))
	for range 10000 {
		stones, open := rng.Uint32()&rng.Uint32()&rng.Uint32(), rng.Uint32()|rng.Uint32()
		var right, left uint32
		for rest := stones; rest != 0; rest &= rest - 1 {
			i := bits.TrailingZeros32(rest)
			for j := i + 1; j < 32 && open>>j&1 == 1; j++ {
				right |= 1 << j
			}
			for j := i - 1; j >= 0 && open>>j&1 == 1; j-- {
				left |= 1 << j
			}
		}
		if got := slideRight(stones, open); got != right {
			t.Fatalf("slideRight(%b, %b): got %b, want %b", stones, open, got, right)
		}
		if got := slideLeft(stones, open); got != left {
			t.Fatalf("slideLeft(%b, %b): got %b, want %b", stones, open, got, left)
		}
	}
}

// TestInsert checks that a set of blocks has one list, whatever the order they come in.
func TestInsert(t *testing.T) {
	rng := rand.New(rand.NewSource(5))
	for range 1000 {
		blocks := rng.Perm(660)[:5]
		lists := map[uint64]bool{}
		for range 10 {
			var list uint64
			for _, i := range rng.Perm(len(blocks)) {
				list = insert(list, square(1+blocks[i]))
			}
			lists[list] = true
		}
		if len(lists) != 1 {
			t.Fatalf("the blocks %v have %d lists", blocks, len(lists))
		}
	}
}
