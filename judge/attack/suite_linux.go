package attack

import (
	"fmt"
	"slices"
)

// All returns the attacks in the order in which [Run] makes them.
func All() []Attack {
	escapes := slices.Concat(files, devices, secrets, signals, mounts, kernelCalls, foreign, network,
		privileges)
	groups := []struct {
		name    string
		attacks []Attack
	}{
		{"processes", processes},
		{"memory", memory},
		{"output", output},
		{"time", timing},
		{"escape", escapes},
		// Compilers and checkers write as the judge's own user, who may do more.
		{"escape", writing(escapes)},
		{"escape", asWriter},
		{"spoofing", spoofing},
		{"leftovers", leftovers},
	}
	var all []Attack
	for _, g := range groups {
		for _, a := range g.attacks {
			a.Group = g.name
			all = append(all, a)
		}
	}
	return all
}

// writing returns the same attacks by a program that is given a directory to write in.
func writing(attacks []Attack) []Attack {
	list := slices.Clone(attacks)
	for i := range list {
		a := &list[i]
		a.Name += "-writing"
		a.Doc += ", as a compiler is run"
		a.Needs = append(slices.Clip(a.Needs), contained)
		a.steps = slices.Clone(a.steps)
		for j := range a.steps {
			a.steps[j].write = true
		}
	}
	return list
}

// once is an attack of a single program.
func once(do func(*scene) error) []step { return []step{{do: do}} }

// role names a step of an attack on a command line.
func role(attack string, step int) string { return fmt.Sprintf("%s/%d", attack, step) }

// performance is what a process has been started to do.
type performance struct {
	do        func(*scene) error
	dangerous bool
}

// find returns the program of a role: an attack's step, or somebody's child.
func find(name string) (performance, bool) {
	if do, ok := children[name]; ok {
		return performance{do: do}, true
	}
	for _, a := range All() {
		for i, s := range a.steps {
			if name == role(a.Name, i) {
				return performance{s.do, slices.Contains(a.Needs, contained)}, true
			}
		}
	}
	return performance{}, false
}
