package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"vigil/internal/keyring"
	"vigil/internal/server"
	"vigil/internal/store"
)

func newRekey() *cobra.Command {
	var db databaseFlags
	c := &cobra.Command{
		Use:   "rekey",
		Short: "Seal the secrets in the database with a new key",
		Long: "Seal the secrets in the database (of webhooks, of GitLab) with a new key, also while servers run.\n\n" +
			"If the key is in the file secret.key of the data folder, a new one is made there; the one before stays beside it until the next time. " +
			"Servers on other machines need a copy of the file.\n" +
			"If it is in VIGIL_SECRET_KEY, put the new key in front of the old one, separated by a comma, there and on all servers; then run this; " +
			"then take the old one away.",
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return db.withStore(c, func(s *store.Store) error {
				ring, err := keyring.Open(c.Context(), server.Keys(db.config()), s)
				if err != nil {
					return err
				}
				n, err := keyring.Rekey(c.Context(), ring, s)
				if err != nil {
					return err
				}
				_, err = fmt.Fprintf(c.OutOrStdout(), "%d secrets are sealed anew\n", n)
				return err
			})
		},
	}
	db.declare(c.Flags())
	return c
}
