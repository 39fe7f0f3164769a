package suite

import (
	"path/filepath"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"ojbatch/judge"
)

var programKeys = &keySet{"a program", []string{"path", "run", "expect"}}

// maxArgvBytes bounds the arguments of all commands of a suite together, so that aliases
// cannot repeat them without end.
const maxArgvBytes = 1 << 20

func (d *decoder) programs(n *yaml.Node) []*judge.Program {
	var programs []*judge.Program
	for _, item := range d.list(n, "programs") {
		p := d.program(item)
		if p.Name != "" {
			d.take(d.programLines, "program", p.Name, item)
		}
		programs = append(programs, p)
	}
	return programs
}

// program decodes a path, or a mapping. The name is empty when there is a mistake in it.
func (d *decoder) program(n *yaml.Node) *judge.Program {
	p := &judge.Program{Pos: d.position(n)}
	if follow(n).Kind == yaml.ScalarNode {
		p.Name, p.Path = d.namedPath(n)
		return p
	}
	m, ok := d.mapping(n, programKeys)
	if !ok {
		return p
	}
	path, hasPath := m.find("path")
	run, hasRun := m.find("run")
	switch {
	case hasPath && hasRun:
		d.errorf(run.key, "", `the program has both "path" and "run"`)
	case hasPath:
		p.Name, p.Path = d.namedPath(path.value)
	case hasRun:
		p.Name, p.Argv = d.command(run.value)
	default:
		d.errorf(m.at, "write {path: FILE} or {run: [PROGRAM, ARGUMENT...]}",
			"the program has neither path nor run")
	}
	if expect := m.value("expect"); expect != nil {
		p.Expect = d.verdicts(expect)
	}
	return p
}

// namedPath decodes the path of a program, and returns it as written and resolved.
func (d *decoder) namedPath(n *yaml.Node) (name, path string) {
	path = d.programPath(n)
	return follow(n).Value, path
}

// programPath decodes and resolves the path of a program: a file or a directory.
func (d *decoder) programPath(n *yaml.Node) string {
	written, ok := d.pathText(n)
	if !ok {
		return ""
	}
	path := d.resolve(written)
	d.stat(n, written, path)
	return path
}

// command decodes the arguments that start a program, and returns them as written and ready
// to run.
func (d *decoder) command(n *yaml.Node) (name string, argv []string) {
	items := d.list(n, "a command")
	if len(items) == 0 && follow(n).Kind == yaml.SequenceNode {
		d.errorf(n, "write {run: [PROGRAM, ARGUMENT...]}", "a command without a program")
	}
	for _, item := range items {
		arg, _ := d.text(item, "an argument")
		if strings.Contains(arg, "\x00") {
			d.errorf(item, "", "an argument cannot hold a NUL character")
		}
		if d.argvBytes += len(arg) + 1; d.argvBytes > maxArgvBytes {
			d.errorf(n, "", "the commands of this suite are longer than %s together",
				judge.Size(maxArgvBytes))
			return "", nil
		}
		argv = append(argv, arg)
	}
	name = strings.Join(argv, " ")
	if len(argv) > 0 && follow(items[0]).Kind == yaml.ScalarNode {
		argv[0] = d.executable(items[0], argv[0])
	}
	return name, argv
}

// executable resolves the first argument of a command: a path when it has a slash, else a
// name to be found on PATH.
func (d *decoder) executable(n *yaml.Node, arg string) string {
	if arg == "" {
		d.errorf(n, "", "the name of a program is empty")
		return ""
	}
	if !strings.Contains(arg, "/") {
		return arg
	}
	path := d.resolve(arg)
	if info := d.stat(n, arg, path); info != nil && !info.Mode().IsRegular() {
		d.errorf(n, "", "%s is not a regular file", quote(arg))
	}
	if !strings.ContainsRune(path, filepath.Separator) {
		path = "." + string(filepath.Separator) + path // not to be looked for on PATH
	}
	return path
}

// verdicts decodes a verdict, or a list of some.
func (d *decoder) verdicts(n *yaml.Node) []judge.Verdict {
	items := []*yaml.Node{n}
	if follow(n).Kind != yaml.ScalarNode {
		items = d.list(n, "verdicts")
		if most := len(judge.Expectable); len(items) > most {
			d.errorf(n, "", "want at most %d verdicts, got %d", most, len(items))
			return nil
		}
		if len(items) == 0 && follow(n).Kind == yaml.SequenceNode {
			d.errorf(n, "leave expect out for AC", "want at least one verdict")
		}
	}
	var verdicts []judge.Verdict
	for _, item := range items {
		v, ok := d.verdict(item)
		if ok && slices.Contains(verdicts, v) {
			d.errorf(item, "", "duplicate verdict %s", quote(string(v)))
		}
		verdicts = append(verdicts, v)
	}
	return verdicts
}

func (d *decoder) verdict(n *yaml.Node) (judge.Verdict, bool) {
	s, ok := d.text(n, "a verdict")
	if !ok {
		return "", false
	}
	v, err := judge.ParseExpected(s)
	if err != nil {
		d.errorf(n, verdictHint(s), "unknown verdict %s", quote(s))
	}
	return v, err == nil
}

// verdictHint also knows the verdicts by their names.
func verdictHint(s string) string {
	var abbreviations, names []string
	for _, v := range judge.Expectable {
		abbreviations = append(abbreviations, string(v))
		names = append(names, v.Name())
	}
	if i := slices.Index(names, nearest(s, names)); i >= 0 {
		return didYouMean(abbreviations[i], abbreviations)
	}
	return didYouMean(s, abbreviations)
}
