package toolchain

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// problem is something wrong in a definition.
type problem struct{ field, what string }

// problems says what is wrong with d as a whole, after all that is known of it was merged.
func (d *definition) problems() []problem {
	c := &checker{}
	c.require(len(d.Extensions) > 0, "extensions", "none")
	for _, e := range d.Extensions {
		c.require(strings.HasPrefix(e, ".") && len(e) > 1, "extensions", "%q is none", e)
	}
	c.patterns("also", d.Also)
	c.patterns("skip", d.Skip)
	c.require(d.Single == "" || isFileName(d.Single), "single", "%q is no file name", d.Single)
	c.require(slices.Contains([]entryRule{entryAnywhere, entryFile, entryClass}, d.Entry),
		"entry", "%q is no rule: want file or class", d.Entry)
	c.command("run", d.Run)
	d.checkTools(c)
	d.checkTemplates(c)
	return c.problems
}

type checker struct{ problems []problem }

func (c *checker) require(ok bool, field, format string, args ...any) {
	if !ok {
		c.problems = append(c.problems, problem{field, fmt.Sprintf(format, args...)})
	}
}

func (c *checker) patterns(field string, patterns []string) {
	for _, p := range patterns {
		_, err := filepath.Match(p, "")
		c.require(err == nil, field, "%q is no pattern", p)
	}
}

// command requires that argv begins with what will be an absolute path.
func (c *checker) command(field string, argv []string) {
	c.require(len(argv) > 0, field, "an empty command")
	if len(argv) > 0 {
		c.require(strings.HasPrefix(argv[0], "{") || filepath.IsAbs(argv[0]), field,
			"%q is neither a tool nor a path: want {TOOL} or {dir}/NAME", argv[0])
	}
}

// placeholders requires of the templates that they use none but the known ones.
func (c *checker) placeholders(field string, templates []string, known ...string) {
	for _, t := range templates {
		for _, p := range placeholder.FindAllString(t, -1) {
			c.require(slices.Contains(known, p[1:len(p)-1]), field, "no placeholder %s here", p)
		}
	}
}

func (d *definition) checkTools(c *checker) {
	for _, role := range slices.Sorted(maps.Keys(d.Tools)) {
		tool, field := d.Tools[role], "tools."+role
		c.require(len(tool.Names) > 0, field, "no names")
		c.require(len(tool.Version) > 0, field, "no version")
		for _, fact := range slices.Sorted(maps.Keys(tool.Match)) {
			pattern := tool.Match[fact]
			_, asked := tool.Ask[fact]
			c.require(asked, field, "match of %q, which is not asked", fact)
			re, err := regexp.Compile(pattern)
			c.require(err == nil && re.NumSubexp() == 1, field,
				"match of %q: %q is no regular expression with one group", fact, pattern)
		}
		facts := slices.Collect(maps.Keys(tool.Ask))
		c.placeholders(field, []string{tool.Path}, append(facts, "found", "exe")...)
		c.placeholders(field, tool.Read, facts...)
	}
}

// checkTemplates holds each template to the placeholders that are filled in it.
func (d *definition) checkTemplates(c *checker) {
	own := []string{"exe"}
	for role, tool := range d.Tools {
		own = append(own, role)
		own = slices.AppendSeq(own, maps.Keys(tool.Ask))
	}
	slices.Sort(own)
	c.require(len(slices.Compact(slices.Clone(own))) == len(own), "tools",
		"two tools or facts have one name")
	inRun := append(own, "dir")
	switch d.Entry {
	case entryFile:
		inRun = append(inRun, "entry")
	case entryClass:
		inRun = append(inRun, "class")
	}
	inStep := append(slices.Clone(inRun), "scratch")

	for _, name := range slices.Sorted(maps.Keys(d.Files)) {
		c.require(isFileName(name), "files", "%q is no file name", name)
	}
	c.placeholders("files", slices.Sorted(maps.Values(d.Files)), own...)
	for _, step := range d.Compile.Steps {
		c.command("compile.steps", step)
		step = slices.DeleteFunc(slices.Clone(step), func(arg string) bool {
			return arg == allSources
		})
		c.placeholders("compile.steps", step, append(inStep, "source")...)
	}
	c.placeholders("compile.env", slices.Sorted(maps.Values(d.Compile.Env)), inStep...)
	c.placeholders("compile.write", d.Compile.Write, inStep...)
	c.placeholders("env", slices.Sorted(maps.Values(d.Env)), inRun...)
	c.placeholders("run", d.Run, append(inRun, "memory_mib", "stack_kib")...)
}

func isFileName(name string) bool {
	return filepath.IsLocal(name) && filepath.Base(name) == name
}
