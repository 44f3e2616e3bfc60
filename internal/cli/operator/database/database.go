// Package database opens the database of a server for commands that work on it directly, also
// while the server is running. Start with Flags.
package database

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vigil"
	"vigil/internal/cli/command"
	"vigil/internal/keyring"
	"vigil/internal/server"
	"vigil/internal/store"
)

// Flags are the settings of all commands that open the database.
type Flags struct{ Data, URL string }

// Declare declares the flags.
func (f *Flags) Declare(flags *pflag.FlagSet) {
	command.Setting(flags, &f.Data, "data", "VIGIL_DATA", command.DefaultData, "data folder for the SQLite database, keys, and uploads")
	command.Setting(flags, &f.URL, "database-url", "VIGIL_DATABASE_URL", "", "postgres://… for PostgreSQL (default: SQLite in the data folder)")
}

// Check validates the values.
func (f *Flags) Check() error {
	if u := f.URL; u != "" && !strings.HasPrefix(u, "postgres://") && !strings.HasPrefix(u, "postgresql://") {
		return command.Usagef("--database-url must begin with postgres://, or be empty for SQLite")
	} else if _, err := url.Parse(u); err != nil { // not shown: it quotes the password
		return command.Usagef("--database-url is not a valid URL: escape special characters of the password with %%")
	}
	if f.Data == "" {
		return command.Usagef("--data must name a folder")
	}
	return nil
}

// Config returns the part of a server's configuration that says where its database and keys are.
func (f *Flags) Config() server.Config {
	return server.Config{DataDir: f.Data, DatabaseURL: f.URL,
		SecretKey: os.Getenv("VIGIL_SECRET_KEY")} // not a flag: other users can see arguments
}

// MustExist returns an error if there is no SQLite database in the data folder yet.
func (f *Flags) MustExist() error {
	if f.URL == "" {
		if _, err := os.Stat(server.DatabaseFile(f.Data)); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("there is no database in %s: start \"vigil serve\" once, or name the folder with --data", f.Data)
		}
	}
	return nil
}

// WithStore runs fn on the database. It never creates one: that would hide a mistyped folder.
func (f *Flags) WithStore(c *cobra.Command, fn func(*store.Store) error) error {
	if err := f.Check(); err != nil {
		return err
	}
	if err := f.MustExist(); err != nil {
		return err
	}
	db, err := server.OpenStore(c.Context(), f.Config())
	if err != nil {
		return err
	}
	defer db.Close()
	return fn(db)
}

// Inspect returns the state of the database without changing it.
func (f *Flags) Inspect(ctx context.Context) (store.Health, error) {
	h, err := store.Inspect(ctx, server.StoreConfig(f.Config()))
	return h, cause(err)
}

// CheckKey checks that the encryption key is the one of this database. It returns where the key
// comes from, or "" if there is none yet. opened is false if the database could not be opened.
func (f *Flags) CheckKey(ctx context.Context) (from string, opened bool, err error) {
	db, err := server.OpenStore(ctx, f.Config())
	if err != nil {
		return "", false, cause(err)
	}
	defer db.Close()
	from, err = keyring.Check(ctx, server.Keys(f.Config()), db)
	return from, true, err
}

// cause returns the error behind a message that is meant for API clients.
func cause(err error) error {
	if e, ok := errors.AsType[*vigil.Error](err); ok && e.Err != nil {
		return e.Err
	}
	return err
}
