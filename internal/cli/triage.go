package cli

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"vigil"
	"vigil/api"
)

// triageAtOnce is how many vulnerabilities a server takes in one request.
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
				return usagef("name the vulnerabilities by their ids, or - to read them from standard input")
			}
			return nil
		},
		RunE: at.run(func(r *session, args []string) error {
			if action == "" {
				return usagef("say with --action what to do: %s", words(vigil.Actions))
			}
			if err := choices("--action", []string{action}, vigil.Actions); err != nil {
				return err
			}
			ids, err := triageIDs(stdin{r.cmd}, args)
			if err != nil {
				return err
			}
			return r.triage(ids, action, reason)
		}),
	}
	c.Flags().StringVar(&action, "action", "", words(vigil.Actions))
	c.Flags().StringVar(&reason, "reason", "", "reason for the history, up to 2,000 characters")
	completeFlag(c, "action", vigil.Actions)
	return c
}

// triage decides about any number of vulnerabilities.
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
	_, err := fmt.Fprintf(r.cmd.OutOrStdout(), "%d now %s\n", done.Count, plain(done.Status))
	return err
}

// triageIDs returns each id once, with those on standard input in the place of -.
func triageIDs(in io.Reader, args []string) ([]string, error) {
	var ids []string
	seen := map[string]bool{}
	add := func(text string) error {
		id, ok := vigil.ParseID(text)
		if !ok {
			return usagef("%q is not the id of a vulnerability: \"vigil vulns list\" shows them", text)
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
					return nil, fmt.Errorf("read ids: %w", err)
				}
				break
			}
			words := strings.Fields(lines.Text())
			if len(words) == 0 || words[0] == "ID" { // the head of a table
				continue
			}
			if err := add(words[0]); err != nil {
				return nil, err
			}
		}
	}
	if len(ids) == 0 {
		return nil, usagef("there are no ids on standard input")
	}
	return ids, nil
}
