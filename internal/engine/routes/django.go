package routes

import (
	"regexp"
	"strings"

	"vigil/internal/engine/match"
)

// django finds the routes of Django: lists of path(), re_path() and url(), with
// include(), and routers of Django REST framework.
var django = framework{
	name:    "django",
	endings: pyEndings,
	words:   []string{"urlpatterns", "ninja", "django.urls", "django.conf.urls", "rest_framework"},
	look:    func(s *source) { lookDjango(&pySource{s}) },
}

func lookDjango(s *pySource) {
	if s.anonymous == nil {
		s.anonymous = map[match.NodeID]string{}
	}
	for _, n := range s.NodesOf(match.Call) {
		switch name := s.called(n); {
		case name == "DefaultRouter" || name == "SimpleRouter" || name == "NestedSimpleRouter" || name == "NestedDefaultRouter" || name == "ExtendedDefaultRouter" || name == "OptionalSlashRouter":
			s.restRouter(n)
		case name == "register":
			s.restRegister(n)
		}
	}
	for _, list := range s.NodesOf(match.Array) {
		for _, n := range s.Kids(list) {
			s.djangoPath(list, n)
		}
	}
	for _, n := range s.NodesOf(match.Call) { // i18n_patterns(path(…), …), patterns('', url(…))
		if name := s.called(n); name == "i18n_patterns" || name == "patterns" {
			_, args := s.call(n)
			for _, a := range args {
				s.djangoPath(n, a)
			}
		}
	}
	for _, kind := range []match.Kind{match.Assign, match.AugAssign} {
		for _, n := range s.NodesOf(kind) { // urlpatterns = a + b, urlpatterns += router.urls
			target := s.symbol(s.Kid(n, 0))
			if target == "" || !strings.HasSuffix(target, "patterns") && !strings.HasSuffix(target, "urls") {
				continue
			}
			s.djangoParts(target, s.Kid(n, 1), 0)
		}
	}
}

// djangoParts mounts the lists that a list of patterns is put together from.
func (s *pySource) djangoParts(target string, n match.NodeID, depth int) {
	if depth > 20 {
		return
	}
	switch s.kind(n) {
	case match.Binary:
		for _, k := range s.Kids(n) {
			s.djangoParts(target, k, depth+1)
		}
	case match.Array:
		if depth > 0 {
			s.addMount(mount{parent: target, child: "list:" + s.symbolAt(n), at: s.at(n)})
		}
	case match.Member:
		s.addMount(mount{parent: target, child: strings.TrimSuffix(s.symbol(n), ".urls"), at: s.at(n)})
	case match.Ident:
		if sym := s.symbol(n); sym != target {
			s.addMount(mount{parent: target, child: sym, at: s.at(n)})
		}
	case match.Call:
		if name := s.called(n); name == "i18n_patterns" || name == "patterns" || name == "format_suffix_patterns" {
			sym := s.djangoOwner(n)
			if sym != target {
				s.addMount(mount{parent: target, child: sym, at: s.at(n)})
			}
		}
	}
}

// djangoOwner is the symbol of a list of patterns.
func (s *pySource) djangoOwner(list match.NodeID) string {
	if s.kind(list) != match.Call {
		return s.listOwner(list)
	}
	if p := s.Node(list).Parent; s.kind(p) == match.Assign || s.kind(p) == match.AugAssign {
		return s.symbol(s.Kid(p, 0))
	}
	return "list:" + s.symbolAt(list)
}

var (
	namedGroup  = regexp.MustCompile(`\(\?P<(\w+)>(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`)
	plainGroup  = regexp.MustCompile(`\((?:\?:)?(?:[^()]|\([^()]*\))*\)[?*+]?`)
	regexpSigns = strings.NewReplacer("^", "", "$", "", `\.`, ".", `\-`, "-", `\/`, "/", "/?", "/", `\Z`, "", `\A`, "")
)

// regexpSyntax makes a path of a regular expression: ^users/(?P<id>\d+)/$
func regexpSyntax(p string) string {
	p = namedGroup.ReplaceAllString(p, "<$1>")
	p = plainGroup.ReplaceAllString(p, "<param>")
	return pySyntax(regexpSigns.Replace(p))
}

// djangoPath takes one path(…) of a list.
func (s *pySource) djangoPath(list, n match.NodeID) {
	callee, args := s.call(n)
	name := s.ident(callee)
	if callee == 0 || name != "path" && name != "re_path" && name != "url" || len(args) < 2 {
		return
	}
	owner := s.djangoOwner(list)
	if s.facts.routers[owner] == nil {
		s.facts.routers[owner] = &router{framework: "django"}
	}
	pattern, ok := s.text(s.firstOf(args, "route", "regex"))
	if !ok {
		return
	}
	syntax := pySyntax
	if name != "path" {
		pattern = append(text{{lit: ""}}, pattern...)
		for i := range pattern {
			pattern[i].lit = plain(pattern[i].lit)
		}
	}
	target := s.argument(args, 1, "view")
	if s.called(target) == "include" {
		_, inc := s.call(target)
		s.djangoInclude(owner, n, pattern, s.firstOf(inc, "arg"))
		return
	}
	if object, m := s.member(target); m == "urls" { // admin.site.urls
		if c := s.chain(object); len(c) == 0 || c[0] == "admin" {
			return
		}
		s.addMount(mount{parent: owner, child: s.symbol(object), prefix: pattern, at: s.at(n)}) // a NinjaAPI
		return
	}
	r := route{router: owner, path: pattern, syntax: syntax, fallback: []string{"GET"}, asks: true, verb: func(name string) string { return verbs[name] }}
	s.pyHandled(&r, target)
	s.addRoute(n, r)
}

// plain is regexpSyntax for a piece of a path.
func plain(p string) string {
	if p == "" {
		return ""
	}
	return regexpSyntax(p)
}

// djangoInclude mounts what include(…) names: a module, a list, a router.
func (s *pySource) djangoInclude(owner string, n match.NodeID, prefix text, arg match.NodeID) {
	m := mount{parent: owner, prefix: prefix, at: s.at(n)}
	if s.kind(arg) == match.Tuple && len(s.Kids(arg)) > 0 {
		arg = s.Kid(arg, 0)
	}
	switch c, ok := s.Constant(arg); {
	case ok && c.Kind == match.Str:
		m.child = s.require(c.Text) + ".urlpatterns"
	case s.kind(arg) == match.Array:
		m.child = s.listOwner(arg)
	default:
		sym := s.symbol(arg)
		if sym == "" {
			return
		}
		m.child = strings.TrimSuffix(sym, ".urls")
		if imp, ok := s.facts.imports[sym]; ok && imp.name != "" || ok && imp.name == "" { // a module or a list
			second := m
			second.child = sym + ".urlpatterns"
			s.addMount(second)
		}
	}
	s.addMount(m)
}
