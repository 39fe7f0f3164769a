package main

import (
	"github.com/spf13/cobra"

	"ojbatch/judge/suite"
)

func (a *app) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON schema of suite files, for editors",
		Long: `Schema prints the JSON schema of suite files. An editor that knows YAML schemas checks
and completes a suite that begins with the line

  # yaml-language-server: $schema=suite.schema.json`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := a.stdout.Write(suite.Schema())
			return err
		},
	}
}
