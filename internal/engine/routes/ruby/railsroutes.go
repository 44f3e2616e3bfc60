package ruby

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/routes/facts"
)

// railsRoutes returns the routes of all Rails applications of a tree.
func railsRoutes(l *facts.Linker) (out []engine.Route) {
	x := &railsIndex{l: l}
	for _, f := range l.Files() {
		if railsFacts.Get(f) == nil || strings.Contains("/"+f.Path, "/config/routes/") {
			continue
		}
		root := appRoot(f.Path)
		for _, r := range railsFacts.Get(f).routes {
			out = append(out, x.finish(root, r, railsScope{})...)
		}
		out = append(out, x.drawn(root, railsFacts.Get(f).draws, railsScope{}, 0)...)
	}
	return out
}

// appRoot is the application folder, which contains config/routes.rb.
func appRoot(file string) string {
	dir := path.Dir(file)
	if path.Base(dir) == "config" {
		dir = path.Dir(dir)
	}
	if dir == "." {
		return ""
	}
	return dir
}

type railsIndex struct {
	l    *facts.Linker
	gems map[string]string // text of the Gemfile by the root of the application
}

// drawn returns the routes of files drawn within a scope.
func (x *railsIndex) drawn(root string, draws []railsDraw, outer railsScope, depth int) (out []engine.Route) {
	if depth > 5 {
		return nil
	}
	for _, d := range draws {
		f := x.l.Facts(path.Join(root, "config/routes", d.name+".rb"))
		if f == nil || railsFacts.Get(f) == nil {
			continue
		}
		s := d.scope
		s.prefix, s.module = facts.JoinPrefix(outer.prefix, s.base()), slashes(outer.module, s.module)
		if s.guard == "" {
			s.guard = outer.guard
		}
		for _, r := range railsFacts.Get(f).routes {
			if len(out) < facts.MaxRoutes {
				out = append(out, x.finish(root, r, s)...)
			}
		}
		out = append(out, x.drawn(root, railsFacts.Get(f).draws, s, depth+1)...)
	}
	return out
}

// finish returns the routes of one declaration, with the parameters and guards of its controller.
func (x *railsIndex) finish(root string, r railsRoute, s railsScope) (out []engine.Route) {
	name := r.controller
	if name != "" {
		name = slashes(s.module, name)
	}
	handler := r.action
	var found []*railsController
	if name != "" {
		handler = name + "#" + r.action
		found = x.chain(root, name)
	}
	if r.implied && len(found) > 0 && !x.has(root, name, r.action, found) {
		return nil
	}
	var guards []facts.Guard
	for _, name := range []string{r.guard, s.guard} {
		if name != "" {
			guards = append(guards, facts.Guard{Name: name, Looks: true, Known: x.ofGem(root, name)})
		}
	}
	guard, candidate := x.l.Choose(append(guards, x.guards(root, found, r.action)...))
	var body *engine.Lines
	var reads []engine.RouteParam
	for _, c := range found {
		if _, ok := c.actions[r.action]; ok {
			reads = c.reads(found, r.action, 0)
			lines := c.actions[r.action].lines
			body = &lines
			break
		}
	}
	p := facts.Clean(railsPath(facts.JoinBelow(s.prefix, r.path)))
	for _, m := range r.methods {
		e := engine.Route{Framework: "rails", Method: m, Path: p, Handler: handler, File: r.file, Line: r.line, Guard: guard, Candidate: candidate, Body: body}
		for _, q := range reads {
			if q.In == "form" {
				if q.In = "body"; m == "GET" || m == "HEAD" || m == "DELETE" {
					q.In = "query"
				}
			}
			e.Params = append(e.Params, q)
		}
		out = append(out, e)
	}
	return out
}

var optionalSegment = regexp.MustCompile(`\([^()]*\)`)

// railsPath drops optional segments and rewrites parameters as {name}.
func railsPath(p string) string {
	for range 10 {
		q := optionalSegment.ReplaceAllString(p, "")
		if q == p {
			break
		}
		p = q
	}
	parts := strings.Split(p, "/")
	for i, part := range parts {
		if len(part) > 1 && part[0] == '*' {
			parts[i] = "{" + part[1:] + "}"
		}
	}
	p = facts.ColonSyntax(strings.Join(parts, "/"))
	if len(p) > 1 {
		p = strings.TrimRight(p, "/")
	}
	return p
}

// chain returns a controller and its superclasses.
func (x *railsIndex) chain(root, name string) (out []*railsController) {
	for range 10 {
		file := path.Join(root, "app/controllers", name+"_controller.rb")
		f := x.l.Facts(file)
		if f == nil || railsFacts.Get(f) == nil || len(railsFacts.Get(f).controllers) == 0 {
			return out
		}
		c := railsFacts.Get(f).controllers[0]
		if slices.Contains(out, c) {
			return out
		}
		out = append(out, c)
		if !strings.HasSuffix(c.super, "Controller") {
			return out
		}
		super := underscore(strings.TrimSuffix(c.super, "Controller"))
		if next := path.Join(path.Dir(name), super); !strings.Contains(super, "/") && x.l.Has(path.Join(root, "app/controllers", next+"_controller.rb")) {
			super = next // Ruby resolves in the module first
		}
		name = super
	}
	return out
}

// underscore rewrites Admin.UserPosts as admin/user_posts.
func underscore(name string) string {
	var b strings.Builder
	for i, c := range name {
		switch {
		case c == '.':
			b.WriteByte('/')
		case 'A' <= c && c <= 'Z':
			if i > 0 && name[i-1] != '.' && (name[i-1] < 'A' || name[i-1] > 'Z') {
				b.WriteByte('_')
			}
			b.WriteRune(c + 'a' - 'A')
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// has reports whether a controller may have an action: a method, a template of that name,
// or something unknown.
func (x *railsIndex) has(root, controller, action string, chain []*railsController) bool {
	for _, c := range chain {
		if _, ok := c.actions[action]; ok || c.mixed {
			return true
		}
	}
	switch top := chain[len(chain)-1].super; {
	case top == "ApplicationController", strings.HasPrefix(top, "ActionController"), top == "":
	default:
		return true
	}
	for _, p := range x.l.FilesIn(path.Join(root, "app/views", controller), "") {
		if strings.HasPrefix(path.Base(p), action+".") {
			return true
		}
	}
	return false
}
