package suite

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"ojbatch/judge"
)

var compareKeys = &keySet{"a comparison", judge.CompareMethods}

// optionKeys are the options of each method of comparison.
var optionKeys = map[string]*keySet{
	judge.CompareExact:     {"exact", nil},
	judge.CompareLines:     {"lines", nil},
	judge.CompareTokens:    {"tokens", []string{"ignore_case"}},
	judge.CompareFloats:    {"floats", []string{"abs", "rel"}},
	judge.CompareUnordered: {"unordered", nil},
	judge.CompareChecker:   {"checker", []string{"path", "protocol"}},
}

const (
	floatsExample  = "write {floats: {abs: 1e-6, rel: 1e-6}}; a number within either is right"
	checkerExample = "write {checker: {path: check.cpp, protocol: testlib}}"
)

// compare decodes a method's name, or a mapping from one to its options. It says whether there
// was no mistake.
func (d *decoder) compare(n *yaml.Node) (judge.CompareSpec, bool) {
	before := len(d.errs)
	var spec judge.CompareSpec
	if target := follow(n); target.Kind == yaml.ScalarNode {
		spec = d.compareMethod(n)
	} else {
		spec = d.compareOptions(n)
	}
	return spec, len(d.errs) == before
}

func (d *decoder) compareMethod(n *yaml.Node) judge.CompareSpec {
	method, ok := d.text(n, "a method of comparison")
	switch {
	case !ok:
	case method == "":
		hint := didYouMean(method, judge.CompareMethods)
		d.errorf(n, hint, "want a method of comparison, got nothing")
	case !slices.Contains(judge.CompareMethods, method):
		hint := didYouMean(method, judge.CompareMethods)
		d.errorf(n, hint, "unknown method of comparison %s", quote(method))
	case method == judge.CompareFloats:
		d.errorf(n, floatsExample, "floats needs abs or rel")
	case method == judge.CompareChecker:
		d.errorf(n, checkerExample, "checker needs path and protocol")
	}
	return judge.CompareSpec{Method: method}
}

func (d *decoder) compareOptions(n *yaml.Node) judge.CompareSpec {
	before := len(d.errs)
	m, _ := d.mapping(n, compareKeys)
	if len(m.pairs) == 0 {
		if len(d.errs) == before {
			hint := didYouMean("", judge.CompareMethods)
			d.errorf(n, hint, "want a method of comparison, got none")
		}
		return judge.CompareSpec{}
	}
	for _, more := range m.pairs[1:] {
		d.errorf(more.key, "", "want one method of comparison, got %q and %q",
			m.pairs[0].name, more.name)
	}
	return d.methodOptions(m.pairs[0].name, m.pairs[0].value)
}

func (d *decoder) methodOptions(method string, n *yaml.Node) judge.CompareSpec {
	spec := judge.CompareSpec{Method: method}
	m, ok := d.mapping(n, optionKeys[method])
	if !ok {
		return spec
	}
	switch method {
	case judge.CompareTokens:
		spec.IgnoreCase = d.boolean(m.value("ignore_case"))
	case judge.CompareFloats:
		if len(m.pairs) == 0 {
			d.errorf(n, floatsExample, "floats needs abs or rel")
		}
		spec.Abs, spec.Rel = d.tolerance(m.value("abs")), d.tolerance(m.value("rel"))
	case judge.CompareChecker:
		d.checker(m, &spec)
	}
	return spec
}

func (d *decoder) checker(m mapping, spec *judge.CompareSpec) {
	var missing []string
	for _, key := range optionKeys[judge.CompareChecker].names {
		if m.value(key) == nil {
			missing = append(missing, key)
		}
	}
	if missing != nil {
		d.errorf(m.at, checkerExample, "checker needs %s", strings.Join(missing, " and "))
	}
	if n := m.value("path"); n != nil {
		spec.Checker = d.programPath(n)
	}
	if n := m.value("protocol"); n != nil {
		protocol, ok := d.text(n, "a protocol")
		if ok && !slices.Contains(judge.CheckerProtocols, protocol) {
			hint := didYouMean(protocol, judge.CheckerProtocols)
			d.errorf(n, hint, "unknown protocol %s", quote(protocol))
		}
		spec.Protocol = protocol
	}
}

func (d *decoder) boolean(n *yaml.Node) bool {
	if n == nil {
		return false
	}
	target, ok := d.want(n, yaml.ScalarNode, "true or false")
	if ok && target.Tag != "!!bool" {
		d.errorf(n, "", "want true or false, got %s", describe(target))
	}
	return ok && strings.EqualFold(target.Value, "true")
}

func (d *decoder) tolerance(n *yaml.Node) float64 {
	const what = "a tolerance such as 1e-6"
	s, ok := d.shortText(n, what)
	if !ok {
		return 0
	}
	t, err := strconv.ParseFloat(s, 64)
	switch {
	case err != nil, math.IsNaN(t), math.IsInf(t, 0):
		d.errorf(n, "", "want %s, got %s", what, quote(s))
	case t < 0:
		d.errorf(n, "", "a tolerance cannot be negative, got %s", quote(s))
	}
	return t
}
