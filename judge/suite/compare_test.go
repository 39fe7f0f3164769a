package suite

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ojbatch/judge"
)

func TestCompare(t *testing.T) {
	for _, tt := range []struct {
		compare string
		want    judge.CompareSpec
	}{
		{"exact", judge.CompareSpec{Method: judge.CompareExact}},
		{"'lines'", judge.CompareSpec{Method: judge.CompareLines}},
		{"tokens", judge.CompareSpec{Method: judge.CompareTokens}},
		{"unordered", judge.CompareSpec{Method: judge.CompareUnordered}},
		{"{lines: {}}", judge.CompareSpec{Method: judge.CompareLines}},
		{"{tokens: {}}", judge.CompareSpec{Method: judge.CompareTokens}},
		{
			"{tokens: {ignore_case: true}}",
			judge.CompareSpec{Method: judge.CompareTokens, IgnoreCase: true},
		},
		{
			"{tokens: {ignore_case: false}}",
			judge.CompareSpec{Method: judge.CompareTokens},
		},
		{
			"{floats: {abs: 1e-6, rel: 0.5}}",
			judge.CompareSpec{Method: judge.CompareFloats, Abs: 1e-6, Rel: 0.5},
		},
		{
			"{floats: {abs: 0}}",
			judge.CompareSpec{Method: judge.CompareFloats},
		},
		{
			"{checker: {path: check.cpp, protocol: icpc}}",
			judge.CompareSpec{
				Method: judge.CompareChecker, Checker: "check.cpp", Protocol: judge.ProtocolICPC,
			},
		},
	} {
		t.Run(tt.compare, func(t *testing.T) {
			s := mustLoad(t, "compare: "+tt.compare+"\n"+oneCase)
			if diff := cmp.Diff(tt.want, s.Cases[0].Compare); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestCompareOfCase(t *testing.T) {
	s := mustLoad(t, `
compare: {tokens: {ignore_case: true}}
cases:
  - {name: suite's, input: '', output: ''}
  - {name: own, input: '', output: '', compare: tokens}
  - {name: no answer, input: '', compare: {checker: {path: check.cpp, protocol: exit}}}
`)
	checker := judge.CompareSpec{
		Method: judge.CompareChecker, Checker: "check.cpp", Protocol: judge.ProtocolExit,
	}
	for i, want := range []judge.CompareSpec{
		{Method: judge.CompareTokens, IgnoreCase: true},
		{Method: judge.CompareTokens},
		checker,
	} {
		if got := s.Cases[i].Compare; got != want {
			t.Errorf("case %q: got %+v, want %+v", s.Cases[i].Name, got, want)
		}
	}
	if s.Cases[2].Answer.Given() {
		t.Error("a case without output has an answer")
	}
}

func TestCompareUnsaid(t *testing.T) {
	s := mustLoad(t, oneCase)
	if got := s.Cases[0].Compare; got != (judge.CompareSpec{}) {
		t.Errorf("got %+v, want nothing", got)
	}
}

func TestCompareMistakes(t *testing.T) {
	checkMistakes(t, []mistake{
		{
			name: "misspelt method",
			suite: `
compare: tokns
` + oneCase,
			want: `
1:10: unknown method of comparison "tokns"
	did you mean "tokens"?
`,
		},
		{
			name: "unknown method",
			suite: `
compare: diff
` + oneCase,
			want: `
1:10: unknown method of comparison "diff"
	want one of exact, lines, tokens, floats, unordered, checker
`,
		},
		{
			name: "misspelt method with options",
			suite: `
compare: {token: {ignore_case: 1}}
` + oneCase,
			want: `
1:11: unknown key "token" in a comparison
	did you mean "tokens"?
1:32: want true or false, got "1"
`,
		},
		{
			name: "unknown method with options",
			suite: `
compare: {diff: {}}
` + oneCase,
			want: `
1:11: unknown key "diff" in a comparison
	want one of exact, lines, tokens, floats, unordered, checker
`,
		},
		{
			name: "floats by name",
			suite: `
compare: floats
` + oneCase,
			want: `
1:10: floats needs abs or rel
	write {floats: {abs: 1e-6, rel: 1e-6}}; a number within either is right
`,
		},
		{
			name: "floats without tolerance",
			suite: `
compare: {floats: {}}
` + oneCase,
			want: `
1:19: floats needs abs or rel
	write {floats: {abs: 1e-6, rel: 1e-6}}; a number within either is right
`,
		},
		{
			name: "bad tolerances",
			suite: `
compare: {floats: {abs: -1, rel: .nan}}
` + oneCase,
			want: `
1:25: a tolerance cannot be negative, got "-1"
1:34: want a tolerance such as 1e-6, got ".nan"
`,
		},
		{
			name: "worse tolerances",
			suite: `
compare: {floats: {abs: inf, rel: x, eps: 1}}
` + oneCase,
			want: `
1:25: want a tolerance such as 1e-6, got "inf"
1:35: want a tolerance such as 1e-6, got "x"
1:38: unknown key "eps" in floats
	want one of abs, rel
`,
		},
		{
			name: "checker by name",
			suite: `
compare: checker
` + oneCase,
			want: `
1:10: checker needs path and protocol
	write {checker: {path: check.cpp, protocol: testlib}}
`,
		},
		{
			name: "empty checker",
			suite: `
compare: {checker: {}}
` + oneCase,
			want: `
1:20: checker needs path and protocol
	write {checker: {path: check.cpp, protocol: testlib}}
`,
		},
		{
			name: "checker without protocol",
			suite: `
compare: {checker: {path: check.cpp}}
` + oneCase,
			want: `
1:20: checker needs protocol
	write {checker: {path: check.cpp, protocol: testlib}}
`,
		},
		{
			name: "bad checker",
			suite: `
compare: {checker: {path: chekc.cpp, protocol: testlb}}
` + oneCase,
			want: `
1:27: no such file: "chekc.cpp"
	did you mean "check.cpp"?
1:48: unknown protocol "testlb"
	did you mean "testlib"?
`,
		},
		{
			name: "two methods",
			suite: `
compare: {tokens: {ignore_case: yes}, lines: {}}
` + oneCase,
			want: `
1:33: want true or false, got "yes"
1:39: want one method of comparison, got "tokens" and "lines"
`,
		},
		{
			name: "option of another method",
			suite: `
compare: {lines: {ignore_case: true}}
` + oneCase,
			want: `
1:19: unknown key "ignore_case" in lines
`,
		},
		{
			name: "no method",
			suite: `
compare: {}
` + oneCase,
			want: `
1:10: want a method of comparison, got none
	want one of exact, lines, tokens, floats, unordered, checker
`,
		},
		{
			name: "a list",
			suite: `
compare: [lines]
` + oneCase,
			want: `
1:10: want a mapping for a comparison, got a list
`,
		},
		{
			name: "nothing",
			suite: `
compare:
` + oneCase,
			want: `
1:9: want a method of comparison, got nothing
	want one of exact, lines, tokens, floats, unordered, checker
`,
		},
		{
			name: "no options",
			suite: `
compare: {tokens: }
` + oneCase,
			want: `
1:19: want a mapping for tokens, got nothing
`,
		},
		{
			name: "in a case",
			suite: `
cases:
  - {name: a, input: '', compare: chekcer}
`,
			want: `
2:35: unknown method of comparison "chekcer"
	did you mean "checker"?
`,
		},
	})
}
