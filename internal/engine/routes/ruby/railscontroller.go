package ruby

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

// railsFile is what a Ruby file says about Rails' routes.
type railsFile struct {
	routes      []railsRoute
	draws       []railsDraw
	controllers []*railsController
}

// railsController is a class of actions.
type railsController struct {
	super   string
	mixed   bool // it includes modules, which may have actions
	filters []railsFilter
	actions map[string]railsAction
}

// railsAction is a method of a controller.
type railsAction struct {
	reads []engine.RouteParam
	calls []string // methods of the controller that it calls
}

// railsFilter is a before_action that asks who is calling, or one that is skipped.
type railsFilter struct {
	name         string
	only, except []string
	skip         bool
}

// railsControllers takes the controllers of a file.
func railsControllers(s *facts.Reader) (out []*railsController) {
	for _, n := range s.NodesOf(match.Class) {
		if s.Node(n).Text != "class" {
			continue
		}
		c := &railsController{actions: map[string]railsAction{}}
		if supers := s.Kids(s.Kid(n, 2)); len(supers) > 0 {
			c.super = facts.Dotted(s.File, supers[0])
		}
		for _, k := range s.Kids(s.Kid(n, 3)) {
			switch s.Kind(k) {
			case match.Call:
				if name := s.Called(k); name == "include" || name == "actions" || name == "inherit_resources" {
					c.mixed = true
				}
				c.filter(s, k)
			case match.Func:
				c.actions[s.Ident(s.Kid(k, 1))] = rubyReads(s, s.Kid(k, 4))
			case match.Ident:
				if s.Node(k).Text == "load_and_authorize_resource" || s.Node(k).Text == "authorize_resource" {
					c.filters = append(c.filters, railsFilter{name: s.Node(k).Text})
				}
			}
		}
		out = append(out, c)
	}
	return out
}

func (c *railsController) filter(s *facts.Reader, n match.NodeID) {
	callee, args := s.Call(n)
	name := s.Ident(callee)
	f := railsFilter{}
	switch name {
	case "before_action", "before_filter", "prepend_before_action", "append_before_action":
	case "skip_before_action", "skip_before_filter":
		f.skip = true
	case "http_basic_authenticate_with", "load_and_authorize_resource", "authorize_resource":
		f.name = name
	case "allow_unauthenticated_access": // of Rails 8
		f.skip, f.name = true, "require_authentication"
	default:
		return
	}
	r := &railsReader{Reader: s}
	f.only, _ = r.list(args, "only", railsScope{})
	f.except, _ = r.list(args, "except", railsScope{})
	if f.name != "" {
		c.filters = append(c.filters, f)
		return
	}
	for _, a := range s.Positional(args) {
		f.name = r.textOf(a, railsScope{})
		if s.Kind(a) == match.Func {
			f.name = guardCalled(s, a)
		}
		if f.skip || isRubyGuard(f.name) {
			c.filters = append(c.filters, f)
		}
	}
	if b := s.Kid(n, 2); b != 0 {
		if f.name = guardCalled(s, b); f.name != "" {
			c.filters = append(c.filters, f)
		}
	}
}

// isRubyGuard reports whether a method asks who is calling, by its name.
func isRubyGuard(name string) bool {
	name = strings.TrimRight(name, "!?")
	return facts.IsGuard(name) || rubyGuard.MatchString(name)
}

var rubyGuard = regexp.MustCompile(`^(doorkeeper_authorize|authenticate_\w+|authorize_\w+|require_\w*(login|user|admin|auth\w*|sign_?in|permission\w*|role)|ensure_\w*(login|logged_in|admin|authenticated|authorized|signed_in|user)|verify_\w*(token|auth\w*|admin|permission\w*)|check_\w*(auth\w*|login|admin|permission\w*|token)|logged_in_user|login_required|restrict_access|protected|require_authentication|must_be_\w+|admin_only|admin_required|signed_in_user|api_authenticate\w*)$`)

// guardCalled returns the first method with the name of a guard that a block calls.
func guardCalled(s *facts.Reader, n match.NodeID) (name string) {
	s.Walk(n, func(k match.NodeID) bool {
		if name != "" {
			return false
		}
		switch s.Kind(k) {
		case match.Call:
			if called := s.Called(k); isRubyGuard(called) {
				name = called
			}
		case match.Ident:
			if isRubyGuard(s.Node(k).Text) {
				name = s.Node(k).Text
			}
		}
		return true
	})
	return name
}

