// Package keyring opens the keys that secrets in the database are sealed with, and makes
// sure that they are the keys of this database. Start with [Open]. How secrets are sealed is
// secretbox's matter; what they are for is not known here.
package keyring

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"vigil"
	"vigil/internal/secretbox"
	"vigil/internal/store"
)

// File is the name of the file in the data folder that holds the keys.
const File = "secret.key"

// Config says where the keys are.
type Config struct {
	SecretKey string // the keys themselves; empty: they are in a file
	DataDir   string // the folder of that file
	Log       *slog.Logger
}

// checkSetting is a setting whose only purpose is to tell whether the keys are
// those of the database.
const checkSetting = "secret_check"

// Open returns the keys with which secrets in the database are sealed: those of
// c.SecretKey, or of the file in the data folder, which the first start makes.
func Open(ctx context.Context, c Config, db *store.Store) (ring *secretbox.Ring, err error) {
	if c.SecretKey != "" {
		if ring, err = secretbox.Parse(c.SecretKey); err != nil {
			return nil, fmt.Errorf("VIGIL_SECRET_KEY: %w", err)
		}
		return ring, check(ctx, ring, db, "VIGIL_SECRET_KEY")
	}
	path := filepath.Join(c.DataDir, File)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		// A new key would be of no use for what is sealed already.
		if _, err := db.GetSetting(ctx, checkSetting); err == nil {
			return nil, wrongKey(path + " is missing")
		} else if vigil.KindOf(err) != vigil.NotFound {
			return nil, err
		}
	}
	if err := os.MkdirAll(c.DataDir, 0o700); err != nil {
		return nil, fmt.Errorf("make the data folder: %w; choose another with --data", err)
	}
	ring, created, err := secretbox.Open(path)
	if err != nil {
		return nil, err
	}
	if err = check(ctx, ring, db, path); err != nil && created {
		_ = os.Remove(path) // another server, on another machine, was faster
	}
	return ring, err
}

// check reports keys that are not those of the database.
func check(ctx context.Context, ring *secretbox.Ring, db *store.Store, from string) error {
	bound := secretbox.Bound("settings", checkSetting, "value")
	sealed, err := ring.Seal([]byte("vigil"), bound)
	if err != nil {
		return err
	}
	return db.Write(ctx, func(tx *store.Tx) error {
		value, err := tx.GetOrInsertSetting(ctx, checkSetting, []byte(sealed))
		if err != nil {
			return err
		}
		if _, err = ring.Open(string(value), bound); errors.Is(err, secretbox.ErrKey) {
			return wrongKey("the key in " + from + " is another")
		}
		return err
	})
}

// Check is Open for callers that only want to know: it makes no key. It returns where the
// keys are, "" if none were made yet.
func Check(ctx context.Context, c Config, db *store.Store) (from string, err error) {
	var ring *secretbox.Ring
	if c.SecretKey != "" {
		from = "VIGIL_SECRET_KEY"
		if ring, err = secretbox.Parse(c.SecretKey); err != nil {
			return from, fmt.Errorf("VIGIL_SECRET_KEY: %w", err)
		}
	} else {
		from = filepath.Join(c.DataDir, File)
		if _, err := os.Stat(from); err == nil {
			if ring, _, err = secretbox.Open(from); err != nil {
				return from, err
			}
		}
	}
	value, err := db.GetSetting(ctx, checkSetting)
	switch {
	case vigil.KindOf(err) == vigil.NotFound:
		if ring == nil {
			from = ""
		}
		return from, nil
	case err != nil:
		return from, err
	case ring == nil:
		return from, wrongKey(from + " is missing")
	}
	if _, err = ring.Open(string(value), secretbox.Bound("settings", checkSetting, "value")); errors.Is(err, secretbox.ErrKey) {
		return from, wrongKey("the key in " + from + " is another")
	}
	return from, err
}

// wrongKey is shown to operators, and to callers of routes that need the key.
func wrongKey(problem string) error {
	return &vigil.Error{Kind: vigil.Unavailable, Code: "unavailable", Err: secretbox.ErrKey,
		Message: "The secrets in this database are sealed with a key, but " + problem + ": copy " + File +
			" from the data folder of the server that was first, or set VIGIL_SECRET_KEY on all servers."}
}

// OpenIfPossible is Open for servers, which can do without: scans and most
// routes need no keys. Another server, which has them, sends to webhooks.
func OpenIfPossible(ctx context.Context, c Config, db *store.Store) (*secretbox.Ring, error) {
	ring, err := Open(ctx, c, db)
	if vigil.KindOf(err) == vigil.Unavailable && errors.Is(err, secretbox.ErrKey) {
		c.Log.Error("this server cannot send to webhooks or use GitLab tokens", "err", err)
		return secretbox.Without(err), nil
	}
	return ring, err
}

// OpenIfThere is OpenIfPossible for workers, which use keys that they are
// given and make none: those would be others than the servers have.
func OpenIfThere(ctx context.Context, c Config, db *store.Store) (*secretbox.Ring, error) {
	path := filepath.Join(c.DataDir, File)
	if _, err := os.Stat(path); c.SecretKey == "" && errors.Is(err, fs.ErrNotExist) {
		c.Log.Info("this worker cannot use GitLab tokens: it has no key", "path", path)
		return secretbox.Without(wrongKey(path + " is missing")), nil
	}
	return OpenIfPossible(ctx, c, db)
}

// Rekey seals all secrets in the database anew, with a new key if the keys are in a
// file, and returns how many there are. It works while servers run.
func Rekey(ctx context.Context, ring *secretbox.Ring, db *store.Store) (n int, err error) {
	if ring.InFile() {
		if err := ring.Rotate(); err != nil {
			return 0, err
		}
	}
	err = db.Write(ctx, func(tx *store.Tx) (err error) {
		n, err = tx.Reseal(ctx, func(sealed, table, id, column string) (string, error) {
			bound := secretbox.Bound(table, id, column)
			plain, err := ring.Open(sealed, bound)
			if err != nil {
				return "", err
			}
			return ring.Seal(plain, bound)
		})
		return err
	})
	if err != nil {
		return 0, err
	}
	return n, ring.Forget()
}
