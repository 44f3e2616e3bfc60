package httpapi_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"vigil"
	"vigil/api"
	"vigil/internal/engine/rules"
	"vigil/internal/rulebundle"
	"vigil/internal/store/storetest"
)

const someRules = `rules:
- {id: no-eval, languages: [python], severity: ERROR, message: eval of $X, pattern: eval($X), metadata: {cwe: CWE-95}}
- {id: shared, languages: [python, go], severity: INFO, message: m, pattern: f($X)}
- {id: swift-thing, languages: [swift], severity: WARNING, message: m, pattern: x}
`

// checkRules reads rules here. That it is done in a sandbox, and all that can be wrong, is
// tested with package scan.
func checkRules(_ context.Context, _ vigil.TeamID, b vigil.RuleBundle) ([]vigil.Rule, error) {
	text := b.Content
	if b.MediaType == vigil.ZipBundle {
		text = []byte(someRules)
	}
	list, problems := rules.Read("rules.yaml", text)
	if len(problems) > 0 {
		return nil, &vigil.Error{Kind: vigil.Invalid, Code: "rules_invalid", Param: "rules", Message: problems[0].String()}
	}
	return rulebundle.Describe(list, vigil.TeamRule)
}

func serverRules() ([]vigil.Rule, error) {
	var out []vigil.Rule
	for i := range 30 {
		out = append(out, vigil.Rule{ID: fmt.Sprintf("built-in-%02d", i), Origin: vigil.BuiltInRule, Status: vigil.ActiveRule, Mode: "search", Languages: []string{"go"}, Line: 1})
	}
	out = append(out, vigil.Rule{ID: "shared", Origin: vigil.BuiltInRule, Status: vigil.ActiveRule, Mode: "taint", Languages: []string{"go"}, Line: 1})
	return append(out, vigil.Rule{ID: "policy", Origin: vigil.OperatorRule, Status: vigil.ActiveRule, Mode: "search", Languages: []string{"go"}, Line: 1}), nil
}

func (s *server) putRules(query, mediaType, body string) *response {
	s.t.Helper()
	c := s.call("PUT", "/rules"+query).with("Content-Type", mediaType)
	c.body = body
	return c.do()
}

// rules walks the list of rules and returns them as "id origin status".
func (s *server) rules(key vigil.Secret, query string) (out []string) {
	s.t.Helper()
	cursor := ""
	for {
		page := read[api.List[api.Rule]](s.call("GET", "/rules?order=asc&limit=7"+query+cursor).as(key).do())
		for _, r := range page.Data {
			out = append(out, r.ID+" "+r.Origin+" "+r.Status)
		}
		if page.Pagination.NextCursor == nil {
			return out
		}
		cursor = "&cursor=" + *page.Pagination.NextCursor
	}
}

