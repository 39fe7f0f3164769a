package suite

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"ojbatch/judge"
)

func gz(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func zst(t testing.TB, text string, options ...zstd.EOption) string {
	t.Helper()
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b, options...)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestCompressedFiles(t *testing.T) {
	long := strings.Repeat("1 2 3\n", 1<<16)
	for _, tt := range []struct{ name, file, content, want string }{
		{"gzip", "x.gz", gz(t, long), long},
		{"gzip of nothing", "x.gz", gz(t, ""), ""},
		{"gzip, two members", "x.in.gz", gz(t, "1\n") + gz(t, "2\n"), "1\n2\n"},
		{"zstd", "x.zst", zst(t, long), long},
		{"zstd of nothing", "x.zst", zst(t, "", zstd.WithZeroFrames(true)), ""},
		{"zstd, two frames", "x.in.zst", zst(t, "1\n") + zst(t, "2\n"), "1\n2\n"},
		{"not compressed", "x.gzip", "as it is", "as it is"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			workspace(t)
			write(t, "cases/data/"+tt.file, tt.content)
			write(t, "cases/s.yaml",
				"cases: [{name: a, input_file: data/"+tt.file+", output: ''}]\n")
			s, err := Load("cases/s.yaml")
			if err != nil {
				t.Fatal(err)
			}
			for range 2 { // each time from the beginning
				if got := read(t, s.Cases[0].Input); got != tt.want {
					t.Errorf("got %.40q, want %.40q", got, tt.want)
				}
			}
			if name := s.Cases[0].Input.Name(); name != "cases/data/"+tt.file {
				t.Errorf("got name %q", name)
			}
		})
	}
}

// A plain file can be given to a program as it is, so it must stay one.
func TestPlainFile(t *testing.T) {
	s := mustLoad(t, "cases: [{name: a, input_file: data/1.in, output: ''}]\n")
	if path, ok := s.Cases[0].Input.Path(); !ok || path != "data/1.in" {
		t.Errorf("got path %q, %v", path, ok)
	}
}

func TestCorruptFiles(t *testing.T) {
	text := strings.Repeat("some text\n", 100)
	// A frame's window is refused before it is allocated.
	wide := "\x28\xb5\x2f\xfd\x00\xff\x00\x00\x00"
	for _, tt := range []struct{ name, file, content string }{
		{"empty gzip", "x.gz", ""},
		{"no gzip", "x.gz", text},
		{"truncated gzip", "x.gz", gz(t, text)[:20]},
		{"gzip with a tail", "x.gz", gz(t, text) + "tail"},
		{"damaged gzip", "x.gz", damage(gz(t, text))},
		{"empty zstd", "x.zst", ""},
		{"no zstd", "x.zst", text},
		{"truncated zstd", "x.zst", zst(t, text)[:20]},
		{"zstd with a tail", "x.zst", zst(t, text) + "tail"},
		{"damaged zstd", "x.zst", damage(zst(t, text))},
		{"zstd with a huge window", "x.zst", wide},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			write(t, tt.file, tt.content)
			err := readError(fileData(tt.file))
			if err == nil || !strings.HasPrefix(err.Error(), "decompress "+tt.file+": ") {
				t.Errorf("got error %v, want one that names the file", err)
			}
		})
	}
}

// damage changes the checksum at the end of a compressed text.
func damage(s string) string {
	b := []byte(s)
	for i := len(b) - 8; i < len(b); i++ {
		b[i] ^= 0x55
	}
	return string(b)
}

func readError(data judge.Data) error {
	r, err := data.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	_, err = io.Copy(io.Discard, r)
	return err
}

// Files are opened when they are needed; one that is gone by then is an error that names it.
func TestFileGone(t *testing.T) {
	for _, name := range []string{"x.in", "x.gz", "x.zst"} {
		t.Chdir(t.TempDir())
		write(t, name, "")
		data := fileData(name)
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
		if err := readError(data); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("got error %v, want one that names %s", err, name)
		}
	}
}

func TestDataMistakes(t *testing.T) {
	checkMistakes(t, []mistake{
		{
			name: "missing files",
			suite: `
cases:
  - name: a
    input_file: data/11.in
    output_file: data/1.out.zst
`,
			want: `
3:17: no such file: "data/11.in"
	did you mean "data/1.in"?
4:18: no such file: "data/1.out.zst"
	paths are relative to the suite file: this is "data/1.out.zst"
`,
		},
		{
			name: "missing directory",
			suite: `
cases:
  - name: a
    input_file: dota/1.in
    output: x
`,
			want: `
3:17: no such file: "dota/1.in"
	there is no directory "dota/"
`,
		},
		{
			name: "a directory",
			suite: `
cases:
  - name: a
    input_file: data
    output_file: ''
`,
			want: `
3:17: "data" is a directory
4:18: the path is empty
`,
		},
		{
			name: "a file as a directory",
			suite: `
cases:
  - name: a
    input_file: prog.py/1.in
    output: x
`,
			want: `
3:17: "prog.py/1.in": not a directory
`,
		},
		{
			name: "a device",
			suite: `
cases:
  - name: a
    input_file: /dev/null
    output: x
`,
			want: `
3:17: "/dev/null" is not a regular file
`,
		},
		{
			name:  "newline in a path",
			suite: `cases: [{name: a, input_file: "x\n", output: y}]`,
			want: `
1:31: no such file: "x\n"
	paths are relative to the suite file: this is "x\n"
`,
		},
	})
}
