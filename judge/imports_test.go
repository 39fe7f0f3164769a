package judge_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "ojbatch/"

// doors lists, for each package of the project, the other packages of the project that it
// imports. Rooms import the hall, judge, and no other room but through a door named here;
// only cmd/judge sees all of them.
var doors = map[string][]string{
	"judge":                     {},
	"judge/attack":              {"judge"},
	"judge/cache":               {},
	"judge/compare":             {"judge"},
	"judge/diff":                {},
	"judge/executortest":        {"judge"},
	"judge/executortest/victim": {},
	"judge/host":                {},
	"judge/local":               {"judge", "judge/memfile"},
	"judge/memfile":             {},
	"judge/plain":               {"judge", "judge/procfs", "judge/pump"},
	"judge/procfs":              {"judge"},
	"judge/pump":                {"judge"},
	"judge/report":              {"judge", "judge/diff"},
	"judge/run":                 {"judge"},
	"judge/sandbox": {
		"judge", "judge/memfile", "judge/procfs", "judge/pump",
	},
	"judge/suite":     {"judge"},
	"judge/toolchain": {"judge", "judge/cache"},
	"cmd/judge": {
		"judge", "judge/attack", "judge/cache", "judge/compare", "judge/host", "judge/local", "judge/plain", "judge/report",
		"judge/run", "judge/sandbox", "judge/suite", "judge/toolchain",
	},
}

// TestImports holds every package to the doors. It parses the sources, of every system, since
// the test cache would not notice a change that only `go list` sees.
func TestImports(t *testing.T) {
	found := map[string][]string{}
	for _, top := range []string{"judge", "cmd"} {
		err := filepath.WalkDir(filepath.Join("..", top), func(file string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go") {
				dir := path.Dir(strings.TrimPrefix(filepath.ToSlash(file), "../"))
				found[dir] = append(found[dir], importsOf(t, file)...)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for dir, imports := range found {
		allowed, known := doors[dir]
		if !known {
			t.Errorf("package %s is not in the table of doors", dir)
		}
		for _, i := range imports {
			ours := strings.HasPrefix(i, module)
			if ours && !slices.Contains(allowed, strings.TrimPrefix(i, module)) {
				t.Errorf("%s imports %s, which is no door of it", dir, i)
			}
			if dir == "judge" && !ours && strings.Contains(i, ".") {
				t.Errorf("the hall imports %s: only the standard library is allowed", i)
			}
		}
		for _, door := range allowed {
			if !slices.Contains(imports, module+door) {
				t.Errorf("the table allows %s to import %s, which it does not", dir, door)
			}
		}
	}
	for dir := range doors {
		if _, ok := found[dir]; !ok {
			t.Errorf("the table names package %s, which does not exist", dir)
		}
	}
}

func importsOf(t *testing.T, file string) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var imports []string
	for _, spec := range f.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		imports = append(imports, name)
	}
	return imports
}
