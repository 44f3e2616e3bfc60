package ruby

import (
	"regexp"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

// railsFile holds the facts of a Ruby file for Rails.
type railsFile struct {
	routes      []railsRoute
	draws       []railsDraw
	controllers []*railsController
	modules     []*railsController // concerns and helpers: their methods
}

// railsController is a class of actions.
type railsController struct {
	super   string
	mixed   bool // includes modules, which may define actions
	mixins  []string
	filters []railsFilter
	actions map[string]railsAction
}

// railsAction is a method of a controller.
type railsAction struct {
	reads []engine.RouteParam
	calls []string // methods of the controller that it calls
	rubyRefusal
	lines engine.Lines
}

// railsFilter is a before_action that authenticates, or a skip_before_action.
type railsFilter struct {
	name         string
	only, except []string
	skip         bool
	sometimes    bool // by a condition
	known        bool // of Rails or a gem
	block        rubyRefusal
}

// railsControllers records the controllers of a file, or its modules.
func railsControllers(s *facts.Reader, kind string) (out []*railsController) {
	for _, n := range s.NodesOf(match.Class) {
		if s.Node(n).Text != kind {
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
					_, args := s.Call(k)
					for _, a := range args {
						c.mixins = append(c.mixins, facts.Dotted(s.File, a))
					}
				}
				c.filter(s, k)
				if block := s.Kid(k, 2); s.Called(k) == "included" && block != 0 { // of a concern
					for _, inner := range s.Kids(s.Kid(block, 4)) {
						c.filter(s, inner)
					}
				}
			case match.Func:
				a := rubyReads(s, s.Kid(k, 4))
				a.rubyRefusal, a.lines = rubyRefuses(s, k), s.LinesOf(k)
				c.actions[s.Ident(s.Kid(k, 1))] = a
			case match.Ident:
				if s.Node(k).Text == "load_and_authorize_resource" || s.Node(k).Text == "authorize_resource" {
					c.filters = append(c.filters, railsFilter{name: s.Node(k).Text, known: true})
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
		f.name, f.known = name, true
	case "allow_unauthenticated_access": // of Rails 8
		f.skip, f.name = true, "require_authentication"
	default:
		return
	}
	r := &railsReader{Reader: s}
	f.only, _ = r.list(args, "only", railsScope{})
	f.except, _ = r.list(args, "except", railsScope{})
	if o := r.optionNode(args, "unless"); r.optionNode(args, "if") != 0 || o != 0 && r.textOf(o, railsScope{}) != "devise_controller?" {
		f.sometimes = true
	}
	if f.name != "" {
		c.filters = append(c.filters, f)
		return
	}
	for _, a := range s.Positional(args) {
		f.name = r.textOf(a, railsScope{})
		if s.Kind(a) == match.Func {
			f.name, f.block = guardCalled(s, a), rubyRefuses(s, a)
		}
		if f.name != "" || f.block.refuses {
			c.filters = append(c.filters, f)
		}
	}
	if b := s.Kid(n, 2); b != 0 {
		if f.name, f.block = guardCalled(s, b), rubyRefuses(s, b); f.name != "" || f.block.refuses {
			c.filters = append(c.filters, f)
		}
	}
}

// isRubyGuard reports whether a method is a guard, judging by its name.
func isRubyGuard(name string) bool {
	name = strings.TrimRight(name, "!?")
	return facts.IsGuard(name) || rubyGuard.MatchString(name)
}

var rubyGuard = regexp.MustCompile(`^(doorkeeper_authorize|authenticate_\w+|authorize_\w+|require_\w*(login|user|admin|auth\w*|sign_?in|permission\w*|role)|ensure_\w*(login|logged_in|admin|authenticated|authorized|signed_in|user)|verify_\w*(token|auth\w*|admin|permission\w*)|check_\w*(auth\w*|login|admin|permission\w*|token)|logged_in_user|login_required|restrict_access|protected|require_authentication|must_be_\w+|admin_only|admin_required|signed_in_user|api_authenticate\w*)$`)

// guardCalled returns the first guard that a block calls.
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

// rubyReads returns the request data that a method reads.
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

// reads returns the request data that an action reads, including the methods it calls.
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
