package store

import (
	"context"
	"fmt"
	"time"

	"vigil"
)

const scanColumns = `s.id, s.repository_id, r.full_name, s.name, s.status, s.progress, s.language, s.kind, s.branch, s.follows_default,
	s.commit_sha, s.pull_request, s.model, s.found_critical, s.found_high, s.found_medium, s.found_low, s.created_at, s.ended_at`

const scanJoin = ` JOIN repositories r ON r.id = s.repository_id`

// ScanFilter narrows a list of scans. The zero value lets all through.
type ScanFilter struct {
	Statuses    []string
	PullRequest int64
	Created     Between
	// Repositories are the ids whose scans are wanted. Nil: those of all.
	Repositories []vigil.ID
}

// Between is a span of time that excludes both its ends. A zero end is open.
type Between struct{ After, Before time.Time }

func (b Between) conditions(column string) (out []condition) {
	if !b.After.IsZero() {
		out = append(out, where(column+" > ?", b.After.UnixMicro()))
	}
	if !b.Before.IsZero() {
		out = append(out, where(column+" < ?", ceilMicros(b.Before)))
	}
	return out
}

// ceilMicros rounds up, so that what happened within the microsecond of t but
// before t stays before it.
func ceilMicros(t time.Time) int64 {
	n := t.UnixMicro()
	if t.Nanosecond()%1000 != 0 {
		n++
	}
	return n
}

