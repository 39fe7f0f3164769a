package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// sample is the example of the problem statement.
const sample = `2 1
3 2
6 6
1 0 0 2 1 0
1 1 0 0 0 0
0 0 0 0 0 3
0 0 0 0 0 0
1 0 0 0 0 1
0 1 1 1 1 1
6 1
1 1 2 1 1 3
6 1
1 0 2 1 1 3
12 1
2 0 1 1 1 1 1 1 1 1 1 3
13 1
2 0 1 1 1 1 1 1 1 1 1 1 3
0 0
`

const sampleAnswers = "1\n4\n-1\n4\n10\n-1\n"

// TestMain runs the program itself where TestExitCodes starts this binary again.
func TestMain(m *testing.M) {
	if os.Getenv("POJ3009_RUN_MAIN") == "1" {
		main()
		return
	}
	os.Exit(m.Run())
}

// answer returns what the program prints for an input.
func answer(t *testing.T, input io.Reader) string {
	t.Helper()
	var out bytes.Buffer
	if err := solve(input, &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestBoards(t *testing.T) {
	tests := []struct {
		name  string
		board string // the rows, without the spaces between squares
		want  int
	}{
		{"start beside goal", "23", 1},
		{"goal beside start", "32", 1},
		{"one column", "30 00 20", 1},
		{"longest free way", "20000000000000000003", 1},
		{"block between start and goal", "213", -1},
		{"block behind the goal", "231", 1},
		{"stops on the goal though the way goes on", "20301", 1},
		{"leaves the board on every side", "20 03", -1},
		{"block removed", "20130", 2},
		{"two blocks removed", "201130", 3},
		{"surrounded by blocks", "010 121 010 003", -1},
		{"surrounded by blocks and the goal", "111 123 111", 1},
		{"goal surrounded by blocks", "0010 2131 0010", -1},
		{"goal surrounded, one square of room", "00010 20131 00010", 2},
		{"back onto the start", "10213", 3},
		{"back over the start", "001010 011000 000101 102010 001030", 6},
		{"goal on the tenth move", "201111111113", 10},
		{"goal on an eleventh move", "2011111111113", -1},
		{"goal on the tenth move up", "30 10 10 10 10 10 10 10 10 10 00 20", 10},
		{"goal on an eleventh move down", "02 00 01 01 01 01 01 01 01 01 01 01 03", -1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			board := parseGrid(test.board)
			if want := board.fewest(); want != test.want {
				t.Fatalf("the oracle says %d, the table %d", want, test.want)
			}
			if got := answers(t, []grid{board})[0]; got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
		})
	}
}

func TestExitCodes(t *testing.T) {
	tests := []struct {
		name                  string
		input                 string
		wantCode              int
		wantStdout, wantError string
	}{
		{"right", sample, 0, sampleAnswers, ""},
		{"malformed", "2 1 2 3 2 1 3 2 2 2 2 3 0 x 2 1 2 3 0 0", 2, "1\n1\n",
			"poj3009: board 3, row 2: want 0-3, got \"x\"\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			program := exec.Command(os.Args[0])
			program.Env = append(os.Environ(), "POJ3009_RUN_MAIN=1")
			program.Stdin = strings.NewReader(test.input)
			program.Stdout, program.Stderr = &stdout, &stderr
			err := program.Run()
			if code := program.ProcessState.ExitCode(); code != test.wantCode {
				t.Errorf("got exit code %d (%v), want %d", code, err, test.wantCode)
			}
			if stdout.String() != test.wantStdout || stderr.String() != test.wantError {
				t.Errorf("got %q and %q, want %q and %q",
					&stdout, &stderr, test.wantStdout, test.wantError)
			}
		})
	}
}
