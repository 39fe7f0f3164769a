package main

import (
	"bytes"
	"io"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"
)

// largeInput returns a board of 2000 rows, 30 % of its squares with a jump to any square.
func largeInput() []byte {
	const side = 2000
	rnd := rand.New(rand.NewSource(1))
	input := strconv.AppendInt(nil, side, 10)
	for i := 0; i < side*side; i++ {
		separator, to := byte(' '), -1
		if i%side == 0 {
			separator = '\n'
		}
		if rnd.Float64() < 0.3 {
			to = 1 + rnd.Intn(side*side)
		}
		input = strconv.AppendInt(append(input, separator), int64(to), 10)
	}
	return append(input, '\n')
}

func BenchmarkSolve(b *testing.B) {
	input := largeInput()
	b.SetBytes(int64(len(input)))
	b.ReportAllocs()
	for b.Loop() {
		if err := solve(bytes.NewReader(input), io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkProcess runs the program and its C++ twin in turn, each as a whole process from start
// to end, and reports the median of the ratios of their times. The twin may be 1.2 times as fast.
func BenchmarkProcess(b *testing.B) {
	compiler, err := exec.LookPath("g++")
	if err != nil {
		b.Skip("no g++ to compile the C++ twin: ", err)
	}
	dir := b.TempDir()
	ours, twin := filepath.Join(dir, "ours"), filepath.Join(dir, "twin")
	build(b, "go", "build", "-o", ours, ".")
	build(b, compiler, "-O2", "-o", twin, filepath.Join("testdata", "ref.cpp"))
	input := filepath.Join(dir, "input")
	if err := os.WriteFile(input, largeInput(), 0o600); err != nil {
		b.Fatal(err)
	}
	var ratios []float64
	for b.Loop() {
		got, took := run(b, ours, input)
		want, twinTook := run(b, twin, input)
		if got != want {
			b.Fatalf("got %q, the C++ twin %q", got, want)
		}
		ratios = append(ratios, took.Seconds()/twinTook.Seconds())
	}
	slices.Sort(ratios)
	b.ReportMetric(ratios[len(ratios)/2], "go/C++")
}

func build(b *testing.B, name string, args ...string) {
	b.Helper()
	if output, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		b.Fatalf("%s: %v\n%s", name, err, output)
	}
}

// run runs a program on an input file and returns what it printed and how long that took.
func run(b *testing.B, program, input string) (string, time.Duration) {
	b.Helper()
	stdin, err := os.Open(input)
	if err != nil {
		b.Fatal(err)
	}
	defer stdin.Close()
	cmd := exec.Command(program)
	cmd.Stdin = stdin
	start := time.Now()
	output, err := cmd.Output()
	if err != nil {
		b.Fatalf("%s: %v", program, err)
	}
	return string(output), time.Since(start)
}
