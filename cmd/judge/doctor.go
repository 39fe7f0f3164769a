package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"ojbatch/judge"
	"ojbatch/judge/cache"
	"ojbatch/judge/toolchain"
)

// examination is what doctor found out about this machine.
type examination struct {
	Version     string            `json:"version"`
	OS          string            `json:"os"`
	Arch        string            `json:"arch"`
	CPUs        int               `json:"cpus"`
	Enforcement judge.Enforcement `json:"enforcement"`
	Cache       string            `json:"cache"`
	CacheError  string            `json:"cache_error,omitempty"`
	Languages   []languageState   `json:"languages"`
}

// languageState is a language with what this machine has for it.
type languageState struct {
	Name    string            `json:"name"`
	Title   string            `json:"title"`
	Tools   map[string]string `json:"tools,omitempty"`   // versions, by path
	Missing string            `json:"missing,omitempty"` // why it can not be used here
}

func languageStates(languages []toolchain.Language) []languageState {
	var states []languageState
	for _, l := range languages {
		s := languageState{Name: l.Name, Title: l.Title, Missing: l.Missing, Tools: map[string]string{}}
		for _, t := range l.Tools {
			s.Tools[t.Path] = t.Version
		}
		states = append(states, s)
	}
	return states
}

// state is one line: the tools with the first lines of their versions, or what is missing.
func (l languageState) state() string {
	if l.Missing != "" {
		return "not here: " + l.Missing
	}
	var tools []string
	for _, path := range slices.Sorted(maps.Keys(l.Tools)) {
		version, _, _ := strings.Cut(l.Tools[path], "\n")
		tools = append(tools, path+", "+version)
	}
	return strings.Join(tools, "; ")
}

func (a *app) doctorCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Tell what this machine can enforce and build, and why not",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			e, err := examine()
			if err != nil {
				return err
			}
			if asJSON {
				out := json.NewEncoder(a.stdout)
				out.SetIndent("", "  ")
				return out.Encode(e)
			}
			return e.write(a.stdout)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func examine() (*examination, error) {
	w, err := newWorker(workerOptions{isolation: "auto", noCache: true})
	if err != nil {
		return nil, err
	}
	defer w.close()
	e := &examination{
		Version: versionText(), OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU(),
		Enforcement: w.Enforcement(), Languages: languageStates(w.toolchain.Languages()),
	}
	if e.Cache, err = cache.DefaultDir(); err == nil {
		err = tryCache(e.Cache)
	}
	if err != nil {
		e.CacheError = err.Error()
	}
	return e, nil
}

func tryCache(dir string) error {
	c, err := cache.Open(dir)
	if err != nil {
		return err
	}
	return c.Close()
}

func (e *examination) write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(cells ...any) { fmt.Fprintf(t, "%s\t%v\n", cells...) }
	row("judge", e.Version)
	row("machine", fmt.Sprintf("%s/%s, %s", e.OS, e.Arch, plural(e.CPUs, "CPU")))
	row("cache", e.Cache)
	if e.CacheError != "" {
		row("", "not usable: "+e.CacheError)
	}
	for _, key := range e.Enforcement.Keys() {
		row(key, e.Enforcement.Get(key))
	}
	for _, gap := range e.Enforcement.Gaps {
		row("  gap", gap)
	}
	for _, l := range e.Languages {
		row(l.Title, l.state())
	}
	return t.Flush()
}
