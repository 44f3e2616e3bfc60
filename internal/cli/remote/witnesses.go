package remote

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"vigil/api"
	"vigil/client"
	"vigil/internal/cli/command"
)

func newWitnesses() *cobra.Command {
	at := new(clientFlags)
	return at.group(&cobra.Command{Use: "witnesses", Short: "Propose, list, promote, and delete witnesses of weaknesses"},
		newWitnessesList(at), newWitnessesShow(at), newWitnessesPropose(at), newWitnessesPromote(at), newWitnessesDelete(at))
}

// witnessHeader and witnessRow make the table of witnesses.
const witnessHeader = "ID,STATE,CWE,LOCATION,RULE,REFUSED,PROPOSER,CREATED"

func witnessRow(w api.Witness) []string {
	return []string{w.ID, w.State, w.Proposal.CWE, fmt.Sprintf("%s:%d", w.Proposal.File, w.Proposal.Line), w.RuleID, orDash(w.RefusalReason), w.Proposer, w.CreatedAt}
}

func newWitnessesList(at *clientFlags) *cobra.Command {
	var limit int
	c := &cobra.Command{
		Use:               "list REPOSITORY",
		Short:             "List the witnesses of a repository",
		Args:              command.ExactArgs("REPOSITORY"),
		ValidArgsFunction: at.completion(first(repositoryWords)),
		RunE: at.run(func(r *session, args []string) error {
			return printList(r, r.Witnesses(r.ctx(), args[0]), limit, witnessHeader, witnessRow)
		}),
	}
	limitFlag(c.Flags(), &limit)
	return c
}

func newWitnessesShow(at *clientFlags) *cobra.Command {
	return &cobra.Command{
		Use:   "show ID",
		Short: "Show a witness with its proposal as JSON",
		Args:  command.ExactArgs("ID"),
		RunE: at.run(func(r *session, args []string) error {
			w, err := r.Witness(r.ctx(), args[0])
			if err != nil {
				return err
			}
			return r.printJSON(w)
		}),
	}
}

// maxProposal is larger than any proposal that a server takes.
const maxProposal = 1 << 20

func newWitnessesPropose(at *clientFlags) *cobra.Command {
	var file, branch string
	c := &cobra.Command{
		Use:               "propose REPOSITORY --file FILE",
		Short:             "Propose a weakness, with a rule that matches it and a diff that removes it",
		Example:           "  vigil witnesses propose acme/api --file proposal.json",
		Args:              command.ExactArgs("REPOSITORY"),
		ValidArgsFunction: at.completion(first(repositoryWords)),
		RunE: at.run(func(r *session, args []string) error {
			if file == "" {
				return command.Usagef("--file is required: a JSON object with cwe, file, line, code, witness, and mend")
			}
			in, err := os.Open(file)
			if err != nil {
				return err
			}
			defer in.Close()
			text, err := io.ReadAll(io.LimitReader(in, maxProposal))
			if err != nil {
				return err
			}
			var proposal client.NewWitness
			if err := json.Unmarshal(text, &proposal); err != nil {
				return fmt.Errorf("read %s: %w", file, err)
			}
			if branch != "" {
				proposal.Branch = branch
			}
			w, err := r.ProposeWitness(r.ctx(), args[0], proposal)
			if err != nil {
				return err
			}
			return r.printWitness(w)
		}),
	}
	c.Flags().StringVar(&file, "file", "", "file with the proposal as JSON")
	c.Flags().StringVar(&branch, "branch", "", "branch to prove it on (default: the default branch)")
	return c
}

func newWitnessesPromote(at *clientFlags) *cobra.Command {
	return &cobra.Command{
		Use:   "promote ID",
		Short: "Add the rule of a witness to the rules of the team",
		Args:  command.ExactArgs("ID"),
		RunE: at.run(func(r *session, args []string) error {
			w, err := r.PromoteWitness(r.ctx(), args[0])
			if err != nil {
				return err
			}
			return r.printWitness(w)
		}),
	}
}

func newWitnessesDelete(at *clientFlags) *cobra.Command {
	return &cobra.Command{
		Use:   "delete ID",
		Short: "Retire a witness: scans no longer use it",
		Args:  command.ExactArgs("ID"),
		RunE: at.run(func(r *session, args []string) error {
			return r.DeleteWitness(r.ctx(), args[0])
		}),
	}
}

func (r *session) printWitness(w api.Witness) error {
	if r.json {
		return r.printJSON(w)
	}
	return printList(r, only(w), 0, witnessHeader, witnessRow)
}
