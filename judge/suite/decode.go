package suite

import (
	"cmp"
	"fmt"
	"path/filepath"

	"gopkg.in/yaml.v3"

	"ojbatch/judge"
)

// A decoder turns the nodes of one suite file into a suite. Its methods report mistakes and go
// on; what they return for a node with a mistake does not matter, since no suite comes of it.
// A nil node stands for a key that is not there.
type decoder struct {
	file string // as the user named it
	dir  string // of the file; paths in the file are relative to it
	name string // of the suite
	errs Errors

	anchored     map[anchor][]pair // the mappings that aliases may repeat; nil while in progress
	caseLines    map[string]int    // the lines of the names of cases
	programLines map[string]int
	argvBytes    int // of all commands so far
	nearbyFiles  int // hints about files that were looked for in directories so far
}

var suiteKeys = &keySet{"a suite", []string{
	"title", "source", "programs", "limits", "compare", "cases", "files",
}}

// decode returns the suite in data, which is the content of file, or all mistakes.
func decode(file string, data []byte) (*judge.Suite, Errors) {
	d := &decoder{
		file:         file,
		dir:          filepath.Dir(file),
		name:         suiteName(file),
		anchored:     make(map[anchor][]pair),
		caseLines:    make(map[string]int),
		programLines: make(map[string]int),
	}
	root := d.parse(data)
	if root == nil {
		return nil, d.errs
	}
	m, ok := d.mapping(root, suiteKeys)
	if !ok {
		return nil, d.errs
	}
	s := d.suite(m)
	return s, d.errs
}

func (d *decoder) suite(m mapping) *judge.Suite {
	base := d.rules(m, rules{})
	s := &judge.Suite{
		Name:     d.name,
		File:     d.file,
		Title:    d.optionalText(m, "title"),
		Source:   d.optionalText(m, "source"),
		Programs: d.programs(m.value("programs")),
		Cases:    d.cases(m.value("cases"), base),
	}
	s.Cases = append(s.Cases, d.fileCases(m.value("files"), base)...)
	if len(s.Cases) == 0 && len(d.errs) == 0 {
		at := cmp.Or(m.value("cases"), m.at)
		d.errorf(at, `add some under "cases" or "files"`, "the suite has no cases")
	}
	return s
}

// rules are what a suite says for all its cases, and a case or an entry of files for itself.
type rules struct {
	limits  judge.Limits
	compare judge.CompareSpec
	// unclear means that compare has a mistake, so that nothing follows from it.
	unclear bool
}

// rules decodes the limits and the comparison of m over those of base.
func (d *decoder) rules(m mapping, base rules) rules {
	r := base
	if n := m.value("limits"); n != nil {
		r.limits = d.limits(n).Over(base.limits)
	}
	if n := m.value("compare"); n != nil {
		spec, ok := d.compare(n)
		r.compare, r.unclear = spec, !ok
	}
	return r
}

// needAnswer says whether cases cannot do without one.
func (r rules) needAnswer() bool {
	return !r.unclear && r.compare.Method != judge.CompareChecker
}

// errorf reports a mistake at n.
func (d *decoder) errorf(n *yaml.Node, hint, format string, args ...any) {
	d.report(n.Line, n.Column, hint, fmt.Sprintf(format, args...))
}

func (d *decoder) report(line, column int, hint, what string) {
	pos := judge.Position{File: d.file, Line: line, Column: column}
	d.errs = append(d.errs, Error{Pos: pos, What: what, Hint: hint})
}

func (d *decoder) position(n *yaml.Node) judge.Position {
	return judge.Position{File: d.file, Line: n.Line, Column: n.Column}
}

// resolve makes a path as written in the file one that can be opened.
func (d *decoder) resolve(path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(d.dir, path)
}

// take records that name is used at n, and reports when it is used already. Kind is what the
// name is of.
func (d *decoder) take(lines map[string]int, kind, name string, n *yaml.Node) {
	if first, taken := lines[name]; taken {
		hint := fmt.Sprintf("the first is on line %d", first)
		d.errorf(n, hint, "duplicate %s %s", kind, quote(name))
		return
	}
	lines[name] = n.Line
}

// follow returns the node that n stands for.
func follow(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// isNothing says whether n is what YAML sees where nothing is written.
func isNothing(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Value == "" && n.Tag == "!!null"
}

// describe names what n is, for messages.
func describe(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case isNothing(n):
		return "nothing"
	}
	return quote(n.Value)
}

// kinds are the kinds of nodes, with the tags that say no more than the kind does.
var kinds = map[yaml.Kind]struct{ name, tag string }{
	yaml.ScalarNode:   {"text", "!!str"},
	yaml.MappingNode:  {"a mapping", "!!map"},
	yaml.SequenceNode: {"a list", "!!seq"},
}

// want returns the node that n stands for when it is of the given kind. What says what it is
// needed for.
func (d *decoder) want(n *yaml.Node, kind yaml.Kind, what string) (*yaml.Node, bool) {
	target := follow(n)
	if target.Kind != kind {
		d.errorf(n, "", "want %s for %s, got %s", kinds[kind].name, what, describe(target))
		return nil, false
	}
	if target.Style&yaml.TaggedStyle != 0 && target.Tag != kinds[kind].tag {
		hint := "leave the tag out"
		if target.Tag == "!!binary" {
			hint = "keep binary data in a file, and name it with input_file or output_file"
		}
		d.errorf(n, hint, "unknown tag %s", quote(target.Tag))
		return nil, false
	}
	return target, true
}

// text decodes a scalar as the text written.
func (d *decoder) text(n *yaml.Node, what string) (string, bool) {
	target, ok := d.want(n, yaml.ScalarNode, what)
	if !ok {
		return "", false
	}
	return target.Value, true
}

func (d *decoder) optionalText(m mapping, key string) string {
	n := m.value(key)
	if n == nil {
		return ""
	}
	s, _ := d.text(n, key)
	return s
}

// list decodes a list of what. Without a node it is empty.
func (d *decoder) list(n *yaml.Node, what string) []*yaml.Node {
	if n == nil {
		return nil
	}
	target, ok := d.want(n, yaml.SequenceNode, what)
	if !ok {
		return nil
	}
	return target.Content
}
