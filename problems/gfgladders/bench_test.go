package main

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// BenchmarkSolve reads 500,000 ladders and as many snakes on a board of two million squares.
func BenchmarkSolve(b *testing.B) {
	const each = 500000
	var text strings.Builder
	fmt.Fprintln(&text, 4*each, each, each)
	for i := 1; i <= each; i++ {
		fmt.Fprintln(&text, 4*i-2, 4*i)
	}
	for i := 1; i <= each; i++ {
		fmt.Fprintln(&text, 4*i-1, 4*i-3)
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if err := solve(strings.NewReader(text.String()), io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}
