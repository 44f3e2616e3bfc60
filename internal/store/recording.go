package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"vigil"
)

// ScanInProgress is a scan as its worker needs it. Workers are not bound to a team.
type ScanInProgress struct {
	vigil.Scan
	Team       vigil.TeamID
	Repository vigil.Repository
}

// GetScanInProgress returns the scan of a job.
func (r reader) GetScanInProgress(ctx context.Context, id vigil.ID) (s ScanInProgress, err error) {
	if err = r.q.row(ctx, `SELECT team_id FROM scans WHERE id = $1`, id).Scan((*string)(&s.Team)); err != nil {
		return s, missing(err, "scan")
	}
	if s.Scan, err = r.GetScan(ctx, s.Team, id); err != nil {
		return s, err
	}
	s.Repository, err = r.GetRepository(ctx, s.Team, s.Scan.RepositoryID)
	return s, err
}

// AwaitTurn blocks until no other transaction holds the turn of a repository, and
// holds it until this transaction ends. Recording compares findings with the known
// vulnerabilities, so two recordings of a repository must not interleave. Call it
// first in a transaction: rows touched before would stay locked while it waits.
func (tx *Tx) AwaitTurn(ctx context.Context, repository vigil.ID) error {
	if tx.tryLock == nil {
		return nil
	}
	id := repository.Bytes()
	key := int64(binary.BigEndian.Uint64(id[8:])) // the random part
	// Waiting inside PostgreSQL would hit its statement_timeout.
	for {
		locked, err := tx.tryLock(ctx, key)
		if err != nil {
			return fmt.Errorf("await turn with repository %s: %w", repository, err)
		}
		if locked {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("await turn with repository %s: %w", repository, context.Cause(ctx))
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// UpdateScanProgress raises the progress of a running scan. It never decreases.
func (tx *Tx) UpdateScanProgress(ctx context.Context, team vigil.TeamID, id vigil.ID, percent int) error {
	_, err := tx.q.exec(ctx, `UPDATE scans SET progress = $1 WHERE id = $2 AND team_id = $3 AND progress < $4 AND status = 'running'`, percent, id, team, percent)
	if err != nil {
		return fmt.Errorf("update progress of scan %s: %w", id, err)
	}
	return nil
}

// UpdateScanSource records the commit and branch that a scan analyzes.
func (tx *Tx) UpdateScanSource(ctx context.Context, team vigil.TeamID, id vigil.ID, branch, commit string, committedAt time.Time) error {
	_, err := tx.q.exec(ctx, `UPDATE scans SET branch = $1, commit_sha = $2, committed_at = $3 WHERE id = $4 AND team_id = $5`,
		branch, commit, micros(committedAt), id, team)
	if err != nil {
		return fmt.Errorf("update source of scan %s: %w", id, err)
	}
	return nil
}

// UpdateScanLanguage records the main language of the source.
func (tx *Tx) UpdateScanLanguage(ctx context.Context, team vigil.TeamID, id vigil.ID, language string) error {
	if _, err := tx.q.exec(ctx, `UPDATE scans SET language = $1 WHERE id = $2 AND team_id = $3`, language, id, team); err != nil {
		return fmt.Errorf("update language of scan %s: %w", id, err)
	}
	return nil
}

// UpdateScanFailure records why a scan failed.
func (tx *Tx) UpdateScanFailure(ctx context.Context, team vigil.TeamID, id vigil.ID, reason string) error {
	if _, err := tx.q.exec(ctx, `UPDATE scans SET failure = $1 WHERE id = $2 AND team_id = $3`, reason, id, team); err != nil {
		return fmt.Errorf("update failure of scan %s: %w", id, err)
	}
	return nil
}

// Known is the part of a vulnerability needed to decide whether a scan saw it again.
type Known struct {
	ID          vigil.ID
	Fingerprint vigil.Fingerprint
	Status      vigil.Status
	FixedAt     time.Time // when it was fixed, if it is; zero: unknown
	Present     bool      // on the branch
	Severity    vigil.Score
}

// Commit is a scanned commit. Sources that are not in git have neither ID nor time.
type Commit struct {
	SHA  string
	Time time.Time
}

// ListKnown calls visit for each vulnerability of a repository. There can be very
// many, so they are streamed, and unsorted, since sorting would make the database
// buffer them. visit must not use the transaction.
func (r reader) ListKnown(ctx context.Context, team vigil.TeamID, repository vigil.ID, branch string, visit func(Known) error) error {
	rs, err := r.q.query(ctx, `
		SELECT v.id, v.fingerprint, v.status,
			CASE v.status WHEN 'fixed' THEN coalesce((SELECT max(c.created_at) FROM changes c WHERE c.vulnerability_id = v.id AND c.status_after = 'fixed'), 0) ELSE 0 END,
			(SELECT count(*) FROM presences p WHERE p.vulnerability_id = v.id AND p.branch = $1), v.severity
		FROM vulnerabilities v WHERE v.repository_id = $2 AND v.team_id = $3`, branch, repository, team)
	if err != nil {
		return fmt.Errorf("list known vulnerabilities: %w", err)
	}
	defer rs.Close()
	for rs.Next() {
		var k Known
		var fingerprint string
		var fixed, present, severity int64
		if err := rs.Scan((*string)(&k.ID), &fingerprint, (*string)(&k.Status), &fixed, &present, &severity); err != nil {
			return fmt.Errorf("list known vulnerabilities: %w", err)
		}
		if k.Fingerprint, err = vigil.ParseFingerprint(fingerprint); err != nil {
			return fmt.Errorf("list known vulnerabilities: %w", err)
		}
		k.FixedAt, k.Present, k.Severity = fromMicros(fixed), present > 0, vigil.Score(severity)
		if err := visit(k); err != nil {
			return err
		}
	}
	if err := rs.Err(); err != nil {
		return fmt.Errorf("list known vulnerabilities: %w", err)
	}
	return nil
}

// CountKnown returns the number of vulnerabilities of a repository, counting up to a
// maximum.
func (r reader) CountKnown(ctx context.Context, team vigil.TeamID, repository vigil.ID, most int) (n int, err error) {
	err = r.q.row(ctx, `SELECT count(*) FROM (SELECT 1 FROM vulnerabilities WHERE repository_id = $1 AND team_id = $2 LIMIT $3) AS known`, repository, team, most).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("count known vulnerabilities: %w", err)
	}
	return n, nil
}

// LastSeen is how and where a vulnerability was last seen.
type LastSeen struct {
	FilePath  string
	Evidence  Evidence          // empty if none
	PresentIn map[string]Commit // for each branch that has it, the commit in which it was last seen
}

// ListLastSeen returns it for the vulnerabilities of a team with these IDs, at most
// 1,000.
func (r reader) ListLastSeen(ctx context.Context, team vigil.TeamID, ids []vigil.ID) (map[vigil.ID]LastSeen, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	out := make(map[vigil.ID]LastSeen, len(ids))
	var t sqlText
	t.add(`SELECT v.id, v.file_path, coalesce(e.detector, ''), coalesce(e.rule, ''), coalesce(e.finding, '{}')
		FROM vulnerabilities v LEFT JOIN evidence e ON e.vulnerability_id = v.id`)
	t.where(ofIDs("v.", team, ids))
	rs, err := r.q.query(ctx, t.String(), t.args...)
	_, err = collect(rs, err, func(w row) (none struct{}, err error) {
		var id, finding string
		l := LastSeen{PresentIn: map[string]Commit{}}
		err = w.Scan(&id, &l.FilePath, &l.Evidence.Detector, &l.Evidence.Rule, &finding)
		l.Evidence.VulnerabilityID, l.Evidence.Finding = vigil.ID(id), []byte(finding)
		out[vigil.ID(id)] = l
		return none, err
	})
	if err != nil {
		return nil, fmt.Errorf("list how vulnerabilities were seen last: %w", err)
	}
	t = sqlText{}
	t.add(`SELECT p.vulnerability_id, p.branch, p.commit_sha, p.committed_at FROM presences p`)
	t.where([]condition{anyOf("p.vulnerability_id", ids)})
	rs, err = r.q.query(ctx, t.String(), t.args...)
	_, err = collect(rs, err, func(w row) (none struct{}, err error) {
		var id, branch string
		var c Commit
		var committed int64
		err = w.Scan(&id, &branch, &c.SHA, &committed)
		c.Time = fromMicros(committed)
		if l, of := out[vigil.ID(id)]; of {
			l.PresentIn[branch] = c
		}
		return none, err
	})
	if err != nil {
		return nil, fmt.Errorf("list where vulnerabilities were seen last: %w", err)
	}
	return out, nil
}

// ListVulnerabilitiesByID returns the vulnerabilities of a team with these IDs, at
// most 1,000, without their fingerprints.
func (r reader) ListVulnerabilitiesByID(ctx context.Context, team vigil.TeamID, ids []vigil.ID) (map[vigil.ID]vigil.Vulnerability, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var t sqlText
	t.add(`SELECT ` + vulnerabilityColumns + ` FROM vulnerabilities v`)
	t.where(ofIDs("v.", team, ids), []condition{where(visible)})
	rs, err := r.q.query(ctx, t.String(), t.args...)
	all, err := collect(rs, err, scanVulnerability())
	if err != nil {
		return nil, fmt.Errorf("list vulnerabilities by id: %w", err)
	}
	out := make(map[vigil.ID]vigil.Vulnerability, len(all))
	for _, v := range all {
		out[v.ID] = v
	}
	return out, nil
}

// ListPresenceCommits returns the commits in which the vulnerabilities of a branch
// were last seen.
func (r reader) ListPresenceCommits(ctx context.Context, team vigil.TeamID, repository vigil.ID, branch string) ([]Commit, error) {
	rs, err := r.q.query(ctx, `
		SELECT DISTINCT p.commit_sha, p.committed_at FROM vulnerabilities v JOIN presences p ON p.vulnerability_id = v.id
		WHERE v.repository_id = $1 AND v.team_id = $2 AND p.branch = $3 AND p.commit_sha <> ''`, repository, team, branch)
	all, err := collect(rs, err, func(w row) (c Commit, err error) {
		var at int64
		err = w.Scan(&c.SHA, &at)
		c.Time = fromMicros(at)
		return c, err
	})
	if err != nil {
		return nil, fmt.Errorf("list commits of presences: %w", err)
	}
	return all, nil
}

// GetLastCommit returns the commit of the last completed scan of a branch, or empty.
func (r reader) GetLastCommit(ctx context.Context, team vigil.TeamID, repository vigil.ID, branch string) (sha string, err error) {
	err = r.q.row(ctx, `
		SELECT coalesce((SELECT commit_sha FROM scans
			WHERE repository_id = $1 AND team_id = $2 AND branch = $3 AND status = 'completed' AND kind = 'main' AND commit_sha <> ''
			ORDER BY ended_at DESC LIMIT 1), '')`, repository, team, branch).Scan(&sha)
	if err != nil {
		return "", fmt.Errorf("get last commit of %s: %w", branch, err)
	}
	return sha, nil
}

// Evidence is the stored part of a finding that the contract's record does not
// contain.
type Evidence struct {
	VulnerabilityID vigil.ID
	Detector, Rule  string
	Finding         []byte // JSON
}

// UpsertEvidence stores the latest evidence of vulnerabilities.
func (tx *Tx) UpsertEvidence(ctx context.Context, all []Evidence) error {
	err := insertMany(ctx, tx.q, `INSERT INTO evidence (vulnerability_id, detector, rule, finding)`, all,
		func(e Evidence) []any { return []any{e.VulnerabilityID, e.Detector, e.Rule, string(e.Finding)} },
		` ON CONFLICT (vulnerability_id) DO UPDATE SET detector = excluded.detector, rule = excluded.rule, finding = excluded.finding`)
	if err != nil {
		return fmt.Errorf("store evidence: %w", err)
	}
	return nil
}

// GetEvidence returns the evidence of a vulnerability of a team.
func (r reader) GetEvidence(ctx context.Context, team vigil.TeamID, id vigil.ID) (e Evidence, err error) {
	e.VulnerabilityID = id
	var finding string
	err = r.q.row(ctx, `
		SELECT e.detector, e.rule, e.finding FROM evidence e JOIN vulnerabilities v ON v.id = e.vulnerability_id
		WHERE e.vulnerability_id = $1 AND v.team_id = $2 AND `+visible, id, team).Scan(&e.Detector, &e.Rule, &finding)
	e.Finding = []byte(finding)
	return e, missing(err, "evidence")
}

// UpdateVulnerabilitiesSeen records the latest scan that saw vulnerabilities.
func (tx *Tx) UpdateVulnerabilitiesSeen(ctx context.Context, team vigil.TeamID, scan vigil.ID, ids []vigil.ID) error {
	for chunk := range slices.Chunk(ids, 500) {
		var t sqlText
		t.add(`UPDATE vulnerabilities SET scan_id = ?`, scan)
		t.where(ofIDs("", team, chunk))
		if _, err := tx.q.exec(ctx, t.String(), t.args...); err != nil {
			return fmt.Errorf("update vulnerabilities of scan %s: %w", scan, err)
		}
	}
	return nil
}

// UpdateVulnerabilityDetails updates a vulnerability with the metadata of a newer rule
// or a new location, and the counts if its severity changed. It is a compare-and-swap:
// it reports false, and changes nothing, if status or severity changed meanwhile. Read
// again then.
func (tx *Tx) UpdateVulnerabilityDetails(ctx context.Context, team vigil.TeamID, before, after vigil.Vulnerability) (bool, error) {
	var onDefault bool
	err := tx.q.row(ctx, `
		UPDATE vulnerabilities SET severity = $1, cvss_vector = $2, confidence = $3, type = $4, cwe = $5, title = $6, description = $7,
			fingerprint = $8, file_path = $9
		WHERE id = $10 AND team_id = $11 AND status = $12 AND severity = $13 RETURNING on_default`,
		int(after.Severity), after.CVSS, int(after.Confidence), after.Type, after.CWE, after.Title, after.Description,
		after.Fingerprint.String(), after.FilePath, before.ID, team, before.Status, int(before.Severity)).Scan(&onDefault)
	if errors.Is(err, errNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("update vulnerability %s: %w", before.ID, err)
	}
	tx.changed = append(tx.changed, before.ID)
	if before.Severity != after.Severity || before.Confidence != after.Confidence {
		tx.rescoring.rescored(before)
	}
	if onDefault && before.Status == vigil.Open {
		open := &tx.deltas.repository(before.RepositoryID).open
		open.Add(before.Severity, -1)
		open.Add(after.Severity, 1)
	}
	return true, nil
}
