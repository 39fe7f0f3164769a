package suite

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ojbatch/judge"
)

// oneCase completes a suite that is about something else.
const oneCase = "cases:\n  - {name: a, input: '', output: ''}\n"

// workspace makes a directory of [workspaceFiles] the working directory.
func workspace(t testing.TB) {
	t.Helper()
	t.Chdir(t.TempDir())
	workspaceFiles(t, ".")
}

// workspaceFiles fills dir with files that suites of the tests name. What each holds is its
// own name.
func workspaceFiles(t testing.TB, dir string) {
	t.Helper()
	for _, name := range []string{
		"prog.py", "check.cpp",
		"data/1.in", "data/1.ans", "data/2.in", "data/2.ans",
		"odd/1.in", "odd/2.in", "odd/2.ans", "odd/3.ans", "odd/10.ans",
	} {
		write(t, filepath.Join(dir, name), name)
	}
}

func write(t testing.TB, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// mustLoad loads a suite from the file s.yaml of a new workspace.
func mustLoad(t testing.TB, text string) *judge.Suite {
	t.Helper()
	workspace(t)
	write(t, "s.yaml", strings.TrimPrefix(text, "\n"))
	s, err := Load("s.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// mistake is a suite with what is said about it: for each mistake a line with its position and
// another, indented, with the hint if there is one.
type mistake struct{ name, suite, want string }

func checkMistakes(t *testing.T, table []mistake) {
	t.Helper()
	workspace(t)
	for _, tt := range table {
		t.Run(tt.name, func(t *testing.T) {
			write(t, "s.yaml", strings.TrimPrefix(tt.suite, "\n"))
			s, err := Load("s.yaml")
			if s != nil {
				t.Errorf("got a suite beside error %v", err)
			}
			want := strings.TrimPrefix(tt.want, "\n")
			if diff := cmp.Diff(want, transcript(t, err)); diff != "" {
				t.Errorf("mistakes (-want +got):\n%s", diff)
			}
		})
	}
}

// transcript writes the mistakes in err as [mistake] has them. Those in other files than
// s.yaml keep the file's name.
func transcript(t testing.TB, err error) string {
	t.Helper()
	errs, ok := errors.AsType[Errors](err)
	if !ok {
		t.Fatalf("want Errors, got %T: %v", err, err)
	}
	var b strings.Builder
	for _, e := range errs {
		fmt.Fprintf(&b, "%s\n", strings.TrimPrefix(e.Error(), "s.yaml:"))
		if e.Hint != "" {
			fmt.Fprintf(&b, "\t%s\n", e.Hint)
		}
	}
	return b.String()
}

// read is all of the text of data.
func read(t testing.TB, data judge.Data) string {
	t.Helper()
	r, err := data.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func caseNames(s *judge.Suite) []string {
	var names []string
	for _, c := range s.Cases {
		names = append(names, c.Name)
	}
	return names
}
