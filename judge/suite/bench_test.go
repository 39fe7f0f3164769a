package suite

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"
)

// BenchmarkLoadInline100k loads one file of 100,000 cases: 9.5 MB.
func BenchmarkLoadInline100k(b *testing.B) {
	var text bytes.Buffer
	text.WriteString("limits: {cpu: 1s}\ncases:\n")
	for i := range 100_000 {
		fmt.Fprintf(&text, "  - name: group/%d\n    input: |\n      %d %d\n      3 2\n      0 0\n"+
			"    output: \"%d\\n\"\n", i, i, 7*i, i)
	}
	b.Chdir(b.TempDir())
	write(b, "s.yaml", text.String())
	b.ReportAllocs()
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		if s, err := Load("s.yaml"); err != nil || len(s.Cases) != 100_000 {
			b.Fatal(err)
		}
	}
}

// BenchmarkLoadFiles10k finds 10,000 cases in 20,000 files: by a pattern, and one by one.
func BenchmarkLoadFiles10k(b *testing.B) {
	b.Chdir(b.TempDir())
	var named bytes.Buffer
	named.WriteString("cases:\n")
	for i := range 10_000 {
		in, ans := fmt.Sprintf("data/%d.in", i), fmt.Sprintf("data/%d.ans", i)
		write(b, in, "")
		write(b, ans, "")
		fmt.Fprintf(&named, "  - {name: %d, input_file: %s, output_file: %s}\n", i, in, ans)
	}
	write(b, "pattern.yaml", "files: [{input: 'data/*.in', output: 'data/*.ans'}]\n")
	write(b, "named.yaml", named.String())
	for _, file := range []string{"pattern.yaml", "named.yaml"} {
		b.Run(suiteName(filepath.Base(file)), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if s, err := Load(file); err != nil || len(s.Cases) != 10_000 {
					b.Fatal(err)
				}
			}
		})
	}
}
