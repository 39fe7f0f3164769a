package judge_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ojbatch/judge"
)

func TestDataIsReadFromItsBeginningEachTime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "1.in")
	if err := os.WriteFile(path, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, d := range map[string]judge.Data{
		"inline text": judge.Text("text"),
		path:          judge.File(path),
		"a stream": judge.Stream("a stream", func() (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader("text")), nil
		}),
	} {
		for range 2 {
			r, err := d.Open()
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(r)
			r.Close()
			if err != nil || string(text) != "text" {
				t.Errorf("%s: read %q, %v", name, text, err)
			}
		}
		if d.Name() != name || !d.Given() {
			t.Errorf("data is called %q, given %t; want %q", d.Name(), d.Given(), name)
		}
	}
}

func TestAbsentDataIsNotEmptyData(t *testing.T) {
	var absent judge.Data
	if _, err := absent.Open(); err == nil || absent.Given() {
		t.Errorf("absent data was opened: %v, given %t", err, absent.Given())
	}
	empty := judge.Text("")
	if text, inline := empty.Text(); !empty.Given() || !inline || text != "" {
		t.Errorf("empty text: given %t, inline %t, %q", empty.Given(), inline, text)
	}
	if _, isFile := empty.Path(); isFile {
		t.Error("inline text has a path")
	}
}

func TestPosition(t *testing.T) {
	for want, p := range map[string]judge.Position{
		"a.yaml":     {File: "a.yaml"},
		"a.yaml:3":   {File: "a.yaml", Line: 3},
		"a.yaml:3:7": {File: "a.yaml", Line: 3, Column: 7},
	} {
		if p.String() != want {
			t.Errorf("%#v is written %q, want %q", p, p, want)
		}
	}
}

func TestArtifactCommandKnowsTheLimits(t *testing.T) {
	a := judge.Artifact{Argv: []string{"/usr/bin/java", "-Xmx{memory_mib}m", "-Xss{stack_kib}k", "{x}"}}
	got := strings.Join(a.Command(judge.Limits{Memory: 64 * judge.MiB, Stack: judge.MiB}), " ")
	if want := "/usr/bin/java -Xmx64m -Xss1024k {x}"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRequire(t *testing.T) {
	e := judge.Enforcement{Isolation: "container", Memory: "cgroup1"}
	for _, ok := range [][2]string{{"memory", "cgroup"}, {"memory", "cgroup1"}, {"isolation", "container"}} {
		if err := e.Require(ok[0], ok[1]); err != nil {
			t.Error(err)
		}
	}
	for _, bad := range [][2]string{{"memory", "cgroup2"}, {"memory", ""}, {"isolation", "c"}, {"mem", "x"}} {
		if err := e.Require(bad[0], bad[1]); err == nil {
			t.Errorf("%s=%s was met", bad[0], bad[1])
		}
	}
}

func TestEnviron(t *testing.T) {
	got := judge.Environ([]string{"PATH=/bin", "LANG=C"}, []string{"A=1", "LANG=xx", "A=2"})
	if want := "PATH=/bin LANG=xx A=2"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
