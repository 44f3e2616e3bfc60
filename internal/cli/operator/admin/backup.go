package admin

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"vigil/internal/backup"
	"vigil/internal/cli/command"
	"vigil/internal/cli/operator/database"
	"vigil/internal/keyring"
	"vigil/internal/server"
)

// backupSource returns what a backup contains.
func backupSource(f *database.Flags) backup.Source {
	return backup.Source{
		DataDir: f.Data, Database: server.StoreConfig(f.Config()),
		Files: []string{keyring.File, server.AdminKeyFile}, Folders: []string{server.UploadsFolder},
	}
}

func newBackup() *cobra.Command {
	var db database.Flags
	var withoutKey bool
	c := &cobra.Command{
		Use:   "backup FILE",
		Short: "Back up the server to one file (safe while it is running)",
		Long: "Back up the server to one new file, a tar archive that only you can read (safe while it is running): a consistent snapshot of the database, " +
			"uploaded archives, admin.key, and secret.key.\n\n" +
			"secret.key decrypts the secrets in the database, so anyone with the backup can read them: store it securely, or exclude the key with --without-key and keep it elsewhere. " +
			"The file system of FILE needs free space for twice the size of the database.",
		Args: command.ExactArgs("FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := db.Check(); err != nil {
				return err
			}
			if err := db.MustExist(); err != nil {
				return err
			}
			from := backupSource(&db)
			if withoutKey {
				from.Files = slices.DeleteFunc(from.Files, func(name string) bool { return name == keyring.File })
			}
			m, err := backup.Write(c.Context(), from, args[0])
			if err != nil {
				return err
			}
			key := "It contains the key that decrypts the secrets in the database: store it securely."
			if !m.Has(keyring.File) {
				key = "It does not contain the key that decrypts the secrets in the database (" + keyring.File + " or VIGIL_SECRET_KEY): back that up separately."
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "%s: %d parts of the %s database and the data folder, schema version %d. %s\n", args[0], len(m.Parts), m.Database, m.Schema, key)
			return err
		},
	}
	db.Declare(c.Flags())
	c.Flags().BoolVar(&withoutKey, "without-key", false, "exclude secret.key")
	return c
}

func newRestore() *cobra.Command {
	var db database.Flags
	c := &cobra.Command{
		Use:   "restore FILE",
		Short: "Restore a backup into an empty data folder and database",
		Long: "Restore a backup made by \"vigil backup\" into an empty or missing data folder and, for PostgreSQL, an empty database.\n\n" +
			"The whole file is verified before anything is written. The restore is all or nothing.",
		Args: command.ExactArgs("FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := db.Check(); err != nil {
				return err
			}
			m, err := backup.Restore(c.Context(), backupSource(&db), args[0])
			if err != nil {
				return err
			}
			key := ""
			if !m.Has(keyring.File) {
				key = " The backup does not contain the key that decrypts the secrets: copy " + keyring.File + " there too, or set VIGIL_SECRET_KEY."
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "%s: restored as of %s.%s\n", db.Data, m.MadeAt.Format("2006-01-02 15:04:05 MST"), key)
			return err
		},
	}
	db.Declare(c.Flags())
	return c
}
