package suite

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSuite(t *testing.T) {
	s := mustLoad(t, `
title: Curling 2.0
source: 3009
cases:
  - name: sample
    input: |
      2 1
      3 2
    output: "1\n"
  - name: worst/1
    input_file: data/1.in
    output_file: data/1.ans
`)
	if s.Name != "s" || s.File != "s.yaml" || s.Title != "Curling 2.0" || s.Source != "3009" {
		t.Errorf("got suite %+v", s)
	}
	type named struct{ Name, Pos, Input, Answer string }
	var got []named
	for _, c := range s.Cases {
		got = append(got, named{c.Name, c.Pos.String(), read(t, c.Input), read(t, c.Answer)})
	}
	want := []named{
		{"sample", "s.yaml:4:5", "2 1\n3 2\n", "1\n"},
		{"worst/1", "s.yaml:9:5", "data/1.in", "data/1.ans"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Whatever YAML would make of a scalar, it is the text that is written.
func TestTexts(t *testing.T) {
	for _, tt := range []struct{ yaml, want string }{
		{"010", "010"},
		{"0x1F", "0x1F"},
		{"1e3", "1e3"},
		{"1_000", "1_000"},
		{"-0.0", "-0.0"},
		{".inf", ".inf"},
		{"~", "~"},
		{"null", "null"},
		{"true", "true"},
		{"No", "No"},
		{"2001-12-14t21:59:43.10-05:00", "2001-12-14t21:59:43.10-05:00"},
		{"12:30:45", "12:30:45"},
		{"<<", "<<"},
		{"=", "="},
		{"", ""},
		{"''", ""},
		{"1 2 3", "1 2 3"},
		{"\n      1 2\n      3", "1 2 3"},
		{"|\n      1 2\n        3\n\n", "1 2\n  3\n"},
		{"|-\n      1 2\n      3\n", "1 2\n3"},
		{"|+\n      1 2\n\n", "1 2\n\n\n"},
		{">\n      1 2\n      3\n", "1 2 3\n"},
		{`"1\t2\r\n\x00\u00e9"`, "1\t2\r\n\x00é"},
		{"!!str 010", "010"},
		{"! 010", "010"},
		{"&anchor 010", "010"},
	} {
		t.Run(tt.yaml, func(t *testing.T) {
			s := mustLoad(t, "cases:\n  - name: a\n    output: ''\n    input: "+tt.yaml+"\n")
			text, inline := s.Cases[0].Input.Text()
			if !inline || text != tt.want {
				t.Errorf("got %q (inline: %v), want %q", text, inline, tt.want)
			}
		})
	}
}

func TestNames(t *testing.T) {
	s := mustLoad(t, `
cases:
  - {name: 010, input: '', output: ''}
  - {name: 8, input: '', output: ''}
  - {name: a/b c/ä, input: '', output: ''}
  - {name: ~, input: '', output: ''}
`)
	if diff := cmp.Diff([]string{"010", "8", "a/b c/ä", "~"}, caseNames(s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Input that is empty is not the same as input that is not there.
func TestEmptyTexts(t *testing.T) {
	c := mustLoad(t, oneCase).Cases[0]
	if !c.Input.Given() || !c.Answer.Given() {
		t.Errorf("empty texts are absent: %+v", c)
	}
	if text := read(t, c.Input) + read(t, c.Answer); text != "" {
		t.Errorf("got text %q", text)
	}
}

func TestCaseMistakes(t *testing.T) {
	checkMistakes(t, []mistake{
		{
			name: "none",
			suite: `
title: x
`,
			want: `
1:1: the suite has no cases
	add some under "cases" or "files"
`,
		},
		{
			name: "empty list",
			suite: `
title: x
cases: []
`,
			want: `
2:8: the suite has no cases
	add some under "cases" or "files"
`,
		},
		{
			name: "nothing",
			suite: `
cases:
`,
			want: `
1:7: want a list for cases, got nothing
`,
		},
		{
			name: "a mapping",
			suite: `
cases: {name: a}
`,
			want: `
1:8: want a list for cases, got a mapping
`,
		},
		{
			name: "wrong types",
			suite: `
cases: [a, [b]]
`,
			want: `
1:9: want a mapping for a case, got "a"
1:12: want a mapping for a case, got a list
`,
		},
		{
			name: "no name",
			suite: `
cases:
  - input: x
    output: y
`,
			want: `
2:5: the case has no name
`,
		},
		{
			name: "empty names",
			suite: `
cases:
  - name:
    input: x
    output: y
  - {name: '', input: x, output: y}
`,
			want: `
2:10: the name of a case is empty
5:12: the name of a case is empty
`,
		},
		{
			name: "name of a wrong type",
			suite: `
cases:
  - {name: [a], input: '', output: ''}
`,
			want: `
2:12: want text for a name, got a list
`,
		},
		{
			name: "control character in a name",
			suite: `
cases:
  - name: "a\tb"
    input: x
    output: y
`,
			want: `
2:11: control character in the name of case "a\tb"
`,
		},
		{
			name: "same names",
			suite: `
cases:
  - {name: a, input: '', output: ''}
  - {name: b, input: '', output: ''}
  - name: a
    input: ''
    output: ''
`,
			want: `
4:11: duplicate case "a"
	the first is on line 2
`,
		},
		{
			name: "no input",
			suite: `
cases:
  - name: a
    output: y
`,
			want: `
2:5: the case has no input
	write input: "" for a program that reads nothing
`,
		},
		{
			name: "no output",
			suite: `
cases:
  - name: a
    input: y
`,
			want: `
2:5: the case has no output
	write output: "" for a program that writes nothing
`,
		},
		{
			name: "neither",
			suite: `
cases:
  - name: a
`,
			want: `
2:5: the case has no input
	write input: "" for a program that reads nothing
2:5: the case has no output
	write output: "" for a program that writes nothing
`,
		},
		{
			name: "both",
			suite: `
cases:
  - name: a
    input: y
    input_file: data/1.in
    output_file: data/1.ans
    output: x
`,
			want: `
4:5: the case has both "input" and "input_file"
5:5: the case has both "output" and "output_file"
`,
		},
		{
			name: "texts of wrong types",
			suite: `
cases:
  - name: a
    input: [1, 2]
    output: {a: b}
`,
			want: `
3:12: want text for input, got a list
4:13: want text for output, got a mapping
`,
		},
		{
			name: "misspelt key",
			suite: `
cases:
  - name: a
    input: x
    ouput: [y]
`,
			want: `
4:5: unknown key "ouput" in a case
	did you mean "output"?
4:12: want text for output, got a list
`,
		},
		{
			name: "binary text",
			suite: `
cases:
  - {name: a, input: !!binary aGk=, output: !foo x}
`,
			want: `
2:22: unknown tag "!!binary"
	keep binary data in a file, and name it with input_file or output_file
2:45: unknown tag "!foo"
	leave the tag out
`,
		},
	})
}

// Three unrelated mistakes are told at once, in the order of the file.
func TestThreeMistakesAtOnce(t *testing.T) {
	checkMistakes(t, []mistake{{
		name: "three",
		suite: `
programs: [porg.py]
cases:
  - name: a
    input: x
    ouput: y
  - name: b
    input: x
    output: y
    limits: {memory: 64M}
`,
		want: `
1:12: no such file: "porg.py"
	did you mean "prog.py"?
5:5: unknown key "ouput" in a case
	did you mean "output"?
9:22: unknown unit "M" in size "64M": want one of B, kB, KiB, MB, MiB, GB, GiB
	did you mean "64MiB"?
`,
	}})
}
