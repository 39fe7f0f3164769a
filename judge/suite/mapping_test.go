package suite

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAliases(t *testing.T) {
	s := mustLoad(t, `
title: &key input
limits: &limits {cpu: &second 1s, wall: *second}
cases:
  - &first
    name: first
    *key : x
    output: &text y
    limits: *limits
  - <<: *first
    name: second
    input: *text
  - <<: [{name: third, output: z}, *first]
    limits: {<<: *limits, cpu: 3s}
`)
	var got []string
	for _, c := range s.Cases {
		got = append(got, fmt.Sprintf("%s %s: %s -> %s, %s %s", c.Pos, c.Name,
			read(t, c.Input), read(t, c.Answer), c.Limits.CPU, c.Limits.Wall))
	}
	want := []string{
		"s.yaml:4:5 first: x -> y, 1s 1s",
		"s.yaml:9:5 second: y -> y, 1s 1s",
		"s.yaml:12:5 third: x -> z, 3s 1s",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A case stands where its alias does, since that is what makes it another case.
func TestPositionOfAlias(t *testing.T) {
	s := mustLoad(t, `
programs:
  - &p prog.py
cases:
  - {name: a, input: '', output: '', limits: &l {cpu: 1s}}
files:
  - {input: &f data/1.in, output: data/1.ans}
`)
	if got := s.Programs[0].Pos.String(); got != "s.yaml:2:5" {
		t.Errorf("got position %s of the program", got)
	}
	if got := s.Cases[1].Pos.String(); got != "s.yaml:6:13" {
		t.Errorf("got position %s of the case from a file", got)
	}
}

// Each of these means more than 2^60 nodes when it is written out. It must be refused by its
// mistakes, not by the death of the process.
func TestAliasesDoNotBlowUp(t *testing.T) {
	for _, tt := range []struct {
		name         string
		first, other string // the other 60 refer to the one before
		key          string // where the last is used
	}{
		{"lists", "&a0 [x, x]", "&a%d [*a%d, *a%[2]d]", "cases"},
		{"mappings", "&a0 {x: y}", "&a%d {x: *a%d, y: *a%[2]d}", "limits"},
		{"merges", "&a0 {x: y}", "&a%d {<<: [*a%d, *a%[2]d], cpu: 1s}", "limits"},
		{"commands", "&a0 [x, x]", "&a%d [*a%d, *a%[2]d]", "programs"},
		{"comparisons", "&a0 {lines: {}}", "&a%d {checker: *a%d, floats: *a%[2]d}", "compare"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			workspace(t)
			var b strings.Builder
			fmt.Fprintf(&b, "x:\n  - %s\n", tt.first)
			for i := 1; i <= 60; i++ {
				fmt.Fprintf(&b, "  - "+tt.other+"\n", i, i-1)
			}
			fmt.Fprintf(&b, "%s: *a60\n", tt.key)
			write(t, "s.yaml", b.String())
			_, err := Load("s.yaml")
			if got := transcript(t, err); strings.Count(got, "\n") > 200 {
				t.Errorf("%d lines of mistakes for %d of suite", strings.Count(got, "\n"), 63)
			}
		})
	}
}

// Aliases that repeat a mapping full of mistakes must not repeat the mistakes.
func TestMistakesBehindAliasesAreToldOnce(t *testing.T) {
	workspace(t)
	var b strings.Builder
	b.WriteString("limits: &l {")
	for i := range 1000 {
		fmt.Fprintf(&b, "k%d: 1, ", i)
	}
	b.WriteString("}\ncases:\n")
	for i := range 1000 {
		fmt.Fprintf(&b, "  - {name: %d, input: '', output: '', limits: {<<: *l}}\n", i)
	}
	write(t, "s.yaml", b.String())
	_, err := Load("s.yaml")
	if n := strings.Count(transcript(t, err), "unknown key"); n != 1000 {
		t.Errorf("got %d mistakes, want 1000", n)
	}
}

func TestMappingMistakes(t *testing.T) {
	checkMistakes(t, []mistake{
		{
			name: "a list as a suite",
			suite: `
- a
- b
`,
			want: `
1:1: want a mapping for a suite, got a list
`,
		},
		{
			name: "text as a suite",
			suite: `
hello
`,
			want: `
1:1: want a mapping for a suite, got "hello"
`,
		},
		{
			name: "unknown keys",
			suite: `
titel: x
colour: x
` + oneCase,
			want: `
1:1: unknown key "titel" in a suite
	did you mean "title"?
2:1: unknown key "colour" in a suite
	want one of title, source, programs, limits, compare, cases, files
`,
		},
		{
			name: "misspelt and right",
			suite: `
titel: [x]
title: x
` + oneCase,
			want: `
1:1: unknown key "titel" in a suite
	did you mean "title"?
`,
		},
		{
			name: "duplicate keys",
			suite: `
title: x
"title": y
` + oneCase,
			want: `
2:1: duplicate key "title"
`,
		},
		{
			name: "keys that are no text",
			suite: `
? [a]
: 1
? {b: c}
: 2
` + oneCase,
			want: `
1:3: want text for a key, got a list
3:3: want text for a key, got a mapping
`,
		},
		{
			name: "tags",
			suite: `
!suite
title: !!str x
` + oneCase,
			want: `
1:1: unknown tag "!suite"
	leave the tag out
`,
		},
		{
			name: "tag of a case",
			suite: `
cases:
  - !case {name: b, input: '', output: ''}
`,
			want: `
2:5: unknown tag "!case"
	leave the tag out
`,
		},
		{
			name: "alias of a wrong type",
			suite: `
title: &t x
limits: *t
` + oneCase,
			want: `
2:9: want a mapping for limits, got "x"
`,
		},
		{
			name: "alias of a case",
			suite: `
cases:
  - &c {name: a, input: '', output: ''}
  - *c
`,
			want: `
2:15: duplicate case "a"
	the first is on line 2
`,
		},
		{
			name: "merged into itself",
			suite: `
cases:
  - &c {<<: *c, name: a, input: '', output: ''}
`,
			want: `
2:13: the mapping "c" is merged into itself
`,
		},
		{
			name: "merged into itself by a detour",
			suite: `
cases:
  - &c {<<: {<<: [*c]}, name: a, input: '', output: ''}
`,
			want: `
2:19: the mapping "c" is merged into itself
`,
		},
		{
			name: "list of itself",
			suite: `
cases: &c
  - *c
`,
			want: `
2:5: want a mapping for a case, got a list
`,
		},
		{
			name: "merging what is no mapping",
			suite: `
cases:
  - {<<: [x], name: a, input: '', output: ''}
  - {<<: x, name: b, input: '', output: ''}
`,
			want: `
2:11: want a mapping for a case, got "x"
3:10: want a mapping for a case, got "x"
`,
		},
		{
			name: "two merges",
			suite: `
cases:
  - {<<: {}, <<: {}, name: a, input: '', output: ''}
`,
			want: `
2:14: duplicate key "<<"
`,
		},
		{
			name: "one mistake behind many aliases",
			suite: `
cases:
  - {name: a, input: '', output: '', limits: &l {cpu: x}}
  - {name: b, input: '', output: '', limits: *l}
  - {name: c, input: '', output: '', limits: {<<: *l}}
`,
			want: `
2:55: want a duration such as 500ms or 1.5s, at most 1000h, got "x"
`,
		},
	})
}
