package toolchain

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"ojbatch/judge"
)

// builtIn is the table of the languages that every judge knows. Its head explains the form.
//
//go:embed languages.yaml
var builtIn []byte

// table is the languages of all files that were added.
type table struct {
	names       []string // in the order in which they were first defined
	definitions map[string]*definition
}

// loadTables returns the languages that every judge knows under those of the user's files.
// Its error joins one for each mistake, as "file:line: what".
func loadTables(files []string) (*table, error) {
	t := &table{definitions: map[string]*definition{}}
	errs := []error{t.add("languages.yaml", builtIn)}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			errs = append(errs, fmt.Errorf("table of languages: %w", err))
			continue
		}
		errs = append(errs, t.add(file, text))
	}
	return t, errors.Join(errs...)
}

// language returns the name of the language to which a source of that extension belongs.
func (t *table) language(extension string) (string, bool) {
	for _, name := range t.names {
		if slices.Contains(t.definitions[name].Extensions, extension) {
			return name, true
		}
	}
	return "", false
}

// extensions lists all that are known, for messages.
func (t *table) extensions() string {
	var all []string
	for _, name := range t.names {
		all = append(all, t.definitions[name].Extensions...)
	}
	return strings.Join(all, " ")
}

// add takes the languages of one file over those that are there.
func (t *table) add(file string, text []byte) error {
	r := &tableReader{table: t, file: file, lines: map[string]int{}, claims: map[string]string{}}
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		r.failYAML(err)
		return errors.Join(r.errs...)
	}
	if len(document.Content) == 0 {
		return nil // nothing but comments
	}
	root := document.Content[0]
	if root.Kind != yaml.MappingNode {
		r.fail(root.Line, "want a mapping of languages")
	}
	for pair := range slices.Chunk(root.Content, 2) {
		if root.Kind == yaml.MappingNode {
			r.language(pair[0], pair[1])
		}
	}
	return errors.Join(r.errs...)
}

// tableReader reads one file into a table.
type tableReader struct {
	table  *table
	file   string
	lines  map[string]int    // language -> where this file defines it
	claims map[string]string // extension -> the language of this file that has it
	errs   []error
}

func (r *tableReader) fail(line int, format string, args ...any) {
	where := judge.Position{File: r.file, Line: line}
	r.errs = append(r.errs, fmt.Errorf("%v: %s", where, fmt.Sprintf(format, args...)))
}

// failYAML adds the errors of package yaml, which begin with "line 3: ".
func (r *tableReader) failYAML(err error) {
	messages := []string{strings.TrimPrefix(err.Error(), "yaml: ")}
	var several *yaml.TypeError
	if errors.As(err, &several) {
		messages = several.Errors
	}
	for _, m := range messages {
		var line int
		if n, _ := fmt.Sscanf(m, "line %d:", &line); n == 1 {
			_, m, _ = strings.Cut(m, ": ")
		}
		r.fail(line, "%s", strings.ReplaceAll(m, "\n", " ")) // of values that are cited
	}
}

// language takes one definition over what is known of the language.
func (r *tableReader) language(key, body *yaml.Node) {
	name := key.Value
	if line, again := r.lines[name]; again {
		r.fail(key.Line, "language %q is already defined in line %d", name, line)
		return
	}
	r.lines[name] = key.Line
	d, known := r.table.definitions[name]
	if !known {
		d = &definition{}
		r.table.names = append(r.table.names, name)
		r.table.definitions[name] = d
	}
	before := len(r.errs)
	err := body.Decode(d)
	if err != nil {
		r.failYAML(err)
	}
	// Any other error may be that a node contains itself.
	if wrongTypes := new(yaml.TypeError); err == nil || errors.As(err, &wrongTypes) {
		r.unknownKeys(body, reflect.TypeFor[definition]())
	}
	if len(r.errs) > before {
		return // what else is wrong with it may follow from that
	}
	r.claim(name, key, d)
	for _, p := range d.problems() {
		r.fail(lineOf(body, p.field, key.Line), "language %q: %s: %s", name, p.field, p.what)
	}
}

// claim takes d's extensions away from the languages of earlier files.
func (r *tableReader) claim(name string, key *yaml.Node, d *definition) {
	for _, extension := range d.Extensions {
		if other, taken := r.claims[extension]; taken && other != name {
			r.fail(key.Line, "languages %q and %q both have extension %q", other, name, extension)
			continue
		}
		r.claims[extension] = name
		if other, taken := r.table.language(extension); taken && other != name {
			o := r.table.definitions[other]
			o.Extensions = slices.DeleteFunc(slices.Clone(o.Extensions), func(e string) bool {
				return e == extension
			})
		}
	}
}

// unknownKeys fails for keys below n that type t has no field for. No node may contain
// itself.
func (r *tableReader) unknownKeys(n *yaml.Node, t reflect.Type) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n.Kind != yaml.MappingNode {
		return
	}
	for pair := range slices.Chunk(n.Content, 2) {
		key, value := pair[0], pair[1]
		switch {
		case key.Tag == "!!merge":
			r.unknownKeys(value, t)
		case t.Kind() == reflect.Map:
			r.unknownKeys(value, t.Elem())
		case t.Kind() == reflect.Struct:
			i := slices.IndexFunc(reflect.VisibleFields(t), func(f reflect.StructField) bool {
				return f.Tag.Get("yaml") == key.Value
			})
			if i < 0 {
				r.fail(key.Line, "unknown key %q", key.Value)
			} else {
				r.unknownKeys(value, t.Field(i).Type)
			}
		}
	}
}

// lineOf returns the line of a field, "compile.steps", in the mapping n, or otherwise.
func lineOf(n *yaml.Node, field string, otherwise int) int {
	first, rest, deeper := strings.Cut(field, ".")
	if n.Kind != yaml.MappingNode {
		return otherwise
	}
	for pair := range slices.Chunk(n.Content, 2) {
		if key, value := pair[0], pair[1]; key.Value == first {
			if deeper {
				return lineOf(value, rest, key.Line)
			}
			return key.Line
		}
	}
	return otherwise
}
