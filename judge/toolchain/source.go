package toolchain

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ojbatch/judge"
)

// maxSource bounds what is read of one program, in bytes. Online judges take some 64 KiB.
const maxSource = 16 << 20

// source is one file of a program.
type source struct {
	name string // under which it is compiled
	text []byte
}

// sources are all files of a program that is to be built.
type sources struct {
	language string
	compiled []source // those with an extension of the language, sorted by name
	also     []source
	// single is what the user calls the file of a program of one file; empty for a directory.
	single string
}

// names returns the names under which the sources are compiled.
func (s *sources) names() []string {
	var names []string
	for _, c := range s.compiled {
		names = append(names, c.name)
	}
	return names
}

// readSource reads a program of one file.
func readSource(language *definition, name, path string) (*sources, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := readBounded(file, maxSource)
	if err != nil {
		return nil, err
	}
	s := &sources{language: name, single: filepath.Base(path)}
	s.compiled = []source{{singleName(language, s.single, text), text}}
	return s, nil
}

// singleName returns the name under which the only file of a program is compiled: its own,
// unless the language minds.
func singleName(language *definition, name string, text []byte) string {
	switch {
	case language.Single != "":
		return language.Single
	case language.Entry == entryClass:
		for _, t := range javaTypes(text) {
			if t.public {
				return t.file()
			}
		}
	case strings.Contains(name, "{"): // could be taken for a placeholder
		return "main" + filepath.Ext(name)
	}
	return name
}

// readDirectory reads a program that is a directory: the sources of one language right in it,
// and what belongs to them. Links are followed only inside the directory, since it may be a
// stranger's.
func (t *Toolchain) readDirectory(path string) (*sources, error) {
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	name, err := t.languageOf(path, names)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	s := &sources{language: name}
	left := int64(maxSource)
	for _, file := range names {
		into := s.listFor(t.table.definitions[name], file)
		if into == nil {
			continue
		}
		text, err := readInside(root, file, left)
		if err != nil {
			return nil, err
		}
		left -= int64(len(text))
		*into = append(*into, source{file, text})
	}
	return s, nil
}

// listFor returns where a file of a directory program belongs, nil for nowhere.
func (s *sources) listFor(d *definition, file string) *[]source {
	matches := func(pattern string) bool {
		ok, _ := filepath.Match(pattern, file)
		return ok
	}
	switch {
	case slices.Contains(d.Extensions, filepath.Ext(file)):
		if slices.ContainsFunc(d.Skip, matches) {
			return nil
		}
		return &s.compiled
	case slices.ContainsFunc(d.Also, matches):
		return &s.also
	}
	return nil
}

// languageOf returns the language of a directory with files of these names: the only one they
// are of, or that of main.*.
func (t *Toolchain) languageOf(directory string, files []string) (string, error) {
	var all, ofMain []string
	for _, file := range files {
		name, ok := t.table.language(filepath.Ext(file))
		if !ok {
			continue
		}
		all = append(all, name)
		if isMain(file) {
			ofMain = append(ofMain, name)
		}
	}
	all, ofMain = distinct(all), distinct(ofMain)
	switch {
	case len(all) == 1:
		return all[0], nil
	case len(ofMain) == 1:
		return ofMain[0], nil
	case len(all) == 0:
		return "", &judge.ToolchainError{Why: fmt.Sprintf(
			"directory %q has no source of a known language (%s)", directory, t.table.extensions())}
	}
	return "", fmt.Errorf("directory %q has sources of several languages and not one main file: %s",
		directory, strings.Join(all, ", "))
}

func distinct(list []string) []string { return slices.Compact(slices.Sorted(slices.Values(list))) }

// isMain says whether a source is called main, or Main as Java has it.
func isMain(file string) bool {
	stem := strings.TrimSuffix(file, filepath.Ext(file))
	return stem == "main" || stem == "Main"
}

// readInside reads a file of a directory. A file that is not there for reading, or that leads
// out of the directory, is the program's fault.
func readInside(root *os.Root, name string, most int64) ([]byte, error) {
	// A FIFO would block an open for ever.
	info, err := root.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: not a regular file", name)
	}
	if err != nil {
		return nil, &judge.CompilationError{Why: err.Error()}
	}
	file, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readBounded(file, most)
}

func readBounded(file fs.File, most int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(text)) > most {
		err = &judge.CompilationError{Why: fmt.Sprintf(
			"source code of more than %s", judge.Size(maxSource))}
	}
	return text, err
}

// start returns what {entry} or {class} stands for.
func (s *sources) start(rule entryRule) (vars, error) {
	switch rule {
	case entryFile:
		entry, err := s.entry()
		return vars{"entry": entry}, err
	case entryClass:
		var types []javaType
		for _, c := range s.compiled {
			types = append(types, javaTypes(c.text)...)
		}
		class, err := mainClass(types)
		return vars{"class": class}, err
	}
	return nil, nil
}

// entry returns the only source, or the only one that is called main.
func (s *sources) entry() (string, error) {
	able := s.names()
	if len(able) > 1 {
		able = slices.DeleteFunc(able, func(name string) bool { return !isMain(name) })
	}
	if len(able) != 1 {
		return "", &judge.CompilationError{Why: "several sources, and not one is called main: " +
			strings.Join(s.names(), ", ")}
	}
	return able[0], nil
}
