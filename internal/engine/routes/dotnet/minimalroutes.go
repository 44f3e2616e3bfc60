package dotnet

import (
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/routes/classes"
	"vigil/internal/engine/routes/facts"
)

// conventions returns the conventional route patterns of all files.
func conventions(l *facts.Linker) (out []convention) {
	for _, f := range l.Files() {
		if csharpFacts.Get(f) != nil {
			out = append(out, csharpFacts.Get(f).conventions...)
		}
	}
	return out
}

// minimalRoutes returns the routes of minimal APIs. Those on a function parameter
// are below whatever is passed to the function.
func minimalRoutes(l *facts.Linker, x *index) (out []engine.Route) {
	calls := map[string][]csCall{}
	declares := map[string]bool{}
	for _, f := range l.Files() {
		if csharpFacts.Get(f) != nil {
			for _, r := range csharpFacts.Get(f).routes {
				declares[r.from.function] = true
			}
		}
	}
	for range 5 { // functions that pass the builder on
		for _, f := range l.Files() {
			if csharpFacts.Get(f) != nil {
				for _, c := range csharpFacts.Get(f).calls {
					if declares[c.function] {
						declares[c.from.function] = true
					}
				}
			}
		}
	}
	for _, f := range l.Files() {
		if csharpFacts.Get(f) != nil {
			for _, c := range csharpFacts.Get(f).calls {
				if declares[c.function] && c.function != "" {
					calls[c.function] = append(calls[c.function], c)
				}
			}
		}
	}
	for _, f := range l.Files() {
		if csharpFacts.Get(f) == nil {
			continue
		}
		c := &classes.Class{File: f.Path}
		if len(classes.Facts.Get(f)) > 0 {
			c = classes.Facts.Get(f)[0]
		}
		for i := range csharpFacts.Get(f).routes {
			r := &csharpFacts.Get(f).routes[i]
			for _, from := range minimalChains(calls, r.from, 0) {
				out = append(out, x.minimalRoute(c, r, from)...)
			}
		}
	}
	return out
}

// minimalChains returns the receivers of a route, with their prefixes.
func minimalChains(calls map[string][]csCall, c csChain, depth int) (out []csChain) {
	if c.function != "" && depth < 6 {
		for _, call := range calls[c.function] {
			if call.from.function == c.function {
				continue
			}
			for _, up := range minimalChains(calls, call.from, depth+1) {
				if len(out) < facts.MaxPrefixes {
					out = append(out, csChain{prefix: slices.Concat(up.prefix, c.prefix), guards: slices.Concat(up.guards, c.guards)})
				}
			}
		}
	}
	if len(out) == 0 {
		out = []csChain{c}
	}
	return out
}

func (x *index) minimalRoute(c *classes.Class, r *csRoute, from csChain) (out []engine.Route) {
	find, path := x.Constants(c), ""
	for _, v := range append(slices.Clone(from.prefix), r.path) {
		t := v.Texts(find)
		if len(t) != 1 {
			return nil
		}
		if p := strings.Trim(t[0], `"`); p != "" {
			path = facts.Join(path, p)
		}
	}
	guard := r.guard
	if guard == "" && len(from.guards) > 0 {
		guard = from.guards[0]
	}
	if r.open {
		guard = ""
	}
	params := r.params
	if params == nil && strings.Contains(r.handler, ".") { // of another class
		if holder := x.Find(c.File, r.handler[:strings.LastIndexByte(r.handler, '.')]); holder != nil {
			for i := range holder.Methods {
				if holder.Methods[i].Name == facts.LastName(r.handler) {
					params = holder.Methods[i].Params
				}
			}
		}
	}
	methods := r.methods
	if len(methods) == 0 {
		methods = facts.AnyMethods
	}
	for _, m := range methods {
		e := engine.Route{Framework: "asp.net", Method: m, Path: facts.Clean(aspnetPath(facts.Join(path))), Handler: r.handler, File: c.File, Line: r.line, Guard: guard, Params: slices.Clone(r.reads)}
		names := facts.PathNames(e.Path)
		for _, p := range params {
			e.Params = append(e.Params, x.aspnetParam(c, p, m, names)...)
		}
		out = append(out, e)
	}
	return out
}
