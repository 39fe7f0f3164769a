package compare_test

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"testing"

	"ojbatch/judge"
	"ojbatch/judge/compare"
)

const benchSize = 100 << 20

// Numbers of 1 to 7 digits, as many answers have them; one a line, or all on one line.
func benchText(size int, separator byte) []byte {
	text := make([]byte, 0, size+20)
	for i := uint64(0); len(text) < size; i++ {
		n := i * 0x9e3779b97f4a7c15 >> 44 // up to 2^20
		text = append(strconv.AppendUint(text, n, 10), separator)
	}
	return append(text[:size-1], '\n')
}

func BenchmarkMatching(b *testing.B) {
	byLine, oneLine := benchText(benchSize, '\n'), benchText(benchSize, ' ')
	some := benchText(benchSize/10, '\n')
	middle := bytes.IndexByte(some[len(some)/2:], '\n') + len(some)/2 + 1
	rotated := slices.Concat(some[middle:], some[:middle])
	upper := bytes.ReplaceAll(byLine, []byte("1"), []byte("A"))
	for _, bench := range []struct {
		name      string
		spec      judge.CompareSpec
		want, got []byte
	}{
		{"exact", exact, byLine, byLine},
		{"exact/one line", exact, oneLine, oneLine},
		{"lines", lines, byLine, byLine},
		{"lines/crlf", lines, byLine, bytes.ReplaceAll(byLine, []byte("\n"), []byte("\r\n"))},
		{"tokens", tokens, byLine, byLine},
		{"tokens/one line", tokens, oneLine, oneLine},
		{"tokens/other layout", tokens, byLine, oneLine},
		{"tokens/other case", tokensFold, upper, bytes.ToLower(upper)},
		{"floats", floats, byLine, byLine},
		{"floats/other spelling", floats, byLine,
			bytes.ReplaceAll(byLine, []byte("\n"), []byte(".0\n"))},
		{"unordered", unordered, byLine, byLine},
		{"unordered/other order", unordered, some, rotated},
	} {
		b.Run(bench.name, func(b *testing.B) {
			benchMatching(b, bench.spec, bench.want, bench.got)
		})
	}
}

// The figure is megabytes of output a second.
func benchMatching(b *testing.B, spec judge.CompareSpec, want, got []byte) {
	comparer, err := compare.New(spec)
	if err != nil {
		b.Fatal(err)
	}
	answer := judge.Stream("answer", func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(want)), nil
	})
	b.SetBytes(int64(len(got)))
	b.ReportAllocs()
	for b.Loop() {
		// Without WriterTo and the like, as a pipe's end is.
		output := struct{ io.Reader }{bytes.NewReader(got)}
		found, err := comparer.Compare(b.Context(), &judge.Case{Answer: answer}, output)
		if err != nil || !found.Accepted {
			b.Fatalf("%+v, %v", found, err)
		}
	}
}
