package store

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"vigil"
)

// countDeltas collects the changes of a transaction to the counts of repositories and
// scans, so that each row is updated once, at the end, however many vulnerabilities were
// touched.
type countDeltas struct {
	repositories map[vigil.ID]*repositoryDelta
	scans        map[vigil.ID]*vigil.Counts
}

type repositoryDelta struct {
	open            vigil.Counts
	scans           int
	vulnerabilities int
	bytes           int64
}

func (d *countDeltas) repository(id vigil.ID) *repositoryDelta {
	if d.repositories == nil {
		d.repositories = map[vigil.ID]*repositoryDelta{}
	}
	if d.repositories[id] == nil {
		d.repositories[id] = &repositoryDelta{}
	}
	return d.repositories[id]
}

func (d *countDeltas) scan(id vigil.ID) *vigil.Counts {
	if d.scans == nil {
		d.scans = map[vigil.ID]*vigil.Counts{}
	}
	if d.scans[id] == nil {
		d.scans[id] = &vigil.Counts{}
	}
	return d.scans[id]
}

// FlushCounts writes the deltas, always in ID order: two transactions that touch the
// same rows then wait for each other instead of deadlocking. Write calls it at the
// end; call it earlier to read the counts in the same transaction.
func (tx *Tx) FlushCounts(ctx context.Context) error {
	defer func() { tx.deltas = countDeltas{} }()
	for _, id := range slices.Sorted(maps.Keys(tx.deltas.repositories)) {
		d := tx.deltas.repositories[id]
		if *d == (repositoryDelta{}) {
			continue
		}
		_, err := tx.q.exec(ctx, `
			UPDATE repositories SET
				scan_count = scan_count + $1,
				open_critical = open_critical + $2, open_high = open_high + $3,
				open_medium = open_medium + $4, open_low = open_low + $5,
				vulnerability_count = vulnerability_count + $6, stored_bytes = stored_bytes + $7
			WHERE id = $8`,
			d.scans, d.open[0], d.open[1], d.open[2], d.open[3], d.vulnerabilities, d.bytes, id)
		if err != nil {
			return fmt.Errorf("count for repository %s: %w", id, err)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(tx.deltas.scans)) {
		d := tx.deltas.scans[id]
		_, err := tx.q.exec(ctx, `
			UPDATE scans SET
				found_critical = found_critical + $1, found_high = found_high + $2,
				found_medium = found_medium + $3, found_low = found_low + $4
			WHERE id = $5`,
			d[0], d[1], d[2], d[3], id)
		if err != nil {
			return fmt.Errorf("count for scan %s: %w", id, err)
		}
	}
	return nil
}

// Recount recomputes all counts and returns a line for each that differs from the
// stored one. There should never be one.
func (r reader) Recount(ctx context.Context) ([]string, error) {
	wrong, err := r.recount(ctx, "repository", `
		SELECT r.id,
			r.scan_count, r.open_critical, r.open_high, r.open_medium, r.open_low,
			(SELECT count(*) FROM scans s WHERE s.repository_id = r.id),
			(SELECT count(*) FROM vulnerabilities v WHERE v.repository_id = r.id AND v.status = 'open' AND v.on_default AND v.level = 0),
			(SELECT count(*) FROM vulnerabilities v WHERE v.repository_id = r.id AND v.status = 'open' AND v.on_default AND v.level = 1),
			(SELECT count(*) FROM vulnerabilities v WHERE v.repository_id = r.id AND v.status = 'open' AND v.on_default AND v.level = 2),
			(SELECT count(*) FROM vulnerabilities v WHERE v.repository_id = r.id AND v.status = 'open' AND v.on_default AND v.level = 3)
		FROM repositories r WHERE r.deleted_at = 0 ORDER BY r.id`)
	if err != nil {
		return nil, err
	}
	totals, err := r.recount(ctx, "total of repository", `
		SELECT r.id, r.vulnerability_count, 0, 0, 0, 0, (SELECT count(*) FROM vulnerabilities v WHERE v.repository_id = r.id), 0, 0, 0, 0
		FROM repositories r WHERE r.deleted_at = 0 ORDER BY r.id`)
	if err != nil {
		return nil, err
	}
	wrong = append(wrong, totals...)
	flags, err := r.recount(ctx, "presence on the default branch of repository", `
		SELECT r.id,
			(SELECT count(*) FROM vulnerabilities v WHERE v.repository_id = r.id AND v.on_default
				AND NOT EXISTS (SELECT 1 FROM presences p WHERE p.vulnerability_id = v.id AND p.branch = r.default_branch)),
			(SELECT count(*) FROM vulnerabilities v WHERE v.repository_id = r.id AND NOT v.on_default
				AND EXISTS (SELECT 1 FROM presences p WHERE p.vulnerability_id = v.id AND p.branch = r.default_branch)), 0, 0, 0, 0, 0, 0, 0, 0
		FROM repositories r
		WHERE r.deleted_at = 0 AND NOT EXISTS (SELECT 1 FROM recounts c WHERE c.repository_id = r.id) ORDER BY r.id`)
	if err != nil {
		return nil, err
	}
	wrong = append(wrong, flags...)
	more, err := r.recount(ctx, "scan", `
		SELECT s.id,
			0, s.found_critical, s.found_high, s.found_medium, s.found_low,
			0,
			(SELECT count(*) FROM sightings g WHERE g.scan_id = s.id AND g.severity >= 90),
			(SELECT count(*) FROM sightings g WHERE g.scan_id = s.id AND g.severity BETWEEN 70 AND 89),
			(SELECT count(*) FROM sightings g WHERE g.scan_id = s.id AND g.severity BETWEEN 40 AND 69),
			(SELECT count(*) FROM sightings g WHERE g.scan_id = s.id AND g.severity < 40)
		FROM scans s JOIN repositories r ON r.id = s.repository_id WHERE r.deleted_at = 0 ORDER BY s.id`)
	if err != nil {
		return nil, err
	}
	copies, err := r.recountPullRequests(ctx)
	return slices.Concat(wrong, more, copies), err
}

// recount runs a query that returns an id, five stored counts, and the five expected
// ones.
func (r reader) recount(ctx context.Context, noun, query string) ([]string, error) {
	rs, err := r.q.query(ctx, query)
	lines, err := collect(rs, err, func(w row) (string, error) {
		var id vigil.ID
		var have, want [5]int
		err := w.Scan(&id, &have[0], &have[1], &have[2], &have[3], &have[4], &want[0], &want[1], &want[2], &want[3], &want[4])
		if err != nil || have == want {
			return "", err
		}
		return fmt.Sprintf("%s %s: stored %v, counted %v", noun, id, have, want), nil
	})
	if err != nil {
		return nil, fmt.Errorf("recount for each %s: %w", noun, err)
	}
	return slices.DeleteFunc(lines, func(line string) bool { return line == "" }), nil
}
