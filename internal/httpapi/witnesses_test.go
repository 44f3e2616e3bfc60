package httpapi_test

import (
	"fmt"
	"strings"
	"testing"

	"vigil"
	"vigil/api"
	"vigil/internal/store/storetest"
)

// TestWitnesses: what needs no source is refused at once, and teams see only their own witnesses.
func TestWitnesses(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		scan := s.startScan("acme/api")
		repository := read[api.List[api.Repository]](s.get("/repositories")).Data[0].ID
		body := func(mend string) string {
			return fmt.Sprintf(`{"cwe":"CWE-639","file":"a.py","line":1,"code":"f()","witness":"rules: [{id: x, languages: [python], pattern: f()}]","mend":%q}`, mend)
		}
		diff := "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-f()\n+g()\n"
		list := "/repositories/" + repository + "/witnesses"
		for mend, want := range map[string]vigil.Refusal{
			"no diff": vigil.MendDoesNotApply, strings.Replace(diff, "g()", "f() # vigil:ignore x", 1): vigil.MendSuppresses,
			strings.ReplaceAll(diff, "a.py", "README.md"): vigil.MendNotSource,
		} {
			if e := string(s.post(list, body(mend)).want(422).body); !strings.Contains(e, "proposal_refused") || !strings.Contains(e, string(want)+": ") {
				t.Errorf("%s: %s", want, e)
			}
		}
		w := read[api.Witness](s.post(list, body(diff)).want(202))
		if w.State != "proposed" || w.ScanID == nil || *w.ScanID == scan.ID {
			t.Errorf("%+v", w)
		}
		s.post(list, body(diff)).want(409)
		s.call("POST", "/witnesses/"+w.ID+"/promote").do().want(409)
		if l := read[api.List[api.Witness]](s.get(list + "?state=proposed")); len(l.Data) != 1 || l.Data[0].ID != w.ID {
			t.Errorf("%+v", l)
		}
		other := storetest.Team(t, s.store, "other")
		if _, err := s.store.GetWitness(ctx, other.ID, vigil.ID(w.ID)); vigil.KindOf(err) != vigil.NotFound {
			t.Errorf("another team got it: %v", err)
		}
		l, err := s.store.ListWitnesses(ctx, other.ID, vigil.ID(repository), nil, vigil.Page{Limit: 10, Sort: "created_at"})
		if err != nil || len(l.Items) != 0 {
			t.Errorf("another team listed %v, %v", l.Items, err)
		}
		s.get("/witnesses/" + repository).want(404)
		s.call("DELETE", "/witnesses/"+w.ID).do().want(200)
		if w := read[api.Witness](s.get("/witnesses/" + w.ID)); w.State != "retired" {
			t.Errorf("%+v", w)
		}
		s.post(list, body(diff)).want(202)
	})
}
