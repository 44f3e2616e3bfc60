package store

import (
	"context"
	"fmt"
	"time"

	"vigil"
)

// InsertSession stores a session: the holder of the secret with this hash can act with
// a key until a time.
func (tx *Tx) InsertSession(ctx context.Context, hash [32]byte, key vigil.ID, expires time.Time) error {
	_, err := tx.q.exec(ctx, `INSERT INTO sessions (hash, key_id, expires_at) VALUES ($1, $2, $3)`, hash[:], key, micros(expires))
	if err != nil {
		return fmt.Errorf("insert session: %w", err)
	}
	return nil
}

// GetSessionKey returns the key of a session. A session is not found if it or its key
// has expired, or the key was revoked.
func (r reader) GetSessionKey(ctx context.Context, hash [32]byte, now time.Time) (vigil.Key, error) {
	k, err := scanKey()(r.q.row(ctx, `
		SELECT `+keyColumns+` FROM sessions s JOIN api_keys k ON k.id = s.key_id JOIN teams t ON t.id = k.team_id
		WHERE s.hash = $1 AND s.expires_at > $2`, hash[:], micros(now)))
	if err = missing(err, "session"); err == nil && !k.Active(now) {
		err = vigil.MissingError("session")
	}
	return k, err
}

// DeleteSession ends a session, if it exists.
func (tx *Tx) DeleteSession(ctx context.Context, hash [32]byte) error {
	if _, err := tx.q.exec(ctx, `DELETE FROM sessions WHERE hash = $1`, hash[:]); err != nil {
		return fmt.Errorf("delete session: %w", err)
	}
	return nil
}

// DeleteOldestSessions ends the oldest sessions of a key until at most so many are
// left.
func (tx *Tx) DeleteOldestSessions(ctx context.Context, key vigil.ID, left int) error {
	_, err := tx.q.exec(ctx, `
		DELETE FROM sessions WHERE key_id = $1 AND hash NOT IN (
			SELECT hash FROM sessions WHERE key_id = $2 ORDER BY expires_at DESC, hash LIMIT $3)`, key, key, left)
	if err != nil {
		return fmt.Errorf("delete sessions of key %s: %w", key, err)
	}
	return nil
}

// DeleteSessionsBefore deletes the sessions that had expired at a time.
func (tx *Tx) DeleteSessionsBefore(ctx context.Context, now time.Time) error {
	if _, err := tx.q.exec(ctx, `DELETE FROM sessions WHERE expires_at <= $1`, micros(now)); err != nil {
		return fmt.Errorf("delete sessions: %w", err)
	}
	return nil
}
