package store

import (
	"context"
	"fmt"
	"time"

	"vigil"
)

const repositoryColumns = `r.id, r.full_name, r.provider, r.default_branch, r.web_url, r.fail_on_severity,
	r.scan_count, r.open_critical, r.open_high, r.open_medium, r.open_low, r.last_scan_at, r.created_at`

// TrackRepository returns the repository with that provider and name, inserting r if
// there is none.
func (tx *Tx) TrackRepository(ctx context.Context, team vigil.TeamID, r vigil.Repository) (vigil.Repository, error) {
	_, err := tx.q.exec(ctx, `
		INSERT INTO repositories (id, team_id, provider, full_name, folded_name, default_branch, web_url, fail_on_severity, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		ON CONFLICT (team_id, folded_name, provider) DO NOTHING`,
		r.ID, team, r.Provider, r.FullName, vigil.FoldName(r.FullName), r.DefaultBranch, r.WebURL, r.FailOnSeverity, micros(r.CreatedAt))
	if err != nil {
		return r, fmt.Errorf("track repository: %w", err)
	}
	got, err := scanRepository()(tx.q.row(ctx, `SELECT `+repositoryColumns+` FROM repositories r WHERE r.team_id = $1 AND r.folded_name = $2 AND r.provider = $3`,
		team, vigil.FoldName(r.FullName), r.Provider))
	return got, missing(err, "repository")
}

// GetRepository returns a repository of a team.
func (r reader) GetRepository(ctx context.Context, team vigil.TeamID, id vigil.ID) (vigil.Repository, error) {
	got, err := scanRepository()(r.q.row(ctx, `SELECT `+repositoryColumns+` FROM repositories r WHERE r.id = $1 AND r.team_id = $2 AND r.deleted_at = 0`, id, team))
	return got, missing(err, "repository")
}

// ListRepositoriesNamed returns the repositories of a team with that full name,
// ignoring case: at most one per provider.
func (r reader) ListRepositoriesNamed(ctx context.Context, team vigil.TeamID, fullName string) ([]vigil.Repository, error) {
	rs, err := r.q.query(ctx, `SELECT `+repositoryColumns+` FROM repositories r WHERE r.team_id = $1 AND r.folded_name = $2 ORDER BY r.provider`,
		team, vigil.FoldName(fullName))
	got, err := collect(rs, err, scanRepository())
	if err != nil {
		return nil, fmt.Errorf("list repositories named %q: %w", fullName, err)
	}
	return got, nil
}

// ListRepositories returns a page of the repositories of a team.
func (r reader) ListRepositories(ctx context.Context, team vigil.TeamID, page vigil.Page) (List[vigil.Repository], error) {
	p := plan{
		team:    team,
		columns: repositoryColumns,
		table:   "repositories r",
		id:      "r.id", sort: "r." + page.Sort, textual: page.Sort == "full_name",
		where: []condition{where("r.team_id = ?", team), where("r.deleted_at = 0")},
	}
	l, err := list(ctx, r, p, page, func(r vigil.Repository) vigil.ID { return r.ID }, scanRepository)
	if err != nil {
		return l, fmt.Errorf("list repositories: %w", err)
	}
	return l, nil
}

// GetRepositories returns the repositories of a team with these IDs.
func (r reader) GetRepositories(ctx context.Context, team vigil.TeamID, ids []vigil.ID) (map[vigil.ID]vigil.Repository, error) {
	got := map[vigil.ID]vigil.Repository{}
	if len(ids) == 0 {
		return got, nil
	}
	var t sqlText
	t.add(`SELECT ` + repositoryColumns + ` FROM repositories r`)
	t.where([]condition{where("r.team_id = ?", team), where("r.deleted_at = 0"), anyOf("r.id", ids)})
	rs, err := r.q.query(ctx, t.String(), t.args...)
	all, err := collect(rs, err, scanRepository())
	if err != nil {
		return nil, fmt.Errorf("get repositories: %w", err)
	}
	for _, r := range all {
		got[r.ID] = r
	}
	return got, nil
}

// UpdateRepositoryGate sets the gate: the lowest level that fails a scan of the
// repository, or empty for none.
func (tx *Tx) UpdateRepositoryGate(ctx context.Context, team vigil.TeamID, id vigil.ID, failOn vigil.Level) error {
	n, err := tx.q.exec(ctx, `UPDATE repositories SET fail_on_severity = $1 WHERE id = $2 AND team_id = $3 AND deleted_at = 0`, failOn, id, team)
	if err == nil && n == 0 {
		return vigil.MissingError("repository")
	}
	if err != nil {
		return fmt.Errorf("update repository %s: %w", id, err)
	}
	return nil
}

// UpdateRepositoryScanned records that a scan of the repository completed.
func (tx *Tx) UpdateRepositoryScanned(ctx context.Context, team vigil.TeamID, id vigil.ID, at time.Time) error {
	_, err := tx.q.exec(ctx, `UPDATE repositories SET last_scan_at = $1 WHERE id = $2 AND team_id = $3 AND last_scan_at < $4`,
		micros(at), id, team, micros(at))
	if err != nil {
		return fmt.Errorf("update repository %s: %w", id, err)
	}
	return nil
}

func scanRepository(extra ...any) func(row) (vigil.Repository, error) {
	var g vigil.Repository
	var lastScan, created int64
	dest := append([]any{(*string)(&g.ID), &g.FullName, (*string)(&g.Provider), &g.DefaultBranch, &g.WebURL, (*string)(&g.FailOnSeverity),
		&g.ScanCount, &g.Open[0], &g.Open[1], &g.Open[2], &g.Open[3], &lastScan, &created}, extra...)
	return func(r row) (vigil.Repository, error) {
		err := r.Scan(dest...)
		g.LastScanAt, g.CreatedAt = fromMicros(lastScan), fromMicros(created)
		return g, err
	}
}
