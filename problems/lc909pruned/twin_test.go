package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"testing"
)

// declarations returns the text of each declaration of a file, by the first name it declares.
func declarations(t *testing.T, file string) map[string]string {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), file, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]string{}
	for _, decl := range parsed.Decls {
		list[name(decl)] = string(source[decl.Pos()-parsed.FileStart : decl.End()-parsed.FileStart])
	}
	return list
}

func name(decl ast.Decl) string {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		return decl.Name.Name
	case *ast.GenDecl:
		switch spec := decl.Specs[0].(type) {
		case *ast.TypeSpec:
			return spec.Name.Name
		case *ast.ValueSpec:
			return spec.Names[0].Name
		}
	}
	return "import"
}

// TestSameReader keeps the readers of lc909 and this file, each of which stands alone, from growing
// apart: but for the search they have the same declarations.
func TestSameReader(t *testing.T) {
	search := map[string]bool{
		"main": true, "solve": true, "leastRolls": true, "search": true, "room": true,
		"fetch": true, "fetched": true,
	}
	theirs, ours := declarations(t, "../lc909/main.go"), declarations(t, "main.go")
	for name, text := range theirs {
		if !search[name] && ours[name] != text {
			t.Errorf("%s: got\n%s\nwant, as in lc909,\n%s", name, ours[name], text)
		}
	}
	for name := range ours {
		if _, both := theirs[name]; !both && !search[name] {
			t.Errorf("%s is not declared in lc909", name)
		}
	}
}
