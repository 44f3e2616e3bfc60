package ruby

import (
	"regexp"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

var sinatra = facts.Framework{Name: "sinatra", Endings: []string{".rb"}, Words: []string{"sinatra"}, Look: lookSinatra, Link: sinatraRoutes}

// rack is config.ru, which mounts applications.
var rack = facts.Framework{Name: "sinatra", Endings: []string{".ru"}, Words: []string{"map "}, Look: lookSinatra}

var sinatraFacts facts.Slot[[]sinatraRoute]

// sinatraRoute is a Sinatra route or, in config.ru, a mounted application.
type sinatraRoute struct {
	class   string // of the application, "" for a classic-style file
	methods []string
	path    string
	reads   []engine.RouteParam
	guards  []facts.Guard
	lines   engine.Lines // of the block
	line    int
	mount   bool // class is mounted at path
}

// rackMap matches a line of config.ru: map "/admin" do run Admin end. Language detection may not know
// that the file is Ruby.
var rackMap = regexp.MustCompile(`(?s)\bmap[ (]+['"]([^'"\n]+)['"]\)?\s*(?:do|\{)\s*run[ (]+([A-Z][\w:]*)`)

// sinatraFilter is a before block that acts as a guard.
type sinatraFilter struct {
	class, pattern string
	guard          facts.Guard
}

// lookSinatra records the routes of a file.
func lookSinatra(s *facts.Reader) {
	if strings.HasSuffix(s.Path, ".ru") {
		for _, m := range rackMap.FindAllSubmatch(s.Source, facts.MaxFileFacts) {
			sinatraFacts.Set(s.Facts, append(sinatraFacts.Get(s.Facts), sinatraRoute{class: strings.ReplaceAll(string(m[2]), "::", "."), path: string(m[1]), mount: true}))
		}
		return
	}
	if s.Tree == nil || sinatraFacts.Get(s.Facts) != nil {
		return
	}
	r := &railsReader{Reader: s}
	var filters []sinatraFilter
	for _, n := range s.NodesOf(match.Call) {
		callee, args := s.Call(n)
		name := s.Ident(callee)
		class, prefix, ok := sinatraScope(s, r, n)
		if name == "" || !ok || s.Full(len(sinatraFacts.Get(s.Facts))) {
			continue
		}
		switch name {
		case "get", "post", "put", "patch", "delete", "options", "head", "route":
			sinatraVerb(s, r, n, name, args, class, prefix)
		case "before":
			if g, ok := sinatraGuard(s, s.Kid(n, 2)); ok {
				pattern := ""
				if p := s.Positional(args); len(p) > 0 {
					pattern = r.textOf(p[0], railsScope{})
				}
				switch {
				case prefix != "" && pattern == "":
					pattern = prefix + "/*"
				case prefix != "":
					pattern = facts.Join(prefix, pattern)
				}
				filters = append(filters, sinatraFilter{class, pattern, g})
			}
		case "use":
			if len(args) > 0 && strings.HasPrefix(facts.Dotted(s.File, args[0]), "Rack.Auth") {
				filters = append(filters, sinatraFilter{class, "", facts.KnownGuard(strings.ReplaceAll(facts.Dotted(s.File, args[0]), ".", "::"))})
			}
		}
	}
	for i := range sinatraFacts.Get(s.Facts) {
		t := &sinatraFacts.Get(s.Facts)[i]
		for _, f := range filters {
			if !t.mount && f.class == t.class && sinatraMatch(f.pattern, t.path) {
				t.guards = append(t.guards, f.guard)
			}
		}
	}
}

// sinatraGuard returns the guard that a block is or calls. It is proven if the block, or a
// method of this file that it calls, refuses callers.
func sinatraGuard(s *facts.Reader, block match.NodeID) (facts.Guard, bool) {
	if block == 0 {
		return facts.Guard{}, false
	}
	name := guardCalled(s, block)
	g := facts.Guard{Name: name, Looks: name != ""}
	r := rubyRefuses(s, block)
	g.Known = r.refuses || slices.ContainsFunc(r.asks, func(m string) bool { return sinatraRefuses(s, m, 0) })
	if g.Name == "" {
		g.Name = "(block)"
	}
	return g, g.Looks || g.Known
}

// sinatraRefuses reports whether a method of the file refuses callers.
func sinatraRefuses(s *facts.Reader, method string, depth int) bool {
	for _, n := range s.NodesOf(match.Func) {
		if depth > 3 || s.Ident(s.Kid(n, 1)) != method {
			continue
		}
		r := rubyRefuses(s, n)
		return r.refuses || slices.ContainsFunc(r.asks, func(m string) bool { return m != method && sinatraRefuses(s, m, depth+1) })
	}
	return false
}

// sinatraMatch reports whether a path matches the pattern of a filter.
func sinatraMatch(pattern, path string) bool {
	if pattern == "" {
		return true
	}
	if head, _, ok := strings.Cut(pattern, "*"); ok {
		return strings.HasPrefix(path, strings.TrimRight(head, "/"))
	}
	return pattern == path
}

// sinatraScope returns the class and namespaces that enclose n. Methods contain
// no routes.
func sinatraScope(s *facts.Reader, r *railsReader, n match.NodeID) (class, prefix string, ok bool) {
	for child, up := n, s.Node(n).Parent; up != 0; child, up = up, s.Node(up).Parent {
		switch s.Kind(up) {
		case match.Func:
			if s.Node(up).Text == "def" {
				return "", "", false
			}
		case match.Class:
			name := facts.Dotted(s.File, s.Kid(up, 1))
			if class = name + facts.Members(class); s.Node(up).Text == "class" {
				class = name
			}
		case match.Call:
			callee, args := s.Call(up)
			if name := s.Ident(callee); name == "namespace" && len(args) > 0 && child == s.Kid(up, 2) {
				prefix = facts.Join(r.textOf(args[0], railsScope{}), prefix)
			}
		}
	}
	return class, strings.TrimRight(prefix, "/"), true
}

func sinatraVerb(s *facts.Reader, r *railsReader, n match.NodeID, name string, args []match.NodeID, class, prefix string) {
	pos := s.Positional(args)
	methods := []string{strings.ToUpper(name)}
	if name == "route" {
		var names []string
		for len(pos) > 1 {
			names, pos = append(names, r.textOf(pos[0], railsScope{})), pos[1:]
		}
		methods = facts.Methods(names)
	}
	body := r.body(n)
	if len(pos) == 0 || s.Kid(n, 2) == 0 && r.optionNode(args, "to") == 0 {
		return
	}
	p := r.textOf(pos[0], railsScope{})
	if s.Kind(pos[0]) == match.Regexp || p == "" || p[0] != '/' {
		return
	}
	t := sinatraRoute{class: class, methods: methods, path: facts.JoinBelow(prefix, p), line: s.LineOf(n)}
	if body != 0 {
		t.reads = rubyReads(s, body).reads
		if b := s.Kid(n, 2); b != 0 {
			t.lines = s.LinesOf(b)
			if g, ok := sinatraGuard(s, b); ok && g.Looks {
				t.guards = append(t.guards, g)
			}
		}
	}
	for _, o := range []string{"auth", "authenticate", "authorize", "provides_auth", "role"} {
		if k := r.optionNode(args, o); k != 0 && s.Node(k).Text != "false" {
			t.guards = append(t.guards, facts.Named(o))
		}
	}
	sinatraFacts.Set(s.Facts, append(sinatraFacts.Get(s.Facts), t))
}

// sinatraRoutes returns the routes of all files, as mounted by config.ru.
func sinatraRoutes(l *facts.Linker) (out []engine.Route) {
	mounts := map[string][]string{}
	for _, f := range l.Files() {
		for _, t := range sinatraFacts.Get(f) {
			if t.mount && t.path != "" {
				mounts[facts.LastName(t.class)] = append(mounts[facts.LastName(t.class)], t.path)
			}
		}
	}
	for _, f := range l.Files() {
		for _, t := range sinatraFacts.Get(f) {
			if t.mount {
				continue
			}
			prefixes := mounts[facts.LastName(t.class)]
			if t.class == "" || len(prefixes) == 0 {
				prefixes = []string{""}
			}
			for _, p := range prefixes {
				guard, candidate := l.Choose(t.guards)
				for _, m := range t.methods {
					e := engine.Route{Framework: "sinatra", Method: m, Path: facts.Clean(sinatraPath(facts.JoinBelow(p, t.path))), File: f.Path, Line: t.line, Guard: guard, Candidate: candidate}
					if t.lines.First > 0 {
						e.Body = &t.lines
					}
					for _, q := range t.reads {
						if q.In == "form" {
							if q.In = "body"; !slices.Contains([]string{"POST", "PUT", "PATCH"}, m) {
								q.In = "query"
							}
						}
						if q.Name != "splat" && q.Name != "captures" {
							e.Params = append(e.Params, q)
						}
					}
					out = append(out, e)
				}
			}
		}
	}
	return out
}

// sinatraPath rewrites parameters as {name}. A ? makes the preceding character optional:
// it is dropped.
func sinatraPath(p string) string {
	p = strings.ReplaceAll(optionalSegment.ReplaceAllString(p, ""), "/?", "/")
	if p = facts.ColonSyntax(p); len(p) > 1 {
		p = strings.TrimSuffix(p, "/")
	}
	return p
}
