package suite

import (
	"fmt"
	"strings"
	"testing"
)

func TestEncodings(t *testing.T) {
	plain := "cases:\n  - name: a\n    input: |\n      1\n      2\n    output: \"3\\r\\n\"\n"
	for _, tt := range []struct{ name, text string }{
		{"plain", plain},
		{"byte order mark", "\ufeff" + plain},
		{"CRLF", strings.ReplaceAll(plain, "\n", "\r\n")},
		{"CR", strings.ReplaceAll(plain, "\n", "\r")},
		{"no newline at the end", strings.TrimSuffix(plain, "\n")},
		{"explicit document", "%YAML 1.1\n--- # suite\n" + plain + "...\n"},
		{"tabs after keys", strings.ReplaceAll(plain, ": ", ":\t")},
		{"JSON", `{"cases": [{"name": "a", "input": "1\n2\n", "output": "3\r\n"}]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := mustLoad(t, tt.text).Cases[0]
			if in, out := read(t, c.Input), read(t, c.Answer); in != "1\n2\n" || out != "3\r\n" {
				t.Errorf("got input %q, answer %q", in, out)
			}
		})
	}
}

func TestNotText(t *testing.T) {
	const hint = "\ta suite file is text in UTF-8\n"
	for _, tt := range []struct{ name, text, want string }{
		{"Latin-1", "title: x\r\nsource: \xe9t\xe9\n", "2:9: byte 0xe9 is not UTF-8\n"},
		{"UTF-16", "\xff\xfet\x00i\x00", "1:1: byte 0xff is not UTF-8\n"},
		{"truncated", "title: é\xc3", "1:9: byte 0xc3 is not UTF-8\n"},
		{"NUL", "a\rb: \x00\n", "2:4: control character U+0000 is not allowed in YAML\n"},
		{"C1", "é: \u0080\n", "1:4: control character U+0080 is not allowed in YAML\n"},
		{"no character", "\uffff", "1:1: control character U+FFFF is not allowed in YAML\n"},
		{"program", "\x7fELF\x02\x01\x01\x00", "1:1: control character U+007F is not allowed in YAML\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			workspace(t)
			write(t, "s.yaml", tt.text)
			_, err := Load("s.yaml")
			if got := transcript(t, err); got != tt.want+hint {
				t.Errorf("got %q, want %q", got, tt.want+hint)
			}
		})
	}
}

// The line of a mistake in the syntax must not be that of the list around it.
func TestSyntaxMistakeFarDown(t *testing.T) {
	workspace(t)
	var b strings.Builder
	b.WriteString("cases:\n")
	for i := range 1000 {
		fmt.Fprintf(&b, "  - name: %d\n    input: |\n      1\n\n    output: 2\n", i)
	}
	b.WriteString("  - name: last\n     input: 1\n    output: 2\n")
	write(t, "s.yaml", b.String())
	_, err := Load("s.yaml")
	if got := transcript(t, err); !strings.HasPrefix(got, "5003: not YAML: ") {
		t.Errorf("got %q, want line 5003", got)
	}
}

func TestSyntaxMistakes(t *testing.T) {
	checkMistakes(t, []mistake{
		{
			name:  "empty",
			suite: "",
			want: `
1:1: the file is empty
	a suite holds cases
`,
		},
		{
			name: "comments only",
			suite: `
# nothing
`,
			want: `
1:1: the file is empty
	a suite holds cases
`,
		},
		{
			name: "nothing",
			suite: `
---
`,
			want: `
1:1: the file is empty
	a suite holds cases
`,
		},
		{
			name: "second document",
			suite: `
title: x
---
title: y
`,
			want: `
2:1: a second document begins here
	put each suite into a file of its own
`,
		},
		{
			name: "after the end",
			suite: `
title: x
...
title: y
`,
			want: `
3: not YAML: did not find expected <document start>
`,
		},
		{
			name: "mistake in the second document",
			suite: `
title: x
---
title: [
`,
			want: `
3: not YAML: did not find expected node content
`,
		},
		{
			name: "control character",
			suite: "title: x\n" +
				"source: é\x01\n",
			want: `
2:10: control character U+0001 is not allowed in YAML
	a suite file is text in UTF-8
`,
		},
		{
			name: "tab",
			suite: `
cases:
	- name: a
`,
			want: `
2: not YAML: found character that cannot start any token
	indent with spaces
`,
		},
		{
			name: "tab in text",
			suite: `
cases:
  - name: a
    input: |
      1
	2
`,
			want: `
5: not YAML: found a tab character where an indentation space is expected
	indent with spaces
`,
		},
		{
			name: "indentation of a key",
			suite: `
cases:
  - name: a
    input: x
   output: y
`,
			want: `
4: not YAML: did not find expected '-' indicator
	indent all entries of a list alike
`,
		},
		{
			name: "indentation of an entry",
			suite: `
cases:
  - name: a
    input: x
    output: y


 # b
 - name: b
`,
			want: `
8: not YAML: did not find expected key
	indent keys alike, and close quotes on their line
`,
		},
		{
			name: "deep in the file",
			suite: `
cases:
  - name: a
    input: |
      1 2
    3 4
    output: x
`,
			want: `
5: not YAML: could not find expected ':'
	": " follows a key, and text is indented deeper than its key
`,
		},
		{
			name: "colon",
			suite: `
title: a: b
`,
			want: `
1: not YAML: mapping values are not allowed in this context
	quote text that holds ": ", and indent keys alike
`,
		},
		{
			name: "unclosed quote",
			suite: `
title: x
source: 'y
cases: []
`,
			want: `
2: not YAML: found unexpected end of stream
	a quote is not closed
`,
		},
		{
			name: "unclosed quote on the first line",
			suite: `
title: "x
source: y

`,
			want: `
1: not YAML: found unexpected end of stream
	a quote is not closed
`,
		},
		{
			name: "unclosed quote, closed by another",
			suite: `
cases:
  - name: a
    input: "1
    output: "2"
`,
			want: `
4: not YAML: did not find expected key
	indent keys alike, and close quotes on their line
`,
		},
		{
			name: "unclosed bracket",
			suite: `
title: x
programs: [a, b
source: y
`,
			want: `
2: not YAML: did not find expected ',' or ']'
	a bracket or brace is not closed, or a comma is missing
`,
		},
		{
			name: "unclosed brace",
			suite: `
cases:
  - {name: a, input: x
  - {name: b, input: x}
`,
			want: `
2: not YAML: did not find expected ',' or '}'
	a bracket or brace is not closed, or a comma is missing
`,
		},
		{
			name: "text after a quote",
			suite: `
cases:
  - name: a
    input: "1" 2
    output: x
  - name: b
`,
			want: `
3: not YAML: did not find expected key
	indent keys alike, and close quotes on their line
`,
		},
		{
			name: "first character",
			suite: `
title: @x
`,
			want: "1: not YAML: found character that cannot start any token\n" +
				"\tquote text that begins with @, ` or %\n",
		},
		{
			name: "escape",
			suite: `
title: x
source: "a\d"
`,
			want: `
2: not YAML: found unknown escape character
	inside "..." write a backslash twice, or quote with '...'
`,
		},
		{
			name: "no anchor",
			suite: `
cases:
  - name: a
    limits: *fast
    input: x
`,
			want: `
3: not YAML: unknown anchor 'fast' referenced
	an anchor (&name) comes before its aliases (*name)
`,
		},
	})
}
