package toolchain

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ojbatch/judge"
)

// executable writes a shell script that can be started.
func executable(t *testing.T, name, body string) string {
	t.Helper()
	path := file(t, name, "#!/bin/sh\n"+body)
	if err := os.Chmod(path, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestExecutableFile(t *testing.T) {
	b := newScriptBench(t, Options{})
	a := b.mustBuild(executable(t, "solution", "echo hello\n"))
	if got := b.run(a, judge.Limits{}); got != "hello\n" {
		t.Errorf("it writes %q", got)
	}
	if a.Language != "" || a.Digest == "" || !slices.Equal(a.Read, a.Argv) {
		t.Errorf("artifact %+v", a)
	}
	same := b.mustBuild(a.Argv[0])
	if err := os.WriteFile(a.Argv[0], []byte("#!/bin/sh\necho other\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	other := b.mustBuild(a.Argv[0])
	if same.Digest != a.Digest || other.Digest == a.Digest {
		t.Errorf("digests %q, %q, after a change %q", a.Digest, same.Digest, other.Digest)
	}
	if b.executor.count() != 0 {
		t.Error("something was compiled")
	}
}

func TestExecutableIsToldByItsBeginning(t *testing.T) {
	b := newBench(t, Options{})
	for text, want := range map[string]bool{
		"#!/bin/sh\n": true, "\x7fELF\x02": true, "\xcf\xfa\xed\xfe": true, "MZ\x90": true,
		"": false, "#": false, "hello": false, "\x7fEL": false,
	} {
		path := file(t, "x", text)
		for mode, want := range map[os.FileMode]bool{0o755: want, 0o644: false} {
			if err := os.Chmod(path, mode); err != nil {
				t.Fatal(err)
			}
			_, err := b.build(path)
			var unknown *judge.ToolchainError
			if want != (err == nil) || err != nil && !errors.As(err, &unknown) {
				t.Errorf("%q with mode %v: %v", text, mode, err)
			}
		}
	}
}

func TestArgv(t *testing.T) {
	program := executable(t, "solution", "echo $1\n")
	dir, data := filepath.Dir(program), file(t, "data", "")
	t.Chdir(dir)
	tests := []struct {
		name     string
		argv     []string
		program  string // the path of what is started
		reads    []string
		noDigest bool
		err      string
	}{
		{name: "absolute", argv: []string{program, "x"}, program: program, reads: []string{program}},
		{name: "relative", argv: []string{"./solution", "x"}, program: program, reads: []string{program}},
		{name: "on PATH", argv: []string{"sh", "-c", "echo x"}, program: "/found/sh"},
		{name: "argument that is a file", argv: []string{program, data}, program: program,
			reads: []string{program, data}, noDigest: true},
		{name: "missing", argv: []string{"./nothing"}, err: `no program "./nothing"`},
		{name: "not on PATH", argv: []string{"nothing"}, err: "no nothing on PATH"},
		{name: "not executable", argv: []string{data}, err: `is not executable`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			sh, err := exec.LookPath("sh")
			if err != nil {
				t.Fatal(err)
			}
			b := newBench(t, Options{})
			if test.program == "/found/sh" {
				test.program = sh
			}
			a, err := b.Build(t.Context(), &judge.Program{Argv: test.argv})
			if test.err != "" {
				var missing *judge.ToolchainError
				if !errors.As(err, &missing) || !strings.Contains(err.Error(), test.err) {
					t.Errorf("error is %v, want one with %q", err, test.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if a.Argv[0] != test.program || !slices.Equal(a.Argv[1:], test.argv[1:]) {
				t.Errorf("it starts %q", a.Argv)
			}
			if !slices.Equal(a.Read, test.reads) {
				t.Errorf("it may read %q, want %q", a.Read, test.reads)
			}
			if (a.Digest == "") != test.noDigest {
				t.Errorf("digest %q", a.Digest)
			}
		})
	}
}

func TestArgumentsAreInTheDigest(t *testing.T) {
	b := newBench(t, Options{})
	program := executable(t, "solution", "")
	seen := map[string][]string{}
	for _, argv := range [][]string{{program}, {program, ""}, {program, "a", "b"}, {program, "ab"}} {
		a, err := b.Build(t.Context(), &judge.Program{Argv: argv})
		if err != nil {
			t.Fatal(err)
		}
		if other, taken := seen[a.Digest]; taken {
			t.Errorf("%q and %q have one digest", argv, other)
		}
		seen[a.Digest] = argv
	}
}
