package toolchain

import (
	"maps"
	"regexp"
	"slices"
)

// placeholder is what a template of the table stands to have filled. Braces around anything
// else are themselves.
var placeholder = regexp.MustCompile(`\{[a-z][a-z0-9_]*\}`)

// allSources is an argument that stands for several.
const allSources = "{sources}"

// vars are the values of placeholders, by name.
type vars map[string]string

// with returns v and more.
func (v vars) with(more vars) vars {
	all := maps.Clone(v)
	maps.Copy(all, more)
	return all
}

// expand fills a template. Placeholders without a value stay: they are for
// [judge.Artifact.Command].
func (v vars) expand(template string) string {
	return placeholder.ReplaceAllStringFunc(template, func(p string) string {
		if value, ok := v[p[1:len(p)-1]]; ok {
			return value
		}
		return p
	})
}

func (v vars) expandAll(templates []string) []string {
	filled := make([]string, len(templates))
	for i, t := range templates {
		filled[i] = v.expand(t)
	}
	return filled
}

// environment fills the values of env and writes them as KEY=VALUE, sorted.
func (v vars) environment(env map[string]string) []string {
	var entries []string
	for _, name := range slices.Sorted(maps.Keys(env)) {
		entries = append(entries, name+"="+v.expand(env[name]))
	}
	return entries
}
