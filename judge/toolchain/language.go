package toolchain

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"

	"ojbatch/judge"
)

// Language is a language of the table, for a listing.
type Language struct {
	Name       string // its key in the table: "cpp"
	Title      string // what people call it: "C++"
	Extensions []string
	Tools      []Tool // none if one is missing
	Missing    string // why the language can not be built or run here; empty if it can
}

// Languages lists the languages in the order of the table with what this machine has for
// them. It runs every tool that has not said its version yet.
func (t *Toolchain) Languages() []Language {
	list := make([]Language, len(t.table.names))
	var wg sync.WaitGroup
	for i, name := range t.table.names {
		d := t.table.definitions[name]
		list[i] = Language{Name: name, Title: d.Title, Extensions: slices.Clone(d.Extensions)}
		wg.Go(func() {
			l, err := t.resolve(name)
			var missing *judge.ToolchainError
			if errors.As(err, &missing) {
				list[i].Missing = missing.Why
				return
			}
			list[i].Tools = l.tools
		})
	}
	wg.Wait()
	return list
}

// language is a language with the tools of this machine.
type language struct {
	*definition
	name  string
	tools []Tool
	vars  vars // tools' paths, what they said, exe
	// compileRead and runRead are what is needed besides the system's directories.
	compileRead, runRead []string
	// identity is all that decides how a source is built.
	identity string
}

// resolve finds the tools of the language of that name. Its error is a
// [*judge.ToolchainError].
func (t *Toolchain) resolve(name string) (*language, error) {
	l := &language{definition: t.table.definitions[name], name: name, vars: vars{"exe": exeSuffix}}
	for _, role := range slices.Sorted(maps.Keys(l.Tools)) {
		tool, err := t.findTool(l.Tools[role])
		if err != nil {
			return nil, &judge.ToolchainError{Language: name, Why: err.Error()}
		}
		l.tools = append(l.tools, tool.Tool)
		maps.Copy(l.vars, tool.facts)
		l.vars[role] = tool.Path
		l.compileRead = append(l.compileRead, tool.read...)
		if l.runs(role) {
			l.runRead = append(l.runRead, tool.read...)
		}
	}
	identity, err := json.Marshal([]any{
		runtime.GOOS, runtime.GOARCH, l.definition, l.tools, l.vars,
	})
	if err != nil {
		panic(fmt.Sprintf("judge: internal error: language %q: %v", name, err))
	}
	l.identity = string(identity)
	return l, nil
}

// runs says whether the tool of that role is needed to run programs.
func (l *language) runs(role string) bool {
	templates := slices.AppendSeq(slices.Clone(l.Run), maps.Values(l.Env))
	names := slices.AppendSeq([]string{role}, maps.Keys(l.Tools[role].Ask))
	return slices.ContainsFunc(templates, func(template string) bool {
		return slices.ContainsFunc(names, func(name string) bool {
			return strings.Contains(template, "{"+name+"}")
		})
	})
}
