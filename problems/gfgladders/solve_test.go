package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

// TestMain runs the program itself when a test starts this binary again to see how it ends.
func TestMain(m *testing.M) {
	if os.Getenv("TEST_AS_PROGRAM") != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// answer returns what solve writes for input, which must be well formed.
func answer(t testing.TB, input io.Reader) string {
	t.Helper()
	var out strings.Builder
	if err := solve(input, &out); err != nil {
		t.Fatalf("solve: %v", err)
	}
	return out.String()
}

func TestAnswers(t *testing.T) {
	for _, test := range []struct{ name, input, want string }{
		{"a hundred squares", "100 4 3  6 46 19 43 52 71 57 98  47 9 62 40 96 75", "4"},
		{"thirty squares", "30 4 4  3 22 5 8 11 26 20 29  27 1 21 9 17 4 19 7", "3"},
		{"one square", "1 0 0", "0"},
		{"one window", "7 0 0", "1"},
		{"two windows", "8 0 0", "2"},
		{"the largest board", "10000000 0 0", "1666667"},
		{"six snakes in a row", "9 0 6  2 1 3 1 4 1 5 1 6 1 7 1", "-1"},
		{"five snakes in a row", "9 0 5  2 1 3 1 4 1 5 1 6 1", "2"},
		{"every square but the first a snake", "4 0 3  2 1 3 2 4 3", "-1"},
		{"every square but the last a ladder", "4 3 0  1 2 2 3 3 4", "1"},
		{"a ladder on the first square is not climbed", "9 1 0  1 9", "2"},
		{"a snake on the last square is taken", "3 0 1  3 1", "-1"},
		{"which is won by a ladder that ends there", "3 1 1  2 3  3 1", "1"},
		{"no second jump begins", "20 2 0  2 14  14 20", "2"},
		{"leading zeros", "00000000000000000000000000000000009 00 -0", "2"},
	} {
		if got := answer(t, strings.NewReader(test.input)); got != test.want+"\n" {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestLayouts gives one board in every layout, and in pieces of any size.
func TestLayouts(t *testing.T) {
	const board = "20\n1 1\n2 13 \n14 3\n"
	for _, input := range []string{
		board,
		strings.TrimSpace(board),
		strings.ReplaceAll(board, "\n", "\r\n"),
		strings.ReplaceAll(board, "\n", "\r"),
		strings.ReplaceAll(board, "\n", " "),
		strings.ReplaceAll(board, " ", "\t\v\f"),
		strings.ReplaceAll(board, " ", "\n\n\n"),
		"\r\n \t" + board + "\n\n \r\n",
	} {
		for name, read := range map[string]func(io.Reader) io.Reader{
			"whole":         func(r io.Reader) io.Reader { return r },
			"byte by byte":  iotest.OneByteReader,
			"end with data": iotest.DataErrReader,
		} {
			if got := answer(t, read(strings.NewReader(input))); got != "3\n" {
				t.Errorf("%q, %s: got %q, want %q", input, name, got, "3\n")
			}
		}
	}
}

// outcome returns all that solve gives for input.
func outcome(input string) string {
	var out strings.Builder
	err := solve(strings.NewReader(input), &out)
	return fmt.Sprintf("%q, error %v", out.String(), err)
}

// TestBufferEdge moves a board across the end of the first buffer, byte by byte.
func TestBufferEdge(t *testing.T) {
	size := len(newScanner(nil).buf)
	for _, board := range []string{"20 1 1 0000000002 13 14 3", "20 1 0 2 2"} {
		for space := size - len(board) - 1; space <= size; space++ {
			got := outcome(strings.Repeat(" ", space) + board)
			if want := outcome(board); got != want {
				t.Fatalf("%q after %d blanks: got %s, want %s", board, space, got, want)
			}
		}
	}
}

// ladders writes that many ladders, from each even square to the next.
func ladders(count int) string {
	var list strings.Builder
	for foot := 2; foot <= 2*count; foot += 2 {
		fmt.Fprintf(&list, " %d %d", foot, foot+1)
	}
	return list.String()
}

// TestMillionNumbers reads a million numbers from a single line.
func TestMillionNumbers(t *testing.T) {
	input := "2000000 500000 0" + ladders(500000)
	if got := answer(t, strings.NewReader(input)); got != "333334\n" {
		t.Errorf("got %q, want %q", got, "333334\n")
	}
}

var malformed = []struct{ input, want string }{
	{"", `squares: want 1-10000000, got end of input`},
	{" \r\n", `squares: want 1-10000000, got end of input`},
	{"0 0 0", `squares: want 1-10000000, got "0"`},
	{"1000000000 0 0", `squares: want 1-10000000, got "1000000000"`},
	{"30", `ladders: want 0-29, got end of input`},
	{"30 30", `ladders: want 0-29, got "30"`},
	{"30 -1", `ladders: want 0-29, got "-1"`},
	{"30 0", `snakes: want 0-29, got end of input`},
	{"30 0 30", `snakes: want 0-29, got "30"`},
	{"30 9 22", `snakes: want 0-21, got "22"`},
	{"1 0 1", `snakes: want 0-0, got "1"`},
	{"30 2 0 4 9", `ladder 2, foot: want 1-29, got end of input`},
	{"30 2 0 4 9 30", `ladder 2, foot: want 1-29, got "30"`},
	{"30 2 0 4 9 0", `ladder 2, foot: want 1-29, got "0"`},
	{"30 2 0 4 9 4", `ladder 2, foot: want a square where no other jump starts, got "4"`},
	{"30 2 0 4 9 5", `ladder 2, top: want 6-30, got end of input`},
	{"30 2 0 4 9 5 31", `ladder 2, top: want 6-30, got "31"`},
	{"30 2 0 4 9 5 5", `ladder 2, top: want 6-30, got "5"`},
	{"30 2 0 4 9 9 5", `ladder 2, top: want 10-30, got "5"`},
	{"30 1 1 4 9", `snake 1, head: want 2-30, got end of input`},
	{"30 1 1 4 9 1", `snake 1, head: want 2-30, got "1"`},
	{"30 1 1 4 9 31", `snake 1, head: want 2-30, got "31"`},
	{"30 1 1 4 9 4", `snake 1, head: want a square where no other jump starts, got "4"`},
	{"30 0 2 9 4 9 4", `snake 2, head: want a square where no other jump starts, got "9"`},
	{"30 0 1 9", `snake 1, tail: want 1-8, got end of input`},
	{"30 0 1 9 9", `snake 1, tail: want 1-8, got "9"`},
	{"30 0 1 9 0", `snake 1, tail: want 1-8, got "0"`},
	{"30 1 0 - 9", `ladder 1, foot: want 1-29, got "-"`},
	{"30 1 0 -- 9", `ladder 1, foot: want 1-29, got "--"`},
	{"30 1 0 +1 9", `ladder 1, foot: want 1-29, got "+1"`},
	{"30 1 0 1- 9", `ladder 1, foot: want 1-29, got "1-"`},
	{"30 1 0 1.0 9", `ladder 1, foot: want 1-29, got "1.0"`},
	{"30 1 0 0x1 9", `ladder 1, foot: want 1-29, got "0x1"`},
	{"30 1 0 1e0 9", `ladder 1, foot: want 1-29, got "1e0"`},
	{"30 1 0 1, 9", `ladder 1, foot: want 1-29, got "1,"`},
	{"30 1 0 1\x00 9", `ladder 1, foot: want 1-29, got "1\x00"`},
	{"30 1 0 \x00 9", `ladder 1, foot: want 1-29, got "\x00"`},
	{"30 1 0 \x1b[0m 9", `ladder 1, foot: want 1-29, got "\x1b[0m"`},
	{"30 1 0 \x85\xa0 9", `ladder 1, foot: want 1-29, got "\x85\xa0"`},
	{"30 1 0 \ufeff1 9", `ladder 1, foot: want 1-29, got "\ufeff1"`},
	{"30 1 0 4294967297 9", `ladder 1, foot: want 1-29, got "4294967297"`},
	{"30 1 0 -4294967297 9", `ladder 1, foot: want 1-29, got "-4294967297"`},
	{"30 1 0 18446744073709551617 9", `ladder 1, foot: want 1-29, got "18446744073709551617"`},
	{"30 1 0 99999999999999999999999999 9",
		`ladder 1, foot: want 1-29, got "999999999999999999999999" and more`},
	{"30 0 0 7", `after the last jump: want end of input, got "7"`},
	{"30 1 0 4 9\n\x00", `after the last jump: want end of input, got "\x00"`},
}

func TestMalformed(t *testing.T) {
	for _, test := range malformed {
		for _, tail := range []string{"", "            "} { // read byte by byte, and at once
			got, want := outcome(test.input+tail), fmt.Sprintf(`"", error %s`, test.want)
			if got != want {
				t.Errorf("%q: got %s, want %s", test.input+tail, got, want)
			}
		}
	}
}

// TestReadError stops the input anywhere with an error, which must not pass for its end.
func TestReadError(t *testing.T) {
	broken := errors.New("cable pulled")
	const input = "30 1 1 4 9 7 3"
	for n := 0; n <= len(input); n++ {
		r := io.MultiReader(strings.NewReader(input[:n]), iotest.ErrReader(broken))
		if err := solve(r, io.Discard); !errors.Is(err, broken) {
			t.Errorf("after %q: got error %v, want %v", input[:n], err, broken)
		}
	}
	half := io.MultiReader(strings.NewReader("30 1 1 4"), iotest.ErrReader(broken))
	err := solve(half, io.Discard)
	if got, want := fmt.Sprint(err), "ladder 1, foot: cable pulled"; got != want {
		t.Errorf("got error %s, want %s", got, want)
	}
}

type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

func TestReaderThatReturnsNothing(t *testing.T) {
	if err := solve(idle{}, io.Discard); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("got error %v, want %v", err, io.ErrNoProgress)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteError(t *testing.T) {
	err := solve(strings.NewReader("1 0 0"), full{})
	if got, want := fmt.Sprint(err), "output: disk full"; got != want {
		t.Errorf("got error %s, want %s", got, want)
	}
}

// allocated returns how much solve allocates on input, in bytes and in number.
func allocated(input string) (size, number uint64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	solve(strings.NewReader(input), io.Discard)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc, after.Mallocs - before.Mallocs
}

func TestAllocations(t *testing.T) {
	if size, _ := allocated("10000000 9999999 0 1"); size > 48<<20 {
		t.Errorf("the claim of a large board allocates %d bytes", size)
	}
	if _, number := allocated("100000 50000 0" + ladders(50000)); number > 100 {
		t.Errorf("100000 numbers take %d allocations", number)
	}
}

// TestProgram sees what the process itself does: streams and exit code.
func TestProgram(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ input, want string }{
		{"7 0 0\n", `stdout "1\n", stderr "", exit code 0`},
		{"7 1 0\n3 2\n",
			`stdout "", stderr "gfgladders: ladder 1, top: want 4-7, got \"2\"\n", exit code 2`},
	} {
		var stdout, stderr bytes.Buffer
		cmd := exec.Command(self)
		cmd.Env = append(os.Environ(), "TEST_AS_PROGRAM=1")
		cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(test.input), &stdout, &stderr
		if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("stdout %q, stderr %q, exit code %d",
			stdout.String(), stderr.String(), cmd.ProcessState.ExitCode())
		if got != test.want {
			t.Errorf("%q: got %s, want %s", test.input, got, test.want)
		}
	}
}
