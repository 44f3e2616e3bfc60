package routes

import (
	"vigil/internal/engine"
	"vigil/internal/engine/routes/facts"
)

// merge compares the routes of the code with those that the tree's own descriptions of
// its API have. Without any description all routes are as they were. A documented route
// that the code has stays as the code has it, with the parameters of both.
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

// comparable is a path without the names of its parameters and a slash at its end.
func comparable(p string) string {
	p = facts.PathParam.ReplaceAllString(p, "{}")
	for len(p) > 1 && p[len(p)-1] == '/' {
		p = p[:len(p)-1]
	}
	return p
}
