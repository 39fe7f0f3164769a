// Package suite reads suite files: YAML in, [judge.Suite] out. [Load] reads one file, and
// [LoadAll] what a user names on a command line.
//
// # Mistakes
//
// A file is read to its end whatever is wrong with it, and all mistakes are returned at once,
// as [Errors]. A suite comes back only when there are none.
//
// # Texts
//
// A scalar that stands for text is the text as written, whatever YAML would make of it: 010
// stays 010, and ~ is a tilde.
//
// # Aliases
//
// Anchors, aliases and merge keys work. They cannot be made to blow up: nothing is decoded
// deeper than a suite goes, a mapping that aliases repeat is decoded once, and the commands
// of a suite have a bounded length together. Work and memory are linear in the file's size.
package suite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"ojbatch/judge"
)

// Load reads the suite file at path. Paths in the file are relative to its directory. Data
// files are looked up, not opened. The error, if any, is of type [Errors].
func Load(path string) (*judge.Suite, error) {
	s, errs := load(path)
	if err := errs.err(); err != nil {
		return nil, err
	}
	return s, nil
}

func load(path string) (*judge.Suite, Errors) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, Errors{unreadable(path, err)}
	}
	return decode(path, data)
}

// LoadAll reads the suites that args name: files, and directories for the files in them that
// end in .yaml or .yml, by name, hidden ones and subdirectories left out. A file named twice
// is read once. Suites of one run must have different names. The error, if any, is of type
// [Errors] and holds the mistakes of all files.
func LoadAll(args []string) ([]*judge.Suite, error) {
	paths, errs := suiteFiles(args)
	var suites []*judge.Suite
	fileOf := make(map[string]string, len(paths))
	for _, path := range paths {
		s, mistakes := load(path)
		suites = append(suites, s)
		errs = append(errs, mistakes...)
		name := suiteName(path)
		if other, taken := fileOf[name]; taken {
			errs = append(errs, Error{
				Pos:  judge.Position{File: path},
				What: fmt.Sprintf("suite %q is also in %q", name, other),
				Hint: "a suite is called what its file is called: rename one of the two",
			})
		}
		fileOf[name] = path
	}
	if err := errs.err(); err != nil {
		return nil, err
	}
	return suites, nil
}

// suiteName is the name of the suite in the file at path.
func suiteName(path string) string {
	base := filepath.Base(path)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// suiteFiles returns the files that args name, each once.
func suiteFiles(args []string) ([]string, Errors) {
	var paths []string
	var errs Errors
	seen := make(map[string]bool)
	for _, arg := range args {
		files, mistakes := filesAt(arg)
		errs = append(errs, mistakes...)
		for _, file := range files {
			if clean := filepath.Clean(file); !seen[clean] {
				seen[clean] = true
				paths = append(paths, file)
			}
		}
	}
	return paths, errs
}

// filesAt returns arg, or the suite files in it when it is a directory.
func filesAt(arg string) ([]string, Errors) {
	info, err := os.Stat(arg)
	if err != nil {
		return nil, Errors{unreadable(arg, err)}
	}
	if !info.IsDir() {
		return []string{arg}, nil
	}
	entries, err := os.ReadDir(arg)
	if err != nil {
		return nil, Errors{unreadable(arg, err)}
	}
	var files []string
	for _, entry := range entries {
		if !entry.IsDir() && isSuiteFile(entry.Name()) {
			files = append(files, filepath.Join(arg, entry.Name()))
		}
	}
	if files == nil {
		return nil, Errors{{
			Pos:  judge.Position{File: arg},
			What: "no suites in this directory",
			Hint: "suites are files that end in .yaml or .yml; subdirectories are not searched",
		}}
	}
	return files, nil
}

func isSuiteFile(name string) bool {
	ext := filepath.Ext(name)
	return (ext == ".yaml" || ext == ".yml") && !strings.HasPrefix(name, ".")
}

// unreadable says why the suite file or directory at path cannot be read.
func unreadable(path string, err error) Error {
	e := Error{Pos: judge.Position{File: path}, What: reason(err)}
	switch info, statErr := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		e.What = "no such file or directory"
		e.Hint = nearbyFile(path, path)
	case statErr == nil && info.IsDir():
		e.What = "is a directory, not a suite file"
	}
	return e
}

// reason is why an operation on a file failed, without the operation and the file's name.
func reason(err error) string {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return pathErr.Err.Error()
	}
	return err.Error()
}

// fileError is err, of an operation on a file, without the operation.
func fileError(err error) string {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return quote(pathErr.Path) + ": " + pathErr.Err.Error()
	}
	return err.Error()
}
