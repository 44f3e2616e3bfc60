package httpapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"vigil"
	"vigil/api"
	"vigil/internal/httpapi"
	"vigil/internal/service"
	"vigil/internal/spool"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

const mendOfF = "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-f()\n+g()\n"

// proposal returns the body of a proposal whose rule is its own, with some fields changed; nil
// leaves one out.
func proposal(rule string, changed map[string]any) string {
	body := map[string]any{"cwe": "CWE-639", "file": "a.py", "line": 1, "code": "f()", "witness": "rules: [{id: x, languages: [python], pattern: " + rule + "()}]", "mend": mendOfF}
	maps.Copy(body, changed)
	maps.DeleteFunc(body, func(_ string, v any) bool { return v == nil })
	text, _ := json.Marshal(body)
	return string(text)
}

// settle does what a scan does with a proposal: it is proven, or refused for a reason.
func (s *server) settle(id string, refusal vigil.Refusal) {
	s.t.Helper()
	storetest.Write(s.t, s.store, func(tx *store.Tx) error {
		w, err := tx.GetWitness(ctx, s.team.ID, vigil.ID(id))
		if err == nil {
			w.CommitSHA = strings.Repeat("a", 40)
			_, err = service.SettleProposal(ctx, tx, s.team.ID, w, "rules:\n- {id: "+w.RuleID()+", languages: [regex], severity: ERROR, message: m, pattern-regex: x}\n", refusal, "in words", vigil.Now())
		}
		return err
	})
}

// witnesses returns the path of the witnesses of a repository that it starts a scan of.
func (s *server) witnesses(repository string) string {
	s.t.Helper()
	s.startScan(repository)
	return "/repositories/" + read[api.Repository](s.get("/repositories/"+repository)).ID + "/witnesses"
}

func TestWitnessLife(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		before := s.startScan("acme/api")
		list := "/repositories/acme/api/witnesses"
		w := read[api.Witness](s.post(list, proposal("f", map[string]any{"cwe": "639", "also": []string{"b.py:3"}, "title": "t", "description": "d", "remediation": "r", "branch": "main"})).want(202))
		if w.State != "proposed" || w.Proposal.CWE != "CWE-639" || *w.Branch != "main" || w.Proposer != "test" || w.Rule != nil || w.CommitSHA != nil || w.ProvenAt != nil ||
			w.RefusalReason != nil || !slices.Equal(w.Proposal.Also, []string{"b.py:3"}) || w.Proposal.Title != "t" || w.Proposal.Description != "d" || w.Proposal.Remediation != "r" {
			t.Errorf("%+v", w)
		}
		// The answer tells which scan is going to prove it.
		if w.ScanID == nil || *w.ScanID == before.ID {
			t.Fatalf("no scan of its own: %+v", w)
		}
		if scan := read[api.Scan](s.get("/scans/" + *w.ScanID)); *scan.Repository != *before.Repository || *scan.Branch != "main" || *scan.Status != "queued" {
			t.Errorf("%+v", scan)
		}

		s.post(list, proposal("f", nil)).wantError(409, "witness_exists", "")
		s.post(list, proposal("f", map[string]any{"cwe": "CWE-862"})).want(202) // the same rule for another weakness is another witness
		s.call("POST", "/witnesses/"+w.ID+"/promote").do().wantError(409, "witness_not_proven", "")
		s.settle(w.ID, "")
		proven := read[api.Witness](s.get("/witnesses/" + w.ID))
		if proven.State != "proven" || proven.Rule == nil || proven.ProvenAt == nil || *proven.CommitSHA != strings.Repeat("a", 40) {
			t.Errorf("%+v", proven)
		}
		s.post(list, proposal("f", nil)).wantError(409, "witness_exists", "")

		promoted := read[api.Witness](s.call("POST", "/witnesses/"+w.ID+"/promote").do().want(200))
		if promoted.PromotedAt == nil || promoted.State != "proven" {
			t.Errorf("%+v", promoted)
		}
		if bundle := s.get("/rules/bundle").want(200); bundle.header.Get("Content-Type") != "application/zip" || !strings.Contains(string(bundle.body), "witnesses/"+w.RuleID+".yaml") {
			t.Errorf("%v", bundle.header)
		}
		s.call("POST", "/witnesses/"+w.ID+"/promote").do().want(200) // again: its rule replaces itself

		for range 2 {
			if d := read[api.Deleted](s.call("DELETE", "/witnesses/"+w.ID).do().want(200)); d.Object != "witness" || d.ID != w.ID || !d.Deleted {
				t.Errorf("%+v", d)
			}
		}
		if w := read[api.Witness](s.get("/witnesses/" + w.ID)); w.State != "retired" {
			t.Errorf("%+v", w)
		}
		s.call("POST", "/witnesses/"+w.ID+"/promote").do().wantError(409, "witness_not_proven", "")

		// What was retired or refused may be proposed again, and is another witness.
		again := read[api.Witness](s.post(list, proposal("f", nil)).want(202))
		if again.ID == w.ID || again.RuleID != w.RuleID {
			t.Errorf("%+v", again)
		}
		s.get("/witnesses/"+w.ID).wantError(404, "not_found", "")
		s.settle(again.ID, vigil.WitnessElsewhere)
		if w := read[api.Witness](s.get("/witnesses/" + again.ID)); w.State != "refused" || *w.RefusalReason != "witness_elsewhere" || *w.RefusalDetail != "in words" || w.Rule != nil {
			t.Errorf("%+v", w)
		}
		s.call("POST", "/witnesses/"+again.ID+"/promote").do().wantError(409, "witness_not_proven", "")
		s.post(list, proposal("f", nil)).want(202)
		for _, id := range []string{string(vigil.NewID()), w.RepositoryID, "x"} {
			s.get("/witnesses/"+id).wantError(404, "not_found", "")
			s.call("DELETE", "/witnesses/"+id).do().wantError(404, "not_found", "")
			s.call("POST", "/witnesses/"+id+"/promote").do().wantError(404, "not_found", "")
		}
		s.get("/repositories/nobody/nothing/witnesses").wantError(404, "not_found", "")
		s.post("/repositories/nobody/nothing/witnesses", proposal("f", nil)).wantError(404, "not_found", "")
	})
}

