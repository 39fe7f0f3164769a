package suite

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ojbatch/judge"
)

// FuzzLoad checks what holds for every file: the loader returns, and it returns either a sound
// suite or mistakes that all have a place in the file.
func FuzzLoad(f *testing.F) {
	seeds, err := filepath.Glob("testdata/seeds/*.yaml")
	if err != nil || len(seeds) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	for _, seed := range seeds {
		data, err := os.ReadFile(seed)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	// Not the working directory, which is what fuzzing starts its workers in.
	dir := f.TempDir()
	workspaceFiles(f, dir)
	f.Fuzz(func(t *testing.T, data []byte) {
		if !leavesWorkspace(data) {
			checkDecode(t, filepath.Join(dir, "s.yaml"), data)
		}
	})
}

// upOrAbsolute finds paths that leave the workspace, and escapes that could hide them.
var upOrAbsolute = regexp.MustCompile(`\.\.|\\|(^|[^\w*])/`)

// leavesWorkspace says whether a suite could make the loader search the whole machine.
func leavesWorkspace(data []byte) bool {
	return bytes.Contains(data, []byte("*")) && upOrAbsolute.Match(data)
}

// failer is what [testing.T] and [rapid.T] have in common.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

func checkDecode(t failer, file string, data []byte) {
	t.Helper()
	s, errs := decode(file, data)
	lines := 1 + strings.Count(string(data), "\n") + strings.Count(string(data), "\r")
	for _, e := range errs {
		if e.Pos.File != file || e.Pos.Line < 1 || e.Pos.Column < 0 || e.What == "" {
			t.Fatalf("incomplete mistake %+v", e)
		}
		// YAML also ends lines at these characters, which are rare.
		if e.Pos.Line > lines && !strings.ContainsAny(string(data), "\u0085\u2028\u2029") {
			t.Fatalf("mistake after the end of the file: %+v", e)
		}
		if strings.ContainsAny(e.What+e.Hint, "\r\n") {
			t.Fatalf("mistake of more than one line: %+v", e)
		}
	}
	if len(errs) == 0 {
		checkSound(t, s)
	}
}

func checkSound(t failer, s *judge.Suite) {
	t.Helper()
	names := make(map[string]bool)
	for _, c := range s.Cases {
		checker := c.Compare.Method == judge.CompareChecker
		switch l := c.Limits; {
		case c.Name == "", names[c.Name]:
			t.Fatalf("case name %q is empty or not the only one", c.Name)
		case !c.Input.Given(), !c.Answer.Given() && !checker:
			t.Fatalf("case %q is incomplete", c.Name)
		case min(l.CPU, l.Wall) < 0, min(l.Memory, l.Stack, l.Output, l.Disk) < 0,
			min(l.Processes, l.Files) < 0:
			t.Fatalf("case %q has negative limits %+v", c.Name, l)
		case checker && (c.Compare.Checker == "" || c.Compare.Protocol == ""):
			t.Fatalf("case %q has an incomplete checker", c.Name)
		}
		names[c.Name] = true
	}
	if len(s.Cases) == 0 {
		t.Fatalf("no cases")
	}
	for _, p := range s.Programs {
		if p.Name == "" || (p.Path == "") == (p.Argv == nil) {
			t.Fatalf("program %+v is incomplete", p)
		}
	}
}

// Whatever text a case holds, it comes back as it was.
func TestTextsRoundTrip(t *testing.T) {
	text := rapid.StringOf(rapid.OneOf(
		rapid.RuneFrom([]rune("0~:#-?&*!|>'\"%@`{}[]<=\\ \t\r\n\x00\x7f\u0085\u2028\ufeff")),
		rapid.Rune(),
	))
	rapid.Check(t, func(t *rapid.T) {
		cases := rapid.SliceOfN(rapid.SliceOfN(text, 2, 2), 1, 5).Draw(t, "cases")
		var b strings.Builder
		b.WriteString("cases:\n")
		for i, c := range cases {
			fmt.Fprintf(&b, "  - {name: %d, input: %s, output: %s}\n",
				i, strconv.QuoteToASCII(c[0]), strconv.QuoteToASCII(c[1]))
		}
		s, errs := decode("s.yaml", []byte(b.String()))
		if len(errs) > 0 {
			t.Fatalf("%s\n%v", b.String(), errs)
		}
		for i, c := range s.Cases {
			in, _ := c.Input.Text()
			out, _ := c.Answer.Text()
			if in != cases[i][0] || out != cases[i][1] {
				t.Fatalf("got %q and %q, want %q", in, out, cases[i])
			}
		}
	})
}

// Suites that are nearly right reach deeper than random bytes do.
func TestNearlyRightSuites(t *testing.T) {
	seeds, err := filepath.Glob("testdata/seeds/*.yaml")
	if err != nil || len(seeds) == 0 {
		t.Fatalf("no seeds: %v", err)
	}
	var lines []string
	for _, seed := range seeds {
		data, err := os.ReadFile(seed)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, strings.SplitAfter(string(data), "\n")...)
	}
	workspace(t)
	rapid.Check(t, func(t *rapid.T) {
		start := rapid.IntRange(0, len(lines)-1).Draw(t, "start")
		end := rapid.IntRange(start, min(len(lines), start+40)).Draw(t, "end")
		text := strings.Join(lines[start:end], "")
		for range rapid.IntRange(0, 3).Draw(t, "changes") {
			at := rapid.IntRange(0, len(text)).Draw(t, "at")
			more := rapid.SampledFrom(append(lines, "{", "]", ": ", "- ", "*l", "&l ", "<<: ", "0"))
			text = text[:at] + more.Draw(t, "more") + text[at:]
		}
		checkDecode(t, "s.yaml", []byte(text))
	})
}
