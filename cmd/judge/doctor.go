package main

import (
	"context"
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
	"ojbatch/judge/host"
	"ojbatch/judge/sandbox"
	"ojbatch/judge/toolchain"
)

// examination is what doctor found out about this machine.
type examination struct {
	Version     string            `json:"version"`
	OS          string            `json:"os"`
	Arch        string            `json:"arch"`
	CPUs        int               `json:"cpus"`
	Enforcement judge.Enforcement `json:"enforcement"`
	// NoContainer says why programs can not be contained here; empty when they can.
	NoContainer string          `json:"no_container,omitempty"`
	Host        []host.Finding  `json:"host"`
	Measured    *measurement    `json:"measured,omitempty"`
	Unmeasured  string          `json:"unmeasured,omitempty"` // why nothing was measured
	Cache       string          `json:"cache"`
	CacheError  string          `json:"cache_error,omitempty"`
	Languages   []languageState `json:"languages"`
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
	var asJSON, underAttack bool
	var isolation string
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Tell what this machine can enforce and build, and why not",
		Long: `Doctor examines this machine: what it can enforce, what makes measurements
unsteady, how fast it runs programs, and which languages it has. With --attack it
runs hostile programs and tells which of them were held; it exits with 1 when one
was not.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if underAttack {
				return a.attack(c.Context(), isolation)
			}
			e, err := examine(c.Context())
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
	c.Flags().BoolVar(&underAttack, "attack", false, "run the containment suite")
	c.Flags().StringVar(&isolation, "isolation", "auto",
		"the `LEVEL` to attack: auto, container, landlock or none")
	c.MarkFlagsMutuallyExclusive("json", "attack")
	return c
}

func examine(ctx context.Context) (*examination, error) {
	w, err := newWorker(workerOptions{isolation: "auto", jobs: 1, noCache: true})
	if err != nil {
		return nil, err
	}
	defer w.close()
	e := &examination{
		Version: versionText(), OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU(),
		Enforcement: w.Enforcement(), Host: host.Examine(),
		Languages: languageStates(w.toolchain.Languages()),
	}
	if e.Enforcement.Isolation != "container" {
		if s, err := sandbox.New(1); err == nil {
			s.Close()
		} else {
			e.NoContainer = err.Error()
		}
	}
	if e.Measured, err = measure(ctx, w.Executor); err != nil {
		e.Unmeasured = err.Error()
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
	row := func(key, value string) { fmt.Fprintf(t, "%s\t%s\n", key, value) }
	note := func(kind, text string) {
		if text != "" {
			row("", kind+": "+text)
		}
	}
	row("judge", e.Version)
	row("machine", fmt.Sprintf("%s/%s, %s", e.OS, e.Arch, plural(e.CPUs, "CPU")))
	row("cache", e.Cache)
	note("problem", e.CacheError)
	for _, f := range e.Host {
		row(f.Key, f.State)
		note("problem", f.Problem)
		note("fix", f.Fix)
	}
	fmt.Fprint(t, "\nENFORCED\n")
	for _, key := range e.Enforcement.Keys() {
		row(key, e.Enforcement.Get(key))
	}
	note("problem", e.NoContainer)
	for _, gap := range e.Enforcement.Gaps {
		note("gap", gap)
	}
	if e.Measured != nil {
		row("runs", e.Measured.rates())
		row("CPU time", e.Measured.noise())
	}
	note("not measured", e.Unmeasured)
	fmt.Fprint(t, "\nLANGUAGES\n")
	for _, l := range e.Languages {
		row(l.Title, l.state())
	}
	return t.Flush()
}
