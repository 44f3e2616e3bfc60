package python

import (
	"regexp"
	"strings"

	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

// django discovers the routes of Django: lists of path(), re_path(), and url(), with
// include(), and the routers of Django REST framework.
var django = facts.Framework{
	Name:    "django",
	Endings: pyEndings,
	Words:   []string{"urlpatterns", "ninja", "django.urls", "django.conf.urls", "rest_framework"},
	Look:    func(s *facts.Reader) { lookDjango(&source{s}) },
}

func lookDjango(s *source) {
	if s.Anonymous == nil {
		s.Anonymous = map[match.NodeID]string{}
	}
	for _, n := range s.NodesOf(match.Call) {
		switch name := s.Called(n); {
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
		if name := s.Called(n); name == "i18n_patterns" || name == "patterns" {
			_, args := s.Call(n)
			for _, a := range args {
				s.djangoPath(n, a)
			}
		}
	}
	for _, kind := range []match.Kind{match.Assign, match.AugAssign} {
		for _, n := range s.NodesOf(kind) { // urlpatterns = a + b, urlpatterns += router.urls
			target := s.Symbol(s.Kid(n, 0))
			if target == "" || !strings.HasSuffix(target, "patterns") && !strings.HasSuffix(target, "urls") {
				continue
			}
			s.djangoParts(target, s.Kid(n, 1), 0)
		}
	}
}

// djangoParts mounts the lists that a list of patterns is concatenated from.
func (s *source) djangoParts(target string, n match.NodeID, depth int) {
	if depth > 20 {
		return
	}
	switch s.Kind(n) {
	case match.Binary:
		for _, k := range s.Kids(n) {
			s.djangoParts(target, k, depth+1)
		}
	case match.Array:
		if depth > 0 {
			s.AddMount(facts.Mount{Parent: target, Child: "list:" + s.Position(n), At: s.Start(n)})
		}
	case match.Member:
		s.AddMount(facts.Mount{Parent: target, Child: strings.TrimSuffix(s.Symbol(n), ".urls"), At: s.Start(n)})
	case match.Ident:
		if sym := s.Symbol(n); sym != target {
			s.AddMount(facts.Mount{Parent: target, Child: sym, At: s.Start(n)})
		}
	case match.Call:
		if name := s.Called(n); name == "i18n_patterns" || name == "patterns" || name == "format_suffix_patterns" {
			sym := s.djangoOwner(n)
			if sym != target {
				s.AddMount(facts.Mount{Parent: target, Child: sym, At: s.Start(n)})
			}
		}
	}
}

// djangoOwner is the symbol of a list of patterns.
func (s *source) djangoOwner(list match.NodeID) string {
	if s.Kind(list) != match.Call {
		return s.listOwner(list)
	}
	if p := s.Node(list).Parent; s.Kind(p) == match.Assign || s.Kind(p) == match.AugAssign {
		return s.Symbol(s.Kid(p, 0))
	}
	return "list:" + s.Position(list)
}

var (
	namedGroup  = regexp.MustCompile(`\(\?P<(\w+)>(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`)
	plainGroup  = regexp.MustCompile(`\((?:\?:)?(?:[^()]|\([^()]*\))*\)[?*+]?`)
	regexpSigns = strings.NewReplacer("^", "", "$", "", `\.`, ".", `\-`, "-", `\/`, "/", "/?", "/", `\Z`, "", `\A`, "")
)

// regexpSyntax converts a regular expression to a path: ^users/(?P<id>\d+)/$
func regexpSyntax(p string) string {
	p = namedGroup.ReplaceAllString(p, "<$1>")
	p = plainGroup.ReplaceAllString(p, "<param>")
	return pySyntax(regexpSigns.Replace(p))
}

// djangoPath records one path(…) of a list.
func (s *source) djangoPath(list, n match.NodeID) {
	callee, args := s.Call(n)
	name := s.Ident(callee)
	if callee == 0 || name != "path" && name != "re_path" && name != "url" || len(args) < 2 {
		return
	}
	owner := s.djangoOwner(list)
	if s.Facts.Routers[owner] == nil {
		s.Facts.Routers[owner] = &facts.Router{Framework: "django"}
	}
	pattern, ok := s.Template(s.firstOf(args, "route", "regex"))
	if !ok {
		return
	}
	syntax := pySyntax
	if name != "path" {
		pattern = append(facts.Template{{Text: ""}}, pattern...)
		for i := range pattern {
			pattern[i].Text = plain(pattern[i].Text)
		}
	}
	target := s.Argument(args, 1, "view")
	if s.Called(target) == "include" {
		_, inc := s.Call(target)
		s.djangoInclude(owner, n, pattern, s.firstOf(inc, "arg"))
		return
	}
	if object, m := s.Member(target); m == "urls" { // admin.site.urls
		if c := s.Chain(object); len(c) == 0 || c[0] == "admin" {
			return
		}
		s.AddMount(facts.Mount{Parent: owner, Child: s.Symbol(object), Prefix: pattern, At: s.Start(n)}) // a NinjaAPI
		return
	}
	r := facts.Route{Router: owner, Path: pattern, Syntax: syntax, Fallback: []string{"GET"}, Asks: true, Verb: classVerb}
	s.pyHandled(&r, target)
	s.AddRoute(n, r)
}

// classVerb is the HTTP method that a method of a view handles.
func classVerb(name string) string { return facts.Verbs[name] }

// plain is regexpSyntax for a part of a path.
func plain(p string) string {
	if p == "" {
		return ""
	}
	return regexpSyntax(p)
}

// djangoInclude mounts the argument of include(…): a module, a list, or a router.
func (s *source) djangoInclude(owner string, n match.NodeID, prefix facts.Template, arg match.NodeID) {
	m := facts.Mount{Parent: owner, Prefix: prefix, At: s.Start(n)}
	if s.Kind(arg) == match.Tuple && len(s.Kids(arg)) > 0 {
		arg = s.Kid(arg, 0)
	}
	switch c, ok := s.Constant(arg); {
	case ok && c.Kind == match.Str:
		m.Child = s.Require(c.Text) + ".urlpatterns"
	case s.Kind(arg) == match.Array:
		m.Child = s.listOwner(arg)
	default:
		sym := s.Symbol(arg)
		if sym == "" {
			return
		}
		m.Child = strings.TrimSuffix(sym, ".urls")
		if imp, ok := s.Facts.Imports[sym]; ok && imp.Name != "" || ok && imp.Name == "" { // a module or a list
			second := m
			second.Child = sym + ".urlpatterns"
			s.AddMount(second)
		}
	}
	s.AddMount(m)
}
