package main

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestLayouts(t *testing.T) {
	layouts := []struct {
		name  string
		input string
	}{
		{"as in the statement", sample},
		{"no final newline", strings.TrimSpace(sample)},
		{"CRLF", strings.ReplaceAll(sample, "\n", "\r\n")},
		{"one line", strings.Join(strings.Fields(sample), " ")},
		{"one number a line", strings.Join(strings.Fields(sample), "\n")},
		{"every white space", strings.Join(strings.Fields(sample), " \t\r\n\v\f")},
		{"white space first", "\n\n\t " + sample},
		{"leading zeros", "00" + strings.Join(strings.Fields(sample), " 000")},
		{"something after the end", sample + "2 1 2 2 \x00 nonsense"},
	}
	for _, layout := range layouts {
		t.Run(layout.name, func(t *testing.T) {
			if got := answer(t, strings.NewReader(layout.input)); got != sampleAnswers {
				t.Errorf("got %q, want %q", got, sampleAnswers)
			}
		})
	}
}

func TestNoBoards(t *testing.T) {
	if got := answer(t, strings.NewReader("0 0")); got != "" {
		t.Errorf("got %q, want nothing", got)
	}
}

func TestReaders(t *testing.T) {
	readers := []struct {
		name string
		wrap func(io.Reader) io.Reader
	}{
		{"a byte at a time", iotest.OneByteReader},
		{"half of what is asked for", iotest.HalfReader},
		{"the end together with the last bytes", iotest.DataErrReader},
		{"every second read empty", func(r io.Reader) io.Reader { return &hesitantReader{r: r} }},
		{"an error after the end", func(r io.Reader) io.Reader {
			return io.MultiReader(r, iotest.ErrReader(errBroken))
		}},
	}
	for _, reader := range readers {
		t.Run(reader.name, func(t *testing.T) {
			if got := answer(t, reader.wrap(strings.NewReader(sample))); got != sampleAnswers {
				t.Errorf("got %q, want %q", got, sampleAnswers)
			}
		})
	}
}

var errBroken = errors.New("broken")

// hesitantReader returns nothing, and no error, every other time.
type hesitantReader struct {
	r     io.Reader
	reads int
}

func (h *hesitantReader) Read(p []byte) (int, error) {
	h.reads++
	if h.reads%2 == 1 {
		return 0, nil
	}
	return h.r.Read(p)
}

// resumingReader ends after each of its texts, but goes on with the next if read again.
type resumingReader []string

func (r *resumingReader) Read(p []byte) (int, error) {
	if len(*r) == 0 {
		return 0, io.EOF
	}
	n := copy(p, (*r)[0])
	*r = (*r)[1:]
	return n, io.EOF
}

// stuckReader never returns anything.
type stuckReader struct{}

func (stuckReader) Read([]byte) (int, error) { return 0, nil }

// brokenWriter takes nothing.
type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestLongLine(t *testing.T) {
	const boards = 2500
	board := "20 20 2 0 1 3" + strings.Repeat(" 1", 20*20-4)
	line := strings.Repeat(board+" ", boards) + "0 0"
	if got, want := answer(t, strings.NewReader(line)), strings.Repeat("2\n", boards); got != want {
		t.Errorf("got %d bytes, want %d, or other answers", len(got), len(want))
	}
}

