package toolchain

import (
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"ojbatch/judge"
)

// sample is what each language of the table is tried with.
type sample struct {
	extension string
	hello     string // prints "hello"
	broken    string // does not compile because of its third line
	complaint string // what the compiler says of that; FILE is the file
	directory map[string]string
}

var samples = map[string]sample{
	"go": {
		extension: ".go",
		hello:     "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(\"hello\") }\n",
		broken:    "package main\n\nfunc main() { x }\n",
		complaint: "FILE:3:15: undefined: x",
		directory: map[string]string{
			"main.go":      "package main\n\nfunc main() { println2(\"hello\") }\n",
			"print.go":     "package main\n\nimport \"fmt\"\n\nvar println2 = fmt.Println\n",
			"main_test.go": "package main\n\nthis is no Go\n",
		},
	},
	"c": {
		extension: ".c",
		hello: "#include <stdio.h>\n#include <math.h>\n" +
			"int main(int n, char **v) { if (sqrt(n)) puts(\"hello\"); }\n",
		broken:    "#include <stdio.h>\nint main(void) {\n  return x;\n}\n",
		complaint: "FILE:3:10: error",
		directory: map[string]string{
			"main.c":  "#include \"print.h\"\nint main(void) { print(TEXT); }\n",
			"print.c": "#include <stdio.h>\nvoid print(const char *s) { puts(s); }\n",
			"print.h": "#define TEXT \"hello\"\nvoid print(const char *);\n",
		},
	},
	"cpp": {
		extension: ".cpp",
		hello: "#include <iostream>\n#include <compare>\n" +
			"int main() { if (auto r = 1 <=> 2; r < 0) std::cout << \"hello\\n\"; }\n",
		broken:    "int main() {\n\n  return x;\n}\n",
		complaint: "FILE:3:10: error",
		directory: map[string]string{
			"main.cc":   "#include \"print.hpp\"\nint main() { print(); }\n",
			"print.cpp": "#include <cstdio>\n#include \"print.hpp\"\nvoid print() { puts(\"hello\"); }\n",
			"print.hpp": "void print();\n",
		},
	},
	"python": {
		extension: ".py",
		hello:     "print('hello')\n",
		broken:    "def f():\n    pass\nx = = 2\n",
		complaint: `File "FILE", line 3`,
		directory: map[string]string{
			"main.py":   "import helper\nhelper.run()\n",
			"helper.py": "def run():\n    print('hello')\n",
		},
	},
	"javascript": {
		extension: ".js",
		hello:     "console.log('hello');\n",
		broken:    "let x = 1;\n\nlet y = = 2;\n",
		complaint: "FILE:3\n",
		directory: map[string]string{
			"main.js":   "require('./helper.js').run();\n",
			"helper.js": "exports.run = () => console.log('hello');\n",
		},
	},
	"java": {
		extension: ".java",
		hello: "class Main {\n" +
			"  public static void main(String[] a) { System.out.println(\"hello\"); }\n}\n",
		broken:    "class Main {\n  public static void main(String[] a) {\n    x;\n  }\n}\n",
		complaint: "FILE:3: error",
		directory: map[string]string{
			"Main.java":   "public class Main { public static void main(String[] a) { Helper.run(); } }\n",
			"Helper.java": "public class Helper { static void run() { System.out.println(\"hello\"); } }\n",
		},
	},
	"rust": {
		extension: ".rs",
		hello:     "fn main() { println!(\"hello\"); }\n",
		broken:    "fn main() {\n    let a = 1;\n    let b: i32 = \"b\";\n}\n",
		complaint: "FILE:3:18",
		directory: map[string]string{
			"main.rs":   "mod helper;\nfn main() { helper::run(); }\n",
			"helper.rs": "pub fn run() { println!(\"hello\"); }\n",
		},
	},
	"bash": {
		extension: ".sh",
		hello:     "echo hello\n",
		broken:    "echo a\necho b\n(echo c))\n",
		complaint: "FILE: line 3",
		directory: map[string]string{
			"main.sh": "source \"${BASH_SOURCE%/*}/lib.sh\"\nrun\n",
			"lib.sh":  "run() { echo hello; }\n",
		},
	},
	"perl": {
		extension: ".pl",
		hello:     "print \"hello\\n\";\n",
		broken:    "use strict;\nmy $x = 1;\nmy $y = ;\n",
		complaint: "at FILE line 3",
		directory: map[string]string{
			"main.pl":   "use Helper;\nHelper::run();\n",
			"Helper.pm": "package Helper;\nsub run { print \"hello\\n\" }\n1;\n",
		},
	},
}

