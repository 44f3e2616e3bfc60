package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"vigil"
)

// Sightings keep the scores that a scan saw, by which its findings are sorted. Until one of them
// is rescored they are those of the vulnerabilities, and the indexes of the repository, which
// hold the status and the level, have the order of the scan as well. Whether that is so is known
// from a number that every rescoring raises. The rescored vulnerabilities have it too: those with a
// higher number than the scan are read apart.

// rescoring collects what a transaction did that is about scores.
type rescoring struct {
	repositories map[vigil.ID][]vigil.ID // the rescored vulnerabilities of each
	scans        map[vigil.ID]vigil.ID   // that got sightings: their repositories
}

func (r *rescoring) rescored(v vigil.Vulnerability) {
	if r.repositories == nil {
		r.repositories = map[vigil.ID][]vigil.ID{}
	}
	r.repositories[v.RepositoryID] = append(r.repositories[v.RepositoryID], v.ID)
}

func (r *rescoring) sighted(scan vigil.Scan) {
	if r.scans == nil {
		r.scans = map[vigil.ID]vigil.ID{}
	}
	r.scans[scan.ID] = scan.RepositoryID
}

// flushRescored raises the numbers of repositories, then stores them with the rescored
// vulnerabilities and the scans. A scan keeps up with what it rescores itself: it stores its
// sighting afterwards, and sees a vulnerability once. If another scan of the repository came
// between its transactions, some of its sightings may have old scores, and its number stays.
func (tx *Tx) flushRescored(ctx context.Context) error {
	defer func() { tx.rescoring = rescoring{} }()
	for _, id := range slices.Sorted(maps.Keys(tx.rescoring.repositories)) {
		if _, err := tx.q.exec(ctx, `UPDATE repositories SET rescored = rescored + 1 WHERE id = $1`, id); err != nil {
			return fmt.Errorf("count rescored for repository %s: %w", id, err)
		}
		for chunk := range slices.Chunk(tx.rescoring.repositories[id], 500) {
			t := new(sqlText)
			t.add("UPDATE vulnerabilities SET rescored = (SELECT r.rescored FROM repositories r WHERE r.id = vulnerabilities.repository_id)")
			t.where([]condition{anyOf("id", chunk)})
			if _, err := tx.q.exec(ctx, t.String(), t.args...); err != nil {
				return fmt.Errorf("mark rescored of repository %s: %w", id, err)
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(tx.rescoring.scans)) {
		own := 0
		if tx.rescoring.repositories[tx.rescoring.scans[id]] != nil {
			own = 1
		}
		_, err := tx.q.exec(ctx, `
			UPDATE scans SET rescored = (SELECT CASE WHEN scans.rescored IN (-1, r.rescored - $1) THEN r.rescored ELSE scans.rescored END FROM repositories r WHERE r.id = scans.repository_id)
			WHERE id = $2 AND rescored <> (SELECT r.rescored FROM repositories r WHERE r.id = scans.repository_id)`, own, id)
		if err != nil {
			return fmt.Errorf("count rescored for scan %s: %w", id, err)
		}
	}
	return nil
}

// seenScan is what decides how the findings of a scan are read.
type seenScan struct {
	repository vigil.ID // empty: the team has no such scan
	few        bool     // it saw few
	current    bool     // none of them was rescored since
	number     int64    // that of the scan; negative: what was rescored since is not known
	fewBehind  bool     // what was rescored since is known, and few
}

func (r reader) seenScan(ctx context.Context, team vigil.TeamID, id vigil.ID) (s seenScan, err error) {
	var n int
	var own, latest int64
	err = r.q.row(ctx, `
		SELECT s.repository_id, s.found_critical + s.found_high + s.found_medium + s.found_low, s.rescored, r.rescored
		FROM scans s JOIN repositories r ON r.id = s.repository_id WHERE s.id = $1 AND s.team_id = $2`, id, team).
		Scan((*string)(&s.repository), &n, &own, &latest)
	if errors.Is(err, errNoRows) {
		return seenScan{}, nil
	}
	if err != nil {
		return s, fmt.Errorf("get scan: %w", err)
	}
	s.few, s.current, s.number = n <= fewOfScan, own == latest, own
	if !s.few && !s.current && own >= 0 {
		s.fewBehind, err = r.few(ctx, "vulnerabilities", fewRescored, s.rescoredSince("")...)
	}
	return s, err
}

// inOrder reports whether the indexes of the repository have the findings of the scan in its order.
// The time of a vulnerability never changes.
func (s seenScan) inOrder(sort string) bool { return s.current || sort == "created_at" }

// rescoredSince are the conditions that a vulnerability may have other scores than the scan saw.
func (s seenScan) rescoredSince(alias string) []condition {
	return []condition{where(alias+"repository_id = ?", s.repository), where(alias + "rescored > 0"), where(alias+"rescored > ?", s.number)}
}