func TestRules(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		s.get("/rules/bundle").wantError(404, "not_found", "")
		if got := s.rules(s.key, ""); len(got) != 32 || !slices.IsSorted(got) {
			t.Errorf("at first: %q", got)
		}
		first := read[api.RuleBundle](s.putRules("", "text/yaml; charset=utf-8", someRules).want(201))
		sum := sha256.Sum256([]byte(someRules))
		if first.SHA256 != hex.EncodeToString(sum[:]) || first.MediaType != "application/yaml" || first.ReplacesBuiltIn || first.RuleCount != 3 || first.UnusableCount != 1 {
			t.Errorf("%+v", first)
		}
		if again := read[api.RuleBundle](s.putRules("", "application/x-yaml", someRules).want(200)); fmt.Sprint(again) != fmt.Sprint(first) {
			t.Errorf("the same again: %+v", again)
		}
		if got, want := s.rules(s.key, "&origin=team"), []string{"no-eval team active", "shared team active", "swift-thing team unusable"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if got, want := s.rules(s.key, "&status=replaced&status=unusable"), []string{"shared built_in replaced", "swift-thing team unusable"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if got, want := s.rules(s.key, "&language=python,swift"), []string{"no-eval team active", "shared team active", "swift-thing team unusable"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		all := s.rules(s.key, "")
		if len(all) != 35 {
			t.Errorf("%d rules: %q", len(all), all)
		}
		for query, param := range map[string]string{"?origin=mine": "origin", "?status=on": "status", "?sort=name": "sort", "?limit=0": "limit", "?cursor=x": "cursor"} {
			s.get("/rules"+query).wantError(400, "parameter_invalid", param)
		}
		s.get("/rules?what=1").wantError(400, "parameter_unknown", "what")
		// A cursor belongs to its list, and goes on where it was though rules have changed.
		page := read[api.List[api.Rule]](s.get("/rules?limit=3")) // backwards: swift-thing, shared, shared
		s.get("/rules?limit=3&origin=team&cursor="+*page.Pagination.NextCursor).wantError(400, "parameter_invalid", "cursor")
		s.call("DELETE", "/rules").do().want(200)
		rest := read[api.List[api.Rule]](s.get("/rules?limit=250&cursor=" + *page.Pagination.NextCursor))
		if len(rest.Data) != 31 || rest.Data[0].ID != "policy" {
			t.Errorf("after the cursor: %d, %+v", len(rest.Data), rest.Data[0])
		}
	})
}

func TestRuleBundleIsGivenBack(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		packed := archive(t, map[string]string{"r.yaml": someRules})
		made := read[api.RuleBundle](s.putRules("?replace_built_in=true", "application/zip", packed).want(201))
		out := s.get("/rules/bundle").want(200)
		if string(out.body) != packed || out.header.Get("ETag") != `"`+made.SHA256+`"` || out.header.Get("Content-Type") != "application/zip" ||
			out.header.Get("Rules-Replace-Built-In") != "true" || !strings.Contains(out.header.Get("Content-Disposition"), "rules.zip") {
			t.Errorf("%v", out.header)
		}
		for _, tag := range []string{`"` + made.SHA256 + `"`, `"other", W/"` + made.SHA256 + `"`, "*"} {
			if out := s.call("GET", "/rules/bundle").with("If-None-Match", tag).do().want(304); len(out.body) > 0 {
				t.Errorf("%s: %s", tag, out.body)
			}
		}
		s.call("GET", "/rules/bundle").with("If-None-Match", `"other"`).do().want(200)
		if got := s.rules(s.key, "&status=replaced"); len(got) != 31 {
			t.Errorf("replaced: %q", got)
		}
		if got := s.rules(s.key, "&origin=operator"); !slices.Equal(got, []string{"policy operator active"}) {
			t.Errorf("%q", got)
		}

		// What is refused changes nothing.
		s.putRules("", "application/yaml", "rules: [{id: x}]").wantError(400, "rules_invalid", "rules")
		s.putRules("", "application/json", someRules).wantError(415, "unsupported_media_type", "")
		s.putRules("", "", someRules).wantError(415, "unsupported_media_type", "")
		s.putRules("?replace_built_in=yes", "application/yaml", someRules).wantError(400, "parameter_invalid", "replace_built_in")
		s.putRules("?mode=replace", "application/yaml", someRules).wantError(400, "parameter_unknown", "mode")
		s.putRules("", "application/yaml", strings.Repeat("#", 5<<20+1)).wantError(413, "body_too_large", "")
		if out := s.get("/rules/bundle").want(200); string(out.body) != packed {
			t.Error("something was stored")
		}
		// The other way of using them, and other bytes.
		if other := read[api.RuleBundle](s.putRules("", "application/zip", packed).want(200)); other.ReplacesBuiltIn || other.ID != made.ID {
			t.Errorf("%+v", other)
		}
		if other := read[api.RuleBundle](s.putRules("", "application/yaml", someRules).want(200)); other.ID == made.ID || other.SHA256 == made.SHA256 {
			t.Errorf("%+v", other)
		}
	})
}

func TestRulesOfTeamsAreApart(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		other := s.newKey(storetest.Team(t, s.store, "other"))
		s.putRules("?replace_built_in=true", "application/yaml", someRules).want(201)
		s.call("GET", "/rules/bundle").as(other).do().wantError(404, "not_found", "")
		s.call("DELETE", "/rules").as(other).do().wantError(404, "not_found", "")
		if got := s.rules(other, "&status=active"); len(got) != 32 {
			t.Errorf("%q", got)
		}
		reader, manager := s.newKey(s.team, vigil.ScansRead), s.newKey(s.team, vigil.RepositoriesManage)
		s.call("GET", "/rules").as(reader).do().want(200)
		s.call("GET", "/rules/bundle").as(reader).do().want(200)
		s.call("GET", "/rules").as(manager).do().wantError(403, "permission_denied", "")
		s.call("DELETE", "/rules").as(reader).do().wantError(403, "permission_denied", "")
		put := s.call("PUT", "/rules").as(reader).with("Content-Type", "application/yaml")
		put.body = someRules
		put.do().wantError(403, "permission_denied", "")
		deleted := read[api.Deleted](s.call("DELETE", "/rules").as(manager).do().want(200))
		if deleted.Object != "rule_bundle" || deleted.ID == "" {
			t.Errorf("%+v", deleted)
		}
		s.call("DELETE", "/rules").do().wantError(404, "not_found", "")
		s.call("POST", "/rules").json("{}").do().want(405)
	})
}
