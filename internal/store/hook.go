package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"vigil"
)

const hookSecretColumns = `s.id, s.provider, s.method, s.name, s.created_at, s.last_used_at`

// InsertHookSecret stores a secret, encrypted.
func (tx *Tx) InsertHookSecret(ctx context.Context, team vigil.TeamID, s vigil.HookSecret, sealed string) error {
	_, err := tx.q.exec(ctx, `INSERT INTO hook_secrets (id, team_id, provider, method, name, sealed_secret, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		s.ID, team, s.Provider, s.Method, s.Name, sealed, micros(s.CreatedAt))
	if err != nil {
		return fmt.Errorf("insert hook secret: %w", err)
	}
	return nil
}

// CountHookSecrets returns how many secrets a team has for a provider.
func (r reader) CountHookSecrets(ctx context.Context, team vigil.TeamID, provider vigil.Provider) (n int, err error) {
	if err := r.q.row(ctx, `SELECT count(*) FROM hook_secrets WHERE team_id = $1 AND provider = $2`, team, provider).Scan(&n); err != nil {
		return 0, fmt.Errorf("count hook secrets: %w", err)
	}
	return n, nil
}

// ListHookSecrets returns a page of the secrets of a team.
func (r reader) ListHookSecrets(ctx context.Context, team vigil.TeamID, page vigil.Page) (List[vigil.HookSecret], error) {
	p := plan{
		team:    team,
		columns: hookSecretColumns,
		table:   "hook_secrets s",
		id:      "s.id", sort: "s.created_at",
		where: []condition{where("s.team_id = ?", team)},
	}
	l, err := list(ctx, r, p, page, func(s vigil.HookSecret) vigil.ID { return s.ID }, scanHookSecret)
	if err != nil {
		return l, fmt.Errorf("list hook secrets: %w", err)
	}
	return l, nil
}

// DeleteHookSecret deletes a secret of a team.
func (tx *Tx) DeleteHookSecret(ctx context.Context, team vigil.TeamID, id vigil.ID) error {
	n, err := tx.q.exec(ctx, `DELETE FROM hook_secrets WHERE id = $1 AND team_id = $2`, id, team)
	if err == nil && n == 0 {
		return vigil.MissingError("hook secret")
	}
	if err != nil {
		return fmt.Errorf("delete hook secret %s: %w", id, err)
	}
	return nil
}

// SealedHookSecret is a secret as it is stored.
type SealedHookSecret struct {
	vigil.HookSecret
	Sealed string
}

// FindHookSecrets returns a team by its ID or its name, with its secrets for a provider. One query
// answers for teams without secrets and for unknown ones alike: the team is then empty, or the
// list is.
func (r reader) FindHookSecrets(ctx context.Context, team string, provider vigil.Provider) (found vigil.TeamID, secrets []SealedHookSecret, err error) {
	of := "t.name"
	if _, ok := vigil.ParseID(team); ok {
		of = "t.id"
	}
	rs, err := r.q.query(ctx, `
		SELECT t.id, coalesce(CAST(s.id AS TEXT), ''), coalesce(s.method, ''), coalesce(s.last_used_at, 0), coalesce(s.sealed_secret, '')
		FROM teams t LEFT JOIN hook_secrets s ON s.team_id = t.id AND s.provider = $1 WHERE `+of+` = $2 ORDER BY s.created_at`, provider, team)
	all, err := collect(rs, err, func(w row) (s SealedHookSecret, err error) {
		var used int64
		err = w.Scan((*string)(&found), (*string)(&s.ID), (*string)(&s.Method), &used, &s.Sealed)
		s.Provider, s.LastUsedAt = provider, fromMicros(used)
		return s, err
	})
	if err != nil {
		return "", nil, fmt.Errorf("find hook secrets: %w", err)
	}
	for _, s := range all {
		if s.ID != "" {
			secrets = append(secrets, s)
		}
	}
	return found, secrets, nil
}

// UpdateHookSecretUsed records that a hook came with a secret, unless one did since a time.
func (tx *Tx) UpdateHookSecretUsed(ctx context.Context, id vigil.ID, now, since time.Time) error {
	if _, err := tx.q.exec(ctx, `UPDATE hook_secrets SET last_used_at = $1 WHERE id = $2 AND last_used_at < $3`, micros(now), id, micros(since)); err != nil {
		return fmt.Errorf("update hook secret %s: %w", id, err)
	}
	return nil
}

func scanHookSecret(extra ...any) func(row) (vigil.HookSecret, error) {
	var s vigil.HookSecret
	var created, used int64
	dest := append([]any{(*string)(&s.ID), (*string)(&s.Provider), (*string)(&s.Method), &s.Name, &created, &used}, extra...)
	return func(r row) (vigil.HookSecret, error) {
		err := r.Scan(dest...)
		s.CreatedAt, s.LastUsedAt = fromMicros(created), fromMicros(used)
		return s, err
	}
}

// HookScan is an unfinished scan that a hook started.
type HookScan struct {
	vigil.Scan
	HeadSHA string // the commit that the host named
}

// ListHookScans returns the unfinished scans of a repository that hooks started, of one kind: of
// a pull request, or, for fix scans, of a branch.
func (r reader) ListHookScans(ctx context.Context, team vigil.TeamID, repository vigil.ID, kind vigil.ScanKind, branch string, pullRequest int64) ([]HookScan, error) {
	if kind != vigil.FixScan { // the branch of others may be renamed by the scan itself
		branch = ""
	}
	rs, err := r.q.query(ctx, `
		SELECT `+scanColumns+`, h.head_sha FROM scans s`+visibleScan+` JOIN hook_scans h ON h.scan_id = s.id
		WHERE s.repository_id = $1 AND s.team_id = $2 AND s.status IN ('queued', 'running') AND s.kind = $3 AND s.pull_request = $4 AND ($5 = '' OR s.branch = $6)
		ORDER BY s.created_at, s.id`, repository, team, kind, pullRequest, branch, branch)
	var head string
	scan := scanScan(&head)
	all, err := collect(rs, err, func(w row) (HookScan, error) {
		s, err := scan(w)
		return HookScan{s, head}, err
	})
	if err != nil {
		return nil, fmt.Errorf("list scans of hooks: %w", err)
	}
	return all, nil
}

// UpsertHookScan links a scan to the hook that asked for it last.
func (tx *Tx) UpsertHookScan(ctx context.Context, s vigil.HookScan) error {
	_, err := tx.q.exec(ctx, `
		INSERT INTO hook_scans (scan_id, delivery_id, head_sha) VALUES ($1, $2, $3)
		ON CONFLICT (scan_id) DO UPDATE SET delivery_id = excluded.delivery_id, head_sha = excluded.head_sha`, s.ScanID, s.DeliveryID, s.HeadSHA)
	if err != nil {
		return fmt.Errorf("link scan %s to its hook: %w", s.ScanID, err)
	}
	return nil
}

// GetHookScan returns the link of a scan to its hook, nil if no hook started it.
func (r reader) GetHookScan(ctx context.Context, team vigil.TeamID, scan vigil.ID) (*vigil.HookScan, error) {
	s := vigil.HookScan{ScanID: scan}
	err := r.q.row(ctx, `SELECT h.delivery_id, h.head_sha FROM hook_scans h JOIN scans s ON s.id = h.scan_id WHERE h.scan_id = $1 AND s.team_id = $2`, scan, team).
		Scan((*string)(&s.DeliveryID), &s.HeadSHA)
	if errors.Is(err, errNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("get hook of scan %s: %w", scan, err)
	}
	return &s, nil
}

// RenameRepository gives a repository another name and page; everything else stays. It reports
// false if the team tracks another repository of that name.
func (tx *Tx) RenameRepository(ctx context.Context, team vigil.TeamID, r vigil.Repository, name, webURL string) (bool, error) {
	n, err := tx.q.exec(ctx, `
		UPDATE repositories SET full_name = $1, folded_name = $2, web_url = $3 WHERE id = $4 AND team_id = $5 AND deleted_at = 0
		AND NOT EXISTS (SELECT 1 FROM repositories o WHERE o.team_id = $6 AND o.folded_name = $7 AND o.provider = $8 AND o.id <> $9)`,
		name, vigil.FoldName(name), webURL, r.ID, team, team, vigil.FoldName(name), r.Provider, r.ID)
	if err != nil {
		return false, fmt.Errorf("rename repository %s: %w", r.ID, err)
	}
	return n == 1, nil
}
