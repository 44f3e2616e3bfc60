package web_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"vigil"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
	"vigil/internal/web"
)

var ctx = context.Background()

// board is a dashboard with a team that has a repository, a scan, and vulnerabilities.
type board struct {
	t          *testing.T
	store      *store.Store
	url        string
	team       vigil.Team
	repository vigil.Repository
	scan       vigil.Scan
	found      []vigil.Vulnerability
}

// hostile is text that must never become markup.
const hostile = `"><script>alert(1)</script><img src=x onerror=alert(2)>'`

func newBoard(t *testing.T, db *store.Store) *board {
	mux := http.NewServeMux()
	for pattern, h := range web.New(web.Config{Store: db, Service: &service.Service{GitHubURL: "https://github.com"}, CheckRules: checkRules}) {
		mux.Handle(pattern, h)
	}
	h := httptest.NewServer(mux)
	t.Cleanup(h.Close)
	b := seedBoard(t, db)
	b.url = h.URL
	return b
}

// seedBoard stores the data of the team, without a server.
func seedBoard(t *testing.T, db *store.Store) *board {
	b := &board{t: t, store: db, team: storetest.Team(t, db, "acme")}
	b.repository = vigil.Repository{ID: vigil.NewID(), FullName: "acme/shop", Provider: vigil.GitHub, DefaultBranch: "main", WebURL: "https://github.com/acme/shop", CreatedAt: vigil.Now()}
	storetest.Write(t, db, func(tx *store.Tx) error {
		_, err := tx.TrackRepository(ctx, b.team.ID, b.repository)
		return err
	})
	b.scan = storetest.Scan(t, db, b.team.ID, b.repository, func(s *vigil.Scan) { s.CommitSHA = strings.Repeat("a1", 20) })
	b.found = storetest.Vulnerabilities(b.scan, 60, func(_ int, v *vigil.Vulnerability) { v.Status = vigil.Open })
	storetest.Record(t, db, b.team.ID, b.scan, b.found)
	return b
}

func (b *board) newKey(team vigil.Team, permissions ...vigil.Permission) (key vigil.Key, secret vigil.Secret) {
	b.t.Helper()
	storetest.Write(b.t, b.store, func(tx *store.Tx) (err error) {
		key, secret, err = new(service.Service).IssueKey(ctx, tx, team, service.NewKey{Name: "tester", Permissions: permissions})
		return err
	})
	return key, secret
}

// browser keeps cookies and submits forms like a browser.
type browser struct {
	*board
	client *http.Client
	header http.Header // in addition to those of a form
}

