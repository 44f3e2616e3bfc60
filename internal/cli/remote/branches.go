package remote

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"vigil/client"
	"vigil/internal/cli/command"
)

func newBranches() *cobra.Command {
	at := new(clientFlags)
	return at.group(&cobra.Command{Use: "branches", Short: "Report deleted branches to a server"}, newBranchesDelete(at))
}

func newBranchesDelete(at *clientFlags) *cobra.Command {
	return &cobra.Command{
		Use:   "delete REPOSITORY BRANCH",
		Short: "Report that a branch was deleted: close the vulnerabilities that only it has",
		Long: "Report that a branch was deleted. Vulnerabilities that only it has are no longer evaluated, and closed.\n" +
			"Dismissed and accepted ones keep their status. A vulnerability that is seen again is reopened.",
		Args:              command.ExactArgs("REPOSITORY", "BRANCH"),
		ValidArgsFunction: at.completion(first(repositoryWords)),
		RunE: at.run(func(r *session, args []string) error {
			p, err := r.repository(args[0])
			if err != nil {
				return err
			}
			if err := r.DeleteBranch(r.ctx(), p.ID, args[1]); err != nil {
				return unscanned(err, "branch %q", args[1], p.FullName)
			}
			return r.deleted("branch", args[1])
		}),
	}
}

func newPullRequests() *cobra.Command {
	at := new(clientFlags)
	return at.group(&cobra.Command{Use: "pull-requests", Aliases: []string{"prs"}, Short: "Report closed pull requests to a server"}, newPullRequestsDelete(at))
}

func newPullRequestsDelete(at *clientFlags) *cobra.Command {
	return &cobra.Command{
		Use:   "delete REPOSITORY NUMBER",
		Short: "Report that a pull request was merged or closed: close the vulnerabilities that only it has",
		Long: "Report that a pull request was merged or closed. Vulnerabilities that only it has are no longer evaluated, and closed.\n" +
			"Dismissed and accepted ones keep their status. A vulnerability that is seen again is reopened.",
		Args:              command.ExactArgs("REPOSITORY", "NUMBER"),
		ValidArgsFunction: at.completion(first(repositoryWords)),
		RunE: at.run(func(r *session, args []string) error {
			number, err := strconv.ParseInt(args[1], 10, 64)
			if err != nil || number < 1 {
				return command.Usagef("%q is not the number of a pull request", args[1])
			}
			p, err := r.repository(args[0])
			if err != nil {
				return err
			}
			if err := r.DeletePullRequest(r.ctx(), p.ID, number); err != nil {
				return unscanned(err, "pull request %s", args[1], p.FullName)
			}
			return r.deleted("pull_request", args[1])
		}),
	}
}

// unscanned explains that a branch or pull request was not found.
func unscanned(err error, format, name, repository string) error {
	if !client.IsNotFound(err) {
		return err
	}
	return fmt.Errorf("no scan has seen the "+format+" of %s, or it was reported before", command.Plain(name), repository)
}
