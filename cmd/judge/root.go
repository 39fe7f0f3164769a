package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
)

// execute runs the command line and returns the exit code.
func (a *app) execute(ctx context.Context, args []string) int {
	root := &cobra.Command{
		Use:   "judge",
		Short: "Judge programs on test cases",
		Long: `Judge builds programs, runs them on the cases of YAML suites under time, memory
and output limits, compares what they write, and reports a verdict per case.`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.SetArgs(args)
	root.AddCommand(
		a.runCommand(), a.checkCommand(), a.doctorCommand(), a.schemaCommand(), a.versionCommand(),
	)
	root.DisableSuggestions = true // they come as a hint
	root.SuggestionsMinimumDistance = 2
	if _, _, err := root.Find(args); err != nil {
		if near := root.SuggestionsFor(args[0]); len(near) > 0 {
			err = hinted{err, fmt.Sprintf("did you mean %q?", near[0])}
		}
		printError(a.stderr, err)
		return exitUsage
	}
	if err := root.ExecuteContext(ctx); err != nil {
		printError(a.stderr, err)
		return exitUsage
	}
	return a.code
}
