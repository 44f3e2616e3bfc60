package remote

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"vigil"
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
	var states []string
	var limit int
	c := &cobra.Command{
		Use:               "list REPOSITORY",
		Short:             "List the witnesses of a repository, newest first",
		Args:              command.ExactArgs("REPOSITORY"),
		ValidArgsFunction: at.completion(first(repositoryWords)),
		RunE: at.run(func(r *session, args []string) error {
			if err := command.Choices("--state", states, vigil.WitnessStates); err != nil {
				return err
			}
			return r.noRepository(args[0], printList(r, r.Witnesses(r.ctx(), args[0], states...), limit, witnessHeader, witnessRow))
		}),
	}
	c.Flags().StringSliceVar(&states, "state", nil, "filter by state: "+command.Words(vigil.WitnessStates))
	limitFlag(c.Flags(), &limit)
	command.CompleteFlag(c, "state", vigil.WitnessStates)
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
	var wait bool
	c := &cobra.Command{
		Use:   "propose REPOSITORY --file FILE",
		Short: "Propose a weakness, with a rule that matches it and a diff that removes it",
		Long: "Propose a weakness of a repository. FILE has the proposal as a JSON object with cwe, file, line, code, witness, and mend; use - for standard input. " +
			"A scan of the branch proves it. Exit 1 if it is refused at once.\n\n" +
			"With --wait, wait until it is proven: exit 1 if it was refused, 3 if the scan did not decide.",
		Example:           "  vigil witnesses propose acme/api --file proposal.json --wait",
		Args:              command.ExactArgs("REPOSITORY"),
		ValidArgsFunction: at.completion(first(repositoryWords)),
		RunE: at.run(func(r *session, args []string) error {
			proposal, err := readProposal(file, stdin{r.cmd})
			if err != nil {
				return err
			}
			if branch != "" {
				proposal.Branch = branch
			}
			w, err := r.ProposeWitness(r.ctx(), args[0], proposal)
			if refused, ok := errors.AsType[*client.Error](err); ok && refused.Said.Code == "proposal_refused" {
				return proposalRefused(refused.Said.Message)
			}
			if err != nil {
				return r.noRepository(args[0], err)
			}
			if wait {
				return r.awaitWitness(w)
			}
			if !r.json {
				r.note("Queued. Wait for the scan with \"vigil scans watch %s\".", orDash(w.ScanID))
			}
			return r.printWitness(w)
		}),
	}
	c.Flags().StringVar(&file, "file", "", "file with the proposal as JSON; - for standard input")
	c.Flags().StringVar(&branch, "branch", "", "branch to prove it on (default: the default branch)")
	c.Flags().BoolVar(&wait, "wait", false, "wait until the proposal is proven; exit 1 if it was refused, 3 if the scan did not decide")
	return c
}

// readProposal reads a proposal from a file, or from standard input.
func readProposal(file string, in io.Reader) (out client.NewWitness, err error) {
	switch file {
	case "":
		return out, command.Usagef("--file is required: a JSON object with cwe, file, line, code, witness, and mend")
	case "-":
	default:
		f, err := os.Open(file)
		if err != nil {
			return out, command.Usagef("%w", err)
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, maxProposal+1))
	if err != nil {
		return out, fmt.Errorf("read %s: %w", file, err)
	}
	if len(text) > maxProposal {
		return out, command.Usagef("%s is larger than %d bytes, the maximum that a server accepts", file, maxProposal)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields() // a misspelled field would be lost
	if err := d.Decode(&out); err != nil {
		return out, command.Usagef("%s is not a proposal: %w", file, err)
	}
	return out, nil
}

// awaitWitness waits until a scan proves or refuses a proposal, also while the server restarts.
func (r *session) awaitWitness(w api.Witness) (err error) {
	id, progress := w.ID, r.progress()
	r.Tries = 9 // for about a minute
	var scan api.Scan
	for wait := 250 * time.Millisecond; err == nil && w.State == string(vigil.WitnessProposed) && !scan.IsDone; wait = min(2*wait, 2*time.Second) {
		pause(r.ctx(), wait)
		// The scan first: what it decided is stored before it is done.
		if scan, err = r.Scan(r.ctx(), orNothing(w.ScanID)); err == nil {
			progress("proposed; the scan is " + statusOf(scan))
			w, err = r.Witness(r.ctx(), id)
		}
	}
	progress("")
	if r.ctx().Err() != nil {
		return fmt.Errorf("interrupted; the scan continues: see \"vigil witnesses show %s\"", command.Plain(id))
	}
	if err == nil {
		err = r.printWitness(w)
	}
	switch {
	case err != nil:
		return err
	case w.State == string(vigil.WitnessRefused):
		return proposalRefused(orNothing(w.RefusalReason) + ": " + orNothing(w.RefusalDetail))
	case w.State == string(vigil.WitnessProposed):
		return fmt.Errorf("the proposal is not proven: its scan is %s; the next scan of the branch tries again", command.Plain(orNothing(scan.Status)))
	case w.State == string(vigil.WitnessRetired):
		return errors.New("the witness was deleted meanwhile")
	}
	return nil
}

func proposalRefused(why string) error {
	return command.GateFailed("the proposal was refused: " + command.Plain(why))
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
			if err := r.DeleteWitness(r.ctx(), args[0]); err != nil {
				return err
			}
			return r.deleted("witness", args[0])
		}),
	}
}

func (r *session) printWitness(w api.Witness) error {
	if r.json {
		return r.printJSON(w)
	}
	return printList(r, only(w), 0, witnessHeader, witnessRow)
}
