package main

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"
	"time"
)

// plainSearch is the search of lc909, which keeps every square it reaches.
func (b board) plainSearch() (least, kept int) {
	if len(b) == 1 {
		return 0, 0
	}
	start := int32(len(b) - 1)
	seen := make([]uint64, len(b)/64+1)
	seen[start/64] = 1 << (uint32(start) % 64)
	frontier, next := []int32{start}, []int32(nil)
	for rolls := 1; len(frontier) > 0; rolls++ {
		next = b.room(next, frontier)[:0]
		for _, at := range frontier {
			farthest := int32(0)
			if at > 6 {
				farthest = at - 6
			}
			for _, to := range b[farthest:at] {
				word, bit := &seen[uint32(to)/64], uint64(1)<<(uint32(to)%64)
				if *word&bit != 0 {
					continue
				}
				if to == 0 {
					return rolls, kept + len(next)
				}
				*word |= bit
				next = append(next, to)
			}
		}
		kept += len(next)
		frontier, next = next, frontier
	}
	return -1, kept
}

// randomBoard returns a board on which each square holds a jump with the given probability, to any
// square or, if back, only to a square before it.
func randomBoard(rnd *rand.Rand, side int, density float64, back bool) board {
	b := make(board, side*side)
	for i := range b {
		b[i] = int32(i)
		switch {
		case rnd.Float64() >= density:
		case back: // the start is the last of the squares
			b[i] += int32(rnd.Intn(len(b) - i))
		default:
			b[i] = int32(rnd.Intn(len(b)))
		}
	}
	return b
}

func TestPrunedIsPlain(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	for i := 0; i < *boards; i++ {
		b := randomBoard(rnd, 1+rnd.Intn(12), rnd.Float64(), i%2 == 0)
		want, most := b.plainSearch()
		got, kept := b.search()
		if got != want || want == -1 && kept > most {
			t.Fatalf("%v: got %d with %d squares kept, want %d with at most %d",
				b, got, kept, want, most)
		}
	}
}

// BenchmarkSearch compares the search with the plain one, on the same boards in turn: how many
// squares are kept (kept-ratio, plain by pruned) and how long it takes (time-ratio, likewise, the
// median of all rounds; below 1 the pruning would not pay).
func BenchmarkSearch(b *testing.B) {
	for _, side := range []int{6, 20, 100, 1000} {
		for _, density := range []float64{0, .05, .2, .5, .7} {
			for _, back := range []bool{false, true} {
				kind := "uniform"
				if back {
					kind = "backward"
				}
				b.Run(fmt.Sprintf("n=%d/jumps=%v/%s", side, density, kind), func(b *testing.B) {
					benchmarkSearch(b, side, density, back)
				})
			}
		}
	}
}

func benchmarkSearch(b *testing.B, side int, density float64, back bool) {
	rnd := rand.New(rand.NewSource(1))
	pool := make([]board, max(10, 3000/side))
	for i := range pool {
		pool[i] = randomBoard(rnd, side, density, back)
	}
	var ratios []float64
	var plainKept, prunedKept int
	for b.Loop() {
		var plain, pruned time.Duration
		plainKept, plain = searchAll(pool, board.plainSearch)
		prunedKept, pruned = searchAll(pool, board.search)
		ratios = append(ratios, plain.Seconds()/pruned.Seconds())
	}
	slices.Sort(ratios)
	b.ReportMetric(float64(plainKept)/float64(prunedKept), "kept-ratio")
	b.ReportMetric(ratios[len(ratios)/2], "time-ratio")
}

// searchAll searches each board. It returns how many squares were kept in all, and the time.
func searchAll(pool []board, search func(board) (least, kept int)) (int, time.Duration) {
	total, start := 0, time.Now()
	for _, b := range pool {
		_, kept := search(b)
		total += kept
	}
	return total, time.Since(start)
}
