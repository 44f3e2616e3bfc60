package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// million is a database with a million vulnerabilities of three teams, with a skewed
// distribution: few common kinds and a long tail, one repository with much of it, and the rows
// of interest at the end of an index scan.
type million struct {
	store *store.Store
	team  vigil.TeamID // has most
	rows  int          // total
	scan  vigil.ID     // of the first repository: saw all of it
	large vigil.ID     // a scan that saw 200,000, the most that the engine reports
	older vigil.ID     // a scan that saw the same, some of which were rescored since
	far   vigil.ID     // a scan that saw the same, all of which were rescored since
	repos []vigil.ID   // of the team; the first has two fifths

	servers []string // the processes of PostgreSQL, if used
}

// fillMillion creates n vulnerabilities. Indexes are rebuilt at the end, which is many times
// faster.
func fillMillion(t testing.TB, c store.Config, n int) *million {
	store.SetListTime(t, time.Hour)
	if c.PostgresURL != "" {
		c = storetest.WithStatementTimeout(c, 0)
	}
	s := storetest.Open(t, c)
	m := &million{store: s}
	indexes := dropIndexes(t, s, c)
	uuid := ""
	if c.PostgresURL != "" {
		uuid = "::uuid"
	}
	const repositories = 200
	for i, share := range []int{90, 8, 2} {
		team := storetest.Team(t, s, fmt.Sprintf("team-%d", i)).ID
		if i == 0 {
			m.team = team
		}
		// IDs ascend like those of the server, and are predictable numbers.
		id := func(kind int, n string) string {
			digits := "CAST(" + n + " AS TEXT)"
			return fmt.Sprintf("('01900000-000%d-700%d-8000-' || substr('000000000000', length(%s) + 1) || %s)%s", kind, i, digits, digits, uuid)
		}
		numbers := func(n int) string {
			return fmt.Sprintf("WITH RECURSIVE numbers(n) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n < %d) ", n-1)
		}
		store.Exec(t, s, strings.ReplaceAll(`INSERT INTO repositories (id, team_id, provider, full_name, folded_name, default_branch, web_url, created_at) `+
			numbers(repositories)+`SELECT `+id(1, "n")+`, $1, 'github', 'acme/r' || n, 'acme/r' || n, 'main', '', 1700000000000000 + n FROM numbers`, "\n", " "), team)
		store.Exec(t, s, `INSERT INTO scans (id, team_id, repository_id, name, status, kind, branch, follows_default, created_at) `+
			numbers(repositories)+`SELECT `+id(2, "n")+`, $1, `+id(1, "n")+`, 'nightly', 'completed', 'main', 'main', true, 1700000000000000 + n FROM numbers`, team)
		rows := n * share / 100
		store.Exec(t, s, `INSERT INTO vulnerabilities
			(id, team_id, repository_id, scan_id, fingerprint, status, severity, cvss_vector, confidence, type, cwe, title, description, file_path, created_at) `+
			numbers(rows)+`, mixed AS (
				SELECT n, (n * 7919 + n / 13 * 104729) % 100003 % 10000 AS a, (n * 15485863 + n / 7 * 31) % 99991 % 10000 AS b,
					(n * 32452843 + n / 11 * 17) % 99989 % 1000 AS c FROM numbers
			), placed AS (
				SELECT n, a, b, c, CASE WHEN a < 4000 THEN 0 WHEN a < 6223 THEN 1 ELSE 2 + a % 198 END AS r FROM mixed
			)
			SELECT `+id(3, "n")+`, $1, `+id(1, "r")+`, `+id(2, "r")+`, 'f' || n,
				CASE WHEN n % 10 < 3 THEN 'open' WHEN n % 10 < 7 THEN 'fixed' WHEN n % 10 = 7 THEN 'in_progress' WHEN n % 10 = 8 THEN 'false_positive' ELSE 'accepted_risk' END,
				CASE WHEN n > `+fmt.Sprint(rows/10*9)+` THEN 25 WHEN n < 300 THEN 99 WHEN c < 300 THEN 72 WHEN c < 600 THEN 61 WHEN c < 700 THEN 88 WHEN c < 750 THEN 95 WHEN c < 900 THEN 40 + c % 30 ELSE c % 40 END,
				'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', b % 101,
				CASE WHEN b < 3000 THEN 'VULNERABLE_DEPENDENCY' WHEN b < 5000 THEN 'MISCONFIGURATION' WHEN b < 9500 THEN 'KIND_' || (b % 50) ELSE 'TAIL_' || (n % 2000) END,
				CASE WHEN n < 500 THEN 'CWE-1' WHEN b < 3000 THEN 'CWE-' || (100 + c % 300) WHEN b < 5000 THEN 'CWE-16' WHEN b < 9500 THEN 'CWE-' || (1000 + b % 50) ELSE 'CWE-' || (2000 + n % 2000) END,
				'SQL injection in handler ' || n, 'Untrusted data reaches a query that is built by joining texts.', 'src/handlers/h' || n || '.py', 1700000000000000 + n * CAST(1000000 AS BIGINT)
			FROM placed`, team)
		store.Exec(t, s, `INSERT INTO sightings (scan_id, vulnerability_id, team_id, pull_request, created_at, severity, confidence)
			SELECT scan_id, id, team_id, CASE WHEN severity = 72 THEN 7 ELSE 0 END, created_at, severity, confidence FROM vulnerabilities WHERE team_id = $1`, team)
		// How much a scan saw decides how its lists are read.
		store.Exec(t, s, `UPDATE scans SET rescored = 0, found_low = (SELECT count(*) FROM sightings g WHERE g.scan_id = scans.id) WHERE team_id = $1`, team)
		store.Exec(t, s, `INSERT INTO pull_request_vulnerabilities
			SELECT team_id, 7, id, repository_id, status, severity, confidence, type, cwe, created_at FROM vulnerabilities WHERE team_id = $1 AND severity = 72`, team)
	}
	for _, text := range indexes {
		store.Exec(t, s, text)
	}
	m.find(t, c, n)
	m.rescore(t)
	if c.PostgresURL != "" { // as autovacuum does in production
		conn, err := pgx.Connect(ctx, c.PostgresURL)
		if err == nil {
			_, err = conn.Exec(ctx, "VACUUM ANALYZE")
			conn.Close(ctx)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// rescore makes a scan that saw what the large one saw, before one in 200 of it was rescored, and
// one before all of it was. How far that one is behind is not known, which is read in the same way.
func (m *million) rescore(t testing.TB) {
	m.older, m.far = "01900000-0009-7000-8000-000000000001", "01900000-0009-7000-8000-000000000002"
	for _, scan := range []struct {
		id     vigil.ID
		number int
		scores string
	}{
		{m.older, 0, "CASE WHEN created_at / 1000000 % 200 = 0 THEN 50 ELSE severity END, confidence"},
		{m.far, -2, "CASE WHEN severity > 5 THEN severity - 5 ELSE severity END, (confidence * 7 + 3) % 101"},
	} {
		store.Exec(t, m.store, `INSERT INTO scans (id, team_id, repository_id, name, status, kind, branch, follows_default, created_at, rescored, found_low)
			SELECT $1, team_id, repository_id, name, status, kind, branch, follows_default, created_at - 1, $2, found_low FROM scans WHERE id = $3`, scan.id, scan.number, m.large)
		store.Exec(t, m.store, `INSERT INTO sightings (scan_id, vulnerability_id, team_id, pull_request, created_at, severity, confidence)
			SELECT $1, vulnerability_id, team_id, pull_request, created_at, `+scan.scores+` FROM sightings WHERE scan_id = $2`, scan.id, m.large)
	}
	store.Exec(t, m.store, `UPDATE repositories SET rescored = 1 WHERE id = $1`, m.repos[1])
	store.Exec(t, m.store, `UPDATE scans SET rescored = 1 WHERE id = $1`, m.large)
	store.Exec(t, m.store, `UPDATE vulnerabilities SET rescored = 1 WHERE repository_id = $1 AND created_at / 1000000 % 200 = 0`, m.repos[1])
}

// find fills in the values to query.
func (m *million) find(t testing.TB, config store.Config, n int) {
	m.rows = n * 90 / 100
	for _, id := range store.QueryTexts(t, m.store, 1, `SELECT CAST(id AS TEXT) FROM repositories WHERE team_id = $1 ORDER BY id`, m.team) {
		m.repos = append(m.repos, vigil.ID(id))
	}
	for i, scan := range []*vigil.ID{&m.scan, &m.large} {
		*scan = vigil.ID(store.QueryTexts(t, m.store, 1, `SELECT CAST(id AS TEXT) FROM scans WHERE repository_id = $1`, m.repos[i])[0])
	}
	if config.PostgresURL != "" {
		m.servers = store.QueryTexts(t, m.store, 1, `SELECT pid::text FROM pg_stat_activity WHERE datname = current_database()`)
	}
}

func dropIndexes(t testing.TB, s *store.Store, c store.Config) []string {
	ask := `SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name IN ('vulnerabilities', 'sightings', 'pull_request_vulnerabilities') AND sql IS NOT NULL`
	if c.PostgresURL != "" {
		ask = `SELECT indexdef FROM pg_indexes WHERE tablename IN ('vulnerabilities', 'sightings', 'pull_request_vulnerabilities') AND indexdef NOT LIKE '%UNIQUE%'`
	}
	texts := store.QueryTexts(t, s, 1, ask)
	for _, text := range texts {
		store.Exec(t, s, "DROP INDEX "+strings.Fields(text)[2])
	}
	return texts
}
