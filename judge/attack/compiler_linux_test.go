package attack_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ojbatch/judge"
	"ojbatch/judge/sandbox"
)

// compiling are limits for compilers that are under attack.
var compiling = judge.Limits{
	CPU: 2 * time.Second, Wall: 20 * time.Second, Memory: 256 * judge.MiB,
	Stack: 64 * judge.MiB, Output: judge.MiB, Processes: 32, Files: 64, Disk: 32 * judge.MiB,
}

// TestCompiler has hostile sources compiled. %s stands for a file of the judge's.
func TestCompiler(t *testing.T) {
	for _, tool := range []string{"gcc", "g++"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("JUDGE_TEST_REQUIRE") != "" {
				t.Fatal(err)
			}
			t.Skip(err)
		}
	}
	s, err := sandbox.New(1)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const deep = `template<int n> struct A { enum { v = A<n-1>::v + A<n-2>::v }; };
int main() { return A<100000>::v; }`
	for _, c := range []struct {
		name, file, source string
		args               []string
		want               []judge.Verdict
	}{
		{"honest", "a.c", "int main() { return 0; }", nil, success},
		{"endless include", "a.c", `#include "/dev/zero"`, nil, failures},
		{"input of the compiler", "a.c", "#include \"/dev/stdin\"\nint main() {}", nil, success},
		{"recursive include", "a.c", "#include \"a.c\"\n#include \"a.c\"\n", nil, failures},
		{"templates in depth", "a.cc", deep, []string{"-ftemplate-depth=1000000"}, failures},
		{"macros in width", "a.c", macroBomb(), nil, failures},
		{
			"flood of errors", "a.c", strings.Repeat("x y z;\n", 50_000),
			[]string{"-fmax-errors=0"}, failures,
		},
		{"the judge's file", "a.c", `#include "%s"`, nil, failures},
		{
			"the judge's file embedded", "a.c",
			"__asm__(\".incbin \\\"%s\\\"\");\nint main() {}", nil, failures,
		},
		{"enormous program", "a.c", "char a[1L << 31] = {1};\nint main() {}", nil, failures},
		{"name like an option", "-fplugin=a.c", "int main() { return 0; }", nil, success},
	} {
		t.Run(c.name, func(t *testing.T) {
			compile(t, s, c.file, c.source, c.args, c.want)
		})
	}
}

// Compilers may fail by themselves, or by a limit.
var (
	success  = []judge.Verdict{judge.Accepted}
	failures = []judge.Verdict{
		judge.RuntimeError, judge.TimeLimitExceeded, judge.MemoryLimitExceeded,
	}
)

// macroBomb grows to 10^9 characters.
func macroBomb() string {
	var b strings.Builder
	b.WriteString("#define a0 0123456789\n")
	for i := range 8 {
		fmt.Fprintf(&b, "#define a%d %s\n", i+1, strings.Repeat(fmt.Sprintf("a%d,", i), 10))
	}
	b.WriteString("int a[] = {a8};\n")
	return b.String()
}

func compile(
	t *testing.T, x judge.Executor, file, source string, args []string, want []judge.Verdict,
) {
	const secret = "int the_answer_is_forty_two"
	// In directories of their own, which have nothing to do with each other.
	answers, dir := directory(t), directory(t)
	answer := filepath.Join(answers, "secret.ans")
	source = strings.ReplaceAll(source, "%s", answer)
	for path, text := range map[string]string{answer: secret, filepath.Join(dir, file): source} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	compiler := "/usr/bin/gcc"
	if filepath.Ext(file) == ".cc" {
		compiler = "/usr/bin/g++"
	}
	var said bytes.Buffer
	argv := append([]string{compiler, "-O0", "-o", "out"}, args...)
	o, err := x.Run(t.Context(), judge.Command{
		Argv: append(argv, "./"+file), Dir: dir, Write: []string{dir}, Limits: compiling,
		Stdout: &said, Stderr: &said,
	})
	v, why := judge.Decide(judge.Facts{
		Limits: compiling, Outcome: o, Err: err, Comparison: judge.Comparison{Accepted: true},
	})
	if !slices.Contains(want, v) {
		t.Errorf("verdict %s (%s), want one of %v: %.500s", v, why, want, said.String())
	}
	if strings.Contains(said.String(), "forty_two") {
		t.Errorf("the compiler was shown the judge's file: %s", said.String())
	}
	built, _ := os.ReadFile(filepath.Join(dir, "out"))
	if bytes.Contains(built, []byte("forty_two")) {
		t.Error("the judge's file is in the program")
	}
}

func directory(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "judge-compile-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
