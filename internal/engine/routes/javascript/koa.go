package javascript

import (
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

var koa = dialect{
	name:  "koa",
	words: []string{"koa"},
	makes: koaMaker,
	calls: map[string]func(*source, match.NodeID, match.NodeID, []match.NodeID) bool{"prefix": (*source).koaPrefix},
	wraps: koaWraps,
}

// koaMaker recognizes applications and routers of Koa: new Router({prefix: '/users'}).
func koaMaker(s *source, n match.NodeID, module, name string) *facts.Router {
	switch module {
	case "koa-router", "@koa/router", "koa", "koa-joi-router", "koa-better-router":
	default:
		return nil
	}
	if name != "" && name != "default" && name != "Router" {
		return nil
	}
	r := &facts.Router{Framework: "koa"}
	if _, args := s.Call(n); len(args) > 0 {
		if t, ok := s.Template(s.Entry(s.Literal(args[0]), "prefix")); ok {
			r.Prefix = t
		}
	}
	return r
}

// koaPrefix handles router.prefix('/users').
func (s *source) koaPrefix(_, object match.NodeID, args []match.NodeID) bool {
	if len(args) != 1 {
		return false
	}

	r := s.Facts.Routers[s.Symbol(object)]
	if t, ok := s.Template(args[0]); ok && r != nil && r.Framework == "koa" {
		r.Prefix = append(t[:len(t):len(t)], r.Prefix...)
	}
	return true
}

// koaWraps returns the router in router.routes().
func koaWraps(s *facts.Reader, call match.NodeID) match.NodeID {
	callee, args := s.Call(call)
	if object, name := s.Member(callee); len(args) == 0 && (name == "routes" || name == "middleware") {
		return object
	}
	return 0
}
