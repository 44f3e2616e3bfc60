// Package doctor checks the environment of a server: git, the sandbox, folders, the database,
// keys, the clock, and the inputs of scans. It changes nothing. Start with New; the checks are
// methods of patient.
package doctor

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"vigil/internal/cli/command"
	"vigil/internal/cli/inputs"
)

// Status of a check.
const (
	checkOK      = "ok"
	checkWarning = "warning" // it works, with limitations
	checkProblem = "problem" // something does not work
)

// diagnosis is the result of a check.
type diagnosis struct {
	Check   string `json:"check"`
	Status  string `json:"status"`
	Message string `json:"message"`
	Mend    string `json:"mend,omitempty"` // how to fix it
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

// New returns the command.
func New() *cobra.Command {
	p := &patient{}
	var asJSON bool
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Check the environment for problems",
		Long: "Check the environment: git, kernel support for the sandbox, database, encryption key, disk space, clock, advisories. " +
			"Run it with the settings of the server. It is read-only and safe while a server is running.\n\n" +
			"Exits with 1 on problems, not on warnings.",
		Args: command.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := p.db.Check(); err != nil {
				return err
			}
			if p.confinement != "strict" && p.confinement != "best-effort" {
				return command.Usagef("--sandbox must be strict or best-effort, not %q", p.confinement)
			}
			found := p.examine(c.Context())
			if err := c.Context().Err(); err != nil {
				return err
			}
			return printDiagnoses(c.OutOrStdout(), found, asJSON)
		},
	}
	flags := c.Flags()
	p.db.Declare(flags)
	command.Setting(flags, &p.networks, "allow-networks", "VIGIL_ALLOW_NETWORKS", "", "non-public networks to allow")
	command.Setting(flags, &p.confinement, "sandbox", "VIGIL_SANDBOX", "strict", "strict or best-effort, as on the server")
	command.Setting(flags, &p.rules, "rules-dir", "VIGIL_RULES_DIR", "", "rules folder, as on the server")
	inputs.DeclareAdvisories(flags, &p.advisoriesFile)
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

// printDiagnoses prints the results. Problems fail the gate.
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
		if err := command.WriteValue(w, map[string]any{"status": status, "checks": found}, ""); err != nil {
			return err
		}
		fmt.Fprintln(w)
	} else {
		for _, d := range found {
			if _, err := fmt.Fprintf(w, "%-8s %-12s %s\n", d.Status, d.Check, command.Plain(d.Message)); err != nil {
				return err
			}
			if d.Mend != "" {
				fmt.Fprintf(w, "%21s -> %s\n", "", d.Mend)
			}
		}
	}
	switch problems {
	case 0:
		return nil
	case 1:
		return command.GateFailed("there is a problem")
	}
	return command.GateFailed(fmt.Sprintf("there are %d problems", problems))
}
