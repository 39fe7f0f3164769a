package suite

import (
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"ojbatch/judge"
)

var filesKeys = &keySet{"an entry of files", []string{"input", "output", "limits", "compare"}}

// fileCases decodes the entries of files, and returns the cases they find: in the order of
// the entries, and within one in the natural order of their names.
func (d *decoder) fileCases(n *yaml.Node, base rules) []*judge.Case {
	var cases []*judge.Case
	for _, item := range d.list(n, "files") {
		if m, ok := d.mapping(item, filesKeys); ok {
			cases = append(cases, d.entryCases(m, base)...)
		}
	}
	return cases
}

func (d *decoder) entryCases(m mapping, base rules) []*judge.Case {
	r := d.rules(m, base)
	if m.value("input") == nil {
		d.errorf(m.at, "", "the entry has no input")
	}
	if m.value("output") == nil && r.needAnswer() {
		d.errorf(m.at, "", "the entry has no output")
	}
	inputs, okIn := d.search(m.value("input"))
	outputs, okOut := d.search(m.value("output"))
	if !okIn || !okOut || !d.agree(inputs, outputs) {
		return nil
	}
	cases := d.pairCases(inputs, outputs, r)
	slices.SortFunc(cases, func(a, b *judge.Case) int { return natural(a.Name, b.Name) })
	d.useNames(cases, inputs.at)
	return cases
}

// pairCases returns a case for each input that has its output, or for each input if outputs
// is nil.
func (d *decoder) pairCases(inputs, outputs *search, r rules) []*judge.Case {
	pairs := d.pairUp(inputs, outputs)
	cases := make([]*judge.Case, len(pairs))
	for i, p := range pairs {
		cases[i] = &judge.Case{
			Name:    d.nameOf(inputs, p.input),
			Pos:     d.position(inputs.at),
			Input:   fileData(inputs.file(p.input)),
			Limits:  r.limits,
			Compare: r.compare,
		}
		if outputs != nil {
			cases[i].Answer = fileData(outputs.file(p.output))
		}
	}
	return cases
}

// useNames is useName for the cases that the entry at n found.
func (d *decoder) useNames(cases []*judge.Case, n *yaml.Node) {
	var duplicates []string
	for _, c := range cases {
		if _, taken := d.caseLines[c.Name]; taken {
			duplicates = append(duplicates, c.Name)
			continue
		}
		d.useName(c.Name, n)
	}
	if duplicates != nil {
		hint := fmt.Sprintf("the first is on line %d", d.caseLines[duplicates[0]])
		d.errorNames(n, hint, "duplicate case", duplicates)
	}
}

// search is a pattern with what it found.
type search struct {
	at      *yaml.Node
	root    string // the directory that pattern is relative to
	pattern string // clean, slash-separated
	matches []match
}

// file is the path to open for the match at path.
func (s *search) file(path string) string {
	return filepath.Join(s.root, filepath.FromSlash(path))
}

// search decodes a pattern and runs it. It says whether there was no mistake. Without a node
// there is no search.
func (d *decoder) search(n *yaml.Node) (*search, bool) {
	if n == nil {
		return nil, true
	}
	written, ok := d.pathText(n)
	if !ok {
		return nil, false
	}
	if strings.ContainsAny(written, "?[]{}") || strings.Contains(written, "**") {
		d.errorf(n, "one * stands for any text but a slash; nothing else is special",
			"unsupported pattern %s", quote(written))
		return nil, false
	}
	s := &search{at: n}
	s.root, s.pattern = d.splitRoot(path.Clean(written))
	matches, err := glob(s.root, s.pattern)
	switch {
	case err != nil:
		d.errorf(n, "", "%s", fileError(err))
	case len(matches) == 0:
		hint := relativeHint(s.file(s.pattern))
		d.errorf(n, hint, "no file matches %s", quote(written))
	}
	s.matches = matches
	return s, err == nil && len(matches) > 0
}

// splitRoot divides a clean pattern into the directory that it starts from and the rest.
func (d *decoder) splitRoot(pattern string) (root, rest string) {
	native := filepath.FromSlash(pattern)
	if !filepath.IsAbs(native) {
		return d.dir, pattern
	}
	volume := filepath.VolumeName(native)
	return volume + string(filepath.Separator), pattern[len(volume)+1:]
}

// agree says whether files of both searches can be paired.
func (d *decoder) agree(inputs, outputs *search) bool {
	if inputs == nil || outputs == nil {
		return inputs != nil
	}
	stars, want := strings.Count(outputs.pattern, "*"), strings.Count(inputs.pattern, "*")
	switch {
	case stars != want:
		d.errorf(outputs.at, "a star of the output is what the same star of the input is",
			"want as many stars as in the input, %d, got %d", want, stars)
		return false
	case inputs.file(inputs.pattern) == outputs.file(outputs.pattern):
		d.errorf(outputs.at, "", "the output is the same files as the input")
		return false
	}
	return true
}

// filePair is the paths of an input and its output.
type filePair struct{ input, output string }

// pairUp finds the output of each input: the file whose stars stand for the same texts.
func (d *decoder) pairUp(inputs, outputs *search) []filePair {
	var pairs []filePair
	if outputs == nil {
		for _, m := range inputs.matches {
			pairs = append(pairs, filePair{input: m.path})
		}
		return pairs
	}
	unpaired := make(map[string]bool, len(outputs.matches))
	for _, m := range outputs.matches {
		unpaired[m.path] = true
	}
	var lonely []string
	for _, m := range inputs.matches {
		output := fill(outputs.pattern, m.stars)
		if !unpaired[output] {
			lonely = append(lonely, m.path)
			continue
		}
		delete(unpaired, output)
		pairs = append(pairs, filePair{m.path, output})
	}
	if lonely != nil {
		d.errorNames(inputs.at, "", "no output for", lonely)
	}
	if len(unpaired) > 0 {
		d.errorNames(outputs.at, "", "no input for", slices.Collect(maps.Keys(unpaired)))
	}
	return pairs
}

// errorNames reports one mistake that many files or cases share. It names the first of them.
func (d *decoder) errorNames(n *yaml.Node, hint, what string, names []string) {
	const most = 10
	slices.SortFunc(names, natural)
	more := ""
	if len(names) > most {
		more = fmt.Sprintf(" and %d more", len(names)-most)
		names = names[:most]
	}
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = quote(name)
	}
	d.errorf(n, hint, "%s %s%s", what, strings.Join(quoted, ", "), more)
}

// nameOf names the case whose input is at path, without the extensions that inputs have: by
// the path within the suite's own directory of data, which is called as the suite, or else
// within the suite file's directory, or else within the directory that the pattern begins with.
func (d *decoder) nameOf(inputs *search, path string) string {
	name := strings.TrimPrefix(path, d.name+"/")
	if inputs.root != d.dir || strings.HasPrefix(path, "../") {
		fixed, _, _ := strings.Cut(inputs.pattern, "*")
		name = path[strings.LastIndexByte(fixed, '/')+1:]
	}
	for _, extension := range []string{".gz", ".zst", ".in"} {
		name = strings.TrimSuffix(name, extension)
	}
	return name
}
