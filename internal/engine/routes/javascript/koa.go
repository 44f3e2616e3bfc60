package javascript

import (
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

// koaMaker knows applications and routers of Koa: new Router({prefix: '/users'}).
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

// koaPrefix is router.prefix('/users').
func (s *source) koaPrefix(object, arg match.NodeID) {
	r := s.Facts.Routers[s.Symbol(object)]
	if t, ok := s.Template(arg); ok && r != nil && r.Framework == "koa" {
		r.Prefix = append(t[:len(t):len(t)], r.Prefix...)
	}
}
