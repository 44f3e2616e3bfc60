package remote

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"vigil"
	"vigil/api"
	"vigil/internal/cli/command"
)

func newVulnsFix(at *clientFlags) *cobra.Command {
	var model string
	var wait, open bool
	c := &cobra.Command{
		Use:   "fix ID",
		Short: "Request or show a fix of a vulnerability: a diff that a language model proposed and the engine has proven",
		Long: "Show the latest fix of a vulnerability: the diff on standard output, what is proven on standard error.\n" +
			"With --model, request a new one first. A scan proves it; exit 3 if no change could be proven.",
		Example: "  vigil vulns fix 01a1de7d-0e20-7f31-a2c4-5d6e7f809a1b --model sonnet --wait | git apply",
		Args:    command.ExactArgs("ID"),
		RunE: at.run(func(r *session, args []string) error {
			var f api.Fix
			var err error
			if model == "" {
				f, err = r.Fix(r.ctx(), args[0])
			} else if err = command.Choices("--model", []string{model}, vigil.Models); err == nil {
				f, err = r.RequestFix(r.ctx(), args[0], model, open)
			}
			if err == nil && wait {
				f, err = r.watchFix(f)
			}
			if err != nil {
				return err
			}
			return r.printFix(f)
		}),
	}
	c.Flags().StringVar(&model, "model", "", "language model to request a fix from: "+command.Words(vigil.Models)+" (default: show the latest fix)")
	c.Flags().BoolVar(&wait, "wait", false, "wait until the fix is proven or failed")
	c.Flags().BoolVar(&open, "open-pull-request", false, "open a pull request with the fix once it is proven")
	command.CompleteFlag(c, "model", vigil.Models)
	return c
}

// watchFix waits until a fix is proven or failed.
func (r *session) watchFix(f api.Fix) (api.Fix, error) {
	r.Tries = 9 // for about a minute
	var err error
	for wait := 250 * time.Millisecond; err == nil && f.Status == string(vigil.FixQueued) && r.ctx().Err() == nil; wait = min(2*wait, 2*time.Second) {
		pause(r.ctx(), wait)
		f, err = r.Fix(r.ctx(), f.VulnerabilityID)
	}
	if r.ctx().Err() != nil {
		return f, fmt.Errorf("interrupted; the scan continues: wait again with \"vigil vulns fix %s --wait\"", command.Plain(f.VulnerabilityID))
	}
	return f, err
}

// printFix writes a fix. One that failed is an error.
func (r *session) printFix(f api.Fix) error {
	if r.json {
		if err := r.printJSON(f); err != nil {
			return err
		}
	}
	switch {
	case f.Status == string(vigil.FixFailed):
		return fmt.Errorf("no fix: %s: %s", command.Plain(orDash(f.FailureReason)), command.Plain(orDash(f.FailureDetail)))
	case r.json:
		return nil
	case f.Proof == nil || f.Diff == nil:
		r.note("Queued. Wait for it with \"vigil vulns fix %s --wait\".", f.VulnerabilityID)
		return nil
	}
	p := f.Proof
	on := "branch " + f.Branch
	if p.Commit != "" {
		on += ", commit " + p.Commit
	}
	r.note("Proven on %s: found %d time before and %d times after the change, %d new findings.", on, p.Before, p.After, p.New)
	if f.Summary != nil {
		r.note("%s says: %s", f.Model, *f.Summary)
	}
	if f.PullRequest != nil {
		r.note("Pull request %d: %s", f.PullRequest.Number, orDash(f.PullRequest.URL))
	}
	if f.PullRequestProblem != nil {
		r.note("No pull request was opened: %s", *f.PullRequestProblem)
	}
	_, err := io.WriteString(r.cmd.OutOrStdout(), *f.Diff)
	return err
}
