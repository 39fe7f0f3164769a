package suite

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// match is a file that a pattern matches.
type match struct {
	path  string   // slash-separated, from the root of the search
	stars []string // what each star of the pattern stands for
}

// glob returns the regular files below root that pattern matches. A pattern is a clean,
// slash-separated path in which each star stands for any text without a slash, except a dot
// at the beginning of a name. Symbolic links are followed; one that leads nowhere is an error
// when its name matches.
func glob(root, pattern string) ([]match, error) {
	found := []match{{}}
	segments := strings.Split(pattern, "/")
	for i, segment := range segments {
		var next []match
		for _, m := range found {
			more, err := m.extend(root, segment, i == len(segments)-1)
			if err != nil {
				return nil, err
			}
			next = append(next, more...)
		}
		found = next
	}
	return found, nil
}

// extend returns what segment matches in the directory that m is: files when segment is the
// last of the pattern, else directories.
func (m match) extend(root, segment string, last bool) ([]match, error) {
	dir := filepath.Join(root, filepath.FromSlash(m.path))
	if !strings.Contains(segment, "*") {
		return m.descend(dir, segment, last)
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var found []match
	for _, entry := range entries {
		stars, ok := matchStars(segment, entry.Name())
		if !ok {
			continue
		}
		mode, err := typeOf(dir, entry)
		if err != nil {
			return nil, err
		}
		if last && mode.IsRegular() || !last && mode.IsDir() {
			stars = append(m.stars[:len(m.stars):len(m.stars)], stars...)
			found = append(found, match{path.Join(m.path, entry.Name()), stars})
		}
	}
	return found, nil
}

// descend is extend for a segment without stars.
func (m match) descend(dir, segment string, last bool) ([]match, error) {
	if last {
		info, err := os.Stat(filepath.Join(dir, segment))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if !info.Mode().IsRegular() {
			return nil, nil
		}
	}
	return []match{{path.Join(m.path, segment), m.stars}}, nil
}

// typeOf returns the type bits of what entry is or leads to.
func typeOf(dir string, entry fs.DirEntry) (fs.FileMode, error) {
	if entry.Type()&fs.ModeSymlink == 0 {
		return entry.Type(), nil
	}
	info, err := os.Stat(filepath.Join(dir, entry.Name()))
	if err != nil {
		return 0, err
	}
	return info.Mode().Type(), nil
}

// matchStars says whether pattern, of one segment, matches all of name, and what its stars
// stand for. All stars but the last stand for as little as possible.
func matchStars(pattern, name string) ([]string, bool) {
	if strings.HasPrefix(name, ".") && strings.HasPrefix(pattern, "*") {
		return nil, false
	}
	head, rest, found := strings.Cut(pattern, "*")
	if !found {
		return nil, name == pattern
	}
	name, ok := strings.CutPrefix(name, head)
	if !ok {
		return nil, false
	}
	literals := strings.Split(rest, "*")
	stars := make([]string, len(literals))
	end := len(literals) - 1
	for i, literal := range literals[:end] {
		if stars[i], name, ok = strings.Cut(name, literal); !ok {
			return nil, false
		}
	}
	stars[end], ok = strings.CutSuffix(name, literals[end])
	return stars, ok
}

// fill returns pattern with its stars replaced.
func fill(pattern string, stars []string) string {
	var b strings.Builder
	for _, star := range stars {
		literal, rest, _ := strings.Cut(pattern, "*")
		b.WriteString(literal)
		b.WriteString(star)
		pattern = rest
	}
	return b.String() + pattern
}

// natural orders names as people count: runs of digits by their value, everything else by its
// bytes.
func natural(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		m, n := digits(x), digits(y)
		if m == 0 || n == 0 {
			if x[0] != y[0] {
				return cmp.Compare(x[0], y[0])
			}
			x, y = x[1:], y[1:]
			continue
		}
		p, q := strings.TrimLeft(x[:m], "0"), strings.TrimLeft(y[:n], "0")
		if c := cmp.Or(cmp.Compare(len(p), len(q)), cmp.Compare(p, q)); c != 0 {
			return c
		}
		x, y = x[m:], y[n:]
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(a, b))
}

// digits is the length of the run of digits at the beginning of s.
func digits(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }
