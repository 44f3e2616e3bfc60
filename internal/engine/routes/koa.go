package routes

import "vigil/internal/engine/match"

// koaMaker knows applications and routers of Koa: new Router({prefix: '/users'}).
func koaMaker(s *source, n match.NodeID, module, name string) *router {
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
		if t, ok := s.text(s.entry(s.dict(args[0]), "prefix")); ok {
			r.prefix = t
		}
	}
	return r
}

// koaPrefix is router.prefix('/users').
func (s *source) koaPrefix(object, arg match.NodeID) {
	r := s.routers[s.symbol(object)]
	if t, ok := s.text(arg); ok && r != nil && r.framework == "koa" {
		r.prefix = append(t[:len(t):len(t)], r.prefix...)
	}
}

// dict returns the object that an expression is, perhaps by a name in this file.
func (s *source) dict(n match.NodeID) match.NodeID {
	if s.kind(n) == match.Ident {
		want := s.symbol(n)
		for _, v := range s.NodesOf(match.VarDef) {
			if s.kind(s.Kid(v, 3)) == match.Dict && s.symbol(s.Kid(v, 1)) == want {
				return s.Kid(v, 3)
			}
		}
	}
	return n
}
