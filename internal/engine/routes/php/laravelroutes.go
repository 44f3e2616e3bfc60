package php

import (
	"path"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/routes/classes"
	"vigil/internal/engine/routes/facts"
)

// laravelRoutes returns the routes of all files. Those of routes/api.php are below
// /api unless configured otherwise.
func laravelRoutes(l *facts.Linker, x *index) (out []engine.Route) {
	includes := map[string][]laravelInclude{}
	api := map[string]string{}
	for _, f := range l.Files() {
		if laravelFacts.Get(f) == nil {
			continue
		}
		if laravelFacts.Get(f).api != "" {
			api[f.Path] = laravelFacts.Get(f).api
		}
		for _, i := range laravelFacts.Get(f).includes {
			includes[path.Base(i.file)] = append(includes[path.Base(i.file)], i)
		}
	}
	for _, f := range l.Files() {
		if laravelFacts.Get(f) == nil {
			continue
		}
		places := []laravelInclude{{}}
		if strings.HasSuffix("/"+f.Path, "/routes/api.php") {
			prefix := "api"
			if p := facts.Closest(api, f.Path); p != "" {
				prefix = p
			}
			places = []laravelInclude{{prefix: prefix}}
		}
		var said []laravelInclude
		for _, i := range includes[path.Base(f.Path)] {
			if strings.HasSuffix("/"+f.Path, "/"+strings.TrimLeft(i.file, "./")) {
				said = append(said, i)
			}
		}
		if len(said) > 0 {
			places = said
		}
		for _, t := range laravelFacts.Get(f).routes {
			for _, at := range places {
				out = append(out, x.laravelRoute(f, t, at)...)
			}
		}
	}
	return out
}

func (x *index) laravelRoute(f *facts.File, t laravelRoute, at laravelInclude) (out []engine.Route) {
	p := laravelPath(facts.JoinBelow(at.prefix, t.path))
	names, reads, handler := slices.Concat(t.guards, at.guards), t.reads, t.action
	var guards []facts.Guard
	body := t.lines
	var typed []classes.Member
	if t.controller != "" {
		handler = t.controller + "@" + t.action
		if c := x.Find(f.Path, t.controller); c != nil {
			for _, part := range x.Supers(c) {
				for i := range part.Methods {
					if m := &part.Methods[i]; m.Name == t.action {
						reads, typed = m.Reads, m.Params
						guards = append(guards, x.phpGuards(f.Path, m.Annotations, c.Annotations)...)
						body = part.Lines(m)
					}
				}
				names = append(names, constructorGuards(part, t.action)...)
			}
		}
	}
	for _, name := range names {
		guards = append(guards, x.middleware(f.Path, name))
	}
	guard, candidate := x.linker.Choose(guards)
	if t.open { // some middleware is taken away; which, decides at run time
		guard, candidate = "", ""
	}
	for _, m := range t.methods {
		e := engine.Route{Framework: "laravel", Method: m, Path: facts.Clean(p), Handler: handler, File: f.Path, Line: t.line, Guard: guard, Candidate: candidate, Body: body}
		in := "body"
		if m == "GET" || m == "HEAD" || m == "DELETE" {
			in = "query"
		}
		for _, q := range reads {
			if q.In == "form" {
				q.In = in
			}
			e.Params = append(e.Params, q)
		}
		for _, p := range typed { // a FormRequest declares what it accepts
			if c := x.Find(f.Path, p.Type); c != nil {
				for _, name := range phpOf(c).rules {
					e.Params = facts.AddParam(e.Params, facts.Param(name, in))
				}
			}
		}
		out = append(out, e)
	}
	return out
}

// laravelPath rewrites {id?} and {user:slug} as {id} and {user}.
func laravelPath(p string) string {
	p = facts.BraceSyntax(p)
	if len(p) > 1 {
		p = strings.TrimRight(p, "/")
	}
	return p
}
