package javascript

import (
	"path"
	"regexp"
	"strings"

	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

// next discovers the routes of Next.js, whose paths are file paths: pages/api/*.ts and
// app/**/route.ts.
var next = facts.Framework{
	Name:    "nextjs",
	Endings: jsEndings,
	Place:   func(p string) bool { _, ok := nextPath(p); return ok },
	Look:    func(s *facts.Reader) { lookNext(&source{Reader: s}) },
}

// nextPath returns the URL path of a file, and whether it has one.
func nextPath(file string) (string, bool) {
	dir, base := path.Split("/" + file)
	name := strings.TrimSuffix(base, path.Ext(base))
	if i := strings.LastIndex(dir, "/pages/api/"); i >= 0 {
		p := dir[i+len("/pages"):] + name
		p = strings.TrimSuffix(p, "/index")
		return p, !strings.HasPrefix(name, "_") && !strings.HasSuffix(file, ".d.ts")
	}
	if i := strings.Index(dir, "/app/"); i >= 0 && name == "route" {
		var parts []string
		for _, part := range strings.Split(strings.Trim(dir[i+len("/app"):], "/"), "/") {
			switch {
			case strings.HasPrefix(part, "_"):
				return "", false // private
			case strings.HasPrefix(part, "(") && strings.HasSuffix(part, ")"), strings.HasPrefix(part, "@"):
			default:
				parts = append(parts, part)
			}
		}
		return "/" + strings.Join(parts, "/"), true
	}
	return "", false
}

var bracketParam = regexp.MustCompile(`\[+(?:\.\.\.)?([A-Za-z_][\w-]*)\]+`)

func bracketSyntax(p string) string { return bracketParam.ReplaceAllString(p, "{$1}") }

func lookNext(s *source) {
	p, ok := nextPath(s.Path)
	if !ok || s.Tree == nil {
		return
	}
	if strings.Contains("/"+s.Path, "/pages/api/") {
		s.nextPage(p)
		return
	}
	s.nextRoute(p)
}

// nextRoute records the handlers that route.ts exports, by name.
func (s *source) nextRoute(p string) {
	seen := map[string]bool{}
	add := func(method string, n match.NodeID) {
		if seen[method] || !facts.IsMethod(method) {
			return
		}
		seen[method] = true
		r := facts.Route{Methods: []string{method}, Path: facts.Text(p), Syntax: bracketSyntax, Handler: method}
		f := n
		if s.Kind(n) == match.VarDef {
			f = s.Kid(n, 3)
			if _, args := s.Call(f); args != nil {
				if g, ok := s.HandlerGuard(f); ok {
					r.Guards = append(r.Guards, g)
				}
				for _, a := range args {
					if s.Kind(a) == match.Func {
						f = a
					}
				}
			}
		}
		r.Params = s.jsParams(f)
		if s.Kind(f) == match.Func {
			r.Body = f
		}
		r.Guards = append(r.Guards, s.guardsWithin(f, s.Symbol(f))...)
		s.AddRoute(n, r)
	}
	for _, n := range s.Kids(s.Root()) {
		switch s.Kind(n) {
		case match.Func:
			add(s.Ident(s.Kid(n, 1)), n)
		case match.VarDef:
			add(s.Ident(s.Kid(n, 1)), n)
			if s.Kind(s.Kid(n, 1)) == match.Dict { // export const { GET, POST } = handlers
				for _, name := range s.PatternNames(s.Kid(n, 1)) {
					add(name, n)
				}
			}
		}
	}
	for name := range s.Facts.Exports { // export { handler as GET }
		if facts.IsMethod(name) && !seen[name] {
			for _, n := range s.Kids(s.Root()) {
				if s.Kind(n) >= 100 && strings.HasPrefix(s.FirstLine(n), "export") && strings.Contains(s.Text(s.Span(n)), name) {
					add(name, n)
				}
			}
		}
	}
}

// nextPage records the handler of a file below pages/api: it handles the methods that
// it compares with, or all.
func (s *source) nextPage(p string) {
	if s.Facts.Exports["default"] == "" {
		return
	}
	methods := s.comparedMethods()
	if len(methods) == 0 {
		methods = []string{"GET", "POST", "PUT", "PATCH", "DELETE"} // whatever comes
	}
	r := facts.Route{Methods: methods, Path: facts.Text(p), Syntax: bracketSyntax, Handler: "default", Params: s.jsParams(s.Root()), Guards: s.guardsWithin(s.Root(), s.Facts.Exports["default"])}
	s.AddRoute(s.Root(), r)
}

// comparedMethods returns the methods that a file compares req.method with.
func (s *source) comparedMethods() []string {
	var out []string
	seen := map[string]bool{}
	add := func(n match.NodeID) {
		if t := s.Node(n).Text; s.Kind(n) == match.Str && facts.IsMethod(t) && !seen[t] {
			seen[t] = true
			out = append(out, t)
		}
	}
	isMethodOf := func(n match.NodeID) bool { _, name := s.Member(n); return name == "method" || s.Ident(n) == "method" }
	for _, n := range s.NodesOf(match.Binary) {
		if a, b := s.Kid(n, 0), s.Kid(n, 1); isMethodOf(a) {
			add(b)
		} else if isMethodOf(b) {
			add(a)
		}
	}
	for i, n := range s.Tree.Nodes {
		if !n.Is(1) || s.Tree.Kind(uint32(i)) != "switch_statement" {
			continue
		}
		body := string(s.Tree.Text(uint32(i)))
		head, cases, _ := strings.Cut(body, "{")
		if !strings.Contains(head, "method") {
			continue
		}
		for _, m := range caseMethod.FindAllStringSubmatch(cases, -1) {
			if !seen[m[1]] {
				seen[m[1]] = true
				out = append(out, m[1])
			}
		}
	}
	return out
}

var caseMethod = regexp.MustCompile(`case\s*['"]([A-Z]+)['"]\s*:`)

// guardsWithin returns the guards called in a handler's body: getServerSession(…). That the
// handler refuses proves them.
func (s *source) guardsWithin(f match.NodeID, handler string) []facts.Guard {
	var out []facts.Guard
	s.Walk(f, func(n match.NodeID) bool {
		if s.Kind(n) == match.Call && len(out) < 5 {
			callee, _ := s.Call(n)
			switch name := s.Ident(callee); {
			case name == "getServerSession" || name == "unstable_getServerSession" || name == "getToken" || name == "currentUser" || name == "auth":
				out = append(out, s.Refusing(name, true, handler))
			case strings.HasPrefix(name, "require") || strings.HasPrefix(name, "verify") || strings.HasPrefix(name, "withAuth") || strings.HasPrefix(name, "ensure"):
				if facts.IsGuard(name) {
					out = append(out, s.Refusing(name, true, handler))
				}
			}
		}
		return true
	})
	return out
}
