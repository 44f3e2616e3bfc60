package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"vigil"
)

const keyColumns = `k.id, k.name, k.prefix, k.permissions, k.created_at, k.expires_at, k.last_used_at, k.revoked_at,
	COALESCE(CAST(k.created_by AS TEXT), ''), COALESCE(CAST(k.rotated_from AS TEXT), ''), COALESCE(CAST(k.rotated_to AS TEXT), ''),
	t.id, t.name, t.created_at`

// InsertKey stores a new key with the hash of its secret.
func (tx *Tx) InsertKey(ctx context.Context, k vigil.Key, hash [32]byte) error {
	_, err := tx.q.exec(ctx, `
		INSERT INTO api_keys (id, team_id, name, prefix, hash, permissions, created_at, expires_at, created_by, rotated_from)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		k.ID, k.Team.ID, k.Name, k.Prefix, hash[:], joinPermissions(k.Permissions), micros(k.CreatedAt), micros(k.ExpiresAt),
		idOrNull(k.CreatedBy), idOrNull(k.RotatedFrom))
	if err != nil {
		return fmt.Errorf("insert key: %w", err)
	}
	return nil
}

func idOrNull(id vigil.ID) any {
	if id == "" {
		return nil
	}
	return id
}

// getKeyByHash queries the database; use Store.GetKeyByHash.
func (r reader) getKeyByHash(ctx context.Context, hash [32]byte) (k vigil.Key, err error) {
	var permissions string
	var expires, revoked int64
	err = r.q.row(ctx, `SELECT id, team_id, name, permissions, expires_at, revoked_at FROM api_keys WHERE hash = $1`, hash[:]).
		Scan((*string)(&k.ID), (*string)(&k.Team.ID), &k.Name, &permissions, &expires, &revoked)
	k.Permissions, k.ExpiresAt, k.RevokedAt = splitPermissions(permissions), fromMicros(expires), fromMicros(revoked)
	return k, missing(err, "key")
}

// GetKey returns a key of a team.
func (r reader) GetKey(ctx context.Context, team vigil.TeamID, id vigil.ID) (vigil.Key, error) {
	k, err := scanKey()(r.q.row(ctx, `SELECT `+keyColumns+` FROM api_keys k JOIN teams t ON t.id = k.team_id WHERE k.id = $1 AND k.team_id = $2`, id, team))
	return k, missing(err, "key")
}

// CountKeys returns the number of keys ever created, across all teams.
func (r reader) CountKeys(ctx context.Context) (n int, err error) {
	if err := r.q.row(ctx, `SELECT count(*) FROM api_keys`).Scan(&n); err != nil {
		return 0, fmt.Errorf("count keys: %w", err)
	}
	return n, nil
}

// KeyFilter filters a list of keys.
type KeyFilter struct {
	CreatedBy vigil.ID // the key that created them; empty: any
}

// ListKeys returns a page of the keys of a team that are not revoked.
func (r reader) ListKeys(ctx context.Context, team vigil.TeamID, f KeyFilter, page vigil.Page) (List[vigil.Key], error) {
	p := plan{
		team:    team,
		columns: keyColumns,
		table:   "api_keys k", join: " JOIN teams t ON t.id = k.team_id",
		id: "k.id", sort: "k.created_at",
		where: []condition{where("k.team_id = ?", team), where("k.revoked_at = 0")},
	}
	if f.CreatedBy != "" {
		p.where = append(p.where, where("k.created_by = ?", f.CreatedBy))
	}
	l, err := list(ctx, r, p, page, func(k vigil.Key) vigil.ID { return k.ID }, scanKey)
	if err != nil {
		return l, fmt.Errorf("list keys: %w", err)
	}
	return l, nil
}

// ListAllKeys returns the keys of every team, for the operator.
func (r reader) ListAllKeys(ctx context.Context) ([]vigil.Key, error) {
	rs, err := r.q.query(ctx, `SELECT `+keyColumns+` FROM api_keys k JOIN teams t ON t.id = k.team_id ORDER BY t.name, k.created_at, k.id`)
	keys, err := collect(rs, err, scanKey())
	if err != nil {
		return nil, fmt.Errorf("list keys: %w", err)
	}
	return keys, nil
}

// UpdateKeyRevoked revokes a key of a team. An already revoked key is not found.
func (tx *Tx) UpdateKeyRevoked(ctx context.Context, team vigil.TeamID, id vigil.ID, now time.Time) error {
	tx.endsKey = true
	n, err := tx.q.exec(ctx, `UPDATE api_keys SET revoked_at = $1 WHERE id = $2 AND team_id = $3 AND revoked_at = 0`, micros(now), id, team)
	if err == nil && n == 0 {
		return vigil.MissingError("key")
	}
	if err != nil {
		return fmt.Errorf("revoke key %s: %w", id, err)
	}
	return nil
}

// UpdateKeysRevoked revokes a key of a team and, transitively, all keys it created,
// and returns those that were not revoked before. HoldKey keeps others from creating
// more meanwhile: a key created while this waited for its creator's row is found in
// the next round.
func (tx *Tx) UpdateKeysRevoked(ctx context.Context, team vigil.TeamID, id vigil.ID, now time.Time) (ended []vigil.ID, err error) {
	tx.endsKey = true
	for {
		rs, err := tx.q.query(ctx, `
			WITH RECURSIVE made(id) AS (
				SELECT id FROM api_keys WHERE id = $1 AND team_id = $2
				UNION
				SELECT k.id FROM api_keys k JOIN made m ON k.created_by = m.id WHERE k.team_id = $3
			)
			UPDATE api_keys SET revoked_at = $4 WHERE revoked_at = 0 AND id IN (SELECT id FROM made) RETURNING id`, id, team, team, micros(now))
		more, err := collect(rs, err, func(w row) (id vigil.ID, err error) { return id, w.Scan((*string)(&id)) })
		if err != nil {
			return nil, fmt.Errorf("revoke key %s and what it made: %w", id, err)
		}
		if len(more) == 0 {
			break
		}
		ended = append(ended, more...)
	}
	if len(ended) == 0 {
		return nil, vigil.MissingError("key")
	}
	slices.Sort(ended)
	return ended, nil
}

// HoldKey keeps a key of a team from being revoked until the transaction ends. An
// already revoked key is not found.
func (tx *Tx) HoldKey(ctx context.Context, team vigil.TeamID, id vigil.ID) error {
	n, err := tx.q.exec(ctx, `UPDATE api_keys SET revoked_at = 0 WHERE id = $1 AND team_id = $2 AND revoked_at = 0`, id, team)
	if err == nil && n == 0 {
		return vigil.MissingError("key")
	}
	if err != nil {
		return fmt.Errorf("hold key %s: %w", id, err)
	}
	return nil
}

// UpdateKeyRotated records the replacement of a key and until when the old one stays
// valid. It reports false if the key was already rotated or revoked.
func (tx *Tx) UpdateKeyRotated(ctx context.Context, team vigil.TeamID, id, to vigil.ID, expires time.Time) (bool, error) {
	tx.endsKey = true
	n, err := tx.q.exec(ctx, `UPDATE api_keys SET rotated_to = $1, expires_at = $2 WHERE id = $3 AND team_id = $4 AND revoked_at = 0 AND rotated_to IS NULL`,
		to, micros(expires), id, team)
	if err != nil {
		return false, fmt.Errorf("rotate key %s: %w", id, err)
	}
	return n > 0, nil
}

// GetKeyTeam returns the team of a key, for operators, who identify keys without their
// team.
func (r reader) GetKeyTeam(ctx context.Context, id vigil.ID) (team vigil.TeamID, err error) {
	err = r.q.row(ctx, `SELECT team_id FROM api_keys WHERE id = $1`, id).Scan(&team)
	return team, missing(err, "key")
}

// UpdateKeysUsed records when keys were last used.
func (tx *Tx) UpdateKeysUsed(ctx context.Context, used map[vigil.ID]time.Time) error {
	for _, id := range slices.Sorted(maps.Keys(used)) {
		at := micros(used[id])
		if _, err := tx.q.exec(ctx, `UPDATE api_keys SET last_used_at = $1 WHERE id = $2 AND last_used_at < $3`, at, id, at); err != nil {
			return fmt.Errorf("touch key %s: %w", id, err)
		}
	}
	return nil
}

func scanKey(extra ...any) func(row) (vigil.Key, error) {
	var k vigil.Key
	var permissions string
	var created, expires, used, revoked, teamCreated int64
	dest := append([]any{(*string)(&k.ID), &k.Name, &k.Prefix, &permissions, &created, &expires, &used, &revoked,
		(*string)(&k.CreatedBy), (*string)(&k.RotatedFrom), (*string)(&k.RotatedTo), (*string)(&k.Team.ID), &k.Team.Name, &teamCreated}, extra...)
	return func(r row) (vigil.Key, error) {
		err := r.Scan(dest...)
		k.Permissions = splitPermissions(permissions)
		k.CreatedAt, k.ExpiresAt, k.LastUsedAt, k.RevokedAt = fromMicros(created), fromMicros(expires), fromMicros(used), fromMicros(revoked)
		k.Team.CreatedAt = fromMicros(teamCreated)
		return k, err
	}
}

func splitPermissions(s string) (ps []vigil.Permission) {
	ps = make([]vigil.Permission, 0, len(vigil.AllPermissions))
	for word := range strings.FieldsSeq(s) {
		ps = append(ps, vigil.Permission(word))
	}
	return ps
}

func joinPermissions(ps []vigil.Permission) string {
	words := make([]string, len(ps))
	for i, p := range ps {
		words[i] = string(p)
	}
	return strings.Join(words, " ")
}
