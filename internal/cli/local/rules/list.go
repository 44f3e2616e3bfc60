package rules

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"vigil"
	"vigil/api"
	"vigil/internal/cli/command"
	"vigil/internal/cli/inputs"
	"vigil/internal/engine/rules"
	"vigil/internal/ruledoc"
)

func newList() *cobra.Command {
	var languages, cwes []string
	var asJSON bool
	c := &cobra.Command{
		Use:   "list [DIR]",
		Short: "List the rules of a folder, or the built-in rules",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 1 {
				return command.Usagef("%q takes one folder, or none", c.CommandPath())
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			described, err := listedRules(args)
			if err != nil {
				return err
			}
			wanted, err := ruleFilter(described, languages, cwes)
			if err != nil {
				return err
			}
			described = slices.DeleteFunc(described, func(r vigil.Rule) bool { return !wanted(r) })
			if asJSON {
				out := struct {
					Rules []api.Rule `json:"rules"`
				}{make([]api.Rule, len(described))}
				for i, r := range described {
					out.Rules[i] = api.NewRule(r)
				}
				return command.PrintJSON(c.OutOrStdout(), out)
			}
			t := tabwriter.NewWriter(c.OutOrStdout(), 0, 4, 2, ' ', 0)
			fmt.Fprintln(t, "ID\tLANGUAGES\tSEVERITY\tCWE\tFILE")
			for _, r := range described {
				fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s:%d\n", r.ID, strings.Join(r.Languages, ","), r.Severity.Level(), r.CWE, command.Plain(r.File), r.Line)
			}
			return t.Flush()
		},
	}
	c.Flags().StringSliceVar(&languages, "language", nil, "filter by language, such as python,go")
	c.Flags().StringSliceVar(&cwes, "cwe", nil, "filter by CWE, such as 89,CWE-79")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// listedRules returns the rules of a folder, or the built-in ones.
func listedRules(args []string) ([]vigil.Rule, error) {
	if len(args) == 0 {
		return ruledoc.BuiltIn()
	}
	bundle, err := inputs.ReadRules(args[0])
	if err != nil {
		return nil, err
	}
	return ruledoc.OfBundle(bundle)
}

var cweArgRE = regexp.MustCompile(`(?i)^(?:CWE-?)?0*([1-9][0-9]{0,4})$`)

// ruleFilter returns a filter by languages and CWEs; an empty list allows all.
func ruleFilter(list []vigil.Rule, languages, cwes []string) (func(vigil.Rule) bool, error) {
	var inLanguages, ofCWEs []string
	for _, name := range languages {
		l, ok := rules.Language(strings.TrimSpace(name))
		if !ok {
			var known []string
			for _, r := range list {
				known = append(known, r.Languages...)
			}
			slices.Sort(known)
			return nil, command.Usagef("--language: there is no language %q; these rules are for %s", name, strings.Join(slices.Compact(known), ", "))
		}
		inLanguages = append(inLanguages, l)
	}
	for _, text := range cwes {
		m := cweArgRE.FindStringSubmatch(strings.TrimSpace(text))
		if m == nil {
			return nil, command.Usagef("--cwe takes numbers such as 89 or CWE-89, not %q", text)
		}
		ofCWEs = append(ofCWEs, "CWE-"+m[1])
	}
	return func(r vigil.Rule) bool {
		inLanguage := slices.ContainsFunc(r.Languages, func(l string) bool { return slices.Contains(inLanguages, l) })
		return (inLanguage || len(inLanguages) == 0) && (slices.Contains(ofCWEs, r.CWE) || len(ofCWEs) == 0)
	}, nil
}

func newExplain() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "explain ID",
		Short: "Explain a built-in rule: what it finds, examples, and remediation",
		Args:  command.ExactArgs("ID"),
		RunE: func(c *cobra.Command, args []string) error {
			d, similar, err := ruledoc.Find(args[0])
			switch {
			case err != nil:
				return err
			case d.ID == "" && len(similar) > 0:
				return command.Usagef("there is no rule %q. Did you mean %s?", args[0], strings.Join(similar, ", "))
			case d.ID == "":
				return command.Usagef("there is no rule %q. \"vigil rules list\" shows all", args[0])
			case asJSON:
				return command.PrintJSON(c.OutOrStdout(), d)
			}
			_, err = io.WriteString(c.OutOrStdout(), d.Page())
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}
