package toolchain

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ojbatch/judge"
)

// only returns a LookPath that finds nothing but the programs of the map.
func only(paths map[string]string) func(string) (string, error) {
	return func(name string) (string, error) {
		if path, ok := paths[name]; ok {
			return path, nil
		}
		return "", &exec.Error{Name: name, Err: exec.ErrNotFound}
	}
}

func TestMissingTool(t *testing.T) {
	b := newBench(t, Options{LookPath: only(nil)})
	for name, why := range map[string]string{
		"python": "no python3 or python on PATH",
		"java":   "no javac on PATH",
		"rust":   "no cc or gcc or clang on PATH",
	} {
		_, err := b.build(file(t, "a"+samples[name].extension, samples[name].hello))
		var missing *judge.ToolchainError
		if !errors.As(err, &missing) || missing.Language != name || missing.Why != why {
			t.Errorf("%s: error is %#v", name, err)
		}
	}
}

func TestToolThatDoesNotWork(t *testing.T) {
	b := newBench(t, Options{LookPath: only(map[string]string{
		"javac": executable(t, "javac", "echo 'No Java runtime present.' >&2; echo more >&2; exit 1\n"),
	})})
	_, err := b.build(file(t, "a.java", ""))
	var missing *judge.ToolchainError
	const why = "exit status 1: No Java runtime present."
	if !errors.As(err, &missing) || !strings.HasSuffix(missing.Why, why) {
		t.Errorf("error is %#v", err)
	}
}

func TestAlternativeTool(t *testing.T) {
	old := executable(t, "python3", "echo 'unknown option -I' >&2; exit 2\n")
	b := newBench(t, Options{})
	b.need("python")
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Fatal(err)
	}
	b.Toolchain.lookPath = only(map[string]string{"python3": old, "python": python})
	b.hello("python", file(t, "a.py", samples["python"].hello))
}

const shimTable = `
shimmed:
  extensions: [.shimmed]
  tools:
    tool:
      names: [tool]
      ask: {real: [where], home: [home], number: [number]}
      match: {number: 'number is (\d+)'}
      path: "{real}"
      read: ["{home}"]
      version: [version]
  run: ["{tool}", "{number}", "{dir}"]
`

// TestShim finds the tool behind a script that needs the user's environment.
func TestShim(t *testing.T) {
	real := executable(t, "real", `case $1 in
home) echo "  /opt/home ";;
number) echo the number is 42 >&2;;
version) echo v1;;
*) exit 9;;
esac`)
	shim := executable(t, "tool", fmt.Sprintf(
		"[ \"$1 $SHIM_HOME\" = 'where set' ] && echo '%s' || exit 9\n", real))
	t.Setenv("SHIM_HOME", "set")
	b := newBench(t, Options{
		Tables:   []string{file(t, "t.yaml", shimTable)},
		LookPath: only(map[string]string{"tool": shim}),
	})
	a := b.mustBuild(file(t, "a.shimmed", ""))
	if a.Argv[0] != real || a.Argv[1] != "42" {
		t.Errorf("it is started as %q", a.Argv)
	}
	if want := []string{a.Argv[2], "/opt/home", real}; !slices.Equal(a.Read, want) {
		t.Errorf("it may read %q, want %q", a.Read, want)
	}
}

func TestToolIsAskedOnce(t *testing.T) {
	asked := filepath.Join(t.TempDir(), "asked")
	tool := executable(t, "tool", fmt.Sprintf("echo \"$@\" >>'%s'\necho x\n", asked))
	const table = `
one: {extensions: [.one], tools: {a: {names: [tool], version: [v]}}, run: ["{a}"]}
two: {extensions: [.two], tools: {b: {names: [tool], version: [v]}}, run: ["{b}"]}
`
	b := newBench(t, Options{
		Tables:   []string{file(t, "t.yaml", table)},
		LookPath: only(map[string]string{"tool": tool}),
	})
	for _, name := range []string{"a.one", "b.one", "c.two"} {
		b.mustBuild(file(t, name, ""))
	}
	b.Languages()
	if got, err := os.ReadFile(asked); string(got) != "v\n" {
		t.Errorf("asked %q, %v", got, err)
	}
}

func TestListing(t *testing.T) {
	tool := executable(t, "cc", "echo 'cc 1.2.3'\n")
	b := newBench(t, Options{LookPath: only(map[string]string{"cc": tool})})
	list := b.Languages()
	if len(list) != len(samples) || list[0].Name != "go" {
		t.Fatalf("languages are %+v", list)
	}
	for _, l := range list {
		switch {
		case l.Title == "" || len(l.Extensions) == 0:
			t.Errorf("%+v", l)
		case l.Name == "c":
			want := []Tool{{"cc", tool, "cc 1.2.3"}}
			if !slices.Equal(l.Tools, want) || l.Missing != "" {
				t.Errorf("C is %+v", l)
			}
		case l.Missing == "" || l.Tools != nil:
			t.Errorf("%s is not missing: %+v", l.Name, l)
		}
	}
}

func TestOutsideSystem(t *testing.T) {
	got := outsideSystem([]string{"/usr", "/usr/local/go", "/bin/sh", "/usrlocal", "/home/u"})
	if want := []string{"/usrlocal", "/home/u"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
