package routes

import "vigil/internal/engine/match"

// koaMaker knows applications and routers of Koa: new Router({prefix: '/users'}).
func koaMaker(s *jsSource, n match.NodeID, module, name string) *router {
	switch module {
	case "koa-router", "@koa/router", "koa", "koa-joi-router", "koa-better-router":
	default:
		return nil
	}
	if name != "" && name != "default" && name != "Router" {
		return nil
	}
	r := &router{framework: "koa"}
	if _, args := s.call(n); len(args) > 0 {
		if t, ok := s.text(s.entry(s.value(args[0]), "prefix")); ok {
			r.prefix = t
		}
	}
	return r
}

// koaPrefix is router.prefix('/users').
func (s *jsSource) koaPrefix(object, arg match.NodeID) {
	r := s.facts.routers[s.symbol(object)]
	if t, ok := s.text(arg); ok && r != nil && r.framework == "koa" {
		r.prefix = append(t[:len(t):len(t)], r.prefix...)
	}
}
