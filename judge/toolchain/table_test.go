package toolchain

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ojbatch/judge"
)

func TestBuiltInTable(t *testing.T) {
	table, err := loadTables(nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, d := range table.definitions {
		if d.Title == "" || d.Reserve == 0 {
			t.Errorf("%s: title %q, reserve %v", name, d.Title, d.Reserve)
		}
		for role, tool := range d.Tools {
			if len(tool.Version) == 0 {
				t.Errorf("%s: %s has no version", name, role)
			}
		}
	}
}

func load(t *testing.T, texts ...string) (*table, error) {
	t.Helper()
	t.Chdir(t.TempDir())
	var files []string
	for i, text := range texts {
		name := string(rune('a'+i)) + ".yaml"
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		files = append(files, name)
	}
	return loadTables(files)
}

func TestTableExtendsAndOverrides(t *testing.T) {
	table, err := load(t, `
# A language of one's own, which takes an extension of another.
pypy:
  title: PyPy
  extensions: [.py, .pypy]
  tools: {pypy: {names: [pypy3], version: [--version]}}
  run: ["{pypy}", "{dir}/{entry}"]
  entry: file
  reserve: 1GiB
c:
  compile:
    steps: [["{cc}", -O3, "{sources}"]]
    limits: {cpu: 5s, memory: 64MiB}
  env: {A: b}
`, "pypy: {title: PyPy 3, compile: {limits: {cpu: 7s}}}\nc: {compile: {limits: {cpu: 6s}}}")
	if err != nil {
		t.Fatal(err)
	}
	for extension, want := range map[string]string{
		".py": "pypy", ".pypy": "pypy", ".c": "c", ".h": "",
	} {
		if got, _ := table.language(extension); got != want {
			t.Errorf("%s is of %q, want %q", extension, got, want)
		}
	}
	if i, j := slices.Index(table.names, "c"), slices.Index(table.names, "pypy"); i > j {
		t.Errorf("languages in the order %q", table.names)
	}
	c, pypy := table.definitions["c"], table.definitions["pypy"]
	if c.Title != "C" || c.Run[0] != "{dir}/prog{exe}" {
		t.Errorf("what was not said of c is lost: %+v", c)
	}
	if c.Compile.Steps[0][1] != "-O3" || c.Env["A"] != "b" {
		t.Errorf("what was said of c is not taken: %+v", c)
	}
	l := c.Compile.Limits.filled()
	if l.CPU.Seconds() != 6 || l.Memory != 64*judge.MiB || l.Files != 1024 {
		t.Errorf("limits of c are %+v", l)
	}
	if pypy.Title != "PyPy 3" || judge.Size(pypy.Reserve) != judge.GiB {
		t.Errorf("pypy is %+v", pypy)
	}
}

func TestTableMistakes(t *testing.T) {
	const good = "x:\n  extensions: [.x]\n  run: ['{dir}/x']\n"
	tests := []struct{ name, text, want string }{
		{"not YAML", "a: [", "a.yaml:1: did not find expected node content"},
		{"no mapping", "- a", "a.yaml:1: want a mapping of languages"},
		{"unknown key", good + "  extension: .y\n", `a.yaml:4: unknown key "extension"`},
		{"unknown key below", good + "  tools:\n    t:\n      nam: 1\n", `a.yaml:6: unknown key "nam"`},
		{"unknown limit", good + "  compile: {limits: {ram: 1}}\n", `a.yaml:4: unknown key "ram"`},
		{"wrong type", good + "  title: [x]\n", "a.yaml:4: cannot unmarshal !!seq into string"},
		{"twice", good + good, `a.yaml:4: language "x" is already defined in line 1`},
		{"key twice", good + "  run: [a]\n", "a.yaml:4: mapping key \"run\" already defined at line 3"},
		{"size", good + "  reserve: 1M\n", `a.yaml:4: unknown unit "M" in size "1M": ` +
			"want one of B, kB, KiB, MB, MiB, GB, GiB"},
		{"zero", good + "  compile: {limits: {cpu: 0s}}\n", `a.yaml:4: want more than zero, got "0s"`},
		{"duration", good + "  compile: {limits: {cpu: 3}}\n",
			`a.yaml:4: time: missing unit in duration "3"`},
		{"no extensions", "x: {run: ['{dir}/y']}", `a.yaml:1: language "x": extensions: none`},
		{"odd extension", "x:\n  extensions: [py]\n  run: ['{dir}/y']\n",
			`a.yaml:2: language "x": extensions: "py" is none`},
		{"no run", "x: {extensions: [.x]}", `a.yaml:1: language "x": run: an empty command`},
		{"run of a name", "x: {extensions: [.x], run: [python3]}",
			`a.yaml:1: language "x": run: "python3" is neither a tool nor a path: ` +
				"want {TOOL} or {dir}/NAME"},
		{"shared extension", good + "y:\n  extensions: [.x]\n  run: ['{dir}/y']\n",
			`a.yaml:4: languages "x" and "y" both have extension ".x"`},
		{"entry", good + "  entry: main\n",
			`a.yaml:4: language "x": entry: "main" is no rule: want file or class`},
		{"pattern", good + "  also: ['[']\n", `a.yaml:4: language "x": also: "[" is no pattern`},
		{"single", good + "  single: a/b\n", `a.yaml:4: language "x": single: "a/b" is no file name`},
		{"file", good + "  files: {../x: ''}\n", `a.yaml:4: language "x": files: "../x" is no file name`},
		{"placeholder in run", good + "  env: {A: '{entry}'}\n",
			`a.yaml:4: language "x": env: no placeholder {entry} here`},
		{"placeholder in a step", good + "  compile:\n    steps: [[/a, '{memory_mib}']]\n",
			`a.yaml:5: language "x": compile.steps: no placeholder {memory_mib} here`},
		{"sources inside an argument", good + "  compile: {steps: [[/a, '-s={sources}']]}\n",
			`a.yaml:4: language "x": compile.steps: no placeholder {sources} here`},
		{"empty step", good + "  compile: {steps: [[]]}\n",
			`a.yaml:4: language "x": compile.steps: an empty command`},
		{"tool", good + "  tools: {t: {}}\n", `a.yaml:4: language "x": tools.t: no names` +
			"\n" + `a.yaml:4: language "x": tools.t: no version`},
		{"match", good + "  tools:\n    t: {names: [t], version: [v], match: {f: '(.)'}}\n",
			`a.yaml:5: language "x": tools.t: match of "f", which is not asked`},
		{"match without a group", good + "  tools:\n" +
			"    t: {names: [t], version: [v], ask: {f: []}, match: {f: '.'}}\n",
			`a.yaml:5: language "x": tools.t: match of "f": "." is no regular expression with one group`},
		{"two of one name", good + "  tools: {t: {names: [t], version: [v], ask: {t: []}}}\n",
			`a.yaml:4: language "x": tools: two tools or facts have one name`},
		{"wrong type and unknown key", good + "  title: [x]\n  foo: 1\n",
			"a.yaml:4: cannot unmarshal !!seq into string\na.yaml:5: unknown key \"foo\""},
		{"node in itself", "x: &x\n  <<: *x\n", "a.yaml: anchor 'x' value contains itself"},
		{"two mistakes", "x: {run: ['{dir}/y'], foo: 1}\ny: {run: ['{dir}/y']}",
			"a.yaml:1: unknown key \"foo\"\na.yaml:2: language \"y\": extensions: none"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := load(t, test.text)
			if err == nil {
				t.Fatal("no error")
			}
			if diff := cmp.Diff(test.want, err.Error()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMistakesOfAllTables(t *testing.T) {
	_, err := load(t, "x: 1", "# nothing\n", "y: {}")
	for _, want := range []string{"a.yaml:1: ", "c.yaml:1: "} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, want one with %q", err, want)
		}
	}
	if _, err := loadTables([]string{filepath.Join(t.TempDir(), "none.yaml")}); err == nil {
		t.Error("a table that is not there is no mistake")
	}
}

func TestTableWithAnchors(t *testing.T) {
	table, err := load(t, `
x: &x
  extensions: [.x]
  run: ["{dir}/x"]
y:
  <<: *x
  extensions: [.y]
`)
	if err != nil {
		t.Fatal(err)
	}
	if y := table.definitions["y"]; y.Run[0] != "{dir}/x" || y.Extensions[0] != ".y" {
		t.Errorf("y is %+v", y)
	}
}

// FuzzTable: no table makes the judge panic, and every mistake is said with its file.
func FuzzTable(f *testing.F) {
	f.Add(scripts)
	f.Add("x: {extensions: [.x], run: [/a], compile: {limits: {cpu: -1s}}, entry: class}")
	f.Add("0: 0\n\n 0")
	f.Add("x: &a {<<: *a}\ny: *a\n? [b]\n: c")
	f.Fuzz(func(t *testing.T, text string) {
		table := &table{definitions: map[string]*definition{}}
		if err := table.add("t.yaml", []byte(text)); err != nil {
			for line := range strings.Lines(err.Error()) {
				if !strings.HasPrefix(line, "t.yaml:") {
					t.Errorf("no position in %q", line)
				}
			}
			return
		}
		for _, name := range table.names {
			if d := table.definitions[name]; len(d.Run) == 0 || len(d.problems()) > 0 {
				t.Errorf("language %q was taken with %v", name, d.problems())
			}
		}
	})
}
