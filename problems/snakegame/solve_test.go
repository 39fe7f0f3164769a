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
		{"the labelled board",
			"6  36 35 22 33 32 20  12 26 27 28 29 30  24 35 22 28 5 19  13 14 22 2 17 18  " +
				"12 14 10 9 8 7  1 2 3 4 5 18", "3"},
		{"the labelled board, played",
			"6  36 35 22 33 32 20  12 26 27 28 29 30  24 35 22 28 5 19  13 14 22 2 17 18  " +
				"12 14 10 9 8 7  1 2 3 4 5 18  4  5 5 1 6", "3\n18\n35\n36\n36"},
		{"-1 is plain too", "2 -1 3 1 -1", "1"},
		{"one square", "1 1", "0"},
		{"one square, played: the game is over before it begins", "1 -1 2 3 4", "0\n1\n1"},
		{"no rolls", "1 1 0", "0"},
		{"a roll past the goal stays put", "2 4 3 1 2  3  2 2 1", "1\n3\n3\n4"},
		{"staying put on a square where a jump starts is no jump",
			"3 7 8 9 6 5 4 1 8 1  4  1 2 6 1", "2\n8\n8\n8\n9"},
		{"every square sends to the start", "3 1 1 1 1 1 1 1 1 1  3  1 6 6", "-1\n1\n1\n1"},
		{"six snakes in a row", "3 7 8 9 1 1 1 1 1 1  1  6", "2\n7"},
		{"six snakes in a row, one more square", "3 1 8 9 1 1 1 1 1 1  1  6", "-1\n1"},
		{"a jump on the start is not made", "3 7 8 9 6 5 4 9 2 3  2  1 6", "2\n2\n8"},
		{"a jump on the goal is made", "2 1 3 1 2  2  3 2", "-1\n1\n3"},
		{"the goal is won by a jump that ends there", "2 1 4 1 2  3  3 2 6", "1\n1\n4\n4"},
		{"no second jump begins", "3 7 9 9 6 5 4 1 8 3  2  1 1", "2\n8\n9"},
		{"leading zeros",
			"0000000000000000000000000000000001 -01 000000000000000000001 01", "0\n1"},
	} {
		if got := answer(t, strings.NewReader(test.input)); got != test.want+"\n" {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestLayouts gives one board in every layout, and in pieces of any size.
func TestLayouts(t *testing.T) {
	const board = "3\n7 8 9\n6 5 4\n1 7 3 \n2\n1 2\n"
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
			if got := answer(t, read(strings.NewReader(input))); got != "2\n7\n9\n" {
				t.Errorf("%q, %s: got %q, want %q", input, name, got, "2\n7\n9\n")
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
	for _, board := range []string{"2 -1 00000000001 -1 3 1 0000000000002", "2 -1 -1 -1 -1 2 6 7"} {
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
	input := "1 1 1000000" + strings.Repeat(" 6", 1000000)
	if got := answer(t, strings.NewReader(input)); got != "0\n"+strings.Repeat("1\n", 1000000) {
		t.Errorf("got %q, want %q", got, "0\n"+strings.Repeat("1\n", 1000000))
	}
}

var malformed = []struct{ input, want string }{
	{"", `size: want 1-46340, got end of input`},
	{" \r\n", `size: want 1-46340, got end of input`},
	{"0", `size: want 1-46340, got "0"`},
	{"-1", `size: want 1-46340, got "-1"`},
	{"1000000000", `size: want 1-46340, got "1000000000"`},
	{"46340 -1", `row 1, column 2: want -1 or 1-2147395600, got end of input`},
	{"2 4 3\n1", `row 2, column 2: want -1 or 1-4, got end of input`},
	{"2 4 0 1 2", `row 1, column 2: want -1 or 1-4, got "0"`},
	{"2 4 5 1 2", `row 1, column 2: want -1 or 1-4, got "5"`},
	{"2 4 -2 1 2", `row 1, column 2: want -1 or 1-4, got "-2"`},
	{"2 4 - 1 2", `row 1, column 2: want -1 or 1-4, got "-"`},
	{"2 4 -- 1 2", `row 1, column 2: want -1 or 1-4, got "--"`},
	{"2 4 +1 1 2", `row 1, column 2: want -1 or 1-4, got "+1"`},
	{"2 4 1- 1 2", `row 1, column 2: want -1 or 1-4, got "1-"`},
	{"2 4 1.0 1 2", `row 1, column 2: want -1 or 1-4, got "1.0"`},
	{"2 4 0x1 1 2", `row 1, column 2: want -1 or 1-4, got "0x1"`},
	{"2 4 1e0 1 2", `row 1, column 2: want -1 or 1-4, got "1e0"`},
	{"2 4 1, 1 2", `row 1, column 2: want -1 or 1-4, got "1,"`},
	{"2 4 1\x00 1 2", `row 1, column 2: want -1 or 1-4, got "1\x00"`},
	{"2 4 \x00 1 2", `row 1, column 2: want -1 or 1-4, got "\x00"`},
	{"2 4 \x1b[0m 1 2", `row 1, column 2: want -1 or 1-4, got "\x1b[0m"`},
	{"2 4 \x85\xa0 1 2", `row 1, column 2: want -1 or 1-4, got "\x85\xa0"`},
	{"2 4 \ufeff1 1 2", `row 1, column 2: want -1 or 1-4, got "\ufeff1"`},
	{"2 4 4294967297 1 2", `row 1, column 2: want -1 or 1-4, got "4294967297"`},
	{"2 4 -4294967297 1 2", `row 1, column 2: want -1 or 1-4, got "-4294967297"`},
	{"2 4 18446744073709551617 1 2", `row 1, column 2: want -1 or 1-4, got "18446744073709551617"`},
	{"2 4 99999999999999999999999999 1 2",
		`row 1, column 2: want -1 or 1-4, got "999999999999999999999999" and more`},
	{"1 1 -1", `number of rolls: want 0-2147483647, got "-1"`},
	{"1 1 x", `number of rolls: want 0-2147483647, got "x"`},
	{"1 1 \x00", `number of rolls: want 0-2147483647, got "\x00"`},
	{"1 1 2147483648", `number of rolls: want 0-2147483647, got "2147483648"`},
	{"1 1 2147483647 6", `roll 2: want 1-6, got end of input`},
	{"1 1 2 3", `roll 2: want 1-6, got end of input`},
	{"1 1 2 3 0", `roll 2: want 1-6, got "0"`},
	{"1 1 2 3 7", `roll 2: want 1-6, got "7"`},
	{"1 1 0 3", `after roll 0: want end of input, got "3"`},
	{"1 1 2 3 4 5", `after roll 2: want end of input, got "5"`},
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
	const input = "2 4 3 1 2 1 6"
	for n := 0; n <= len(input); n++ {
		r := io.MultiReader(strings.NewReader(input[:n]), iotest.ErrReader(broken))
		if err := solve(r, io.Discard); !errors.Is(err, broken) {
			t.Errorf("after %q: got error %v, want %v", input[:n], err, broken)
		}
	}
	err := solve(io.MultiReader(strings.NewReader("2 4 1"), iotest.ErrReader(broken)), io.Discard)
	if got, want := fmt.Sprint(err), "row 1, column 2: cable pulled"; got != want {
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
	if size, _ := allocated("46340 -1"); size > 32<<20 {
		t.Errorf("the claim of a large board allocates %d bytes", size)
	}
	input := "300" + strings.Repeat(" -1", 300*300) + " 90000" + strings.Repeat(" 1", 90000)
	if _, number := allocated(input); number > 100 {
		t.Errorf("180000 numbers take %d allocations", number)
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
		{"1 1 1 6\n", `stdout "0\n1\n", stderr "", exit code 0`},
		{"1 1 2 6 x\n", `stdout "", stderr "snakegame: roll 2: want 1-6, got \"x\"\n", exit code 2`},
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
