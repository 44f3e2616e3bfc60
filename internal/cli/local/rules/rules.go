// Package rules has the commands for rules in the Semgrep rule language: test, validate, list,
// and explain.
package rules

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"vigil/internal/cli/command"
	"vigil/internal/cli/inputs"
	"vigil/internal/engine/rulescan"
	"vigil/internal/engine/ruletest"
)

// New returns the group of commands.
func New() *cobra.Command {
	c := &cobra.Command{Use: "rules", Short: "Validate, test, list, and explain rules in the Semgrep rule language"}
	c.AddCommand(newTest(), newValidate(), newList(), newExplain())
	return c
}

var errRules = errors.New("some rules failed")

func newTest() *cobra.Command {
	return &cobra.Command{
		Use:   "test DIR",
		Short: "Run rules against the annotated test files next to them",
		Args:  command.ExactArgs("DIR"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := isFolder(args[0]); err != nil {
				return err
			}
			e, err := inputs.OpenParsers(c.Context())
			if err != nil {
				return err
			}
			defer e.Close()
			report, err := ruletest.Run(c.Context(), e, os.DirFS(args[0]), time.Now())
			if err != nil {
				return err
			}
			if err := report.Write(c.OutOrStdout()); err != nil {
				return err
			}
			for i := range report.Results {
				if !report.Results[i].Right() {
					return errRules
				}
			}
			return nil
		},
	}
}

func newValidate() *cobra.Command {
	return &cobra.Command{
		Use:   "validate DIR",
		Short: "Report invalid rules and unsupported features",
		Args:  command.ExactArgs("DIR"),
		RunE: func(c *cobra.Command, args []string) error {
			bundle, err := inputs.ReadRules(args[0])
			if err != nil {
				return err
			}
			e, err := inputs.OpenParsers(c.Context())
			if err != nil {
				return err
			}
			defer e.Close()
			list, problems, err := rulescan.Check(c.Context(), e, bundle)
			if err != nil {
				return err
			}
			wrong := 0
			for _, p := range problems {
				kind := "error"
				switch {
				case p.Minor:
					kind = "warning"
				case p.Unsupported:
					kind = "unusable"
				}
				if !p.Minor {
					wrong++
				}
				fmt.Fprintf(c.OutOrStdout(), "%s: %s\n", kind, command.Plain(p.String()))
			}
			fmt.Fprintf(c.ErrOrStderr(), "%d rules read, %d problems that disable a rule\n", len(list), wrong)
			if wrong > 0 {
				return errRules
			}
			return nil
		},
	}
}

func isFolder(dir string) error {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return command.Usagef("there is no folder %s", dir)
	}
	return nil
}
