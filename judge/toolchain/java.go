package toolchain

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ojbatch/judge"
)

// javaType is a class, interface, enum or record at the top level of a source.
type javaType struct {
	name    string // with its package
	public  bool
	hasMain bool // "static void main(" stands in its body
}

// file is the name that the source must have if the type is public.
func (t javaType) file() string { return t.name[strings.LastIndex(t.name, ".")+1:] + ".java" }

// javaToken is a comment, a literal, a word or any other single character. A text block comes
// before a string, of which it would be three.
var javaToken = regexp.MustCompile(
	`(?s)//[^\n]*|/\*.*?\*/|"""(?:\\.|.)*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'` +
		`|[\pL_$][\pL\pN_$]*|\S`)

// javaName is what a token that is a word looks like.
var javaName = regexp.MustCompile(`^[\pL_$]`)

// javaTypes finds the top-level types of a source that the compiler may yet reject.
func javaTypes(source []byte) []javaType {
	var (
		types   []javaType
		packag  string
		depth   int      // of braces
		pending []string // tokens since the last brace or semicolon, outside method bodies
	)
	for _, token := range javaToken.FindAll(source, -1) {
		switch word := string(token); {
		case strings.HasPrefix(word, "//"), strings.HasPrefix(word, "/*"):
		case word == "{":
			if name, ok := declaredType(pending); ok && depth == 0 {
				public := slices.Contains(pending, "public")
				types = append(types, javaType{name: packag + name, public: public})
			}
			depth, pending = depth+1, nil
		case word == "}":
			depth, pending = depth-1, nil
		case word == ";":
			if depth == 0 && len(pending) > 1 && pending[0] == "package" {
				packag = strings.Join(pending[1:], "") + "."
			}
			pending = nil
		case depth <= 1:
			pending = append(pending, word)
			if depth == 1 && len(types) > 0 && declaresMain(pending) {
				types[len(types)-1].hasMain = true
			}
		}
	}
	return types
}

// declaredType returns the name of the type whose declaration ends with tokens. The word class
// after a dot is part of an annotation.
func declaredType(tokens []string) (string, bool) {
	for i := 0; i+1 < len(tokens); i++ {
		switch tokens[i] {
		case "class", "interface", "enum", "record":
			if i == 0 || tokens[i-1] != "." {
				return tokens[i+1], javaName.MatchString(tokens[i+1])
			}
		}
	}
	return "", false
}

// declaresMain says whether tokens end with the beginning of a main method.
func declaresMain(tokens []string) bool {
	n := len(tokens)
	return n > 3 && slices.Equal(tokens[n-3:], []string{"void", "main", "("}) &&
		slices.Contains(tokens, "static")
}

// mainClass returns the class that starts the program: the only one with a main method, or
// the one of them that is called Main. Without any main method the same holds of all classes,
// since one may be inherited.
func mainClass(types []javaType) (string, error) {
	able := slices.DeleteFunc(slices.Clone(types), func(t javaType) bool { return !t.hasMain })
	if len(able) == 0 {
		able = types
	}
	if len(able) == 0 {
		return "", &judge.CompilationError{Why: "no class with a main method"}
	}
	if len(able) == 1 {
		return able[0].name, nil
	}
	var names []string
	for _, t := range able {
		if t.file() == "Main.java" {
			return t.name, nil
		}
		names = append(names, t.name)
	}
	return "", &judge.CompilationError{Why: fmt.Sprintf(
		"several classes could start it, and none is called Main: %s", strings.Join(names, ", "))}
}
