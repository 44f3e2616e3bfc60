package store

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"vigil"
)

const scanColumns = `s.id, s.repository_id, r.full_name, s.name, s.status, s.progress, s.language, s.kind, s.mode, s.branch, s.follows_default,
	s.commit_sha, s.pull_request, s.model, s.found_critical, s.found_high, s.found_medium, s.found_low, s.created_at, s.ended_at`

const (
	scanJoin = ` JOIN repositories r ON r.id = s.repository_id`
	// visibleScan is scanJoin without the scans of deleted repositories.
	visibleScan = scanJoin + ` AND r.deleted_at = 0`
)

// ScanFilter filters a list of scans. The zero value matches all.
type ScanFilter struct {
	Statuses    []string
	PullRequest int64
	Created     Between
	// Repositories are the IDs whose scans match. Nil: any.
	Repositories []vigil.ID
}

// InsertScan stores a new scan and increments the scan count of its repository.
func (tx *Tx) InsertScan(ctx context.Context, team vigil.TeamID, s vigil.Scan) error {
	_, err := tx.q.exec(ctx, `
		INSERT INTO scans (id, team_id, repository_id, name, status, progress, kind, mode, branch, follows_default, commit_sha, pull_request, model, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
		s.ID, team, s.RepositoryID, s.Name, s.Status, s.Progress, s.Kind, s.Mode, s.Branch, s.FollowsDefault, s.CommitSHA, s.PullRequest, s.Model, micros(s.CreatedAt))
	if err != nil {
		return fmt.Errorf("insert scan: %w", err)
	}
	tx.deltas.repository(s.RepositoryID).scans++
	return nil
}

// GetScan returns a scan of a team.
func (r reader) GetScan(ctx context.Context, team vigil.TeamID, id vigil.ID) (vigil.Scan, error) {
	s, err := scanScan()(r.q.row(ctx, `SELECT `+scanColumns+` FROM scans s`+visibleScan+` WHERE s.id = $1 AND s.team_id = $2`, id, team))
	return s, missing(err, "scan")
}

// GetScans returns the scans of a team with these IDs.
func (r reader) GetScans(ctx context.Context, team vigil.TeamID, ids []vigil.ID) (map[vigil.ID]vigil.Scan, error) {
	got := map[vigil.ID]vigil.Scan{}
	if len(ids) == 0 {
		return got, nil
	}
	var t sqlText
	t.add(`SELECT ` + scanColumns + ` FROM scans s` + visibleScan)
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
	asked := len(f.Statuses)
	if f.Repositories == nil {
		var err error
		if f.Repositories, err = r.listVisible(ctx, team); err != nil {
			return List[vigil.Scan]{}, err
		}
	}
	if f.Repositories != nil && len(f.Repositories) == 0 {
		return List[vigil.Scan]{}, nil
	}
	f.Statuses = slices.DeleteFunc(slices.Clone(f.Statuses), func(s string) bool { return !slices.Contains(vigil.ScanStatuses, vigil.ScanStatus(s)) })
	if asked > 0 && len(f.Statuses) == 0 {
		return List[vigil.Scan]{}, nil
	}
	few := false
	if page.Sort != "created_at" {
		var err error
		if few, err = r.fewCreated(ctx, "scans", team, f.Created); err != nil {
			return List[vigil.Scan]{}, err
		}
	}
	l, err := list(ctx, r, f.plan(team, page.Sort, few), page, func(s vigil.Scan) vigil.ID { return s.ID }, scanScan)
	if err != nil {
		return l, fmt.Errorf("list scans: %w", err)
	}
	return l, nil
}

// plan chooses the index to scan. few means that the filter's time range has few rows.
func (f ScanFilter) plan(team vigil.TeamID, sort string, few bool) plan {
	p := plan{
		team: team, columns: scanColumns, table: "scans s", join: scanJoin,
		id: "s.id", sort: "s." + sort, textual: sort == "name",
		where: []condition{where("s.team_id = ?", team)},
	}
	rest := f
	switch {
	case f.PullRequest > 0: // its scans are found first, then sorted
		p.from = where("(SELECT id FROM scans WHERE team_id = ? AND pull_request = ? AND pull_request > 0) AS g CROSS JOIN scans s", team, f.PullRequest)
		p.where = append(append(p.where, where("s.id = g.id")), hide(f.tests())...)
		return p
	case few:
		p.from = createdFirst("scans s", team, f.Created)
		p.where = append(append(p.where, where("s.id = g.id")), hide(f.tests())...)
		return p
	}
	if f.Repositories != nil && p.split(eachRepository("s.repository_id", team, f.Repositories)) {
		rest.Repositories, p.where = nil, nil
	}
	if len(f.Statuses) > 0 && p.split(each("s.status", f.Statuses)) {
		rest.Statuses = nil
	}
	if sort == "created_at" { // a range of the sort column
		p.where = append(p.where, rest.Created.conditions("s.created_at")...)
		rest.Created = Between{}
	}
	if p.tests = rest.tests(); len(p.tests) > 0 {
		p.gather = &gathering{from: where("scans s"), where: append(append([]condition{where("s.team_id = ?", team)}, f.Created.conditions("s.created_at")...), hide(f.tests())...)}
	}
	return p
}

// tests returns the conditions of f except the pull request, to be tested row by row.
func (f ScanFilter) tests() []condition {
	out := f.Created.conditions("s.created_at")
	if f.Repositories != nil {
		out = append(out, anyOf("s.repository_id", f.Repositories))
	}
	if len(f.Statuses) > 0 {
		out = append(out, anyOf("s.status", f.Statuses))
	}
	return out
}

// UpdateLeasedScanEnded is UpdateScanEnded for workers: it also reports false if their
// lease is lost.
func (tx *Tx) UpdateLeasedScanEnded(ctx context.Context, l Lease, status vigil.ScanStatus, now time.Time) (bool, error) {
	held, err := tx.RenewLease(ctx, l, now)
	if err != nil || !held {
		return false, err
	}
	return tx.UpdateScanEnded(ctx, l.Team, l.Scan, status, now)
}

// UpdateScanEnded sets the final status of a scan. It reports false if the scan had
// already finished, so only the first caller has an effect, or if its recording is
// decided: then only the recording can end it.
func (tx *Tx) UpdateScanEnded(ctx context.Context, team vigil.TeamID, id vigil.ID, status vigil.ScanStatus, now time.Time) (bool, error) {
	var from []vigil.ScanStatus // statuses it may change from
	for _, s := range []vigil.ScanStatus{vigil.ScanQueued, vigil.ScanRunning} {
		if s.CanBecome(status) {
			from = append(from, s)
		}
	}
	if !status.Done() || len(from) == 0 {
		return false, fmt.Errorf("end scan %s: %q is no end", id, status)
	}
	var t sqlText
	t.add(`UPDATE scans SET status = ?, ended_at = ?`, string(status), micros(now))
	t.where([]condition{where("id = ?", id), where("team_id = ?", team), anyOf("status", from), where("NOT decided")})
	n, err := tx.q.exec(ctx, t.String(), t.args...)
	if err != nil {
		return false, fmt.Errorf("end scan %s: %w", id, err)
	}
	if n == 1 {
		// The document is no longer needed.
		if err := tx.deleteScanImport(ctx, id); err != nil {
			return false, fmt.Errorf("end scan %s: %w", id, err)
		}
	}
	return n == 1, nil
}

// UpsertScanRoutes stores the API description that a scan of a team discovered.
func (tx *Tx) UpsertScanRoutes(ctx context.Context, team vigil.TeamID, scan vigil.ID, routes vigil.ScanRoutes) error {
	if _, err := tx.GetScan(ctx, team, scan); err != nil {
		return err
	}
	_, err := tx.q.exec(ctx, `
		INSERT INTO scan_documents (scan_id, routes_format, routes, wiki) VALUES ($1, $2, $3, '')
		ON CONFLICT (scan_id) DO UPDATE SET routes_format = excluded.routes_format, routes = excluded.routes`,
		scan, routes.Format, []byte{})
	if err != nil {
		return fmt.Errorf("store routes of scan %s: %w", scan, err)
	}
	for format, text := range map[string][]byte{"json": routes.JSON, "yaml": routes.YAML} {
		if err := tx.replaceParts(ctx, scan, routesText+format, bytes.NewReader(text)); err != nil {
			return err
		}
	}
	return nil
}

// UpsertScanWiki stores the wiki that a scan of a team generated.
func (tx *Tx) UpsertScanWiki(ctx context.Context, team vigil.TeamID, scan vigil.ID, wiki string) error {
	if _, err := tx.GetScan(ctx, team, scan); err != nil {
		return err
	}
	_, err := tx.q.exec(ctx, `
		INSERT INTO scan_documents (scan_id, routes_format, routes, wiki) VALUES ($1, '', $2, $3)
		ON CONFLICT (scan_id) DO UPDATE SET wiki = excluded.wiki`, scan, []byte{}, wiki)
	if err != nil {
		return fmt.Errorf("store wiki of scan %s: %w", scan, err)
	}
	return tx.addBytes(ctx, scan, int64(len(wiki)))
}

// ScanRoutes describes the stored API description of a scan.
type ScanRoutes struct {
	Format string // "json" or "yaml", like the repository's own API description; empty: none
	// JSONOnly: it was stored before there was YAML.
	JSONOnly bool
}

// GetScanRoutes returns the metadata of the API description that a scan discovered.
func (r reader) GetScanRoutes(ctx context.Context, team vigil.TeamID, id vigil.ID) (routes ScanRoutes, err error) {
	err = r.q.row(ctx, `
		SELECT coalesce(d.routes_format, ''), coalesce(length(d.routes), 0) > 0
		FROM scans s`+visibleScan+` LEFT JOIN scan_documents d ON d.scan_id = s.id WHERE s.id = $1 AND s.team_id = $2`, id, team).
		Scan(&routes.Format, &routes.JSONOnly)
	return routes, missing(err, "scan")
}

// OpenScanRoutes returns the text of an API description in a stored format. It is
// streamed from the database in chunks.
func (r reader) OpenScanRoutes(ctx context.Context, team vigil.TeamID, id vigil.ID, stored ScanRoutes, format string) (io.Reader, error) {
	packed := r.openParts(ctx, team, id, routesText+format)
	if stored.JSONOnly {
		packed = &parts{get: func(number int) (part []byte, err error) {
			err = r.q.row(ctx, `SELECT substr(d.routes, $1, $2) FROM scan_documents d JOIN scans s ON s.id = d.scan_id WHERE d.scan_id = $3 AND s.team_id = $4`,
				number*partSize+1, partSize, id, team).Scan(&part)
			return part, err
		}}
	}
	text, err := gzip.NewReader(packed)
	if err != nil {
		return nil, fmt.Errorf("unpack routes of scan %s: %w", id, err)
	}
	return text, nil
}

// GetScanWiki returns the wiki of a scan, empty if it has none.
func (r reader) GetScanWiki(ctx context.Context, team vigil.TeamID, id vigil.ID) (wiki string, err error) {
	err = r.q.row(ctx, `
		SELECT coalesce(d.wiki, '')
		FROM scans s`+visibleScan+` LEFT JOIN scan_documents d ON d.scan_id = s.id WHERE s.id = $1 AND s.team_id = $2`, id, team).
		Scan(&wiki)
	return wiki, missing(err, "scan")
}

// InsertScanCoverage stores the coverage of a scan, as JSON.
func (tx *Tx) InsertScanCoverage(ctx context.Context, scan vigil.ID, coverage []byte) error {
	if _, err := tx.q.exec(ctx, `INSERT INTO scan_coverages (scan_id, coverage) VALUES ($1, $2)`, scan, string(coverage)); err != nil {
		return fmt.Errorf("store coverage of scan %s: %w", scan, err)
	}
	return tx.addBytes(ctx, scan, int64(len(coverage)))
}

// ScanCoverage is the coverage of a scan, or its failure reason.
type ScanCoverage struct {
	Coverage []byte // JSON; an empty object: none
	Failure  string // empty: it did not fail
}

// GetScanCoverage returns the coverage of a scan of a team.
func (r reader) GetScanCoverage(ctx context.Context, team vigil.TeamID, id vigil.ID) (c ScanCoverage, err error) {
	var text string
	err = r.q.row(ctx, `
		SELECT coalesce(c.coverage, '{}'), s.failure
		FROM scans s`+visibleScan+` LEFT JOIN scan_coverages c ON c.scan_id = s.id WHERE s.id = $1 AND s.team_id = $2`, id, team).
		Scan(&text, &c.Failure)
	c.Coverage = []byte(text)
	return c, missing(err, "scan")
}

func scanScan(extra ...any) func(row) (vigil.Scan, error) {
	var s vigil.Scan
	var created, ended int64
	dest := append([]any{(*string)(&s.ID), (*string)(&s.RepositoryID), &s.Repository, &s.Name, (*string)(&s.Status), &s.Progress, &s.Language,
		(*string)(&s.Kind), (*string)(&s.Mode), &s.Branch, &s.FollowsDefault, &s.CommitSHA, &s.PullRequest, (*string)(&s.Model),
		&s.Found[0], &s.Found[1], &s.Found[2], &s.Found[3], &created, &ended}, extra...)
	return func(r row) (vigil.Scan, error) {
		err := r.Scan(dest...)
		s.CreatedAt, s.EndedAt = fromMicros(created), fromMicros(ended)
		return s, err
	}
}
