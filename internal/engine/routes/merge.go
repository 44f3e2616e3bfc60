package routes

import (
	"vigil/internal/engine"
	"vigil/internal/engine/routes/facts"
)

// merge compares the routes of the code with those in the tree's own API descriptions.
// Without a description all routes stay unchanged. A documented route that the code
// declares keeps the code's data, with the parameters of both.
func merge(code, documented []engine.Route) []engine.Route {
	if len(documented) == 0 {
		return code
	}
	type place struct{ method, path string }
	byPlace := map[place]*engine.Route{}
	for i := range documented {
		r := &documented[i]
		byPlace[place{r.Method, comparable(r.Path)}] = r
	}
	seen := map[place]bool{}
	out := code
	for i := range out {
		r := &out[i]
		p := place{r.Method, comparable(r.Path)}
		d := byPlace[p]
		if d == nil {
			r.Undocumented = true
			continue
		}
		seen[p] = true
		r.Documented = d.File
		r.Params = append(r.Params, d.Params...)
	}
	for _, r := range documented {
		if !seen[place{r.Method, comparable(r.Path)}] {
			r.NotInCode = true
			out = append(out, r)
		}
	}
	return out
}

// comparable is a path without parameter names and trailing slash.
func comparable(p string) string {
	p = facts.PathParam.ReplaceAllString(p, "{}")
	for len(p) > 1 && p[len(p)-1] == '/' {
		p = p[:len(p)-1]
	}
	return p
}
