package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// How a check came out.
const (
	checkOK      = "ok"
	checkWarning = "warning" // it works, though not as well as it could
	checkProblem = "problem" // something will not work
)

// diagnosis is what a check found.
type diagnosis struct {
	Check   string `json:"check"`
	Status  string `json:"status"`
	Message string `json:"message"`
	Mend    string `json:"mend,omitempty"` // what to do about it
}

func fine(format string, args ...any) diagnosis {
	return diagnosis{Status: checkOK, Message: fmt.Sprintf(format, args...)}
}

func warning(mend, format string, args ...any) diagnosis {
	return diagnosis{Status: checkWarning, Message: fmt.Sprintf(format, args...), Mend: mend}
}

func problem(mend, format string, args ...any) diagnosis {
	return diagnosis{Status: checkProblem, Message: fmt.Sprintf(format, args...), Mend: mend}
}

// problemsError is a doctor that was right to be called.
type problemsError int

func (n problemsError) Error() string {
	if n == 1 {
		return "there is a problem"
	}
	return fmt.Sprintf("there are %d problems", int(n))
}

func (problemsError) Is(target error) bool { return target == errGate }

func newDoctor() *cobra.Command {
	p := &patient{}
	var asJSON bool
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Check the environment for problems",
		Long: "Check the environment: git, kernel support for the sandbox, database, encryption key, disk space, clock, advisories. " +
			"Run it with the settings of the server. It is read-only and safe while a server is running.\n\n" +
			"Exits with 1 on problems, not on warnings.",
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := p.db.check(); err != nil {
				return err
			}
			if p.confinement != "strict" && p.confinement != "best-effort" {
				return usagef("--sandbox must be strict or best-effort, not %q", p.confinement)
			}
			found := p.examine(c.Context())
			if err := c.Context().Err(); err != nil {
				return err
			}
			return printDiagnoses(c.OutOrStdout(), found, asJSON)
		},
	}
	flags := c.Flags()
	p.db.declare(flags)
	setting(flags, &p.networks, "allow-networks", "VIGIL_ALLOW_NETWORKS", "", "non-public networks to allow")
	setting(flags, &p.confinement, "sandbox", "VIGIL_SANDBOX", "strict", "strict or best-effort, as on the server")
	setting(flags, &p.rules, "rules-dir", "VIGIL_RULES_DIR", "", "rules folder, as on the server")
	declareAdvisories(flags, &p.advisoriesFile)
	flags.BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// examine runs all checks.
func (p *patient) examine(ctx context.Context) []diagnosis {
	var all []diagnosis
	for _, check := range []struct {
		name string
		run  func(context.Context) diagnosis
	}{
		{"git", p.git},
		{"sandbox", p.sandbox},
		{"data folder", p.dataFolder},
		{"database", p.database},
		{"secret key", p.secretKey},
		{"clock", p.clock},
		{"temp folder", p.tempFolder},
		{"grammars", p.grammars},
		{"rules", p.ruleFolder},
		{"advisories", p.advisories},
		{"networks", p.networkRules},
		{"server", p.server},
	} {
		if ctx.Err() != nil {
			break
		}
		d := check.run(ctx)
		d.Check = check.name
		all = append(all, d)
	}
	return all
}

// printDiagnoses prints what was found. Problems are an error.
func printDiagnoses(w io.Writer, found []diagnosis, asJSON bool) error {
	problems, status := 0, checkOK
	for _, d := range found {
		switch {
		case d.Status == checkProblem:
			problems++
			status = checkProblem
		case d.Status == checkWarning && status == checkOK:
			status = checkWarning
		}
	}
	if asJSON {
		if err := writeValue(w, map[string]any{"status": status, "checks": found}, ""); err != nil {
			return err
		}
		fmt.Fprintln(w)
	} else {
		for _, d := range found {
			if _, err := fmt.Fprintf(w, "%-8s %-12s %s\n", d.Status, d.Check, plain(d.Message)); err != nil {
				return err
			}
			if d.Mend != "" {
				fmt.Fprintf(w, "%21s -> %s\n", "", d.Mend)
			}
		}
	}
	if problems > 0 {
		return problemsError(problems)
	}
	return nil
}
