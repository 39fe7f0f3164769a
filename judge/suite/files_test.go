package suite

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFiles looks for files from a suite file in directory s, which holds data in s/data and
// s/s.
func TestFiles(t *testing.T) {
	for _, tt := range []struct {
		name   string
		files  string   // that exist
		input  string   // the patterns
		output string   // of the entry
		want   []string // name, input file, answer file
	}{
		{
			name:  "in the suite's own directory",
			files: "s/s/secret/1.in s/s/secret/1.ans s/s/secret/2.in s/s/secret/2.ans",
			input: "s/secret/*.in", output: "s/secret/*.ans",
			want: []string{
				"secret/1 s/s/secret/1.in s/s/secret/1.ans",
				"secret/2 s/s/secret/2.in s/s/secret/2.ans",
			},
		},
		{
			name:  "natural order",
			files: "s/s/10.in s/s/9.in s/s/9a.in s/s/09.in s/s/10.a s/s/9.a s/s/9a.a s/s/09.a",
			input: "./s//*.in", output: "s/*.a",
			want: []string{
				"09 s/s/09.in s/s/09.a", "9 s/s/9.in s/s/9.a", "9a s/s/9a.in s/s/9a.a",
				"10 s/s/10.in s/s/10.a",
			},
		},
		{
			name:  "elsewhere below the suite file",
			files: "s/data/in/1.txt s/data/out/1.txt",
			input: "data/in/*.txt", output: "data/out/*.txt",
			want: []string{"data/in/1.txt s/data/in/1.txt s/data/out/1.txt"},
		},
		{
			name:  "beside the suite file",
			files: "x/sub/1.in x/sub/1.ans",
			input: "../x/*/*.in", output: "../x/*/*.ans",
			want: []string{"sub/1 x/sub/1.in x/sub/1.ans"},
		},
		{
			name:  "compressed",
			files: "s/s/1.in.zst s/s/1.ans.gz s/s/2.in.zst s/s/2.ans.gz",
			input: "s/*.in.zst", output: "s/*.ans.gz",
			want: []string{"1 s/s/1.in.zst s/s/1.ans.gz", "2 s/s/2.in.zst s/s/2.ans.gz"},
		},
		{
			name:  "stars in directories",
			files: "s/s/a/in/x-1 s/s/a/out/1.x s/s/b/in/y-2 s/s/b/out/2.y s/s/c s/s/in/z-3",
			input: "s/*/in/*-*", output: "s/*/out/*.*",
			want: nil, // the stars are in another order
		},
		{
			name:  "stars in one name",
			files: "s/s/a/in/x-1 s/s/a/out/x.1 s/s/b/in/y-2-3 s/s/b/out/y.2-3 s/s/c s/s/in/z-3",
			input: "s/*/in/*-*", output: "s/*/out/*.*",
			want: []string{
				"a/in/x-1 s/s/a/in/x-1 s/s/a/out/x.1",
				"b/in/y-2-3 s/s/b/in/y-2-3 s/s/b/out/y.2-3",
			},
		},
		{
			name:  "no stars",
			files: "s/s/big.in s/s/big.ans",
			input: "s/big.in", output: "s/big.ans",
			want: []string{"big s/s/big.in s/s/big.ans"},
		},
		{
			name:  "hidden files and directories are left out",
			files: "s/s/1.in s/s/1.ans s/s/.2.in s/s/.2.ans s/s/3.in/x s/s/3.ans/x",
			input: "s/*.in", output: "s/*.ans",
			want: []string{"1 s/s/1.in s/s/1.ans"},
		},
		{
			name:  "hidden files that are asked for",
			files: "s/s/.1.in s/s/.1.ans",
			input: "s/.*.in", output: "s/.*.ans",
			want: []string{".1 s/s/.1.in s/s/.1.ans"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for _, name := range strings.Fields(tt.files) {
				write(t, name, "")
			}
			write(t, "s/s.yaml",
				fmt.Sprintf("files:\n  - input: %q\n    output: %q\n", tt.input, tt.output))
			s, err := Load("s/s.yaml")
			if (err != nil) != (tt.want == nil) {
				t.Fatalf("got error %v, want %q", err, tt.want)
			}
			if err != nil {
				return
			}
			var got []string
			for _, c := range s.Cases {
				got = append(got, c.Name+" "+c.Input.Name()+" "+c.Answer.Name())
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestFilesByAbsolutePath(t *testing.T) {
	workspace(t)
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	write(t, "s.yaml", fmt.Sprintf("files: [{input: %q, output: %q}]\n",
		dir+"/data/*.in", dir+"/data/*.ans"))
	s, err := Load("s.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"1", "2"}, caseNames(s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := read(t, s.Cases[1].Answer); got != "data/2.ans" {
		t.Errorf("got answer %q", got)
	}
}

func TestFilesAfterCases(t *testing.T) {
	s := mustLoad(t, `
limits: {cpu: 1s, processes: 1}
files:
  - input: data/2.in
    limits: {cpu: 5s}
    compare: {checker: {path: check.cpp, protocol: exit}}
  - {input: data/1*.in, output: data/1*.ans}
cases:
  - {name: z, input: '', output: ''}
`)
	if diff := cmp.Diff([]string{"z", "data/2", "data/1"}, caseNames(s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	c := s.Cases[1]
	if c.Limits.CPU.String() != "5s" || c.Limits.Processes != 1 {
		t.Errorf("got limits %+v", c.Limits)
	}
	if c.Compare.Checker != "check.cpp" || c.Answer.Given() {
		t.Errorf("got %+v, want a checker and no answer", c)
	}
	if want := "s.yaml:3:12"; c.Pos.String() != want {
		t.Errorf("got position %s, want %s", c.Pos, want)
	}
}

func TestFilesBehindSymlinks(t *testing.T) {
	workspace(t)
	for link, target := range map[string]string{
		"linked": "data", "data/3.in": "2.in", "data/3.ans": "2.ans",
	} {
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
	}
	write(t, "s.yaml", "files: [{input: 'link*/*.in', output: 'link*/*.ans'}]\n")
	s, err := Load("s.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"linked/1", "linked/2", "linked/3"}, caseNames(s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}

	if err := os.Symlink("gone", "data/4.in"); err != nil {
		t.Fatal(err)
	}
	_, err = Load("s.yaml")
	want := "1:17: \"linked/4.in\": no such file or directory\n"
	if got := transcript(t, err); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A directory full of mistakes is one message.
func TestManyFilesWithoutPartner(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "s/0.ans", "")
	for i := range 14 {
		write(t, fmt.Sprintf("s/%d.in", i), "")
	}
	write(t, "s.yaml", "files:\n  - input: s/*.in\n    output: s/*.ans\n")
	_, err := Load("s.yaml")
	want := `2:12: no output for "s/1.in", "s/2.in", "s/3.in", "s/4.in", "s/5.in", "s/6.in", ` +
		`"s/7.in", "s/8.in", "s/9.in", "s/10.in" and 3 more` + "\n"
	if got := transcript(t, err); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFilesMistakes(t *testing.T) {
	checkMistakes(t, []mistake{
		{
			name: "no match",
			suite: `
files:
  - input: data/*.nope
    output: data/*.answer
`,
			want: `
2:12: no file matches "data/*.nope"
	paths are relative to the suite file: this is "data/*.nope"
3:13: no file matches "data/*.answer"
	paths are relative to the suite file: this is "data/*.answer"
`,
		},
		{
			name: "no output",
			suite: `
files:
  - input: data/*.in
`,
			want: `
2:5: the entry has no output
`,
		},
		{
			name: "no input",
			suite: `
files:
  - output: data/*.ans
`,
			want: `
2:5: the entry has no input
`,
		},
		{
			name: "stars differ",
			suite: `
files:
  - {input: 'data/*.in', output: data/1.ans}
`,
			want: `
2:34: want as many stars as in the input, 1, got 0
	a star of the output is what the same star of the input is
`,
		},
		{
			name: "special characters",
			suite: `
files:
  - {input: 'data/?.in', output: 'data/[0-9].ans'}
  - {input: '**/*.in', output: '{data}/*'}
`,
			want: `
2:13: unsupported pattern "data/?.in"
	one * stands for any text but a slash; nothing else is special
2:34: unsupported pattern "data/[0-9].ans"
	one * stands for any text but a slash; nothing else is special
3:13: unsupported pattern "**/*.in"
	one * stands for any text but a slash; nothing else is special
3:32: unsupported pattern "{data}/*"
	one * stands for any text but a slash; nothing else is special
`,
		},
		{
			name: "same files",
			suite: `
files:
  - {input: 'data/*.in', output: './data/*.in'}
`,
			want: `
2:34: the output is the same files as the input
`,
		},
		{
			name: "wrong types",
			suite: `
files:
  - {input: '', output: [x]}
  - data/*.in
`,
			want: `
2:13: the path is empty
2:25: want text for a path, got a list
3:5: want a mapping for an entry of files, got "data/*.in"
`,
		},
		{
			name: "not a list",
			suite: `
files: {input: 'data/*.in', output: 'data/*.ans'}
`,
			want: `
1:8: want a list for files, got a mapping
`,
		},
		{
			name: "no partners",
			suite: `
files:
  - {input: 'odd/*.in', output: 'odd/*.ans'}
`,
			want: `
2:13: no output for "odd/1.in"
2:33: no input for "odd/3.ans", "odd/10.ans"
`,
		},
		{
			name: "same names",
			suite: `
cases:
  - {name: data/1, input: '', output: ''}
files:
  - {input: 'data/1.in', output: data/1.ans}
  - {input: 'data/*.in', output: 'data/*.ans'}
`,
			want: `
4:13: duplicate case "data/1"
	the first is on line 2
5:13: duplicate case "data/1"
	the first is on line 2
`,
		},
		{
			name: "limits and comparison",
			suite: `
files:
  - {input: 'data/*.in', output: 'data/*.ans', limits: {cpu: x}, compare: x}
`,
			want: `
2:62: want a duration such as 500ms or 1.5s, at most 1000h, got "x"
2:75: unknown method of comparison "x"
	want one of exact, lines, tokens, floats, unordered, checker
`,
		},
	})
}
