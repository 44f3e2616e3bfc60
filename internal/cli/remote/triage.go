package remote

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"vigil"
	"vigil/api"
	"vigil/internal/cli/command"
)

// triageAtOnce is the maximum number of vulnerabilities in one request.
const triageAtOnce = 1000

func newVulnsTriage(at *clientFlags) *cobra.Command {
	var action, reason string
	c := &cobra.Command{
		Use:   "triage ID… --action ACTION",
		Short: "Triage vulnerabilities",
		Long: "Triage vulnerabilities: dismiss (false_positive), accept_risk, reopen, confirm (in_progress), or resolve (fixed).\n\n" +
			"With - as ID, IDs are read from standard input: the first word of each line, as printed by \"vigil vulns list\". " +
			"Each batch of up to 1,000 IDs is applied completely or not at all.",
		Example:           "  vigil vulns list --cwe 798 --repository acme/samples --limit 0 | vigil vulns triage - --action dismiss --reason 'test data'",
		ValidArgsFunction: at.completion(every(vulnerabilityWords)),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return command.Usagef("name vulnerabilities by ID, or - to read IDs from standard input")
			}
			return nil
		},
		RunE: at.run(func(r *session, args []string) error {
			if action == "" {
				return command.Usagef("--action is required: %s", command.Words(vigil.Actions))
			}
			if err := command.Choices("--action", []string{action}, vigil.Actions); err != nil {
				return err
			}
			ids, err := triageIDs(stdin{r.cmd}, args)
			if err != nil {
				return err
			}
			return r.triage(ids, action, reason)
		}),
	}
	c.Flags().StringVar(&action, "action", "", command.Words(vigil.Actions))
	c.Flags().StringVar(&reason, "reason", "", "reason for the history, up to 2,000 characters")
	command.CompleteFlag(c, "action", vigil.Actions)
	return c
}

// triage applies an action to any number of vulnerabilities, in batches.
func (r *session) triage(ids []string, action, reason string) error {
	done := api.BulkTriage{Object: "bulk_triage", Action: action, VulnerabilityIDs: []string{}}
	for some := range slices.Chunk(ids, triageAtOnce) {
		answer, err := r.TriageAll(r.ctx(), some, action, reason)
		if err != nil {
			if done.Count > 0 {
				r.note("%d of %d are done, up to %s.", done.Count, len(ids), done.VulnerabilityIDs[done.Count-1])
			}
			return err
		}
		done.Status = answer.Status
		done.Count += answer.Count
		done.VulnerabilityIDs = append(done.VulnerabilityIDs, answer.VulnerabilityIDs...)
	}
	if r.json {
		return r.printJSON(done)
	}
	_, err := fmt.Fprintf(r.cmd.OutOrStdout(), "%d now %s\n", done.Count, command.Plain(done.Status))
	return err
}

// triageIDs returns the IDs without duplicates; - stands for those on standard input.
func triageIDs(in io.Reader, args []string) ([]string, error) {
	var ids []string
	seen := map[string]bool{}
	add := func(text string) error {
		id, ok := vigil.ParseID(text)
		if !ok {
			return command.Usagef("%q is not a vulnerability ID: see \"vigil vulns list\"", text)
		}
		if !seen[string(id)] {
			seen[string(id)] = true
			ids = append(ids, string(id))
		}
		return nil
	}
	for _, arg := range args {
		if arg != "-" {
			if err := add(arg); err != nil {
				return nil, err
			}
			continue
		}
		for lines := bufio.NewScanner(in); ; {
			if !lines.Scan() {
				if err := lines.Err(); err != nil {
					return nil, fmt.Errorf("read IDs: %w", err)
				}
				break
			}
			words := strings.Fields(lines.Text())
			if len(words) == 0 || words[0] == "ID" { // the header of a table
				continue
			}
			if err := add(words[0]); err != nil {
				return nil, err
			}
		}
	}
	if len(ids) == 0 {
		return nil, command.Usagef("there are no IDs on standard input")
	}
	return ids, nil
}
