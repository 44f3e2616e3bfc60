package engine

import "strings"

// privileges lowers the severity of flows that only an authenticated caller can start: the
// source is in a handler, and all routes of that handler are behind a proven guard. Their
// CVSS vectors say PR:L instead of PR:N. What a rule says about privileges itself stays, and
// so does the identity of a finding.
func privileges(findings []Finding, routes []Route) {
	bodies := map[string][]*Route{} // routes by the file of their handler
	for i := range routes {
		if r := &routes[i]; r.Body != nil {
			bodies[r.Body.File] = append(bodies[r.Body.File], r)
		}
	}
	for i := range findings {
		f := &findings[i]
		// A weak key or random number is attacked where it is used, not through the handler.
		if len(f.Trace) == 0 || f.Type == "WEAK_CRYPTO" {
			continue
		}
		source := f.Trace[0]
		var guarded, open bool
		for _, r := range bodies[source.Path] {
			if r.Body.First <= source.Line && source.Line <= r.Body.Last {
				guarded, open = guarded || r.Guard != "", open || r.Guard == ""
			}
		}
		if guarded && !open {
			f.CVSS = strings.Replace(f.CVSS, "/PR:N/", "/PR:L/", 1)
		}
	}
}