// TestProposalBodies sends everything that is not quite a proposal: nothing is stored, and the
// error names the field.
func TestProposalBodies(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		list := s.witnesses("acme/api")
		for _, field := range []string{"cwe", "file", "line", "code", "witness", "mend"} {
			s.post(list, proposal("f", map[string]any{field: nil})).wantError(400, "parameter_missing", field)
		}
		for field, values := range map[string][]any{
			"cwe": {7, "", []string{"CWE-1"}}, "file": {7, "", "a\x00b"}, "line": {"1", 1.5, true, 0, -1, 1 << 40}, "code": {7, ""}, "witness": {map[string]any{"rules": 1}, ""}, "mend": {false, ""},
			"also": {"a.py:1", 7}, "title": {7, ""}, "description": {7, ""}, "remediation": {7, ""}, "branch": {7, ""},
		} {
			for _, v := range values {
				s.post(list, proposal("f", map[string]any{field: v})).wantError(400, "parameter_invalid", field)
			}
		}
		for _, place := range []any{1, "a.py", "a.py:0", ":3", "a.py:x"} {
			s.post(list, proposal("f", map[string]any{"also": []any{"a.py:1", place}})).wantError(400, "parameter_invalid", "also[1]")
		}
		s.post(list, proposal("f", map[string]any{"severity": "critical"})).wantError(400, "parameter_unknown", "severity")
		s.post(list, strings.Replace(proposal("f", nil), "{", `{"cwe":"CWE-1",`, 1)).wantError(400, "parameter_duplicate", "cwe")
		s.post(list, `[]`).wantError(400, "invalid_json", "")
		s.call("POST", list).with("Content-Type", "text/yaml").do().wantError(415, "unsupported_media_type", "")
		s.post(list+"?provider=svn", proposal("f", nil)).wantError(400, "parameter_invalid", "provider")
		s.post(list+"?wait=1", proposal("f", nil)).wantError(400, "parameter_unknown", "wait")
		s.post(list, proposal("f", map[string]any{"branch": "a..b"})).wantError(400, "parameter_invalid", "branch")

		for _, c := range []struct {
			field string
			value any
			want  vigil.Refusal
		}{
			{"cwe", "IDOR", vigil.ProposalInvalid},
			{"file", strings.Repeat("a", 1001), vigil.ProposalInvalid},
			{"line", 1<<31 - 1, vigil.ProposalInvalid},
			{"code", " \n ", vigil.ProposalInvalid},
			{"code", strings.Repeat("c", vigil.MaxQuoteBytes+1), vigil.ProposalInvalid},
			{"witness", strings.Repeat("w", vigil.MaxWitnessBytes+1), vigil.ProposalInvalid},
			{"also", strings.Fields(strings.Repeat("a.py:1 ", vigil.MaxProposalPlace+1)), vigil.ProposalInvalid},
			{"title", strings.Repeat("t", vigil.MaxProposalText+1), vigil.ProposalInvalid},
			{"description", strings.Repeat("t", vigil.MaxProposalText+1), vigil.ProposalInvalid},
			{"remediation", strings.Repeat("t", vigil.MaxProposalText+1), vigil.ProposalInvalid},
			{"mend", " ", vigil.ProposalInvalid},
			{"mend", "no diff", vigil.MendDoesNotApply},
			{"mend", strings.Repeat("m", vigil.MaxMendBytes+1), vigil.MendTooLarge},
			{"mend", "--- a/a.py\n+++ b/a.py\n@@ -1,0 +2,201 @@\n" + strings.Repeat("+x\n", 201), vigil.MendTooLarge},
			{"mend", strings.Replace(mendOfF, "g()", "f() # vigil:ignore x", 1), vigil.MendSuppresses},
			{"mend", strings.ReplaceAll(mendOfF, "a.py", "README.md"), vigil.MendNotSource},
		} {
			out := s.post(list, proposal("f", map[string]any{c.field: c.value})).wantError(422, "proposal_refused", c.field)
			if !strings.Contains(string(out.body), `"`+string(c.want)+": ") {
				t.Errorf("%s: %s", c.want, out.body)
			}
		}
		if l := read[api.List[any]](s.get(list)); len(l.Data) != 0 {
			t.Errorf("%d were stored", len(l.Data))
		}
		if l := read[api.List[any]](s.get("/scans")); len(l.Data) != 1 {
			t.Errorf("%d scans were queued", len(l.Data)-1)
		}
	})
}

// TestTeamsSeeOnlyTheirWitnesses: to other teams, a witness does not exist.
func TestTeamsSeeOnlyTheirWitnesses(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		list := s.witnesses("acme/api")
		w := read[api.Witness](s.post(list, proposal("f", nil)).want(202))
		s.settle(w.ID, "")
		other := s.newKey(storetest.Team(t, s.store, "other"))
		for _, c := range []struct{ method, path, body string }{
			{"GET", list, ""}, {"GET", "/repositories/acme/api/witnesses", ""}, {"POST", list, proposal("g", nil)}, {"POST", "/repositories/acme/api/witnesses", proposal("g", nil)},
			{"GET", "/witnesses/" + w.ID, ""}, {"POST", "/witnesses/" + w.ID + "/promote", ""}, {"DELETE", "/witnesses/" + w.ID, ""},
		} {
			call := s.call(c.method, c.path).as(other)
			if c.body != "" {
				call.json(c.body)
			}
			call.do().wantError(404, "not_found", "")
		}
		// A repository of the same name is another one, and so are its witnesses.
		s.call("POST", "/scans").as(other).json(`{"name":"n","repository":"acme/api"}`).do().want(201)
		if l := read[api.List[api.Witness]](s.call("GET", "/repositories/acme/api/witnesses").as(other).do().want(200)); len(l.Data) != 0 {
			t.Errorf("another team sees %+v", l.Data)
		}
		theirs := read[api.Witness](s.call("POST", "/repositories/acme/api/witnesses").as(other).json(proposal("f", nil)).do().want(202))
		if theirs.ID == w.ID || theirs.RuleID != w.RuleID || theirs.State != "proposed" {
			t.Errorf("%+v", theirs)
		}
		if l := read[api.List[api.Witness]](s.get(list)); len(l.Data) != 1 || l.Data[0].ID != w.ID || l.Data[0].State != "proven" {
			t.Errorf("%+v", l.Data)
		}
		// With the repository, its witnesses are gone at once.
		s.call("DELETE", "/repositories/acme/api").do().want(200)
		s.get("/witnesses/"+w.ID).wantError(404, "not_found", "")
		s.call("DELETE", "/witnesses/"+w.ID).do().wantError(404, "not_found", "")
		s.call("POST", "/witnesses/"+w.ID+"/promote").do().wantError(404, "not_found", "")
		s.get(list).wantError(404, "not_found", "")
	})
}

