package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

func (a *app) checkCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check [SUITE.yaml | DIR]...",
		Short: "Validate suites without running anything",
		Long: `Check reads suites (default: the directory cases) and reports every mistake in them
with its line and column. It exits with 2 when there is one.`,
		RunE: func(_ *cobra.Command, args []string) error {
			suites, err := loadSuites(args)
			if err != nil {
				return err
			}
			for _, s := range suites {
				fmt.Fprintf(a.stdout, "%s: ok: %s, %s\n", s.File,
					plural(len(s.Programs), "program"), plural(len(s.Cases), "case"))
			}
			return nil
		},
	}
}
