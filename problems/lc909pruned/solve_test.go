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
		{"LeetCode's first example", "[[-1,-1,-1,-1,-1,-1],[-1,-1,-1,-1,-1,-1],[-1,-1,-1,-1,-1,-1]," +
			"[-1,35,-1,-1,13,-1],[-1,-1,-1,-1,-1,-1],[-1,15,-1,-1,-1,-1]]", "4"},
		{"LeetCode's second example", "[[-1,-1],[-1,3]]", "1"},
		{"goal holds a jump to 4, itself", "[[-1,4],[-1,3]]", "1"},
		{"one square", "1 -1", "0"},
		{"one square that holds itself", "[[1]]", "0"},
		{"a plain board of one window", "2 -1 -1 -1 -1", "1"},
		{"a plain board of two", "3 -1 -1 -1 -1 -1 -1 -1 -1 -1", "2"},
		{"every square sends to the start", "3 1 1 1 1 1 1 1 1 1", "-1"},
		{"every square holds itself", "3 7 8 9 6 5 4 1 2 3", "2"},
		{"six snakes in a row", "3 -1 -1 1 1 1 1 -1 1 1", "-1"},
		{"a jump on the start is not made", "3 -1 -1 -1 -1 -1 -1 9 -1 -1", "2"},
		{"a jump on the goal is made", "2 -1 1 -1 -1", "1"},
		{"a goal that holds a jump", "2 1 -1 -1 -1", "-1"},
		{"and is won by a jump that ends there", "2 1 4 -1 -1", "1"},
		{"no second jump begins", "3 -1 9 -1 -1 -1 -1 -1 8 -1", "2"},
		{"odd sides end at the right", "3 -1 -1 1 -1 -1 -1 -1 -1 -1", "-1"},
		{"leading zeros", "0000000000000000000000000000000002 -01 -1 0000000000000000001 -1", "1"},
	} {
		if got := answer(t, strings.NewReader(test.input)); got != test.want+"\n" {
			t.Errorf("%s: got %q, want %s", test.name, got, test.want)
		}
	}
}