// TestPermissionsOfWitnesses: whoever may scan may propose, but only whoever may replace the rules
// of the team may promote.
func TestPermissionsOfWitnesses(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		list := s.witnesses("acme/api")
		scans, reads, manages := s.newKey(s.team, vigil.ScansRun), s.newKey(s.team, vigil.VulnerabilitiesRead), s.newKey(s.team, vigil.RepositoriesManage)
		w := read[api.Witness](s.call("POST", list).as(scans).json(proposal("f", nil)).do().want(202))
		s.settle(w.ID, "")
		one := "/witnesses/" + w.ID
		for _, c := range []struct {
			method, path, body string
			refused            []vigil.Secret
			allowed            vigil.Secret
		}{
			{"POST", list, proposal("g", nil), []vigil.Secret{reads, manages}, scans},
			{"GET", list, "", []vigil.Secret{scans, manages}, reads},
			{"GET", one, "", []vigil.Secret{scans, manages}, reads},
			{"POST", one + "/promote", "", []vigil.Secret{scans, reads}, manages},
			{"DELETE", one, "", []vigil.Secret{scans, reads}, manages},
		} {
			do := func(key vigil.Secret) *response {
				call := s.call(c.method, c.path).as(key)
				if c.body != "" {
					call.json(c.body)
				}
				return call.do()
			}
			for _, key := range c.refused {
				do(key).wantError(403, "permission_denied", "")
			}
			do("").want(401)
			if out := do(c.allowed); out.status/100 != 2 {
				t.Errorf("%s %s: %d %s", c.method, c.path, out.status, out.body)
			}
		}
	})
}

func TestWitnessPages(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		list := s.witnesses("acme/api")
		var want []string
		for i := range 7 {
			w := read[api.Witness](s.post(list, proposal(fmt.Sprint("f", i), nil)).want(202))
			want = append(want, w.ID)
			if i%2 == 0 {
				s.settle(w.ID, vigil.WitnessNowhere)
			}
		}
		s.post(s.witnesses("acme/web"), proposal("f0", nil)).want(202)
		walk := func(query string) (out []string) {
			t.Helper()
			for cursor := ""; ; {
				l := read[api.List[api.Witness]](s.get(list + "?limit=2" + query + cursor).want(200))
				for _, w := range l.Data {
					out = append(out, w.ID)
				}
				if !l.Pagination.HasMore {
					return out
				}
				cursor = "&cursor=" + *l.Pagination.NextCursor
			}
		}
		if got := walk("&order=asc"); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		newest := slices.Clone(want)
		slices.Reverse(newest)
		if got := walk(""); !slices.Equal(got, newest) {
			t.Errorf("got %q, want %q", got, newest)
		}
		if got := walk("&order=asc&state=refused,retired"); !slices.Equal(got, []string{want[0], want[2], want[4], want[6]}) {
			t.Errorf("refused: %q", got)
		}
		if got := walk("&state=proven&state=confirmed"); got != nil {
			t.Errorf("in use: %q", got)
		}
		for query, param := range map[string]string{"?state=open": "state", "?sort=state": "sort", "?order=up": "order", "?limit=0": "limit", "?limit=251": "limit", "?cursor=x": "cursor", "?provider=svn": "provider"} {
			s.get(list+query).wantError(400, "parameter_invalid", param)
		}
		s.get(list+"?status=open").wantError(400, "parameter_unknown", "status")
		cursor := *read[api.List[any]](s.get(list + "?limit=2")).Pagination.NextCursor
		s.get(list+"?state=refused&cursor="+cursor).wantError(400, "parameter_invalid", "cursor")
		s.get("/repositories/acme/web/witnesses?cursor="+cursor).wantError(400, "parameter_invalid", "cursor")
	})
}

// TestProposalIsStoredOnce repeats proposals, with and without a key, one after another and at the
// same time.
func TestProposalIsStoredOnce(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		list := s.witnesses("acme/api")
		first := s.call("POST", list).json(proposal("f", nil)).with("Idempotency-Key", "k").do().want(202)
		again := s.call("POST", list).json(proposal("f", nil)).with("Idempotency-Key", "k").do().want(202)
		if string(first.body) != string(again.body) || again.header.Get("Idempotent-Replayed") != "true" {
			t.Errorf("replayed %s", again.body)
		}
		s.call("POST", list).json(proposal("g", nil)).with("Idempotency-Key", "k").do().wantError(422, "idempotency_key_reused", "Idempotency-Key")
		w := read[api.Witness](first)
		s.settle(w.ID, "")
		promote := "/witnesses/" + w.ID + "/promote"
		promoted := s.call("POST", promote).with("Idempotency-Key", "k").do().want(200)
		if again := s.call("POST", promote).with("Idempotency-Key", "k").do().want(200); string(again.body) != string(promoted.body) || again.header.Get("Idempotent-Replayed") != "true" {
			t.Errorf("replayed %s", again.body)
		}

		// Racing proposals of one rule are one witness, and whoever lost is told so.
		const racers = 6
		answers := make([]*response, racers)
		var wg sync.WaitGroup
		begin := make(chan bool)
		for i := range racers {
			wg.Go(func() {
				<-begin
				answers[i] = s.post(list, proposal("race", nil))
			})
		}
		close(begin)
		wg.Wait()
		won := 0
		for _, a := range answers {
			if a.status == 202 {
				won++
				s.get("/witnesses/" + read[api.Witness](a).ID).want(200)
				continue
			}
			a.wantError(409, "witness_exists", "")
		}
		if n := len(read[api.List[any]](s.get("/scans")).Data); won != 1 || n != 3 {
			t.Errorf("%d won, and %d scans were queued", won, n)
		}
	})
}

