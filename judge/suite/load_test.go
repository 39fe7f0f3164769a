package suite

import (
	"fmt"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLoadAll(t *testing.T) {
	workspace(t)
	write(t, "cases/b.yaml", oneCase)
	write(t, "cases/a.yml", oneCase)
	write(t, "cases/c.v2.yaml", oneCase)
	write(t, "cases/.hidden.yaml", "not a suite")
	write(t, "cases/notes.txt", "not a suite")
	write(t, "cases/deep/d.yaml", "not a suite")
	write(t, "cases/dir.yaml/x", "not a suite")
	write(t, "e.suite", oneCase)

	suites, err := LoadAll([]string{"e.suite", "./cases/b.yaml", "cases", "cases//b.yaml", "e.suite"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range suites {
		got = append(got, s.Name+" "+s.File)
	}
	want := []string{"e e.suite", "b ./cases/b.yaml", "a cases/a.yml", "c.v2 cases/c.v2.yaml"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if s, err := LoadAll(nil); len(s) != 0 || err != nil {
		t.Errorf("nothing to load: got %v, %v", s, err)
	}
}

func TestLoadAllMistakes(t *testing.T) {
	workspace(t)
	write(t, "cases/a.yaml", "titel: x\n"+oneCase)
	write(t, "cases/b.yaml", oneCase)
	write(t, "more/b.yaml", "cases: 1\n")
	write(t, "empty/notes.txt", "")
	suites, err := LoadAll([]string{"cases", "more", "empty", "casse", "no/such/file.yaml"})
	if suites != nil {
		t.Errorf("got suites beside error %v", err)
	}
	want := `cases/a.yaml:1:1: unknown key "titel" in a suite
	did you mean "title"?
casse: no such file or directory
	did you mean "cases"?
empty: no suites in this directory
	suites are files that end in .yaml or .yml; subdirectories are not searched
more/b.yaml: suite "b" is also in "cases/b.yaml"
	a suite is called what its file is called: rename one of the two
more/b.yaml:1:8: want a list for cases, got "1"
no/such/file.yaml: no such file or directory
	there is no directory "no/such/"
`
	if diff := cmp.Diff(want, transcript(t, err)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestLoadMistakes(t *testing.T) {
	workspace(t)
	for _, tt := range []struct{ path, want string }{
		{"data", "data: is a directory, not a suite file\n"},
		{"data/", "data/: is a directory, not a suite file\n"},
		{"qqqqqqqqqq.yaml", "qqqqqqqqqq.yaml: no such file or directory\n"},
		{"prog.py/s.yaml", "prog.py/s.yaml: not a directory\n"},
	} {
		s, err := Load(tt.path)
		if got := transcript(t, err); s != nil || got != tt.want {
			t.Errorf("Load(%q) = %v, %q, want %q", tt.path, s, got, tt.want)
		}
	}
}

// Suites that another program writes are read from a pipe.
func TestLoadFromPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := w.WriteString(oneCase); err != nil {
		t.Fatal(err)
	}
	w.Close()
	suites, err := LoadAll([]string{fmt.Sprintf("/dev/fd/%d", r.Fd())})
	if err != nil || len(suites) != 1 || len(suites[0].Cases) != 1 {
		t.Errorf("got %v, %v", suites, err)
	}
}
