package toolchain

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ojbatch/judge"
)

func TestWhatAProgramIs(t *testing.T) {
	b := newScriptBench(t, Options{})
	tests := []struct {
		name  string
		files map[string]string
		path  string // in the directory of files
		entry string // in which the program starts
		err   string
	}{
		{name: "file", files: map[string]string{"a.script": ""}, path: "a.script", entry: "a.script"},
		{name: "only source", files: map[string]string{"a.script": "", "x.txt": ""}, entry: "a.script"},
		{name: "main", files: map[string]string{"a.script": "", "main.script": ""},
			entry: "main.script"},
		{name: "Main", files: map[string]string{"a.script": "", "Main.script": ""},
			entry: "Main.script"},
		{name: "main of several languages", files: map[string]string{"main.script": "", "gen.py": ""},
			entry: "main.script"},
		{name: "hidden files", files: map[string]string{"a.script": "", ".b.script": ""},
			entry: "a.script"},
		{name: "directories below", files: map[string]string{"a.script": "", "sub/b.py": ""},
			entry: "a.script"},
		{name: "no main", files: map[string]string{"a.script": "", "b.script": ""},
			err: "several sources, and not one is called main: a.script, b.script"},
		{name: "two mains", files: map[string]string{"main.script": "", "Main.script": ""},
			err: "several sources, and not one is called main: Main.script, main.script"},
		{name: "several languages", files: map[string]string{"a.script": "", "b.py": "", "c.py": ""},
			err: "sources of several languages and not one main file: python, script"},
		{name: "several mains", files: map[string]string{"main.script": "", "main.py": ""},
			err: "not one main file: python, script"},
		{name: "no sources", files: map[string]string{"README": ""},
			err: "no source of a known language (.go"},
		{name: "unknown extension", files: map[string]string{"a.xyz": ""}, path: "a.xyz",
			err: "a.xyz\" is neither a source of a known language (.go"},
		{name: "missing", path: "nowhere.script", err: "nowhere.script\": no such file"},
		{name: "too large", files: map[string]string{"a.script": strings.Repeat("#", maxSource+1)},
			path: "a.script", err: "source code of more than 16MiB"},
		{name: "too large together", files: map[string]string{
			"main.script": strings.Repeat("#", maxSource/2),
			"b.script":    strings.Repeat("#", maxSource/2+1),
		}, err: "source code of more than 16MiB"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := b.in(t)
			path := filepath.Join(lay(t, test.files), test.path)
			a, err := b.build(path)
			switch {
			case test.err == "" && err != nil:
				t.Error(err)
			case test.err == "" && filepath.Base(a.Argv[1]) != test.entry:
				t.Errorf("it starts in %q", a.Argv[1])
			case test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)):
				t.Errorf("error is %v, want one with %q", err, test.err)
			}
		})
	}
}

func TestUnknownLanguageIsTheToolchains(t *testing.T) {
	b := newBench(t, Options{})
	for _, path := range []string{file(t, "a.xyz", ""), t.TempDir()} {
		_, err := b.build(path)
		var unknown *judge.ToolchainError
		if !errors.As(err, &unknown) || unknown.Language != "" {
			t.Errorf("%s: error is %#v", path, err)
		}
	}
}

func TestLinksOfADirectory(t *testing.T) {
	b := newScriptBench(t, Options{})
	link := func(t *testing.T, to string) string {
		dir := lay(t, map[string]string{"real.txt": "true"})
		if err := os.Symlink(to, filepath.Join(dir, "main.script")); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	t.Run("inside", func(t *testing.T) { b.in(t).mustBuild(link(t, "real.txt")) })
	for name, to := range map[string]string{
		"outside":     file(t, "secret", "true"),
		"up":          "../x",
		"nowhere":     "missing",
		"a directory": ".",
	} {
		t.Run(name, func(t *testing.T) {
			if got := b.in(t).rejected(link(t, to)); !strings.Contains(got.Why, "main.script") {
				t.Errorf("why: %s", got.Why)
			}
		})
	}
}
