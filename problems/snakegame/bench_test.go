package main

import (
	"io"
	"math/rand"
	"strconv"
	"strings"
	"testing"
)

// BenchmarkSolve reads a board of 1000 rows, 30 % of its squares with a jump to any square, and
// plays a million rolls.
func BenchmarkSolve(b *testing.B) {
	const side, rolls = 1000, 1000000
	rnd := rand.New(rand.NewSource(1))
	input := strconv.AppendInt(nil, side, 10)
	for i := 0; i < side*side; i++ {
		to := -1
		if rnd.Float64() < 0.3 {
			to = 1 + rnd.Intn(side*side)
		}
		input = strconv.AppendInt(append(input, ' '), int64(to), 10)
	}
	text := string(input) + " " + strconv.Itoa(rolls) + strings.Repeat(" 1", rolls)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if err := solve(strings.NewReader(text), io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}
