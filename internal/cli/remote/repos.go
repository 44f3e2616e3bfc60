package remote

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"vigil"
	"vigil/api"
	"vigil/client"
	"vigil/internal/cli/command"
)

func newRepos() *cobra.Command {
	at := new(clientFlags)
	return at.group(&cobra.Command{Use: "repos", Aliases: []string{"repositories"}, Short: "List, show, configure, and delete repositories on a server"},
		newReposList(at), newReposShow(at), newReposSet(at), newReposDelete(at))
}

func newReposList(at *clientFlags) *cobra.Command {
	var limit int
	c := &cobra.Command{
		Use:   "list",
		Short: "List repositories, most recently added first",
		Args:  command.NoArgs,
		RunE: at.run(func(r *session, _ []string) error {
			return printList(r, r.Repositories(r.ctx()), limit, "ID,NAME,PROVIDER,BRANCH,OPEN,FAILS ON,SCANS,LAST SCAN", func(p api.Repository) []string {
				return []string{p.ID, p.FullName, p.Provider, p.DefaultBranch, countsOf(p.OpenVulnerabilityCounts), orDash(p.FailOnSeverity), fmt.Sprint(p.ScanCount), orDash(p.LastScanAt)}
			})
		}),
	}
	limitFlag(c.Flags(), &limit)
	return c
}

func newReposShow(at *clientFlags) *cobra.Command {
	return &cobra.Command{
		Use:               "show NAME",
		Short:             "Show a repository, by full name or ID",
		Args:              command.ExactArgs("NAME"),
		ValidArgsFunction: at.completion(first(repositoryWords)),
		RunE: at.run(func(r *session, args []string) error {
			p, err := r.repository(args[0])
			if err != nil {
				return err
			}
			return r.printRepository(p)
		}),
	}
}

func (r *session) printRepository(p api.Repository) error {
	if r.json {
		return r.printJSON(p)
	}
	return r.printFields("Repository", p.ID, "Name", p.FullName, "Provider", p.Provider, "Branch", p.DefaultBranch, "Address", orNothing(p.WebURL),
		"Open", countsOf(p.OpenVulnerabilityCounts), "Fails on", orDash(p.FailOnSeverity), "Scans", fmt.Sprint(p.ScanCount), "Last scan", orDash(p.LastScanAt), "Tracked since", p.CreatedAt)
}

func newReposSet(at *clientFlags) *cobra.Command {
	var failOn string
	levels := append([]string{"none"}, command.Strings(vigil.Levels)...)
	c := &cobra.Command{
		Use:               "set NAME --fail-on LEVEL",
		Short:             "Set the gate of a repository: the lowest severity that fails a scan",
		Args:              command.ExactArgs("NAME"),
		ValidArgsFunction: at.completion(first(repositoryWords)),
		RunE: at.run(func(r *session, args []string) error {
			if failOn == "" {
				return command.Usagef("--fail-on is required: %s", command.Words(levels))
			}
			if err := command.Choices("--fail-on", []string{failOn}, levels); err != nil {
				return err
			}
			level := failOn
			if level == "none" {
				level = ""
			}
			p, err := r.SetFailOnSeverity(r.ctx(), args[0], level)
			if err != nil {
				return r.noRepository(args[0], err)
			}
			return r.printRepository(p)
		}),
	}
	c.Flags().StringVar(&failOn, "fail-on", "", command.Words(levels))
	command.CompleteFlag(c, "fail-on", levels)
	return c
}

func newReposDelete(at *clientFlags) *cobra.Command {
	var yes bool
	c := &cobra.Command{
		Use:               "delete NAME --yes",
		Short:             "Delete a repository with its scans and vulnerabilities, by full name or ID",
		Args:              command.ExactArgs("NAME"),
		ValidArgsFunction: at.completion(first(repositoryWords)),
		RunE: at.run(func(r *session, args []string) error {
			p, err := r.repository(args[0])
			if err != nil {
				return err
			}
			if !yes {
				return command.Usagef("this deletes %s with %d scans and all vulnerabilities, and cannot be undone: repeat it with --yes", p.FullName, p.ScanCount)
			}
			if err := r.DeleteRepository(r.ctx(), p.ID); err != nil {
				return err
			}
			return r.deleted("repository", p.ID)
		}),
	}
	c.Flags().BoolVar(&yes, "yes", false, "delete it without asking")
	return c
}

// repository returns a repository by full name or ID.
func (r *session) repository(name string) (api.Repository, error) {
	p, err := r.Repository(r.ctx(), name)
	return p, r.noRepository(name, err)
}

// noRepository explains an error about the name of a repository.
func (r *session) noRepository(name string, err error) error {
	if refused, ok := errors.AsType[*client.Error](err); ok && refused.Said.Code == "repository_ambiguous" {
		return fmt.Errorf("several repositories are called %q: use the ID of one, from \"vigil repos list\"", name)
	}
	if !client.IsNotFound(err) {
		return err
	}
	var names []string
	for p, err := range r.Repositories(r.ctx()) {
		if names = append(names, p.FullName); err != nil || len(names) == completionRows {
			break
		}
	}
	return errors.New(command.Plain(fmt.Sprintf("there is no repository %q%s", name, command.DidYouMean(name, names))))
}
