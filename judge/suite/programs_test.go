package suite

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ojbatch/judge"
)

func TestPrograms(t *testing.T) {
	workspace(t)
	write(t, "problems/squares/main.go", "")
	write(t, "cases/wrong/slow.py", "")
	write(t, "cases/run.sh", "")
	abs, err := filepath.Abs("prog.py")
	if err != nil {
		t.Fatal(err)
	}
	write(t, "cases/squares.yaml", fmt.Sprintf(`
programs:
  - ../problems/squares
  - {path: wrong/slow.py, expect: TLE}
  - path: wrong/../wrong
    expect: [WA, RE]
  - %q
  - run: [./run.sh, -v, 010, ""]
    expect: AC
  - {run: [python3, wrong/slow.py]}
`, abs)+oneCase)
	s, err := Load("cases/squares.yaml")
	if err != nil {
		t.Fatal(err)
	}
	at := func(line, column int) judge.Position {
		return judge.Position{File: "cases/squares.yaml", Line: line, Column: column}
	}
	want := []*judge.Program{
		{Name: "../problems/squares", Pos: at(3, 5), Path: "problems/squares"},
		{
			Name: "wrong/slow.py", Pos: at(4, 5), Path: "cases/wrong/slow.py",
			Expect: []judge.Verdict{judge.TimeLimitExceeded},
		},
		{
			Name: "wrong/../wrong", Pos: at(5, 5), Path: "cases/wrong",
			Expect: []judge.Verdict{judge.WrongAnswer, judge.RuntimeError},
		},
		{Name: abs, Pos: at(7, 5), Path: abs},
		{
			Name: "./run.sh -v 010 ", Pos: at(8, 5),
			Argv:   []string{"cases/run.sh", "-v", "010", ""},
			Expect: []judge.Verdict{judge.Accepted},
		},
		{
			Name: "python3 wrong/slow.py", Pos: at(10, 5),
			Argv: []string{"python3", "wrong/slow.py"},
		},
	}
	if diff := cmp.Diff(want, s.Programs); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A program beside the suite file must not turn into a name to be looked for on PATH.
func TestProgramBesideSuite(t *testing.T) {
	s := mustLoad(t, "programs: [{run: [./prog.py]}]\n"+oneCase)
	want := "." + string(filepath.Separator) + "prog.py"
	if got := s.Programs[0].Argv[0]; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestNoPrograms(t *testing.T) {
	for _, text := range []string{oneCase, "programs: []\n" + oneCase} {
		if s := mustLoad(t, text); len(s.Programs) != 0 {
			t.Errorf("got programs %v", s.Programs)
		}
	}
}

// Aliases must not make commands out of proportion with the file.
func TestCommandsAreBounded(t *testing.T) {
	workspace(t)
	long := strings.Repeat("x", 1<<12)
	write(t, "s.yaml", "title: &x "+long+"\nprograms:\n  - run: ["+
		strings.Repeat("*x, ", 1<<12)+"]\n"+oneCase)
	_, err := Load("s.yaml")
	want := "3:10: the commands of this suite are longer than 1MiB together\n"
	if got := transcript(t, err); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestExecutableSuggestionKeepsItsSlash(t *testing.T) {
	workspace(t)
	if err := os.Chmod("prog.py", 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, "s.yaml", "programs: [{run: [./pro.py]}]\n"+oneCase)
	_, err := Load("s.yaml")
	want := "1:19: no such file: \"./pro.py\"\n\tdid you mean \"./prog.py\"?\n"
	if got := transcript(t, err); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestProgramMistakes(t *testing.T) {
	checkMistakes(t, []mistake{
		{
			name: "missing file",
			suite: `
programs:
  - porg.py
` + oneCase,
			want: `
2:5: no such file: "porg.py"
	did you mean "prog.py"?
`,
		},
		{
			name: "twice",
			suite: `
programs: [prog.py, {path: prog.py, expect: WA}]
` + oneCase,
			want: `
1:21: duplicate program "prog.py"
	the first is on line 1
`,
		},
		{
			name: "path and run",
			suite: `
programs:
  - path: prog.py
    run: [x]
` + oneCase,
			want: `
3:5: the program has both "path" and "run"
`,
		},
		{
			name: "neither path nor run",
			suite: `
programs:
  - {expect: WA}
` + oneCase,
			want: `
2:5: the program has neither path nor run
	write {path: FILE} or {run: [PROGRAM, ARGUMENT...]}
`,
		},
		{
			name: "empty paths",
			suite: `
programs:
  - ''
  - {path: }
` + oneCase,
			want: `
2:5: the path is empty
3:12: the path is empty
`,
		},
		{
			name: "wrong types",
			suite: `
programs:
  - [prog.py]
  - {path: [prog.py]}
` + oneCase,
			want: `
2:5: want a mapping for a program, got a list
3:12: want text for a path, got a list
`,
		},
		{
			name: "not a list",
			suite: `
programs: prog.py
` + oneCase,
			want: `
1:11: want a list for programs, got "prog.py"
`,
		},
		{
			name: "commands",
			suite: `
programs:
  - {run: []}
  - {run: x}
  - {run: ['']}
  - {run: [[x], a, {b: c}]}
  - {run: [x, "a\0"]}
` + oneCase,
			want: `
2:11: a command without a program
	write {run: [PROGRAM, ARGUMENT...]}
3:11: want a list for a command, got "x"
4:12: the name of a program is empty
5:12: want text for an argument, got a list
5:20: want text for an argument, got a mapping
6:15: an argument cannot hold a NUL character
`,
		},
		{
			name: "programs of commands",
			suite: `
programs:
  - {run: [./porg.py]}
  - {run: [data/]}
` + oneCase,
			want: `
2:12: no such file: "./porg.py"
	did you mean "./prog.py"?
3:12: "data/" is not a regular file
`,
		},
		{
			name: "verdicts",
			suite: `
programs:
  - {path: prog.py, expect: wa}
  - {path: check.cpp, expect: wrong answr}
  - {path: data, expect: PASS}
` + oneCase,
			want: `
2:29: unknown verdict "wa"
	did you mean "WA"?
3:31: unknown verdict "wrong answr"
	did you mean "WA"?
4:26: unknown verdict "PASS"
	want one of AC, WA, TLE, MLE, OLE, RE, CE
`,
		},
		{
			name: "lists of verdicts",
			suite: `
programs:
  - {path: prog.py, expect: []}
  - {path: check.cpp, expect: [WA, RE, WA]}
  - {path: data, expect: [AC, WA, TLE, MLE, OLE, RE, CE, AC]}
` + oneCase,
			want: `
2:29: want at least one verdict
	leave expect out for AC
3:40: duplicate verdict "WA"
4:26: want at most 7 verdicts, got 8
`,
		},
		{
			name: "verdicts of wrong types",
			suite: `
programs:
  - {path: prog.py, expect: {WA: RE}}
  - {path: check.cpp, expect: [[WA]]}
  - {path: data, expect: JE}
` + oneCase,
			want: `
2:29: want a list for verdicts, got a mapping
3:32: want text for a verdict, got a list
4:26: unknown verdict "JE"
	did you mean "RE"?
`,
		},
	})
}
