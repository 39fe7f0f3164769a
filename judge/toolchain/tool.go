package toolchain

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// askTimeout bounds how long a tool may take to answer a question about itself. Some answer
// slowly the first time after the machine was started.
const askTimeout = 30 * time.Second

// Tool is a compiler or interpreter of this machine.
type Tool struct {
	Name    string // the name under which it was looked up
	Path    string // where it is, absolute
	Version string // what it prints of its version; may be several lines
}

// foundTool is a tool with what it said of itself.
type foundTool struct {
	Tool
	facts vars
	read  []string // what it needs besides the system's directories
}

// findTool returns the first tool of d's names that is there and works.
func (t *Toolchain) findTool(d toolDefinition) (foundTool, error) {
	var failed []string
	for _, name := range d.Names {
		path, err := t.lookPath(name)
		if err != nil {
			continue
		}
		tool, err := t.examine(d, name, path)
		if err == nil {
			return tool, nil
		}
		failed = append(failed, fmt.Sprintf("%s does not work: %v", path, err))
	}
	if len(failed) > 0 {
		return foundTool{}, errors.New(strings.Join(failed, "; "))
	}
	return foundTool{}, fmt.Errorf("no %s on PATH", strings.Join(d.Names, " or "))
}

// examine asks the tool that was found at path all that d wants to know. What the tool's real
// path depends on is asked of the one found, and the rest of the real one.
func (t *Toolchain) examine(d toolDefinition, name, path string) (foundTool, error) {
	facts := vars{"found": path, "exe": exeSuffix}
	where := cmp.Or(d.Path, "{found}")
	ask := func(of string, wanted func(fact string) bool) error {
		for _, fact := range slices.Sorted(maps.Keys(d.Ask)) {
			if !wanted(fact) {
				continue
			}
			said, err := t.ask(of, d.Ask[fact])
			if err == nil {
				facts[fact], err = said.fact(d.Match[fact])
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	leads := func(fact string) bool { return strings.Contains(where, "{"+fact+"}") }
	if err := ask(path, leads); err != nil {
		return foundTool{}, err
	}
	real := facts.expand(where)
	if err := ask(real, func(fact string) bool { return !leads(fact) }); err != nil {
		return foundTool{}, err
	}
	version, err := t.ask(real, d.Version)
	if err != nil {
		return foundTool{}, err
	}
	delete(facts, "found")
	return foundTool{
		Tool:  Tool{Name: name, Path: real, Version: version.text()},
		facts: facts,
		read:  outsideSystem(append(facts.expandAll(d.Read), real)),
	}, nil
}

// answer is what a tool printed.
type answer struct{ stdout, stderr string }

// text is what was printed, wherever: compilers do not agree on where a version goes.
func (a answer) text() string {
	return cmp.Or(strings.TrimSpace(a.stdout), strings.TrimSpace(a.stderr))
}

// fact is what pattern finds in a, or without a pattern all of a.
func (a answer) fact(pattern string) (string, error) {
	if pattern == "" {
		return strings.TrimSpace(a.stdout), nil
	}
	found := regexp.MustCompile(pattern).FindStringSubmatch(a.stdout + "\n" + a.stderr)
	if found == nil {
		return "", fmt.Errorf("nothing like %q in its answer", pattern)
	}
	return strings.TrimSpace(found[1]), nil
}

// ask runs a tool that prints something about itself, each command once in the life of t. It
// runs outside the executor, with the judge's own environment and directory: what is on PATH
// may be a user's shim that finds the real tool by them, and no program has a part in it.
func (t *Toolchain) ask(tool string, args []string) (answer, error) {
	command := tool + "\x00" + strings.Join(args, "\x00")
	t.mu.Lock()
	run, asked := t.asked[command]
	if !asked {
		run = sync.OnceValues(func() (answer, error) { return runTool(tool, args) })
		t.asked[command] = run
	}
	t.mu.Unlock()
	return run()
}

func runTool(tool string, args []string) (answer, error) {
	ctx, cancel := context.WithTimeout(context.Background(), askTimeout)
	defer cancel()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, tool, args...)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.WaitDelay = time.Second // for a shim whose children hold the pipes open
	err := cmd.Run()
	said := answer{stdout.String(), stderr.String()}
	if err != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(said.stderr), "\n")
		return said, fmt.Errorf("%s: %w: %s", strings.Join(args, " "), err, first)
	}
	return said, nil
}

var exeSuffix = map[string]string{"windows": ".exe"}[runtime.GOOS]

// systemDirs are what every program sees anyway.
var systemDirs = []string{"/bin", "/etc", "/lib", "/lib32", "/lib64", "/sbin", "/usr"}

// outsideSystem returns the paths that are not below the system's directories.
func outsideSystem(paths []string) []string {
	var outside []string
	for _, p := range paths {
		below := func(dir string) bool { return p == dir || strings.HasPrefix(p, dir+"/") }
		if !slices.ContainsFunc(systemDirs, below) {
			outside = append(outside, p)
		}
	}
	return outside
}
