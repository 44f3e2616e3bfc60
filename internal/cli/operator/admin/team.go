package admin

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"vigil"
	"vigil/internal/cli/command"
	"vigil/internal/cli/operator/database"
	"vigil/internal/service"
	"vigil/internal/store"
)

func newTeam() *cobra.Command {
	c := &cobra.Command{Use: "team", Short: "Create and list teams"}
	c.AddCommand(newTeamCreate(), newTeamList())
	return c
}

func newTeamCreate() *cobra.Command {
	var db database.Flags
	c := &cobra.Command{
		Use:   "create NAME",
		Short: "Create a team and print its ID",
		Args:  command.ExactArgs("NAME"),
		RunE: func(c *cobra.Command, args []string) error {
			return db.WithStore(c, func(s *store.Store) error {
				var team vigil.Team
				err := s.Write(c.Context(), func(tx *store.Tx) (err error) {
					team, err = new(service.Service).CreateTeam(c.Context(), tx, args[0])
					return err
				})
				if err == nil {
					_, err = fmt.Fprintln(c.OutOrStdout(), team.ID)
				}
				return err
			})
		},
	}
	db.Declare(c.Flags())
	return c
}

func newTeamList() *cobra.Command {
	var db database.Flags
	c := &cobra.Command{
		Use:   "list",
		Short: "List teams",
		Args:  command.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return db.WithStore(c, func(s *store.Store) error {
				teams, err := s.ListTeams(c.Context())
				if err != nil {
					return err
				}
				w := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
				fmt.Fprintln(w, "ID\tNAME\tCREATED")
				for _, t := range teams {
					fmt.Fprintf(w, "%s\t%s\t%s\n", t.ID, command.Plain(t.Name), moment(t.CreatedAt))
				}
				return w.Flush()
			})
		},
	}
	db.Declare(c.Flags())
	return c
}
