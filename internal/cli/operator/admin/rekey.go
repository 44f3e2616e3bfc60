package admin

import (
	"fmt"

	"github.com/spf13/cobra"

	"vigil/internal/cli/command"
	"vigil/internal/cli/operator/database"
	"vigil/internal/keyring"
	"vigil/internal/server"
	"vigil/internal/store"
)

func newRekey() *cobra.Command {
	var db database.Flags
	c := &cobra.Command{
		Use:   "rekey",
		Short: "Re-encrypt the secrets in the database with a new key",
		Long: "Re-encrypt the secrets in the database (webhook secrets, GitLab tokens) with a new key (safe while servers are running).\n\n" +
			"If the key is in secret.key in the data folder, a new key is generated there; the previous one is kept in the file until the next rekey. " +
			"Servers on other machines need a copy of the file.\n" +
			"If it is in VIGIL_SECRET_KEY: put the new key before the old one, separated by a comma, here and on all servers; run this command; " +
			"then remove the old key.",
		Args: command.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return db.WithStore(c, func(s *store.Store) error {
				ring, err := keyring.Open(c.Context(), server.Keys(db.Config()), s)
				if err != nil {
					return err
				}
				n, err := keyring.Rekey(c.Context(), ring, s)
				if err != nil {
					return err
				}
				_, err = fmt.Fprintf(c.OutOrStdout(), "%d secrets re-encrypted\n", n)
				return err
			})
		},
	}
	db.Declare(c.Flags())
	return c
}
