package rulescan_test

import (
	"testing"
	"time"

	"vigil/internal/engine/rulescan"
)

// TestPlacesInTemplates checks that findings in embedded code have the positions of the template.
func TestPlacesInTemplates(t *testing.T) {
	set := rulescan.NewSet(grammars, rulesOf(t, `rules:
- id: r
  languages: [ruby]
  severity: ERROR
  message: m
  mode: taint
  pattern-sources: [{pattern: params}]
  pattern-sinks: [{patterns: [{pattern: raw($X)}, {focus-metavariable: $X}]}]
`), time.Time{})
	found, err := set.Find(t.Context(), rulescan.Target{Path: "a.html.erb", Languages: []string{"ruby"}, Source: []byte("<h1>ü</h1>\n<% name = params[:n] %>\n<p>ü <%== name %></p>\n")})
	if err != nil || len(found) != 1 {
		t.Fatalf("found %+v, error %v", found, err)
	}
	f := found[0]
	if f.StartLine != 3 || f.StartColumn != 11 || f.EndColumn != 15 || f.Match != "name" || len(f.Trace) == 0 || f.Trace[0].Line != 2 {
		t.Errorf("found at %d:%d to %d: %q, by way of %+v", f.StartLine, f.StartColumn, f.EndColumn, f.Match, f.Trace)
	}
	if want := "<h1>ü</h1>\n<% name = params[:n] %>\n<p>ü <%== name %></p>"; f.Snippet != want {
		t.Errorf("the snippet is %q", f.Snippet)
	}
}