// oddName is a file name in which everything is that goes wrong with file names.
func oddName() string {
	if runtime.GOOS == "windows" {
		return "-o {memory_mib} #'$x ü"
	}
	return "-o {memory_mib} #'\"$x\\ ü"
}

func TestSamplesAreOfAllLanguages(t *testing.T) {
	table, err := loadTables(nil)
	if err != nil {
		t.Fatal(err)
	}
	got := slices.Sorted(maps.Keys(samples))
	if want := slices.Sorted(slices.Values(table.names)); !slices.Equal(got, want) {
		t.Errorf("samples of %q, languages %q", got, want)
	}
}

func TestLanguages(t *testing.T) {
	for name, s := range samples {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, Options{})
			b.need(name)
			t.Run("hello", func(t *testing.T) {
				b.in(t).hello(name, file(t, "a"+s.extension, s.hello))
			})
			t.Run("odd name", func(t *testing.T) {
				b.in(t).hello(name, file(t, oddName()+s.extension, s.hello))
			})
			t.Run("directory", func(t *testing.T) {
				b.in(t).hello(name, lay(t, s.directory))
			})
			t.Run("does not compile", func(t *testing.T) {
				b.in(t).complains("a"+s.extension, s)
			})
			t.Run("does not compile, odd name", func(t *testing.T) {
				b.in(t).complains(oddName()+s.extension, s)
			})
		})
	}
}

func (b *bench) hello(language, path string) {
	b.t.Helper()
	a := b.mustBuild(path)
	if a.Language != language {
		b.t.Errorf("built as %q", a.Language)
	}
	if !filepath.IsAbs(a.Argv[0]) || len(a.Digest) != 64 {
		b.t.Errorf("artifact %+v", a)
	}
	// The reserve must do for small and for large limits.
	for _, memory := range []judge.Size{64 * judge.MiB, 256 * judge.MiB, judge.GiB} {
		if got := b.run(a, judge.Limits{Memory: memory}); strings.TrimSpace(got) != "hello" {
			b.t.Errorf("under %v it writes %q", memory, got)
		}
	}
}

func (b *bench) complains(name string, s sample) {
	b.t.Helper()
	rejected := b.rejected(file(b.t, name, s.broken))
	if !strings.HasPrefix(rejected.Why, "exit code ") {
		b.t.Errorf("why: %s", rejected.Why)
	}
	want := strings.ReplaceAll(s.complaint, "FILE", name)
	if !strings.Contains(rejected.Log, want) {
		b.t.Errorf("the log has no %q:\n%s", want, rejected.Log)
	}
	if strings.Contains(rejected.Log, "staging") {
		b.t.Errorf("the log shows where it was compiled:\n%s", rejected.Log)
	}
}

// TestDeepRecursion tries what the flags and reserves of runtimes with stacks of their own
// are chosen for.
func TestDeepRecursion(t *testing.T) {
	const javaBody = "class Main { static int f(int n) { return n == 0 ? 0 : 1 + f(n - 1); }\n" +
		"public static void main(String[] a) { Runnable r = () -> System.out.println(f(200000));\n"
	tests := []struct{ name, language, file, text string }{
		{
			"javascript", "javascript", "a.js",
			"function f(n) { return n ? 1 + f(n - 1) : 0; }\nconsole.log(f(200000));\n",
		},
		{"java", "java", "a.java", javaBody + "r.run(); } }\n"},
		{
			"java, in a thread", "java", "a.java",
			javaBody + "new Thread(null, r, \"\", 1 << 29).start(); } }\n",
		},
		{
			"python, in a thread", "python", "a.py",
			"import sys, threading\nsys.setrecursionlimit(10 ** 6)\n" +
				"def f(n): return 1 + f(n - 1) if n else 0\nthreading.stack_size(1 << 28)\n" +
				"threading.Thread(target=lambda: print(f(200000))).start()\n",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, Options{})
			b.need(test.language)
			a := b.mustBuild(file(t, test.file, test.text))
			if got := b.run(a, judge.Limits{}); strings.TrimSpace(got) != "200000" {
				t.Errorf("it writes %q", got)
			}
		})
	}
}