// TestRepositoryHasLimitedWitnesses: those in use and waiting count, the others do not.
func TestRepositoryHasLimitedWitnesses(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		list := s.witnesses("acme/api")
		w := read[api.Witness](s.post(list, proposal("f", nil)).want(202))
		storetest.Write(t, s.store, func(tx *store.Tx) error {
			for i := range vigil.MaxWitnesses - 1 {
				p := vigil.Proposal{CWE: "CWE-1", Witness: fmt.Sprint(i)}
				if _, err := tx.InsertWitness(ctx, s.team.ID, vigil.Witness{ID: vigil.NewID(), RepositoryID: vigil.ID(w.RepositoryID), Hash: p.Hash(), State: vigil.WitnessProven, Proposal: p, CreatedAt: vigil.Now()}); err != nil {
					return err
				}
			}
			return nil
		})
		out := s.post(list, proposal("g", nil)).wantError(422, "proposal_refused", "")
		if !strings.Contains(string(out.body), `"too_many_witnesses: `) {
			t.Errorf("%s", out.body)
		}
		s.call("DELETE", "/witnesses/"+w.ID).do().want(200)
		s.post(list, proposal("g", nil)).want(202)
		s.post(list, proposal("h", nil)).wantError(422, "proposal_refused", "")
	})
}

// TestPromotionKeepsTheRulesOfTheTeam: what the team uploaded stays, and a bundle that is uploaded
// during a promotion is not overwritten.
func TestPromotionKeepsTheRulesOfTheTeam(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, db *store.Store) {
		var meanwhile func()
		check := func(ctx context.Context, team vigil.TeamID, b vigil.RuleBundle) ([]vigil.Rule, error) {
			if f := meanwhile; f != nil {
				meanwhile = nil
				f()
			}
			return checkRules(ctx, team, b)
		}
		bodies, err := spool.Open(spool.Config{Dir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		defer bodies.Close()
		a := httpapi.New(httpapi.Config{Spool: bodies, Store: db, Service: &service.Service{GitHubURL: "https://github.com", Ring: ring(t)}, CheckRules: check, ServerRules: serverRules, Log: slog.New(slog.DiscardHandler)})
		s := newServerWith(t, db, a)
		w := read[api.Witness](s.post(s.witnesses("acme/api"), proposal("f", nil)).want(202))
		s.settle(w.ID, "")
		promote := func() *response { return s.call("POST", "/witnesses/"+w.ID+"/promote").do() }

		meanwhile = func() { s.putRules("", "application/yaml", someRules).want(201) }
		promote().wantError(409, "rules_changed", "")
		if bundle := s.get("/rules/bundle").want(200); string(bundle.body) != someRules {
			t.Error("the promotion overwrote the team's rules")
		}
		if w := read[api.Witness](s.get("/witnesses/" + w.ID)); w.PromotedAt != nil {
			t.Errorf("%+v", w)
		}
		meanwhile = func() { s.call("DELETE", "/witnesses/"+w.ID).do().want(200) }
		promote().wantError(409, "witness_not_proven", "")
		if bundle := s.get("/rules/bundle").want(200); string(bundle.body) != someRules {
			t.Error("a retired witness was promoted")
		}
	})
}

// TestWordsOfProposersAreEscaped: text that reorders or hides what follows is shown as escapes.
func TestWordsOfProposersAreEscaped(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		list := s.witnesses("acme/api")
		const trojan = "user\u202e\u2066 // admin\u2069\u200b"
		w := read[api.Witness](s.post(list, proposal("f", map[string]any{"title": trojan, "description": trojan, "code": trojan})).want(202))
		for _, path := range []string{list, "/witnesses/" + w.ID} {
			body := string(s.get(path).want(200).body)
			if strings.ContainsAny(body, "\u202e\u200b") || !strings.Contains(body, `user\u202e`) {
				t.Errorf("%s: %s", path, body)
			}
		}
		if w.Proposal.Title != trojan {
			t.Errorf("%q", w.Proposal.Title)
		}
	})
}