// TestLayouts gives one board in every layout of the two forms, and in pieces of any size.
func TestLayouts(t *testing.T) {
	const rows = "3\n-1 -1 -1\n-1 -1 -1\n-1 7 -1\n"
	const text = "[[-1,-1,-1],[-1,-1,-1],[-1,7,-1]]"
	for _, input := range []string{
		rows,
		strings.TrimSpace(rows),
		strings.ReplaceAll(rows, "\n", "\r\n"),
		strings.ReplaceAll(rows, "\n", "\r"),
		strings.ReplaceAll(rows, "\n", " "),
		strings.ReplaceAll(rows, " ", "\t\v\f"),
		strings.ReplaceAll(rows, " ", "\n\n\n"),
		"\r\n \t" + rows + "\n\n \r\n",
		text,
		text + "\r\n",
		strings.ReplaceAll(text, ",", " ,\n"),
		strings.ReplaceAll(strings.ReplaceAll(text, "[", "\t[ "), "]", " ] "),
	} {
		for name, read := range map[string]func(io.Reader) io.Reader{
			"whole":         func(r io.Reader) io.Reader { return r },
			"byte by byte":  iotest.OneByteReader,
			"end with data": iotest.DataErrReader,
		} {
			if got := answer(t, read(strings.NewReader(input))); got != "2\n" {
				t.Errorf("%q, %s: got %q, want 2", input, name, got)
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
	for _, board := range []string{
		"2 -1 -00000004 -1 3", "2 -1 00000000001 -1 3", "[[-1,1],[-1,3]]",
	} {
		for space := size - len(board) - 1; space <= size; space++ {
			got := outcome(strings.Repeat(" ", space) + board)
			if want := outcome(board); got != want {
				t.Fatalf("%q after %d blanks: got %s, want %s", board, space, got, want)
			}
		}
	}
}

// TestMillionNumbers reads a board of a million squares from a single line.
func TestMillionNumbers(t *testing.T) {
	rows := "1000" + strings.Repeat(" -1", 1000*1000)
	text := "[" + strings.TrimSuffix(strings.Repeat(
		"["+strings.Repeat("-1,", 999)+"-1],", 1000), ",") + "]"
	for _, input := range []string{rows, text} {
		if got := answer(t, strings.NewReader(input)); got != "166667\n" {
			t.Errorf("%.20q...: got %q, want 166667", input, got)
		}
	}
}

var malformed = []struct{ input, want string }{
	{"", `size: want 1-46340, got end of input`},
	{" \r\n", `size: want 1-46340, got end of input`},
	{"0", `size: want 1-46340, got "0"`},
	{"-1", `size: want 1-46340, got "-1"`},
	{"46341", `size: want 1-46340, got "46341"`},
	{"1000000000", `size: want 1-46340, got "1000000000"`},
	{"46340 -1", `row 1, column 2: want -1 or 1-2147395600, got end of input`},
	{"4294967297 -1", `size: want 1-46340, got "4294967297"`},
	{"18446744073709551617 -1", `size: want 1-46340, got "18446744073709551617"`},
	{"x", `size: want 1-46340, got "x"`},
	{"\ufeff2", `size: want 1-46340, got "\ufeff2"`},
	{"2 -1 -1\n-1", `row 2, column 2: want -1 or 1-4, got end of input`},
	{"2 -1 -1\n-1 x ", `row 2, column 2: want -1 or 1-4, got "x"`},
	{"2 0 -1 -1 -1", `row 1, column 1: want -1 or 1-4, got "0"`},
	{"2 -1 5 -1 -1", `row 1, column 2: want -1 or 1-4, got "5"`},
	{"2 -1 -2 -1 -1", `row 1, column 2: want -1 or 1-4, got "-2"`},
	{"2 -1 - -1 -1 -1 -1 -1", `row 1, column 2: want -1 or 1-4, got "-"`},
	{"2 -1 -- -1 -1 -1 -1 -1", `row 1, column 2: want -1 or 1-4, got "--"`},
	{"2 -1 +1 -1 -1 -1 -1 -1", `row 1, column 2: want -1 or 1-4, got "+1"`},
	{"2 -1 1- -1 -1 -1 -1 -1", `row 1, column 2: want -1 or 1-4, got "1-"`},
	{"2 -1 1.0 -1 -1 -1 -1 -1", `row 1, column 2: want -1 or 1-4, got "1.0"`},
	{"2 -1 0x1 -1 -1 -1 -1 -1", `row 1, column 2: want -1 or 1-4, got "0x1"`},
	{"2 -1 1\x00 -1 -1 -1 -1 -1", `row 1, column 2: want -1 or 1-4, got "1\x00"`},
	{"2 -1 \x00", `row 1, column 2: want -1 or 1-4, got "\x00"`},
	{"2 -1 \x1b[0m -1 -1 -1 -1", `row 1, column 2: want -1 or 1-4, got "\x1b"`},
	{"2 -1 \x85\xa0 -1 -1 -1 -1", `row 1, column 2: want -1 or 1-4, got "\x85\xa0"`},
	{"2 -1 99999999999999999999999999",
		`row 1, column 2: want -1 or 1-4, got "999999999999999999999999" and more`},
	{"2 -1 -1 -1 -1 7", `after the board: want end of input, got "7"`},
	{"2 -1 -1 -1 -1\n\x00", `after the board: want end of input, got "\x00"`},
	{"2 -1,-1", `row 1, column 2: want -1 or 1-4, got ","`},
	{"2 [[-1", `row 1, column 1: want -1 or 1-4, got "["`},
	{"[", `row 1: want "[", got end of input`},
	{"[]", `row 1: want "[", got "]"`},
	{"[-1]", `row 1: want "[", got "-1"`},
	{"[[]]", `row 1, column 1: want -1 or 1-2147395600, got "]"`},
	{"[[x]]", `row 1, column 1: want -1 or 1-2147395600, got "x"`},
	{"[[-1", `row 1, after column 1: want "," or "]", got end of input`},
	{"[[-1 -1", `row 1, after column 1: want "," or "]", got "-1"`},
	{"[[-1,]", `row 1, column 2: want -1 or 1-2147395600, got "]"`},
	{"[[2]]", `row 1, column 1: want -1 or 1-1, got "2"`},
	{"[[-1,-1]]", `after row 1: want ",", got "]"`},
	{"[[-1,-1][-1,-1]]", `after row 1: want ",", got "["`},
	{"[[-1,-1],-1,-1]", `row 2: want "[", got "-1"`},
	{"[[-1,-1],[5,-1]]", `row 2, column 1: want -1 or 1-4, got "5"`},
	{"[[-1,-1],[-1]]", `row 2, after column 1: want ",", got "]"`},
	{"[[-1,-1],[-1,-1,-1]]", `row 2, after column 2: want "]", got ","`},
	{"[[-1],[-1]]", `after row 1: want "]", got ","`},
	{"[[-1,-1],[-1,-1]", `after row 2: want "]", got end of input`},
	{"[[-1,-1],[-1,-1]]]", `after the board: want end of input, got "]"`},
	{"[[-1]] [[-1]]", `after the board: want end of input, got "["`},
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
	const input = "2 -1 -1 -1 -1"
	for n := 0; n <= len(input); n++ {
		r := io.MultiReader(strings.NewReader(input[:n]), iotest.ErrReader(broken))
		if err := solve(r, io.Discard); !errors.Is(err, broken) {
			t.Errorf("after %q: got error %v, want %v", input[:n], err, broken)
		}
	}
	err := solve(io.MultiReader(strings.NewReader("2 -1 1"), iotest.ErrReader(broken)), io.Discard)
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
	if _, number := allocated("300" + strings.Repeat(" -1", 300*300)); number > 100 {
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
		{"[[-1,-1],[-1,3]]\n", `stdout "1\n", stderr "", exit code 0`},
		{"2 -1 -1\n-1 x\n",
			`stdout "", stderr "lc909pruned: row 2, column 2: want -1 or 1-4, got \"x\"\n", exit code 2`},
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
