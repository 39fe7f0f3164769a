package suite

import (
	"strings"
	"unicode"

	"gopkg.in/yaml.v3"

	"ojbatch/judge"
)

var caseKeys = &keySet{"a case", []string{
	"name", "input", "input_file", "output", "output_file", "limits", "compare",
}}

func (d *decoder) cases(n *yaml.Node, base rules) []*judge.Case {
	items := d.list(n, "cases")
	cases := make([]*judge.Case, 0, len(items))
	for _, item := range items {
		if m, ok := d.mapping(item, caseKeys); ok {
			cases = append(cases, d.oneCase(m, base))
		}
	}
	return cases
}

func (d *decoder) oneCase(m mapping, base rules) *judge.Case {
	r := d.rules(m, base)
	return &judge.Case{
		Name:    d.caseName(m),
		Pos:     d.position(m.at),
		Input:   d.input(m),
		Answer:  d.answer(m, r),
		Limits:  r.limits,
		Compare: r.compare,
	}
}

func (d *decoder) caseName(m mapping) string {
	n := m.value("name")
	if n == nil {
		d.errorf(m.at, "", "the case has no name")
		return ""
	}
	name, ok := d.text(n, "a name")
	if ok {
		d.useName(name, n)
	}
	return name
}

// useName reports, at n, a name that a case cannot have.
func (d *decoder) useName(name string, n *yaml.Node) {
	switch {
	case name == "":
		d.errorf(n, "", "the name of a case is empty")
	case strings.ContainsFunc(name, unicode.IsControl):
		d.errorf(n, "", "control character in the name of case %s", quote(name))
	default:
		d.take(d.caseLines, "case", name, n)
	}
}

func (d *decoder) input(m mapping) judge.Data {
	data, given := d.data(m, "input", "input_file")
	if !given {
		d.errorf(m.at, `write input: "" for a program that reads nothing`, "the case has no input")
	}
	return data
}

func (d *decoder) answer(m mapping, r rules) judge.Data {
	data, given := d.data(m, "output", "output_file")
	if !given && r.needAnswer() {
		d.errorf(m.at, `write output: "" for a program that writes nothing`, "the case has no output")
	}
	return data
}
