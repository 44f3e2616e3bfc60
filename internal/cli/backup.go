package cli

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"vigil/internal/backup"
	"vigil/internal/keyring"
	"vigil/internal/server"
)

// backupSource says what is kept of a server.
func (f *databaseFlags) backupSource() backup.Source {
	return backup.Source{
		DataDir: f.data, Database: server.StoreConfig(f.config()),
		Files: []string{keyring.File, server.AdminKeyFile}, Folders: []string{server.UploadsFolder},
	}
}

func newBackup() *cobra.Command {
	var db databaseFlags
	var withoutKey bool
	c := &cobra.Command{
		Use:   "backup FILE",
		Short: "Keep all that a server knows in one file, also while it runs",
		Long: "Keep all that a server knows in one new file (a tar archive that only you can read), also while it runs: the database as of one moment, " +
			"the uploaded archives, admin.key and secret.key.\n\n" +
			"secret.key opens the secrets in the database, so whoever has the file has them: keep it safe, or leave the key out with --without-key and keep it elsewhere. " +
			"Next to the file there must be space for the database twice.",
		Args: exactArgs("FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := db.check(); err != nil {
				return err
			}
			if err := db.mustExist(); err != nil {
				return err
			}
			from := db.backupSource()
			if withoutKey {
				from.Files = slices.DeleteFunc(from.Files, func(name string) bool { return name == keyring.File })
			}
			m, err := backup.Write(c.Context(), from, args[0])
			if err != nil {
				return err
			}
			key := "It holds the key that opens the secrets in the database: keep it safe."
			if !m.Has(keyring.File) {
				key = "It does not hold the key that opens the secrets in the database (" + keyring.File + " or VIGIL_SECRET_KEY): keep that elsewhere."
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "%s: %d parts of the %s database and the data folder, schema version %d. %s\n", args[0], len(m.Parts), m.Database, m.Schema, key)
			return err
		},
	}
	db.declare(c.Flags())
	c.Flags().BoolVar(&withoutKey, "without-key", false, "leave out secret.key")
	return c
}

func newRestore() *cobra.Command {
	var db databaseFlags
	c := &cobra.Command{
		Use:   "restore FILE",
		Short: "Put a backup back into an empty data folder and an empty database",
		Long: "Put back what \"vigil backup\" kept: into a data folder that is empty or not there, and for PostgreSQL into an empty database.\n\n" +
			"The file is checked to its end before anything is written. Either all of it is put back or nothing.",
		Args: exactArgs("FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := db.check(); err != nil {
				return err
			}
			m, err := backup.Restore(c.Context(), db.backupSource(), args[0])
			if err != nil {
				return err
			}
			key := ""
			if !m.Has(keyring.File) {
				key = " The key that opens the secrets is not in it: put " + keyring.File + " there too, or set VIGIL_SECRET_KEY."
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "%s: restored as of %s.%s\n", db.data, m.MadeAt.Format("2006-01-02 15:04:05 MST"), key)
			return err
		},
	}
	db.declare(c.Flags())
	return c
}
