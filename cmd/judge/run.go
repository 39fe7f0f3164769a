package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"ojbatch/judge"
	"ojbatch/judge/report"
	"ojbatch/judge/run"
	"ojbatch/judge/suite"
)

// runOptions are the flags of judge run.
type runOptions struct {
	suites    []string
	with      []string
	program   string
	cases     string
	jobs      int
	failFast  bool
	repeat    int
	noCache   bool
	languages []string
	isolation string
	require   []string
	reports   []string
	color     string
	quiet     bool
	verbose   bool
}

func (a *app) runCommand() *cobra.Command {
	var o runOptions
	c := &cobra.Command{
		Use:   "run [SUITE.yaml | DIR]...",
		Short: "Judge programs on suites (default: the directory cases)",
		Long: `Run judges the programs of each suite on all its cases and reports a verdict per
case. It exits with 0 when every program got a verdict expected of it, 1 when
some did not, 2 when the command line or a suite is wrong, 3 when the judge
itself failed, and 130 when it was interrupted.`,
		Example: `  judge run
  judge run cases/poj3009.yaml --case 'worst/*' -v
  judge run cases/poj3009.yaml --with my-solution.cpp
  judge run --report junit=report.xml --report json=report.json`,
		RunE: func(c *cobra.Command, args []string) error {
			o.suites = args
			return a.run(c.Context(), o)
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringArrayVar(&o.with, "with", nil,
		"judge the program at `PATH` (a source file, a directory or a binary)\n"+
			"instead of the suite's own; repeatable")
	f.StringVarP(&o.program, "program", "p", "",
		"judge only programs whose name, or a part between slashes, matches `GLOB`")
	f.StringVarP(&o.cases, "case", "c", "",
		"run only cases whose name, or a part between slashes, matches `GLOB`")
	f.IntVarP(&o.jobs, "jobs", "j", runtime.NumCPU(), "run `N` programs at once")
	f.BoolVar(&o.failFast, "fail-fast", false, "stop a program at its first case that is not accepted")
	f.IntVar(&o.repeat, "repeat", 1,
		"run each case `N` times; report the spread and whatever changed")
	f.StringVar(&o.isolation, "isolation", "auto",
		"isolate programs by `LEVEL`: auto, container, landlock or none")
	f.StringSliceVar(&o.require, "require", nil,
		"fail unless `KEY=VALUE` is enforced, such as memory=cgroup;\n"+
			"toolchain=all fails when a program's language is missing")
	f.StringArrayVar(&o.reports, "report", nil,
		"write a report as `FORMAT[=FILE]`: term, json, ndjson, junit or github; repeatable")
	f.BoolVar(&o.noCache, "no-cache", false, "build everything anew")
	f.StringArrayVar(&o.languages, "languages", nil, "add the languages of the table in `FILE`; repeatable")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "report what is unexpected, and the summary")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "report every failing case in full")
	f.StringVar(&o.color, "color", "auto",
		"colour the report: `WHEN` is auto, always or never")
	return c
}

// run judges and sets the exit code. An error means that nothing was run.
func (a *app) run(ctx context.Context, o runOptions) error {
	if err := o.validate(); err != nil {
		return err
	}
	suites, err := o.load()
	if err != nil {
		return err
	}
	w, err := newWorker(workerOptions{
		isolation: o.isolation, jobs: o.jobs, noCache: o.noCache, languages: o.languages,
	})
	if err != nil {
		return err
	}
	defer w.close()
	needs, err := parseRequirements(o.require)
	if err != nil {
		return err
	}
	if err := needs.met(w.Enforcement()); err != nil {
		return err
	}
	outputs, err := a.openReports(o)
	if err != nil {
		return err
	}
	summary, err := run.Run(ctx, w, run.Plan{
		Suites: suites, Workers: o.jobs, FailFast: o.failFast, Repeat: o.repeat,
	}, outputs.sinks...)
	a.code = exitCode(summary)
	a.judgeFailed(err)
	a.judgeFailed(outputs.close())
	if needs.toolchains && summary.Unjudged > 0 && a.code == exitExpected {
		fmt.Fprintf(a.stderr, "judge: toolchain=all is required, but %s not judged\n",
			plural(summary.Unjudged, "program")+" could")
		a.code = exitUnexpected
	}
	return nil
}

// judgeFailed reports a failure of the judge's own, beside the programs' verdicts.
func (a *app) judgeFailed(err error) {
	if err == nil {
		return
	}
	printError(a.stderr, err)
	if a.code != exitInterrupted {
		a.code = exitJudgeError
	}
}

func (o runOptions) validate() error {
	switch {
	case o.jobs < 1:
		return fmt.Errorf("--jobs %d: want at least 1", o.jobs)
	case o.repeat < 1:
		return fmt.Errorf("--repeat %d: want at least 1", o.repeat)
	case o.quiet && o.verbose:
		return fmt.Errorf("--quiet and --verbose exclude each other")
	}
	switch o.color {
	case "auto", "always", "never":
		return nil
	}
	return fmt.Errorf("--color %q: want auto, always or never", o.color)
}

// load reads the suites and narrows them down to what is to be run.
func (o runOptions) load() ([]*judge.Suite, error) {
	suites, err := loadSuites(o.suites)
	if err != nil {
		return nil, err
	}
	if len(o.with) > 0 {
		programs, err := programsAt(o.with)
		if err != nil {
			return nil, err
		}
		suites = run.With(suites, programs)
	}
	suites, err = run.Select(suites, o.program, o.cases)
	if errors.Is(err, run.ErrNoPrograms) {
		err = hinted{err, "name some there, or on the command line: --with PATH"}
	}
	return suites, err
}

const defaultSuites = "cases"

func loadSuites(args []string) ([]*judge.Suite, error) {
	if len(args) > 0 {
		return suite.LoadAll(args)
	}
	if _, err := os.Stat(defaultSuites); err != nil {
		return nil, hinted{
			fmt.Errorf("there is no directory %q here", defaultSuites),
			"name a suite or a directory of suites: judge run path/to/suite.yaml",
		}
	}
	return suite.LoadAll([]string{defaultSuites})
}

// programsAt makes programs of paths on the command line.
func programsAt(paths []string) ([]*judge.Program, error) {
	var programs []*judge.Program
	for _, path := range paths {
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("--with: %w", err)
		}
		programs = append(programs, &judge.Program{Name: path, Path: path})
	}
	return programs, nil
}

// terminalOptions are those of the report on stdout.
func (a *app) terminalOptions(o runOptions) report.TerminalOptions {
	wanted := a.terminal.is && a.getenv("NO_COLOR") == "" && a.getenv("TERM") != "dumb"
	color := o.color == "always" || o.color == "auto" && wanted
	return report.TerminalOptions{
		Color: color, Live: a.terminal.is, Width: a.terminal.width,
		Verbose: o.verbose, Quiet: o.quiet,
	}
}
