package local

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ojbatch/judge"
)

// TestTailKeepsTheEnd writes in pieces of any size and compares with the text as a whole.
func TestTailKeepsTheEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var kept tail
		var all bytes.Buffer
		line := rapid.SampledFrom([]string{"short\n", strings.Repeat("x", 3000), "\n", "no newline"})
		for range rapid.IntRange(0, 40).Draw(t, "pieces") {
			piece := strings.Repeat(line.Draw(t, "line"), rapid.IntRange(0, 9).Draw(t, "times"))
			kept.Write([]byte(piece))
			all.WriteString(piece)
			if len(kept.kept) > 5*stderrShown+len(piece) {
				t.Fatalf("%d bytes are held", len(kept.kept))
			}
		}
		got := kept.excerpt()
		if all.Len() == 0 {
			if got.Line != 0 {
				t.Fatalf("nothing was written, but there is %+v", got)
			}
			return
		}
		cut := max(0, all.Len()-stderrShown)
		before := all.Bytes()[:cut]
		if !bytes.Equal(got.Text, all.Bytes()[cut:]) {
			t.Fatalf("the last %d bytes are not the text's", len(got.Text))
		}
		if line := bytes.Count(before, []byte("\n")) + 1; got.Line != line {
			t.Fatalf("begins in line %d, want %d", got.Line, line)
		}
		if skipped := int64(len(before) - bytes.LastIndexByte(before, '\n') - 1); got.Skipped != skipped {
			t.Fatalf("%d bytes of the line are said to be skipped, want %d", got.Skipped, skipped)
		}
	})
}

func TestHeadIsBounded(t *testing.T) {
	whole := head(judge.Text("1 2\n"))
	if string(whole.Text) != "1 2\n" || whole.More || whole.Line != 1 {
		t.Errorf("%+v", whole)
	}
	long := head(judge.Text(strings.Repeat("x", inputShown+1)))
	if len(long.Text) != inputShown || !long.More {
		t.Errorf("%d bytes, more %t", len(long.Text), long.More)
	}
	for _, d := range []judge.Data{judge.Text(""), judge.File("missing"), {}, judge.Stream("broken",
		func() (io.ReadCloser, error) { return io.NopCloser(brokenReader{}), nil })} {
		if e := head(d); e.Line != 0 || e.Text != nil {
			t.Errorf("%s gives %+v", d.Name(), e)
		}
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }
