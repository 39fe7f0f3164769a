package suite

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"

	"ojbatch/judge"
)

// object is a JSON object: a schema, or what one describes.
type object = map[string]any

func parseSchema(t testing.TB) object {
	t.Helper()
	var root object
	if err := json.Unmarshal(Schema(), &root); err != nil {
		t.Fatal(err)
	}
	return root
}

// at follows keys down from root.
func at(t *testing.T, root object, keys ...string) object {
	t.Helper()
	for _, key := range keys {
		next, ok := root[key].(object)
		if !ok {
			t.Fatalf("the schema has no object at %s of %v", key, keys)
		}
		root = next
	}
	return root
}

func words[T ~string](list []T) []string {
	var words []string
	for _, w := range list {
		words = append(words, string(w))
	}
	return slices.Sorted(slices.Values(words))
}

func enum(t *testing.T, schema object) []string {
	t.Helper()
	var list []string
	for _, word := range schema["enum"].([]any) {
		list = append(list, word.(string))
	}
	return slices.Sorted(slices.Values(list))
}

func TestSchemaKnowsTheLoadersKeys(t *testing.T) {
	root := parseSchema(t)
	defs := at(t, root, "$defs")
	program := at(t, defs, "program")["oneOf"].([]any)[1].(object)
	compare := at(t, defs, "compare")["oneOf"].([]any)[1].(object)
	type known struct {
		keys   *keySet
		schema object
	}
	table := []known{
		{suiteKeys, root},
		{programKeys, program},
		{limitKeys, at(t, defs, "limits")},
		{caseKeys, at(t, defs, "case")},
		{filesKeys, at(t, defs, "files")},
		{compareKeys, compare},
	}
	for method, keys := range optionKeys {
		options := deref(root, at(t, compare, "properties", method))
		table = append(table, known{keys, options})
	}
	for _, tt := range table {
		got := slices.Sorted(maps.Keys(at(t, tt.schema, "properties")))
		if diff := cmp.Diff(words(tt.keys.names), got); diff != "" {
			t.Errorf("keys of %s (-loader +schema):\n%s", tt.keys.of, diff)
		}
		if tt.schema["additionalProperties"] != false {
			t.Errorf("the schema allows unknown keys in %s", tt.keys.of)
		}
	}
}

func TestSchemaKnowsTheLoadersWords(t *testing.T) {
	defs := at(t, parseSchema(t), "$defs")
	compare := at(t, defs, "compare")["oneOf"].([]any)
	options := at(t, compare[1].(object), "properties")
	methods := slices.DeleteFunc(words(judge.CompareMethods), func(method string) bool {
		return method == judge.CompareFloats || method == judge.CompareChecker // need options
	})
	for _, tt := range []struct {
		name      string
		want, got []string
	}{
		{"verdicts", words(judge.Expectable), enum(t, at(t, defs, "verdict"))},
		{"methods", methods, enum(t, compare[0].(object))},
		{
			"protocols", words(judge.CheckerProtocols),
			enum(t, at(t, options, "checker", "properties", "protocol")),
		},
	} {
		if diff := cmp.Diff(tt.want, tt.got); diff != "" {
			t.Errorf("%s (-loader +schema):\n%s", tt.name, diff)
		}
	}
}

// Editors show descriptions where the cursor is; every key must have one.
func TestSchemaDescribesEveryKey(t *testing.T) {
	root := parseSchema(t)
	var walk func(where string, schema any)
	walk = func(where string, schema any) {
		switch schema := schema.(type) {
		case []any:
			for i, s := range schema {
				walk(fmt.Sprintf("%s[%d]", where, i), s)
			}
		case object:
			properties, _ := schema["properties"].(object)
			for key, s := range properties {
				if text, _ := deref(root, s.(object))["description"].(string); text == "" {
					t.Errorf("%s/%s has no description", where, key)
				}
			}
			for key, s := range schema {
				walk(where+"/"+key, s)
			}
		}
	}
	walk("", root)
}

// TestSchemaAgrees holds the schema against the loader on files whose mistakes, if any, are
// of the kind that a schema can see.
func TestSchemaAgrees(t *testing.T) {
	root := parseSchema(t)
	workspace(t)
	program := func(s string) string { return "programs: [" + s + "]\n" + oneCase }
	limit := func(s string) string { return "limits: {" + s + "}\n" + oneCase }
	compare := func(s string) string { return "compare: " + s + "\n" + oneCase }
	someCase := func(s string) string { return "cases: [{" + s + "}]\n" }
	for _, text := range []string{
		oneCase, "", "[]", "cases: {}", "x: 1\n" + oneCase, "title: [x]\n" + oneCase,
		"title: 1\nsource: ~\n" + oneCase,

		program(""), program("prog.py"), program("{path: prog.py}"), program("''"),
		program("{path: prog.py, expect: WA}"), program("{path: prog.py, expect: [WA]}"),
		program("{path: prog.py, expect: [WA, RE]}"),
		program("{path: prog.py, expect: wa}"), program("{path: prog.py, expect: []}"),
		program("{path: prog.py, expect: [WA, WA]}"), program("{path: prog.py, expect: SKIP}"),
		program("{run: [x, 1, true, ~]}"), program("{run: [x]}"), program("{run: []}"),
		program("{run: x}"),
		program("{run: [x], path: prog.py}"), program("{}"), program("{expect: AC}"),

		limit("cpu: 1s"), limit("cpu: 1.5s"), limit("cpu: .5s"), limit("cpu: 1m0.5s"),
		limit("cpu: 3.us"), limit("cpu: 1"), limit("cpu: 1.5"), limit("cpu: -1s"),
		limit("cpu: 1 s"), limit("cpu: s"), limit("cpu: 1d"), limit("cpu: ''"), limit("cpu: .s"),
		limit("memory: 1"), limit("memory: 0"), limit("memory: -1"), limit("memory: 1KiB"),
		limit("memory: 1.5 GiB"), limit("memory: 64kB"), limit("memory: 64KB"),
		limit("memory: 64M"), limit("memory: 64mb"), limit("memory: '64'"), limit("memory: 64kiB"),
		limit("memory: true"), limit("memory: x"), limit("memory: .5MB"), limit("memory: MB"),
		limit("processes: 1"), limit("processes: 0"), limit("processes: 2147483648"),
		limit("processes: 1.5"), limit("processes: x"), limit("cup: 1s"), "limits:\n" + oneCase,

		compare("exact"), compare("lines"), compare("tokens"), compare("unordered"),
		compare("floats"), compare("checker"), compare("diff"), compare("~"), compare("[exact]"),
		compare("{}"), compare("{exact: {}}"), compare("{exact: }"), compare("{exact: {x: 1}}"),
		compare("{tokens: {}, lines: {}}"), compare("{tokens: {ignore_case: true}}"),
		compare("{tokens: {ignore_case: yes}}"), compare("{tokens: {ignore_case: 'true'}}"),
		compare("{floats: {}}"), compare("{floats: {abs: 1e-6}}"), compare("{floats: {rel: 0}}"),
		compare("{floats: {abs: -1e-6}}"), compare("{floats: {abs: x}}"),
		compare("{checker: {path: check.cpp, protocol: icpc}}"),
		compare("{checker: {path: check.cpp, protocol: none}}"),
		compare("{checker: {path: check.cpp}}"), compare("{checker: {protocol: icpc}}"),

		someCase("name: a, input: x, output: y"), someCase("name: 1, input: 2, output: 3"),
		someCase("name: a, input: true, output: 1e3"), someCase("name: a, input: , output: ~"),
		someCase("name: a, input_file: data/1.in, output_file: data/1.ans"),
		someCase("name: a, input: x, output: y, limits: {cpu: 1s}, compare: exact"),
		someCase("name: a, input: x, output: y, limits: {cpu: 1}, compare: exact"),
		someCase("input: x, output: y"), someCase("name: a, output: y"),
		someCase("name: a, input: x, input_file: data/1.in, output: y"),
		someCase("name: a, input: x, output: y, output_file: data/1.ans"),
		someCase("name: a, input: [x], output: y"), someCase("name: a, input_file: '', output: y"),
		someCase("name: '', input: x, output: y"), someCase("name: \"\\t\", input: x, output: y"),
		someCase("name: [a], input: x, output: y"),

		"files: [{input: 'data/*.in', output: 'data/*.ans'}]\n",
		"files: [{input: 'data/*.in', output: 'data/*.ans', limits: {cpu: 1s}, compare: exact}]\n",
		"files: [{output: 'data/*.ans'}]\n", "files: [{input: 'data/?.in', output: 'data/*.ans'}]\n",
		"files: [{input: '', output: 'data/*.ans'}]\n", "files: ['data/*.in']\n",
	} {
		write(t, "s.yaml", text)
		_, err := Load("s.yaml")
		var value any
		if yamlErr := yaml.Unmarshal([]byte(text), &value); yamlErr != nil {
			t.Fatalf("%s: %v", text, yamlErr)
		}
		why := violation(root, root, value)
		if (err == nil) != (why == "") {
			t.Errorf("%s\nloader: %v\nschema: %v", text, err, why)
		}
	}
}

// deref adds what a schema refers to, to it.
func deref(root, schema object) object {
	ref, ok := schema["$ref"].(string)
	if !ok {
		return schema
	}
	target := root["$defs"].(object)[strings.TrimPrefix(ref, "#/$defs/")].(object)
	all := maps.Clone(deref(root, target))
	maps.Copy(all, schema)
	return all
}

// violation says what is wrong with value, by as much of JSON schema as the suite's schema
// uses. It returns "" when nothing is.
func violation(root, schema object, value any) string {
	schema = deref(root, schema)
	for keyword, want := range schema {
		if why := broken(root, schema, keyword, want, value); why != "" {
			return why
		}
	}
	return ""
}

func broken(root, schema object, keyword string, want, value any) string {
	fails := func(ok bool) string {
		if ok {
			return ""
		}
		return fmt.Sprintf("%v: %s: %v", value, keyword, want)
	}
	text, isText := value.(string)
	list, isList := value.([]any)
	mapping, isMapping := value.(object)
	number, isNumber := numberOf(value)
	switch keyword {
	case "$schema", "$defs", "$ref", "title", "description", "additionalProperties":
		return "" // properties sees to the last
	case "type":
		return fails(hasType(want, value))
	case "enum":
		return fails(slices.Contains(want.([]any), value))
	case "pattern":
		return fails(!isText || regexp.MustCompile(want.(string)).MatchString(text))
	case "minLength":
		return fails(!isText || float64(utf8.RuneCountInString(text)) >= want.(float64))
	case "minimum":
		return fails(!isNumber || number >= want.(float64))
	case "maximum":
		return fails(!isNumber || number <= want.(float64))
	case "minItems":
		return fails(!isList || float64(len(list)) >= want.(float64))
	case "uniqueItems":
		return fails(len(list) < 2 || list[0] != list[1])
	case "minProperties":
		return fails(!isMapping || float64(len(mapping)) >= want.(float64))
	case "maxProperties":
		return fails(!isMapping || float64(len(mapping)) <= want.(float64))
	case "required":
		return fails(!isMapping || hasAll(mapping, want.([]any)))
	case "not":
		return fails(violation(root, want.(object), value) != "")
	case "oneOf":
		return fails(countMatches(root, want.([]any), value) == 1)
	case "items":
		for _, item := range list {
			if why := violation(root, want.(object), item); why != "" {
				return why
			}
		}
		return ""
	case "properties":
		return badProperty(root, want.(object), mapping)
	}
	return "the test does not know the keyword " + keyword
}

// badProperty takes properties that are not in the schema for mistakes, as it says everywhere.
func badProperty(root, properties, mapping object) string {
	for key, value := range mapping {
		schema, known := properties[key].(object)
		if !known {
			return "unknown key " + key
		}
		if why := violation(root, schema, value); why != "" {
			return why
		}
	}
	return ""
}

func countMatches(root object, schemas []any, value any) int {
	n := 0
	for _, schema := range schemas {
		if violation(root, schema.(object), value) == "" {
			n++
		}
	}
	return n
}

func hasAll(mapping object, keys []any) bool {
	return !slices.ContainsFunc(keys, func(key any) bool {
		_, ok := mapping[key.(string)]
		return !ok
	})
}

func numberOf(value any) (float64, bool) {
	switch value := value.(type) {
	case int:
		return float64(value), true
	case float64:
		return value, true
	}
	return 0, false
}

func hasType(want, value any) bool {
	if list, several := want.([]any); several {
		return slices.ContainsFunc(list, func(one any) bool { return hasType(one, value) })
	}
	number, isNumber := numberOf(value)
	switch value.(type) {
	case nil:
		return want == "null"
	case string:
		return want == "string"
	case bool:
		return want == "boolean"
	case []any:
		return want == "array"
	case object:
		return want == "object"
	}
	return isNumber && (want == "number" || want == "integer" && number == float64(int64(number)))
}

func TestSchemaIsTheCallersOwn(t *testing.T) {
	clear(Schema())
	if !bytes.HasPrefix(Schema(), []byte("{")) {
		t.Error("a caller's change to the schema is seen by the next")
	}
}