func (b *board) browser() *browser {
	jar, _ := cookiejar.New(nil)
	return &browser{board: b, header: http.Header{}, client: &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// signedIn returns a browser with a session of a new key, which has these permissions, or all.
func (b *board) signedIn(permissions ...vigil.Permission) *browser {
	b.t.Helper()
	_, secret := b.newKey(b.team, permissions...)
	in := b.browser()
	in.post("/sign-in", url.Values{"key": {string(secret)}}).want(303)
	return in
}

type shown struct {
	t      *testing.T
	what   string
	status int
	header http.Header
	body   string
}

func (b *browser) do(r *http.Request, err error) *shown {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
	for name, values := range b.header {
		r.Header[name] = values
	}
	answer, err := b.client.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return &shown{b.t, r.Method + " " + r.URL.RequestURI(), answer.StatusCode, answer.Header, string(body)}
}

func (b *browser) get(path string) *shown {
	b.t.Helper()
	return b.do(http.NewRequest(http.MethodGet, b.url+path, nil))
}

func (b *browser) post(path string, form url.Values) *shown {
	b.t.Helper()
	r, err := http.NewRequest(http.MethodPost, b.url+path, strings.NewReader(form.Encode()))
	if err == nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", b.url)
	}
	return b.do(r, err)
}

// want fails unless the response has the status and all the texts.
func (s *shown) want(status int, texts ...string) *shown {
	s.t.Helper()
	if s.status != status {
		s.t.Fatalf("%s: status %d, want %d: %s", s.what, s.status, status, s.body)
	}
	for _, text := range texts {
		if !strings.Contains(s.body, text) {
			s.t.Errorf("%s: it lacks %q: %s", s.what, text, s.body)
		}
	}
	if status != 303 && s.header.Get("Content-Security-Policy") == "" {
		s.t.Errorf("%s: it has no policy", s.what)
	}
	return s
}

func (s *shown) without(texts ...string) *shown {
	s.t.Helper()
	for _, text := range texts {
		if strings.Contains(s.body, text) {
			s.t.Errorf("%s: it has %q", s.what, text)
		}
	}
	return s
}

func (s *shown) leadsTo(path string) {
	s.t.Helper()
	if s.want(303).header.Get("Location") != path {
		s.t.Errorf("%s: leads to %s, want %s", s.what, s.header.Get("Location"), path)
	}
}

// addEvidence stores the evidence of a vulnerability.
func (b *board) addEvidence(v vigil.Vulnerability, finding map[string]any) {
	b.t.Helper()
	text, err := json.Marshal(finding)
	if err != nil {
		b.t.Fatal(err)
	}
	storetest.Write(b.t, b.store, func(tx *store.Tx) error {
		return tx.UpsertEvidence(ctx, []store.Evidence{{VulnerabilityID: v.ID, Detector: "code", Rule: "r", Finding: text}})
	})
}

// pages returns all pages of the dashboard, with a text that each must show.
func (b *board) pages() map[string]string {
	return map[string]string{
		"/overview":     "Latest scans",
		"/repositories": "acme/shop",
		"/repositories/" + string(b.repository.ID): "Save gate",
		"/scans":                      "nightly",
		"/scans/" + string(b.scan.ID): "Cancel scan",
		"/scans/" + string(b.scan.ID) + "/routes":   "The scan has not finished",
		"/scans/" + string(b.scan.ID) + "/wiki":     "The scan has not finished",
		"/vulnerabilities":                          b.found[0].Title,
		"/vulnerabilities/" + string(b.found[0].ID): b.found[0].FilePath,
		"/schedules": "No schedules yet",
		"/webhooks":  "No webhooks yet",
		"/hooks":     "No secrets yet",
	}
}

func forEachBoard(t *testing.T, fn func(t *testing.T, b *board)) {
	storetest.ForEachBackend(t, func(t *testing.T, db *store.Store) { fn(t, newBoard(t, db)) })
}

func TestDashboard(t *testing.T) {
	t.Parallel()
	forEachBoard(t, func(t *testing.T, b *board) {
		in := b.signedIn()
		in.get("/").leadsTo("/overview")
		for path, text := range b.pages() {
			in.get(path).want(200, text, `action="/sign-out"`, `<main id="main" class="board">`)
			b.browser().get(path).leadsTo("/sign-in?next=" + url.QueryEscape(path))
		}
		in.get("/overview").want(200, "<b>12</b> critical", "<b>24</b> high", "In 1 repository.")
	})
}

// TestPermissions: a page is shown to a key with its permission, refused to one with all
// others, and not in its menu.
func TestPermissions(t *testing.T) {
	t.Parallel()
	b := newBoard(t, storetest.Open(t, storetest.SQLite(t)))
	needs := func(path string) vigil.Permission {
		switch section := strings.Split(path, "/")[1]; section {
		case "overview":
			return ""
		case "webhooks":
			return vigil.WebhooksManage
		case "hooks":
			return vigil.IntegrationsRead
		default:
			return vigil.Permission(section + ".read")
		}
	}
	without := func(p vigil.Permission) (out []vigil.Permission) {
		for _, other := range vigil.AllPermissions {
			if other != p {
				out = append(out, other)
			}
		}
		return out
	}
	for path := range b.pages() {
		p := needs(path)
		if p == "" {
			continue
		}
		section := "/" + strings.Split(path, "/")[1]
		b.signedIn(without(p)...).get(path).want(403, string(p)).without(`<a href="` + section + `"`)
		b.signedIn(p).get(path).want(200, `<a href="`+section+`" aria-current="page"`)
	}
	for path, p := range map[string]vigil.Permission{
		"/scans": vigil.ScansRun, "/scans/" + string(b.scan.ID) + "/cancel": vigil.ScansRun, "/vulnerabilities/triage": vigil.VulnerabilitiesTriage,
		"/repositories/" + string(b.repository.ID) + "/gate": vigil.RepositoriesManage, "/vulnerabilities/" + string(b.found[0].ID) + "/fix": vigil.ScansRun,
		"/hooks/secrets": vigil.IntegrationsManage, "/hooks/deliveries/" + string(vigil.NewID()) + "/replay": vigil.IntegrationsManage,
	} {
		b.signedIn(without(p)...).post(path, url.Values{}).want(403, string(p))
	}
	// Actions without permission are not offered, and data without permission is not shown.
	reader := b.signedIn(vigil.VulnerabilitiesRead)
	reader.get("/vulnerabilities").want(200).without("acme/shop", `name="id"`, `action="/vulnerabilities/triage"><button`, ">Triage<")
	reader.get("/vulnerabilities/"+string(b.found[0].ID)).want(200).without("acme/shop", "/scans/", `name="reason"`)
	b.signedIn(vigil.ScansRead).get("/scans/"+string(b.scan.ID)).want(200).without(b.found[0].Title, "Cancel scan", `href="/repositories/`)
	b.signedIn(vigil.RepositoriesRead).get("/repositories/"+string(b.repository.ID)).want(200).without("nightly", "Start scan", "Save gate")
	b.signedIn(vigil.KeysManage).get("/overview").want(200, "neither repositories nor scans")
}

// TestOtherTeams: resources of another team do not exist.
func TestOtherTeams(t *testing.T) {
	t.Parallel()
	forEachBoard(t, func(t *testing.T, b *board) {
		other := storetest.Team(t, b.store, "other")
		_, secret := b.newKey(other)
		in := b.browser()
		in.post("/sign-in", url.Values{"key": {string(secret)}}).want(303)
		for path := range b.pages() {
			want := 200
			if strings.Count(path, "/") > 1 {
				want = 404
			}
			in.get(path).want(want).without(b.found[0].Title, "acme/shop", "nightly")
		}
		in.get("/vulnerabilities?repository="+string(b.repository.ID)).want(200, "No vulnerabilities match")
		in.get("/vulnerabilities?scan_id="+string(b.scan.ID)).want(200, "No vulnerabilities match")
		in.post("/vulnerabilities/triage", url.Values{"id": {string(b.found[0].ID)}, "action": {"dismiss"}}).want(404)
		in.post("/repositories/"+string(b.repository.ID)+"/gate", url.Values{"fail_on_severity": {"high"}}).want(404)
		in.post("/vulnerabilities/"+string(b.found[0].ID)+"/fix", url.Values{"model": {"sonnet"}}).want(404)
		in.post("/scans/"+string(b.scan.ID)+"/cancel", url.Values{}).want(404)
		in.post("/scans", url.Values{"repository": {string(b.repository.ID)}}).want(400)
		for _, path := range []string{"/scans/nope", "/vulnerabilities/nope", "/repositories/acme"} {
			in.get(path).want(404)
		}
		v, err := b.store.GetVulnerability(ctx, b.team.ID, b.found[0].ID)
		if err != nil || v.Status != vigil.Open {
			t.Errorf("it is %s, %v", v.Status, err)
		}
	})
}

func TestLists(t *testing.T) {
	t.Parallel()
	forEachBoard(t, func(t *testing.T, b *board) {
		in := b.signedIn()
		count := func(path string) int { t.Helper(); return strings.Count(in.get(path).want(200).body, `name="id"`) }
		for query, want := range map[string]int{
			"": 50, "?severity=critical": 12, "?severity=critical&severity=low": 24, "?severity=8": 24, "?severity=9.9&type=": 0, "?status=open,fixed": 50, "?status=fixed": 0,
			"?type=SQLI": 9, "?cwe=89,79": 18, "?repository=ACME/Shop": 50, "?repository=acme/nope": 0, "?repository=&cwe=&type=SQLI": 9,
			"?scan_id=" + string(b.scan.ID): 50, "?created_after=2026-01-02": 0, "?created_before=2026-01-01T00:10:00Z": 10, "?pull_request=7": 0,
			"?sort=created_at&order=asc": 50, "?severity=high&severity=8": 12,
		} {
			if got := count("/vulnerabilities" + query); got != want {
				t.Errorf("%s: %d, want %d", query, got, want)
			}
		}
		// The pages together make up the whole list.
		first := in.get("/vulnerabilities?sort=confidence_score&status=open").want(200)
		_, rest, _ := strings.Cut(first.body, `<nav class="pager"`)
		next := strings.ReplaceAll(strings.Split(rest, `"`)[3], "&amp;", "&")
		second := in.get("/vulnerabilities"+next).want(200, "First page")
		for _, v := range b.found {
			if n := strings.Count(first.body+second.body, `name="id" value="`+string(v.ID)); n != 1 {
				t.Errorf("%s is there %d times", v.ID, n)
			}
		}
		in.get("/vulnerabilities"+next+"&triaged=3").want(200, "First page")
		in.get("/vulnerabilities"+next+"&type=SQLI").want(400, "cursor")
		for _, query := range []string{"severity=worst", "status=closed", "sort=title", "order=up", "cursor=nope", "scan_id=1", "created_after=soon", "pull_request=-1", "severity=11", "type=%ff"} {
			name, _, _ := strings.Cut(query, "=")
			in.get("/vulnerabilities?"+query).want(400, name)
		}
		in.get("/scans?status=queued&repository=acme/shop&sort=name").want(200, "nightly")
		in.get("/scans?status=failed").want(200, "No scans match")
		in.get("/scans?status=odd").want(400)
		for _, path := range []string{"/repositories?sort=last_scan_at", "/schedules?sort=next_run_at&order=asc"} {
			in.get(path).want(200)
		}
	})
}

func TestTriage(t *testing.T) {
	t.Parallel()
	forEachBoard(t, func(t *testing.T, b *board) {
		in := b.signedIn()
		one := string(b.found[0].ID)
		in.post("/vulnerabilities/triage", url.Values{"id": {one}, "action": {"accept_risk"}, "reason": {"only\r\n" + hostile}}).leadsTo("/vulnerabilities/" + one)
		in.get("/vulnerabilities/"+one).want(200, "accepted risk", "<b>tester</b>", "only\n&#34;&gt;&lt;script&gt;").without("<script>alert", "<img src=x")
		in.post("/vulnerabilities/triage", url.Values{"id": {string(b.found[1].ID), string(b.found[2].ID)}, "action": {"dismiss"}, "back": {"severity=high&cursor=x&evil=//e.test"}}).
			leadsTo("/vulnerabilities?cursor=x&evil=%2F%2Fe.test&severity=high&triaged=2")
		in.get("/vulnerabilities?triaged=2&status=false_positive").want(200, "2 triaged.")
		l, err := b.store.ListVulnerabilities(ctx, b.team.ID, store.VulnerabilityFilter{Statuses: []vigil.Status{vigil.FalsePositive}}, vigil.Page{Limit: 10, Sort: "created_at"})
		if err != nil || len(l.Items) != 2 {
			t.Errorf("%d dismissed, %v", len(l.Items), err)
		}
		for want, form := range map[string]url.Values{
			"action":    {"id": {one}, "action": {"burn"}},
			"reason":    {"id": {one}, "action": {"dismiss"}, "reason": {strings.Repeat("r", 2001)}},
			"No vulner": {"action": {"dismiss"}},
		} {
			in.post("/vulnerabilities/triage", form).want(400, want)
		}
		in.post("/vulnerabilities/triage", url.Values{"id": {one}, "action": {"dismiss"}, "reason": {strings.Repeat("r", 300<<10)}}).want(413)
		in.post("/vulnerabilities/triage", url.Values{"id": {one, string(vigil.NewID())}, "action": {"dismiss"}}).want(404) // all or nothing
		if v, _ := b.store.GetVulnerability(ctx, b.team.ID, b.found[0].ID); v.Status != vigil.AcceptedRisk {
			t.Errorf("it is %s", v.Status)
		}
	})
}

// TestFix asks for a fix and shows what became of it.
func TestFix(t *testing.T) {
	t.Parallel()
	forEachBoard(t, func(t *testing.T, b *board) {
		in := b.signedIn()
		v := b.found[0]
		path := "/vulnerabilities/" + string(v.ID)
		storetest.Write(t, b.store, func(tx *store.Tx) error {
			return errors.Join(tx.UpsertEvidence(ctx, []store.Evidence{{VulnerabilityID: v.ID, Detector: "secrets", Rule: "r", Finding: []byte(`{"detector":"secrets","rule":"r","path":"a.py","start_line":3}`)}}),
				tx.UpsertPresences(ctx, "main", store.Commit{SHA: "c"}, []vigil.ID{v.ID}))
		})
		in.get(path).want(200).without("Ask for a fix")
		in.post(path+"/fix", url.Values{"model": {"sonnet"}}).want(409, "source code")
		storetest.Write(t, b.store, func(tx *store.Tx) error {
			return tx.UpsertEvidence(ctx, []store.Evidence{{VulnerabilityID: v.ID, Detector: "code", Rule: "r", Finding: []byte(`{"detector":"code","rule":"r","path":"a.py","start_line":3}`)}})
		})
		in.get(path).want(200, "Ask for a fix")
		in.post(path+"/fix", url.Values{"model": {"gpt"}}).want(400, "model")
		in.post(path+"/fix", url.Values{"model": {"sonnet"}}).leadsTo(path + "#fix")
		in.get(path).want(200, "sonnet was asked for a fix").without("Ask for a fix")
		f, err := b.store.GetFix(ctx, b.team.ID, v.ID)
		if err != nil {
			t.Fatal(err)
		}
		f.Status, f.Diff, f.Summary, f.Proof = vigil.FixProven, "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-"+hostile+"\n+safe()\n", hostile, vigil.FixProof{Before: 1, Commit: "abc"}
		storetest.Write(t, b.store, func(tx *store.Tx) error { _, err := tx.UpdateFixEnded(ctx, b.team.ID, f); return err })
		in.get(path).want(200, `class="added"><td>&#43;safe()`, "&lt;script&gt;", "proven by the engine on commit <code>abc</code>", "Ask for a fix").without("<script>alert", "<img src=x")
		f.Status, f.Reason, f.Detail = vigil.FixFailed, "mend_ineffective", hostile
		storetest.Write(t, b.store, func(tx *store.Tx) error { return tx.UpsertFix(ctx, b.team.ID, f) })
		in.get(path).want(200, "No change could be proven (mend ineffective)").without("<script>alert", "safe()")
	})
}

func TestScansAndGate(t *testing.T) {
	t.Parallel()
	forEachBoard(t, func(t *testing.T, b *board) {
		in := b.signedIn()
		started := in.post("/scans", url.Values{"repository": {"acme/new"}, "branch": {""}, "name": {""}, "provider": {"gitlab"}}).want(303).header.Get("Location")
		in.get(started).want(200, "Manual scan", "acme/new", "queued", `http-equiv="refresh"`)
		in.post(started+"/cancel", nil).leadsTo(started)
		in.get(started).want(200, "canceled").without(`http-equiv="refresh"`, "Cancel scan")
		in.post("/scans", url.Values{"repository": {"https://e.test/x"}}).want(400, "repository")
		in.post("/scans", url.Values{"repository": {"a/b"}, "provider": {"zip"}}).want(400, "provider")
		page := "/repositories/" + string(b.repository.ID)
		in.post(page+"/gate", url.Values{"fail_on_severity": {"high"}}).leadsTo(page)
		in.get(page).want(200, "of severity high or higher")
		in.post(page+"/gate", url.Values{"fail_on_severity": {"worst"}}).want(400)
		shown := "/scans/" + string(b.scan.ID)
		in.get(shown).want(200, "unknown</span>: The scan is queued.").without("<dt>Change</dt>")
		storetest.Write(t, b.store, func(tx *store.Tx) error {
			l := store.Lease{Scan: b.scan.ID, Team: b.team.ID, Token: vigil.NewID()}
			if _, err := tx.ClaimScan(ctx, l, vigil.Now(), vigil.Now()); err != nil {
				return err
			}
			_, err := tx.UpdateLeasedScanEnded(ctx, l, vigil.ScanCompleted, vigil.Now())
			return err
		})
		in.get(shown).want(200, "failed</span>: 36 open vulnerabilities at or above high on main.", "<dt>Change</dt>")
		for _, v := range b.found {
			if v.Severity.Level() == vigil.Critical || v.Severity.Level() == vigil.High {
				storetest.Write(t, b.store, func(tx *store.Tx) error {
					_, err := tx.UpdateVulnerabilityStatus(ctx, b.team.ID, v, vigil.AcceptedRisk)
					return err
				})
			}
		}
		in.get(shown).want(200, "unknown</span>: The scan was recorded by an earlier version of Vigil")
		facts := func(f vigil.GateFacts) {
			storetest.Write(t, b.store, func(tx *store.Tx) error { return tx.UpdateScanGate(ctx, b.team.ID, b.scan.ID, f) })
		}
		storetest.Write(t, b.store, func(tx *store.Tx) error { return tx.InsertScanCoverage(ctx, b.scan.ID, []byte(`{}`)) })
		facts(vigil.GateFacts{Gaps: 1, Named: []string{"<b>.js: larger than 5 MiB"}})
		in.get(shown).want(200, "unknown</span>: Not examined whole: &lt;b&gt;.js: larger than 5 MiB.")
		facts(vigil.GateFacts{})
		in.get(shown).want(200, "passed</span>: No open vulnerability at or above high on main.")
	})
}

// TestHostile shows texts from a malicious repository.
func TestHostile(t *testing.T) {
	t.Parallel()
	b := newBoard(t, storetest.Open(t, storetest.SQLite(t)))
	repository := storetest.Repository(t, b.store, b.team.ID, vigil.GitHub, "evil/"+hostile)
	scan := storetest.Scan(t, b.store, b.team.ID, repository, func(s *vigil.Scan) { s.Name, s.Branch = hostile, hostile })
	vs := storetest.Vulnerabilities(scan, 1, func(_ int, v *vigil.Vulnerability) {
		v.Title, v.Description, v.FilePath, v.Type, v.CWE = hostile, hostile, hostile, hostile, hostile
	})
	storetest.Record(t, b.store, b.team.ID, scan, vs)
	b.addEvidence(vs[0], map[string]any{
		"path": hostile, "start_line": 3, "end_line": 3, "match": hostile, "snippet": "one\ntwo\n" + hostile + "\nfour", "remediation": hostile, "rule": hostile,
		"references": []string{"javascript:alert(3)", "https://e.test/" + hostile, "data:text/html,x"},
		"trace":      []map[string]any{{"path": hostile, "line": 1, "message": hostile}},
	})
	wiki := hostile + "\n\n[a](javascript:alert(4)) [b](https://e.test/ok) ![c](https://e.test/p.png) <https://e.test/auto> <http://e.test/no> [d](//e.test/x) [e](/sign-out)" +
		" [f](src/app.py#L4) [g](#main) [h](DATA:text/html,x) [i](https://u:p@e.test/)\n\n<iframe src=x></iframe>\n\n```mermaid\ngraph TD\n<script>alert(5)</script>\n```\n\n| a |\n|---|\n| <b>x</b> |\n"
	routes := fmt.Sprintf(`{"paths":{%q:{"get":{"x-guard":null,"x-source":{"file":%q,"line":2},"x-handler":%q},"post":{"x-guard":%q,"x-undocumented":true,"x-also":[{"path":"/also","x-guard":null,"x-guard-candidate":"maybeAuth","x-source":{"file":"b.py","line":9}}]},"parameters":[]}}}`,
		"/open", hostile, hostile, "requireLogin")
	storeDocuments(t, b, scan.ID, routes, wiki)
	in := b.signedIn()
	for _, path := range []string{"/overview", "/repositories", "/repositories/" + string(repository.ID), "/scans", "/scans/" + string(scan.ID), "/scans/" + string(scan.ID) + "/routes",
		"/scans/" + string(scan.ID) + "/wiki", "/vulnerabilities", "/vulnerabilities/" + string(vs[0].ID), "/vulnerabilities?type=" + url.QueryEscape(hostile), "/sign-in?next=" + url.QueryEscape("/"+hostile)} {
		in.get(path).want(200).without("<script>alert", "<img src=x", `href="javascript:`, `href="data:`, "<iframe")
	}
	in.get("/vulnerabilities/"+string(vs[0].ID)).want(200, `<tr class="hit"><th scope="row">3</th>`, "https://e.test/").without("javascript:alert(3)")
	in.get("/scans/"+string(scan.ID)+"/routes").want(200, "<code>/open</code>", "none detected", "requireLogin", "undocumented", "<code>/also</code>", "b.py:9", "<code>maybeAuth</code> <span class=\"note\">candidate</span>")
	in.get("/scans/"+string(scan.ID)+"/routes?guard=none").want(200, "none detected", "maybeAuth").without("requireLogin")
	in.get("/scans/"+string(scan.ID)+"/wiki").want(200, `<a href="https://e.test/ok" rel="noopener noreferrer nofollow">b</a>`, `<code class="language-mermaid">`, `href="#main"`, "https://e.test/auto", "<table>").
		without(`"https://e.test/p.png"`, `href="http:`, `href="//`, `href="/sign-out"`, `href="src/`, "u:p@", "<b>x")
	storeDocuments(t, b, scan.ID, routes, strings.Repeat(">", 100_000)+hostile) // would take a minute to render
	in.get("/scans/"+string(scan.ID)+"/wiki").want(200, `<pre class="wiki">&gt;&gt;`).without("<script>alert", "<img src=x")
}

// TestSource: locations link to the code host.
func TestSource(t *testing.T) {
	t.Parallel()
	b := newBoard(t, storetest.Open(t, storetest.SQLite(t)))
	storeDocuments(t, b, b.scan.ID, `{"paths":{"/x":{"get":{"x-source":{"file":"a b/c#d.py","line":7}},"put":{"x-source":{"file":"../up.py","line":7}}}}}`,
		"[one](src/app.py#L4) [two](src/app.py) [three](../up.py)")
	b.addEvidence(b.found[0], map[string]any{"path": "src/handler0.py", "start_line": 14, "end_line": 14, "match": "b", "snippet": "a\nb\nc", "detector": "import-tool",
		"trace": []map[string]any{{"path": "src/db.py", "line": 4, "message": "here"}}})
	in := b.signedIn()
	host := "https://github.com/acme/shop/blob/" + b.scan.CommitSHA
	in.get("/scans/"+string(b.scan.ID)+"/routes").want(200, host+"/a%20b/c%23d.py#L7").without("blob/" + b.scan.CommitSHA + "/..")
	in.get("/scans/"+string(b.scan.ID)+"/wiki").want(200, host+"/src/app.py#L4", host+`/src/app.py"`, "three").without("up.py")
	page := "/vulnerabilities/" + string(b.found[0].ID)
	in.get(page).want(200, host+"/src/handler0.py#L14", host+"/src/db.py#L4", `<tr class="hit"><th scope="row">14</th><td>b</td>`)
	b.signedIn(vigil.VulnerabilitiesRead).get(page).want(200, "src/db.py:4").without(host)
}

func storeDocuments(t *testing.T, b *board, scan vigil.ID, routes, wiki string) {
	storetest.Write(t, b.store, func(tx *store.Tx) error {
		if err := tx.UpsertScanRoutes(ctx, b.team.ID, scan, storetest.Routes(t, "json", routes, "")); err != nil {
			return err
		}
		return tx.UpsertScanWiki(ctx, b.team.ID, scan, wiki)
	})
}

// TestHiddenCharacters: hidden characters in names, titles, and code are escaped on every page.
func TestHiddenCharacters(t *testing.T) {
	t.Parallel()
	b := newBoard(t, storetest.Open(t, storetest.SQLite(t)))
	const trojan = "user\u202e\u2066 // admin\u2069\u200b"
	scan := storetest.Scan(t, b.store, b.team.ID, b.repository, func(s *vigil.Scan) { s.Name, s.Branch = "n"+trojan, "b"+trojan })
	found := storetest.Vulnerabilities(scan, 1, func(_ int, v *vigil.Vulnerability) {
		v.Title, v.FilePath, v.Description = "t"+trojan, "p"+trojan, "d"+trojan
	})
	storetest.Record(t, b.store, b.team.ID, scan, found)
	b.addEvidence(found[0], map[string]any{"rule": "r" + trojan, "start_line": 1, "end_line": 1, "snippet": "c" + trojan, "path": "p" + trojan,
		"trace": []map[string]any{{"path": "s" + trojan, "start_line": 1, "message": "m" + trojan}}})
	storetest.Write(t, b.store, func(tx *store.Tx) error { return tx.UpsertScanWiki(ctx, b.team.ID, scan.ID, "# W"+trojan+"\n") })
	in := b.signedIn()
	for path, says := range map[string]string{
		"/overview": "n", "/scans": "b", "/scans/" + string(scan.ID): "t", "/vulnerabilities": "p",
		"/vulnerabilities/" + string(found[0].ID): "c", "/scans/" + string(scan.ID) + "/wiki": "W",
	} {
		page := in.get(path).want(200, says+`user\u202e\u2066 // admin\u2069\u200b`)
		for _, part := range strings.Split(page.body, "<") { // a tag and the text after it
			if _, text, _ := strings.Cut(part, ">"); strings.ContainsAny(text, "\u202e\u2066\u2069\u200b") {
				t.Errorf("%s: %q", path, text)
			}
		}
	}
	// A form field keeps its value.
	in.get("/scans?repository=a%E2%80%AEb").want(200, "value=\"a\u202eb\"")
}
