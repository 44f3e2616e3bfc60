package store

import (
	"context"
	"fmt"

	"vigil"
)

// usageQueries count the usage of each quota that is stored in the database.
var usageQueries = map[vigil.Quota]string{
	vigil.QuotaRepositories:    `SELECT count(*) FROM repositories WHERE team_id = $1 AND deleted_at = 0`,
	vigil.QuotaVulnerabilities: `SELECT CAST(coalesce(sum(vulnerability_count), 0) AS BIGINT) FROM repositories WHERE team_id = $1 AND deleted_at = 0`,
	vigil.QuotaStoredBytes: `
		SELECT (SELECT CAST(coalesce(sum(stored_bytes), 0) AS BIGINT) FROM repositories WHERE team_id = $1 AND deleted_at = 0) +
			(SELECT CAST(coalesce(sum(length(content)), 0) AS BIGINT) FROM rule_bundles WHERE team_id = $2)`,
	vigil.QuotaQueuedScans:  `SELECT count(*) FROM scans WHERE status = 'queued' AND team_id = $1`,
	vigil.QuotaRunningScans: `SELECT count(*) FROM scans WHERE status = 'running' AND team_id = $1`,
	vigil.QuotaWebhooks:     `SELECT count(*) FROM webhooks WHERE team_id = $1 AND deleted_at = 0`,
	vigil.QuotaSchedules:    `SELECT count(*) FROM schedules WHERE team_id = $1`,
	vigil.QuotaTriageJobs:   `SELECT count(*) FROM triage_jobs WHERE team_id = $1 AND ended_at = 0`,
	vigil.QuotaKeys:         `SELECT count(*) FROM api_keys WHERE team_id = $1 AND revoked_at = 0 AND (expires_at = 0 OR expires_at > $2)`,
}

// addBytes adds to the stored bytes of a scan's team.
func (tx *Tx) addBytes(ctx context.Context, scan vigil.ID, n int64) error {
	var repository vigil.ID
	if err := tx.q.row(ctx, `SELECT repository_id FROM scans WHERE id = $1`, scan).Scan((*string)(&repository)); err != nil {
		return fmt.Errorf("count bytes of scan %s: %w", scan, err)
	}
	tx.deltas.repository(repository).bytes += n
	return nil
}

// UpdateArchiveBytes replaces the size of a repository's archive in the usage of its
// team.
func (tx *Tx) UpdateArchiveBytes(ctx context.Context, team vigil.TeamID, repository vigil.ID, size int64) error {
	_, err := tx.q.exec(ctx, `
		UPDATE repositories SET stored_bytes = stored_bytes - archive_bytes + $1, archive_bytes = $2 WHERE id = $3 AND team_id = $4`,
		size, size, repository, team)
	if err != nil {
		return fmt.Errorf("count archive of repository %s: %w", repository, err)
	}
	return nil
}

// CountUsage returns the usage of a quota by a team. Usage that only a running server
// knows, such as open streams, is 0.
func (r reader) CountUsage(ctx context.Context, team vigil.TeamID, quota vigil.Quota) (n int64, err error) {
	switch query := usageQueries[quota]; quota {
	case vigil.QuotaRules:
		b, err := r.GetRuleBundle(ctx, team)
		if err != nil && vigil.KindOf(err) != vigil.NotFound {
			return 0, err
		}
		return int64(len(b.Rules)), nil
	case vigil.QuotaStoredBytes:
		err = r.q.row(ctx, query, team, team).Scan(&n)
	case vigil.QuotaKeys:
		err = r.q.row(ctx, query, team, micros(vigil.Now())).Scan(&n)
	case vigil.QuotaUploads, vigil.QuotaStreams:
	default:
		err = r.q.row(ctx, query, team).Scan(&n)
	}
	if err != nil {
		return 0, fmt.Errorf("count %s: %w", quota, err)
	}
	return n, nil
}