// InsertScan stores a new scan and counts it for its repository.
func (tx *Tx) InsertScan(ctx context.Context, team vigil.TeamID, s vigil.Scan) error {
	_, err := tx.q.exec(ctx, `
		INSERT INTO scans (id, team_id, repository_id, name, status, progress, kind, branch, follows_default, commit_sha, pull_request, model, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
		s.ID, team, s.RepositoryID, s.Name, s.Status, s.Progress, s.Kind, s.Branch, s.FollowsDefault, s.CommitSHA, s.PullRequest, s.Model, micros(s.CreatedAt))
	if err != nil {
		return fmt.Errorf("insert scan: %w", err)
	}
	tx.deltas.repository(s.RepositoryID).scans++
	return nil
}

// GetScan returns a scan of a team.
func (r reader) GetScan(ctx context.Context, team vigil.TeamID, id vigil.ID) (vigil.Scan, error) {
	s, err := scanScan()(r.q.row(ctx, `SELECT `+scanColumns+` FROM scans s`+scanJoin+` WHERE s.id = $1 AND s.team_id = $2`, id, team))
	return s, missing(err, "scan")
}

// GetScans returns those of a team's scans that have one of ids.
func (r reader) GetScans(ctx context.Context, team vigil.TeamID, ids []vigil.ID) (map[vigil.ID]vigil.Scan, error) {
	got := map[vigil.ID]vigil.Scan{}
	if len(ids) == 0 {
		return got, nil
	}
	var t sqlText
	t.add(`SELECT ` + scanColumns + ` FROM scans s` + scanJoin)
	t.where([]condition{where("s.team_id = ?", team), anyOf("s.id", ids)})
	rs, err := r.q.query(ctx, t.String(), t.args...)
	all, err := collect(rs, err, scanScan())
	if err != nil {
		return nil, fmt.Errorf("get scans: %w", err)
	}
	for _, s := range all {
		got[s.ID] = s
	}
	return got, nil
}

// ListScans returns a page of the scans of a team.
func (r reader) ListScans(ctx context.Context, team vigil.TeamID, f ScanFilter, page vigil.Page) (List[vigil.Scan], error) {
	if f.Repositories != nil && len(f.Repositories) == 0 {
		return List[vigil.Scan]{}, nil
	}
	l, err := list(ctx, r.q, f.plan(team, page.Sort), page, func(s vigil.Scan) vigil.ID { return s.ID }, scanScan)
	if err != nil {
		return l, fmt.Errorf("list scans: %w", err)
	}
	return l, nil
}

func (f ScanFilter) plan(team vigil.TeamID, sort string) plan {
	created := "s.created_at"
	if sort != "created_at" {
		created += " + 0" // keeps SQLite on the index of the sort
	}
	p := plan{
		columns: scanColumns,
		from:    where("scans s"), join: scanJoin,
		id: "s.id", sort: "s." + sort, textual: sort == "name",
		where: append(f.Created.conditions(created), where("s.team_id = ?", team)),
	}
	few := f.PullRequest > 0
	if few { // the scans of a pull request are found first, then sorted
		p.from = where("(SELECT id FROM scans WHERE team_id = ? AND pull_request = ? AND pull_request > 0) AS g CROSS JOIN scans s", team, f.PullRequest)
		p.where = append(p.where, where("s.id = g.id"))
	}
	if f.Repositories != nil && (few || !p.split(each("s.repository_id", f.Repositories))) {
		p.where = append(p.where, anyOf("s.repository_id", f.Repositories))
	}
	if len(f.Statuses) > 0 && (few || !p.split(each("s.status", f.Statuses))) {
		p.where = append(p.where, anyOf("s.status", f.Statuses))
	}
	return p
}

// EndScan gives a scan its last status. It reports false if the scan had ended
// already: whoever comes second changes nothing.
func (tx *Tx) EndScan(ctx context.Context, team vigil.TeamID, id vigil.ID, status vigil.ScanStatus, now time.Time) (bool, error) {
	n, err := tx.q.exec(ctx, `UPDATE scans SET status = $1, ended_at = $2 WHERE id = $3 AND team_id = $4 AND status IN ('queued', 'running')`,
		status, micros(now), id, team)
	if err != nil {
		return false, fmt.Errorf("end scan %s: %w", id, err)
	}
	return n == 1, nil
}

// UpsertScanDocuments stores the routes and the wiki that a scan made.
func (tx *Tx) UpsertScanDocuments(ctx context.Context, scan vigil.ID, routes vigil.ScanRoutes, wiki string) error {
	_, err := tx.q.exec(ctx, `
		INSERT INTO scan_documents (scan_id, routes_format, routes, routes_json, wiki) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (scan_id) DO UPDATE SET
			routes_format = excluded.routes_format, routes = excluded.routes, routes_json = excluded.routes_json, wiki = excluded.wiki`,
		scan, routes.Format, routes.Text, append([]byte{}, routes.JSON...), wiki)
	if err != nil {
		return fmt.Errorf("store documents of scan %s: %w", scan, err)
	}
	return nil
}

// GetScanRoutes returns the API description that a scan discovered, empty if it
// discovered none.
func (r reader) GetScanRoutes(ctx context.Context, team vigil.TeamID, id vigil.ID) (routes vigil.ScanRoutes, err error) {
	err = r.q.row(ctx, `
		SELECT coalesce(d.routes_format, ''), coalesce(d.routes, ''), d.routes_json
		FROM scans s LEFT JOIN scan_documents d ON d.scan_id = s.id WHERE s.id = $1 AND s.team_id = $2`, id, team).
		Scan(&routes.Format, &routes.Text, &routes.JSON)
	return routes, missing(err, "scan")
}

// GetScanWiki returns the wiki that a scan wrote, empty if it wrote none.
func (r reader) GetScanWiki(ctx context.Context, team vigil.TeamID, id vigil.ID) (wiki string, err error) {
	err = r.q.row(ctx, `
		SELECT coalesce(d.wiki, '')
		FROM scans s LEFT JOIN scan_documents d ON d.scan_id = s.id WHERE s.id = $1 AND s.team_id = $2`, id, team).
		Scan(&wiki)
	return wiki, missing(err, "scan")
}

func scanScan(extra ...any) func(row) (vigil.Scan, error) {
	var s vigil.Scan
	var created, ended int64
	dest := append([]any{(*string)(&s.ID), (*string)(&s.RepositoryID), &s.Repository, &s.Name, (*string)(&s.Status), &s.Progress, &s.Language,
		(*string)(&s.Kind), &s.Branch, &s.FollowsDefault, &s.CommitSHA, &s.PullRequest, (*string)(&s.Model),
		&s.Found[0], &s.Found[1], &s.Found[2], &s.Found[3], &created, &ended}, extra...)
	return func(r row) (vigil.Scan, error) {
		err := r.Scan(dest...)
		s.CreatedAt, s.EndedAt = fromMicros(created), fromMicros(ended)
		return s, err
	}
}