// rubyReads returns what a method reads of a request.
func rubyReads(s *facts.Reader, body match.NodeID) (a railsAction) {
	r := &railsReader{Reader: s}
	read := func(n match.NodeID, in string) {
		if name := r.textOf(n, railsScope{}); name != "" && len(a.reads) < facts.MaxParams {
			a.reads = facts.AddParam(a.reads, facts.Param(name, in))
		}
	}
	s.Walk(body, func(n match.NodeID) bool {
		switch s.Kind(n) {
		case match.Index:
			switch of := facts.Dotted(s.File, s.Kid(n, 0)); {
			case of == "params":
				read(s.Kid(n, 1), "form")
			case of == "cookies" || of == "cookies.signed" || of == "cookies.encrypted" || of == "request.cookies":
				read(s.Kid(n, 1), "cookie")
			case of == "request.headers":
				read(s.Kid(n, 1), "header")
			case of == "request.env" || of == "env":
				if name, ok := strings.CutPrefix(r.textOf(s.Kid(n, 1), railsScope{}), "HTTP_"); ok {
					a.reads = facts.AddParam(a.reads, facts.Param(strings.ReplaceAll(name, "_", "-"), "header"))
				}
			}
		case match.Call:
			callee, args := s.Call(n)
			object, name := s.Member(callee)
			switch {
			case object == 0 && s.Ident(callee) != "":
				a.calls = append(a.calls, s.Ident(callee))
			case (name == "permit" || name == "expect") && strings.HasPrefix(s.Text(s.Span(object)), "params"):
				for _, p := range args {
					switch {
					case s.Kind(p) != match.KwArg:
						read(p, "body")
					case name == "expect": // params.expect(post: [:title])
						for _, e := range s.Elements(s.Kid(p, 1)) {
							if s.Kind(e) != match.KwArg && s.Kind(e) != match.Dict {
								read(e, "body")
							}
						}
					default:
						read(s.Kid(p, 0), "body")
					}
				}
			case (name == "fetch" || name == "dig") && facts.Dotted(s.File, object) == "params" && len(args) > 0:
				read(args[0], "form")
			case name == "require" && facts.Dotted(s.File, object) == "params" && len(args) == 1:
				// params.require(:post).permit names the fields; alone it names one.
				if up := s.Node(n).Parent; s.Kind(up) != match.Member {
					read(args[0], "form")
				}
			case name == "fetch" && facts.Dotted(s.File, object) == "request.headers" && len(args) > 0:
				read(args[0], "header")
			}
		case match.Ident:
			if len(a.calls) < 200 {
				a.calls = append(a.calls, s.Node(n).Text)
			}
		}
		return true
	})
	return a
}

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

// appRoot is the folder that config/routes.rb is in.
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

type railsIndex struct{ l *facts.Linker }

// drawn returns the routes of files that are drawn within a scope.
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

// finish makes routes of one, with what its controller reads and asks.
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
	guard := r.guard
	if guard == "" {
		if guard = s.guard; guard == "" {
			guard = railsGuard(found, r.action)
		}
	}
	var reads []engine.RouteParam
	for _, c := range found {
		if _, ok := c.actions[r.action]; ok {
			reads = c.reads(found, r.action, 0)
			break
		}
	}
	p := facts.Clean(railsPath(facts.JoinBelow(s.prefix, r.path)))
	for _, m := range r.methods {
		e := engine.Route{Framework: "rails", Method: m, Path: p, Handler: handler, File: r.file, Line: r.line, Guard: guard}
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

// railsPath leaves out what is optional, and writes parameters as {name}.
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

// chain returns a controller and those that it inherits from.
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
			super = next // Ruby looks in the module first
		}
		name = super
	}
	return out
}

// underscore writes Admin.UserPosts as admin/user_posts.
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

// has reports whether a controller may have an action: a method, a page by its name, or
// something that is not known.
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

// reads returns what an action reads, with the methods that it calls.
func (c *railsController) reads(chain []*railsController, action string, depth int) (out []engine.RouteParam) {
	a := c.actions[action]
	out = slices.Clone(a.reads)
	if depth > 2 {
		return out
	}
	for _, name := range a.calls {
		for _, holder := range chain {
			if _, ok := holder.actions[name]; ok && name != action {
				for _, p := range holder.reads(chain, name, depth+1) {
					out = facts.AddParam(out, p)
				}
				break
			}
		}
	}
	return out[:min(len(out), facts.MaxParams)]
}

// railsGuard returns the guard of an action: what its controller and those above it
// declare, less what is skipped.
func railsGuard(chain []*railsController, action string) string {
	guard := ""
	for i := len(chain) - 1; i >= 0; i-- {
		for _, f := range chain[i].filters {
			if len(f.only) > 0 && !slices.Contains(f.only, action) || slices.Contains(f.except, action) {
				continue
			}
			if !f.skip {
				guard = f.name
			} else if f.name == guard {
				guard = ""
			}
		}
	}
	return guard
}
