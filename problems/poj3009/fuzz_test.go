package main

import (
	"bytes"
	"io"
	"math/rand"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
)

// FuzzInput checks that every input is either answered with well-formed lines or rejected
// with a message of one line that says where, and that how it is cut into reads is no matter.
func FuzzInput(f *testing.F) {
	for _, seed := range []string{
		sample, "", "0 0", "2 1 2 3", "2 1 2 3 0 0", "21 1", "2 1\x00", "3 1 2 1 x", "1 1",
		strings.Repeat("0", 40), "2 1 2 99999999999999999999",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		var out bytes.Buffer
		err := solve(bytes.NewReader(input), &out)
		for _, line := range strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n") {
			n, convErr := strconv.Atoi(line)
			if out.Len() > 0 && (convErr != nil || n < -1 || n == 0 || n > 10) {
				t.Errorf("printed %q", line)
			}
		}
		if err != nil && !isLocated(err.Error()) {
			t.Errorf("error %q", err)
		}
		var slowOut bytes.Buffer
		slowErr := solve(iotest.OneByteReader(bytes.NewReader(input)), &slowOut)
		if message(slowErr) != message(err) || slowOut.String() != out.String() {
			t.Errorf("a byte at a time: %q, %v; at once: %q, %v", &slowOut, slowErr, &out, err)
		}
	})
}

// isLocated says whether a message is one printable line of bounded length with a place.
func isLocated(message string) bool {
	return strings.HasPrefix(message, "board ") && strings.Contains(message, ": want ") &&
		len(message) < 300 && !strings.ContainsAny(message, "\n\r\x00")
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// FuzzTokens checks the tokens of an input against those of strings.FieldsFunc.
func FuzzTokens(f *testing.F) {
	f.Add([]byte("2 1\r\n3\t2"))
	f.Add([]byte(strings.Repeat("1", 33) + " 2"))
	f.Fuzz(func(t *testing.T, text []byte) {
		in := newInput(iotest.HalfReader(bytes.NewReader(text)))
		want := strings.FieldsFunc(string(text), func(r rune) bool {
			return strings.ContainsRune(" \t\n\v\f\r", r)
		})
		for _, field := range want {
			got := string(in.token())
			if len(field) > maxToken {
				if got != field[:maxToken+1] {
					t.Errorf("got %q of the long token %q", got, field)
				}
				return
			}
			if got != field {
				t.Errorf("got token %q, want %q", got, field)
			}
		}
		if rest := in.token(); len(rest) != 0 || in.err != io.EOF {
			t.Errorf("got %q, %v after the last token", rest, in.err)
		}
	})
}

// FuzzBoards checks random boards against the oracle. A seed makes a board of its own; the
// sizes and the share of blocks are the fuzzer's to steer.
func FuzzBoards(f *testing.F) {
	f.Add(int64(1), uint8(20), uint8(20), uint8(40))
	f.Add(int64(2), uint8(6), uint8(5), uint8(80))
	f.Add(int64(3), uint8(2), uint8(1), uint8(0))
	f.Fuzz(func(t *testing.T, seed int64, w, h, blocks uint8) {
		rng := rand.New(rand.NewSource(seed))
		g := randomGrid(rng, 2+int(w)%19, 1+int(h)%20, float64(blocks)/255)
		checkAgainstOracle(t, []grid{g})
	})
}
