package ruby

import (
	"regexp"
	"slices"
	"strings"

	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

// rubyRefusal is what a method or block does to requests.
type rubyRefusal struct {
	refuses, denies bool
	asks            []string // methods that it leaves that to
	asked           []string // methods that end the request, depending on who is asking
}

func rubyRefuses(s *facts.Reader, f match.NodeID) (out rubyRefusal) {
	x := s.Refusal().Of(f)
	out.refuses, out.denies = x.Refuses, x.Denies
	for _, n := range x.Asked {
		out.asked = append(out.asked, s.Ident(n))
	}
	for _, n := range append(x.Calls, x.Tail...) {
		if name := s.Ident(n); name != "" {
			out.asks = append(out.asks, name)
		}
	}
	return out
}

// gemGuards are the methods of gems that refuse callers. A method of the application with
// the same name comes first.
var gemGuards = []struct{ gem, method *regexp.Regexp }{
	{regexp.MustCompile(`\bdevise\b`), regexp.MustCompile(`^authenticate_\w+!$|^authenticated? :`)},
	{regexp.MustCompile(`\bdoorkeeper\b`), regexp.MustCompile(`^doorkeeper_authorize!$`)},
	{regexp.MustCompile(`\b(clearance|sorcery)\b`), regexp.MustCompile(`^require_login$`)},
	{regexp.MustCompile(`\bcancan(can)?\b`), regexp.MustCompile(`^(load_and_)?authorize_resource$|^authorize!$`)},
	{regexp.MustCompile(`\bpundit\b`), regexp.MustCompile(`^authorize$`)},
	{regexp.MustCompile(`\bknock\b`), regexp.MustCompile(`^authenticate_user$`)},
	{regexp.MustCompile(`\bdevise_token_auth\b`), regexp.MustCompile(`^authenticate_\w+!$`)},
}

// railsGuards are methods of Rails that refuse callers.
var railsGuards = map[string]bool{"http_basic_authenticate_with": true, "authenticate_or_request_with_http_basic": true, "authenticate_or_request_with_http_token": true, "authenticate_or_request_with_http_digest": true}

// guards returns the filters that apply to an action: those of its controller and
// superclasses, minus those that are skipped.
func (x *railsIndex) guards(root string, chain []*railsController, action string) (out []facts.Guard) {
	var active []railsFilter
	for i := len(chain) - 1; i >= 0; i-- {
		for _, f := range x.filters(root, chain[i]) {
			if len(f.only) > 0 && !slices.Contains(f.only, action) || slices.Contains(f.except, action) {
				continue
			}
			if !f.skip {
				active = append(active, f)
				continue
			}
			active = slices.DeleteFunc(active, func(g railsFilter) bool { return g.name == f.name })
		}
	}
	for i := len(active) - 1; i >= 0; i-- { // the most specific first
		f := active[i]
		g := facts.Guard{Name: f.name, Looks: isRubyGuard(f.name)}
		if g.Name == "" {
			g.Name = "(block)"
		}
		refuses := f.block.refuses || slices.ContainsFunc(f.block.asks, func(m string) bool { return x.refuses(root, chain, m, 0) })
		g.Known = !f.sometimes && (refuses || x.refuses(root, chain, f.name, 0))
		out = append(out, g)
	}
	return out
}

// filters returns the filters of a controller and of the concerns that it includes.
func (x *railsIndex) filters(root string, c *railsController) []railsFilter {
	out := c.filters
	for _, m := range x.mixins(root, c) {
		out = append(out[:len(out):len(out)], m.filters...)
	}
	return out
}

// mixins returns the modules that a controller includes.
func (x *railsIndex) mixins(root string, c *railsController) (out []*railsController) {
	for _, name := range c.mixins {
		for _, file := range x.l.Named(underscore(facts.LastName(name)) + ".rb") {
			if f := x.l.Facts(file); len(out) < 20 && strings.HasPrefix(file, root) && f != nil && railsFacts.Get(f) != nil {
				out = append(out, railsFacts.Get(f).modules...)
			}
		}
	}
	return out
}

// refuses reports whether a method of a controller refuses callers.
func (x *railsIndex) refuses(root string, chain []*railsController, method string, depth int) bool {
	if method == "" || depth > 4 {
		return false
	}
	for _, c := range chain {
		for _, holder := range append([]*railsController{c}, x.mixins(root, c)...) {
			m, ok := holder.actions[method]
			if !ok {
				continue
			}
			return m.refuses || slices.ContainsFunc(m.asks, func(name string) bool { return name != method && x.refuses(root, chain, name, depth+1) }) ||
				slices.ContainsFunc(m.asked, func(name string) bool { return x.denies(root, chain, name) })
		}
	}
	return railsGuards[method] || x.ofGem(root, method)
}

// denies reports whether a method of a controller ends every request.
func (x *railsIndex) denies(root string, chain []*railsController, method string) bool {
	for _, c := range chain {
		for _, holder := range append([]*railsController{c}, x.mixins(root, c)...) {
			if m, ok := holder.actions[method]; ok {
				return m.denies
			}
		}
	}
	return false
}

// ofGem reports whether a method is that of a gem in the Gemfile.
func (x *railsIndex) ofGem(root, method string) bool {
	if x.gems == nil {
		x.gems = map[string]string{}
	}
	text, ok := x.gems[root]
	if !ok {
		for _, name := range []string{"Gemfile", "Gemfile.lock"} {
			if root != "" {
				name = root + "/" + name
			}
			text += string(x.l.Source(name))
		}
		x.gems[root] = text
	}
	for _, g := range gemGuards {
		if g.method.MatchString(method) && g.gem.MatchString(text) {
			return true
		}
	}
	return false
}
