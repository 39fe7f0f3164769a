package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"reflect"
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
		{"thirty cells",
			"30 -1 -1 21 -1 7 -1 -1 -1 -1 -1 25 -1 -1 -1 -1 -1 3 -1 6 28 8 -1 -1 -1 -1 -1 0 " +
				"-1 -1 -1", "3"},
		{"one cell", "1 -1", "0"},
		{"one cell that holds itself", "1 0", "0"},
		{"two cells", "2 -1 -1", "1"},
		{"one window", "7 -1 -1 -1 -1 -1 -1 -1", "1"},
		{"two windows", "8 -1 -1 -1 -1 -1 -1 -1 -1", "2"},
		{"six snakes in a row", "8 -1 0 0 0 0 0 0 -1", "-1"},
		{"five snakes in a row", "8 -1 0 0 0 0 0 -1 -1", "2"},
		{"every cell sends to the first", "4 0 0 0 0", "-1"},
		{"every cell holds itself", "8 0 1 2 3 4 5 6 7", "2"},
		{"a jump on the first cell is not made", "9 8 -1 -1 -1 -1 -1 -1 -1 -1", "2"},
		{"a jump on the last cell is made", "3 -1 -1 0", "-1"},
		{"which is won by a jump that ends there", "3 -1 2 0", "1"},
		{"no second jump begins",
			"20 -1 13 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 19 -1 -1 -1 -1 -1 -1", "2"},
		{"leading zeros", "0000000000000000000000000000000002 -01 000000000000000000001", "1"},
	} {
		if got := answer(t, strings.NewReader(test.input)); got != test.want+"\n" {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestLayouts gives one board in every layout, and in pieces of any size.
func TestLayouts(t *testing.T) {
	const board = "8\n-1 -1 5 -1 -1\n-1 -1 -1\n"
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
			if got := answer(t, read(strings.NewReader(input))); got != "2\n" {
				t.Errorf("%q, %s: got %q, want %q", input, name, got, "2\n")
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
	for _, board := range []string{"3 -1 0000000002 0", "3 -1 -0000001 0", "3 -1 -1 3"} {
		for space := size - len(board) - 1; space <= size; space++ {
			got := outcome(strings.Repeat(" ", space) + board)
			if want := outcome(board); got != want {
				t.Fatalf("%q after %d blanks: got %s, want %s", board, space, got, want)
			}
		}
	}
}

// TestMillionNumbers reads a million numbers from a single line.
func TestMillionNumbers(t *testing.T) {
	input := "1000000" + strings.Repeat(" -1", 1000000)
	if got := answer(t, strings.NewReader(input)); got != "166667\n" {
		t.Errorf("got %q, want %q", got, "166667\n")
	}
}

var malformed = []struct{ input, want string }{
	{"", `size: want 1-2147483647, got end of input`},
	{" \r\n", `size: want 1-2147483647, got end of input`},
	{"0", `size: want 1-2147483647, got "0"`},
	{"-1", `size: want 1-2147483647, got "-1"`},
	{"2147483648", `size: want 1-2147483647, got "2147483648"`},
	{"1000000000 -1", `cell 1: want -1 or 0-999999999, got end of input`},
	{"3 -1 -1", `cell 2: want -1 or 0-2, got end of input`},
	{"3 -1 3 -1", `cell 1: want -1 or 0-2, got "3"`},
	{"3 -1 -2 -1", `cell 1: want -1 or 0-2, got "-2"`},
	{"1 1", `cell 0: want -1 or 0-0, got "1"`},
	{"3 -1 - -1", `cell 1: want -1 or 0-2, got "-"`},
	{"3 -1 -- -1", `cell 1: want -1 or 0-2, got "--"`},
	{"3 -1 +1 -1", `cell 1: want -1 or 0-2, got "+1"`},
	{"3 -1 1- -1", `cell 1: want -1 or 0-2, got "1-"`},
	{"3 -1 1.0 -1", `cell 1: want -1 or 0-2, got "1.0"`},
	{"3 -1 0x1 -1", `cell 1: want -1 or 0-2, got "0x1"`},
	{"3 -1 1e0 -1", `cell 1: want -1 or 0-2, got "1e0"`},
	{"3 -1 1, -1", `cell 1: want -1 or 0-2, got "1,"`},
	{"3 -1 1\x00 -1", `cell 1: want -1 or 0-2, got "1\x00"`},
	{"3 -1 \x00 -1", `cell 1: want -1 or 0-2, got "\x00"`},
	{"3 -1 \x1b[0m -1", `cell 1: want -1 or 0-2, got "\x1b[0m"`},
	{"3 -1 \x85\xa0 -1", `cell 1: want -1 or 0-2, got "\x85\xa0"`},
	{"3 -1 \ufeff1 -1", `cell 1: want -1 or 0-2, got "\ufeff1"`},
	{"3 -1 4294967297 -1", `cell 1: want -1 or 0-2, got "4294967297"`},
	{"3 -1 -4294967297 -1", `cell 1: want -1 or 0-2, got "-4294967297"`},
	{"3 -1 18446744073709551617 -1", `cell 1: want -1 or 0-2, got "18446744073709551617"`},
	{"3 -1 99999999999999999999999999 -1",
		`cell 1: want -1 or 0-2, got "999999999999999999999999" and more`},
	{"3 -1 -1 -1 7", `after cell 2: want end of input, got "7"`},
	{"3 -1 -1 -1\n\x00", `after cell 2: want end of input, got "\x00"`},
	{"3 -1 -1 -1\x00", `cell 2: want -1 or 0-2, got "-1\x00"`},
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
	const input = "3 -1 -1 -1"
	for n := 0; n <= len(input); n++ {
		r := io.MultiReader(strings.NewReader(input[:n]), iotest.ErrReader(broken))
		if err := solve(r, io.Discard); !errors.Is(err, broken) {
			t.Errorf("after %q: got error %v, want %v", input[:n], err, broken)
		}
	}
	err := solve(io.MultiReader(strings.NewReader("3 -1 1"), iotest.ErrReader(broken)), io.Discard)
	if got, want := fmt.Sprint(err), "cell 1: cable pulled"; got != want {
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
	err := solve(strings.NewReader("1 -1"), full{})
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
	if size, _ := allocated("2147483647 -1"); size > 80<<20 {
		t.Errorf("the claim of a large board allocates %d bytes", size)
	}
	if _, number := allocated("90000" + strings.Repeat(" -1", 90000)); number > 100 {
		t.Errorf("90000 numbers take %d allocations", number)
	}
}

func TestReserve(t *testing.T) {
	b := board{3, 1, 4}[:3:3]
	if got := b.reserve(0, 9); cap(got) != 3 {
		t.Errorf("nothing more: got room for %d, want 3", cap(got))
	}
	if got := b.reserve(3, 9); cap(got) != 9 || !reflect.DeepEqual(got, b) {
		t.Errorf("all there is: got %v with room for %d, want %v with room for 9", got, cap(got), b)
	}
	if got := b.reserve(3, 1<<30); cap(got) != firstRoom {
		t.Errorf("a large claim: got room for %d, want %d", cap(got), firstRoom)
	}
	b = make(board, firstRoom/4)
	if got := b.reserve(1, 1<<30); cap(got) != 2*firstRoom || len(got) != len(b) {
		t.Errorf("growth: got %d with room for %d, want %d", len(got), cap(got), 2*firstRoom)
	}
}

// TestProgram sees what the process itself does: streams and exit code.
func TestProgram(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ input, want string }{
		{"3 -1 -1 -1\n", `stdout "1\n", stderr "", exit code 0`},
		{"3\n-1 x -1\n",
			`stdout "", stderr "gfgmoves: cell 1: want -1 or 0-2, got \"x\"\n", exit code 2`},
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
