package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// BenchmarkAgainstCPP runs the program and testdata/dfs.cpp in turn, as whole processes, on
// either half of the hard boards. It reports the ratio of the times, which should be at most
// 0.02 for the first half and 0.12 for the second.
func BenchmarkAgainstCPP(b *testing.B) {
	if _, err := exec.LookPath("g++"); err != nil {
		b.Skip("needs g++ to build the program to compare with")
	}
	dir := b.TempDir()
	goProgram, cppProgram := filepath.Join(dir, "go"), filepath.Join(dir, "cpp")
	output(b, exec.Command("go", "build", "-o", goProgram, "."), nil)
	output(b, exec.Command("g++", "-O2", "-o", cppProgram, "testdata/dfs.cpp"), nil)
	boards := readBoards(b, hardBoards)
	families := []struct {
		name   string
		boards []grid
	}{
		{"hard for plain search", boards[:len(boards)/2]},
		{"hard for this search", boards[len(boards)/2:]},
	}
	for _, family := range families {
		b.Run(family.name, func(b *testing.B) {
			input := inputOf(family.boards)
			var goTime, cppTime time.Duration
			for b.Loop() {
				start := time.Now()
				got := output(b, exec.Command(goProgram), input)
				goTime += time.Since(start)
				start = time.Now()
				want := output(b, exec.Command(cppProgram), input)
				cppTime += time.Since(start)
				if !bytes.Equal(got, want) {
					b.Fatalf("got %q, want %q", got, want)
				}
			}
			b.ReportMetric(float64(goTime)/float64(cppTime), "go/c++")
		})
	}
}

// output runs a command and returns what it prints.
func output(b *testing.B, command *exec.Cmd, input []byte) []byte {
	b.Helper()
	command.Stdin, command.Stderr = bytes.NewReader(input), os.Stderr
	out, err := command.Output()
	if err != nil {
		b.Fatalf("%v: %v", command, err)
	}
	return out
}

// BenchmarkReading is a board that takes reading and hardly any search.
func BenchmarkReading(b *testing.B) {
	g := grid{w: 20, h: 20}
	for y := range g.cells {
		copy(g.cells[y][:], "00010000100000100001")
	}
	g.cells[10][10], g.cells[11][10] = '2', '3'
	const count = 100
	boards := make([]grid, count)
	for i := range boards {
		boards[i] = g
	}
	input := inputOf(boards)
	b.SetBytes(int64(len(input)))
	b.ReportAllocs()
	for b.Loop() {
		var out bytes.Buffer
		if err := solve(bytes.NewReader(input), &out); err != nil {
			b.Fatal(err)
		}
	}
}
