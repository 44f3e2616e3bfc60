package review

import (
	"slices"
	"strings"

	"vigil/internal/engine"
)

// Routes are routes of a tree with their handlers, as context for findings in those.
type Routes []route

type route struct{ text, handler, file string }

// Add adds a route. Without the name of a handler it is nobody's context.
func (rs *Routes) Add(r engine.Route) {
	if r.Handler == "" {
		return
	}
	guard := "none proven"
	switch {
	case r.Guard != "":
		guard = r.Guard
	case r.Candidate != "":
		guard += ", perhaps " + r.Candidate
	}
	*rs = append(*rs, route{strings.ToUpper(r.Method) + " " + r.Path + ", guard: " + guard, lastName(r.Handler), r.File})
}

// Sort makes the order of the routes that of their texts, so that the same tree has the same tasks.
func (rs Routes) Sort() {
	slices.SortStableFunc(rs, func(a, b route) int { return strings.Compare(a.text, b.text) })
}

// LeadingTo returns the first routes whose handler has the name of the function of a finding:
// those of the same file, or of another file if there are none. Handlers without a name are
// in the code around the finding, with their route.
func (rs Routes) LeadingTo(f engine.Finding) (out []string) {
	const most = 3
	name := lastName(f.Symbol)
	if name == "" {
		return nil
	}
	for _, same := range []bool{true, false} {
		for _, r := range rs {
			if r.handler == name && (r.file == f.Path) == same && len(out) < most {
				out = append(out, r.text)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// lastName returns the last name of a qualified one, such as show of UserController.show.
func lastName(s string) string {
	s = strings.TrimSuffix(s, "()")
	return s[strings.LastIndexAny(s, ".:#/ ")+1:]
}
