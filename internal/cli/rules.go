package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"vigil/internal/engine/rules"
	"vigil/internal/engine/rulescan"
	"vigil/internal/engine/ruletest"
	"vigil/internal/engine/syntax"
)

func newRules() *cobra.Command {
	c := &cobra.Command{Use: "rules", Short: "Validate, test, list, and explain rules in the Semgrep rule language"}
	c.AddCommand(newRulesTest(), newRulesValidate(), newRulesList(), newRulesExplain())
	return c
}

var errRules = errors.New("not all is well with the rules")

func newRulesTest() *cobra.Command {
	return &cobra.Command{
		Use:   "test DIR",
		Short: "Run rules against the annotated test files next to them",
		Args:  exactArgs("DIR"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := isFolder(args[0]); err != nil {
				return err
			}
			e, err := syntax.New(c.Context(), syntax.Config{CacheDir: grammarCache()})
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

func newRulesValidate() *cobra.Command {
	return &cobra.Command{
		Use:   "validate DIR",
		Short: "Report invalid rules and unsupported features",
		Args:  exactArgs("DIR"),
		RunE: func(c *cobra.Command, args []string) error {
			bundle, err := readBundle(args[0])
			if err != nil {
				return err
			}
			e, err := syntax.New(c.Context(), syntax.Config{CacheDir: grammarCache()})
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
				fmt.Fprintf(c.OutOrStdout(), "%s: %s\n", kind, plain(p.String()))
			}
			fmt.Fprintf(c.ErrOrStderr(), "%d rules read, %d problems that disable a rule\n", len(list), wrong)
			if wrong > 0 {
				return errRules
			}
			return nil
		},
	}
}

// readBundle reads the rule files of a folder, or one file.
func readBundle(path string) (rules.Bundle, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, usagef("there are no rules at %s", path)
	}
	if info.IsDir() {
		return rules.ReadBundle(os.DirFS(path))
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return rules.Bundle{{Path: filepath.Base(path), Text: text}}, nil
}

func isFolder(dir string) error {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return usagef("there is no folder %s", dir)
	}
	return nil
}

// grammarCache is where compiled grammars of this user are kept, "" if nowhere.
func grammarCache() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	dir += "/vigil/grammars"
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return ""
	}
	return dir
}