func TestMalformed(t *testing.T) {
	const two = "2 1 2 3 2 1 3 2 " // two boards, so that the next one is board 3
	tests := []struct {
		name  string
		input string
		want  string
	}{
		{"empty input", "", `board 1, width: want 2-20 or the final 0 0, got end of input`},
		{"only white space", " \r\n\t", `board 1, width: want 2-20 or the final 0 0, got end of input`},
		{"no final 0 0", two, `board 3, width: want 2-20 or the final 0 0, got end of input`},
		{"half of the final 0 0", two + "0",
			`board 3, height: want the second 0 of the final 0 0, got end of input`},
		{"width 0, height 5", two + "0 5",
			`board 3, height: want the second 0 of the final 0 0, got "5"`},
		{"width 1", two + "1 2 2 3", `board 3, width: want 2-20 or the final 0 0, got "1"`},
		{"width 21", two + "21 1", `board 3, width: want 2-20 or the final 0 0, got "21"`},
		{"width -2", two + "-2 1", `board 3, width: want 2-20 or the final 0 0, got "-2"`},
		{"height 0", two + "2 0", `board 3, height: want 1-20, got "0"`},
		{"height 21", two + "2 21", `board 3, height: want 1-20, got "21"`},
		{"no height", two + "2", `board 3, height: want 1-20, got end of input`},
		{"no rows", two + "2 2", `board 3, row 1: want 0-3, got end of input`},
		{"a row too few", two + "2 2 2 3", `board 3, row 2: want 0-3, got end of input`},
		{"a square too few", two + "2 2 2 3 0", `board 3, row 2: want 0-3, got end of input`},
		{"letter", two + "2 2 2 3 0 x", `board 3, row 2: want 0-3, got "x"`},
		{"4", two + "2 2 2 3 4 0", `board 3, row 2: want 0-3, got "4"`},
		{"32, a 0 in five bits", two + "2 1 2 32", `board 3, row 1: want 0-3, got "32"`},
		{"2 to the 32nd", two + "2 1 2 4294967296", `board 3, row 1: want 0-3, got "4294967296"`},
		{"2 to the 64th", two + "2 1 2 18446744073709551616",
			`board 3, row 1: want 0-3, got "18446744073709551616"`},
		{"minus", two + "2 1 2 -", `board 3, row 1: want 0-3, got "-"`},
		{"signed", two + "2 1 2 +3", `board 3, row 1: want 0-3, got "+3"`},
		{"fraction", two + "2 1 2 3.0", `board 3, row 1: want 0-3, got "3.0"`},
		{"comma", two + "2 1 2,3", `board 3, row 1: want 0-3, got "2,3"`},
		{"NUL", two + "2 1 2\x003", `board 3, row 1: want 0-3, got "2\x003"`},
		{"not UTF-8", two + "2 1 2 \xff", `board 3, row 1: want 0-3, got "\xff"`},
		{"byte order mark", "\ufeff2 1 2 3", `board 1, width: want 2-20 or the final 0 0, got "\ufeff2"`},
		{"no-break space", two + "2 1 2\u00a03", `board 3, row 1: want 0-3, got "2\u00a03"`},
		{"longest token shown whole", two + strings.Repeat("9", 32),
			`board 3, width: want 2-20 or the final 0 0, got "` + strings.Repeat("9", 32) + `"`},
		{"token cut", two + strings.Repeat("9", 33),
			`board 3, width: want 2-20 or the final 0 0, got "` + strings.Repeat("9", 32) + `"...`},
		{"huge token", two + strings.Repeat("0", 1<<20) + "2",
			`board 3, width: want 2-20 or the final 0 0, got "` + strings.Repeat("0", 32) + `"...`},
		{"no start", two + "2 1 0 3", `board 3: want one start (2), got 0`},
		{"two starts", two + "3 1 2 3 2", `board 3: want one start (2), got 2`},
		{"no goal", two + "2 1 2 1", `board 3: want one goal (3), got 0`},
		{"three goals", two + "2 2 3 3 3 2", `board 3: want one goal (3), got 3`},
		{"neither start nor goal", two + "2 1 0 0", `board 3: want one start (2), got 0`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			answers := ""
			if strings.HasPrefix(test.want, "board 3") {
				answers = "1\n1\n"
			}
			var out bytes.Buffer
			err := solve(strings.NewReader(test.input), &out)
			if err == nil || err.Error() != test.want {
				t.Errorf("got error  %v\nwant error %s", err, test.want)
			}
			if out.String() != answers {
				t.Errorf("got output %q, want %q", &out, answers)
			}
		})
	}
}

func TestReadFails(t *testing.T) {
	tests := []struct {
		name  string
		input io.Reader
		want  string
		cause error
	}{
		{"at once", iotest.ErrReader(errBroken), "board 1, width: read: broken", errBroken},
		{"between numbers", brokenAfter("2 1 2 3 2 2 2 "), "board 2, row 1: read: broken", errBroken},
		{"inside a number", brokenAfter("2 1 2 3 2"), "board 2, width: read: broken", errBroken},
		{"nothing ever comes", stuckReader{}, "board 1, width: read: " + io.ErrNoProgress.Error(),
			io.ErrNoProgress},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := solve(test.input, io.Discard)
			if err == nil || err.Error() != test.want || !errors.Is(err, test.cause) {
				t.Errorf("got error  %v\nwant error %s", err, test.want)
			}
		})
	}
}

// TestEndIsFinal holds the reader to not asking again after the end, as a terminal would wait.
func TestEndIsFinal(t *testing.T) {
	err := solve(&resumingReader{"2 1 2", " 3 0 0"}, io.Discard)
	if want := "board 1, row 1: want 0-3, got end of input"; err == nil || err.Error() != want {
		t.Errorf("got error  %v\nwant error %s", err, want)
	}
}

// brokenAfter returns a reader that fails after the text.
func brokenAfter(text string) io.Reader {
	return io.MultiReader(strings.NewReader(text), iotest.ErrReader(errBroken))
}

func TestWriteFails(t *testing.T) {
	const board = "2 1 2 3 "
	for _, boards := range []int{1, 100000} {
		err := solve(strings.NewReader(strings.Repeat(board, boards)+"0 0"), brokenWriter{})
		if want := "write: broken"; err == nil || err.Error() != want || !errors.Is(err, errBroken) {
			t.Errorf("%d boards: got error %v, want %s", boards, err, want)
		}
	}
}

// TestReadsNoFurther holds the reader to asking for nothing beyond the final "0 0", so that
// the program ends when somebody types it.
func TestReadsNoFurther(t *testing.T) {
	in, out := io.Pipe()
	defer out.Close()
	go out.Write([]byte(sample))
	if got := answer(t, in); got != sampleAnswers {
		t.Errorf("got %q, want %q", got, sampleAnswers)
	}
}
