package routes

import (
	"bytes"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
)

// securityRule is a line of Spring Security's configuration:
// requestMatchers("/admin/**").hasRole("ADMIN").
type securityRule struct {
	patterns []value // none: any request
	methods  []string
	guard    string // "": everybody may call
	at       uint32
}

var securityFacts slot[[]securityRule]

var securityEnds = []string{"permitAll", "anonymous", "authenticated", "fullyAuthenticated", "hasRole", "hasAnyRole", "hasAuthority", "hasAnyAuthority", "denyAll", "access", "rememberMe"}

// lookSecurity takes the rules of a file, in their order.
func lookSecurity(s *source) {
	if s.Tree == nil || !bytes.Contains(s.Source, []byte("HttpSecurity")) {
		return
	}
	for _, n := range s.NodesOf(match.Call) {
		callee, _ := s.call(n)
		object, end := s.member(callee)
		if !slices.Contains(securityEnds, end) || s.full(len(securityFacts.get(s.facts))) {
			continue
		}
		r := securityRule{at: s.Node(n).End}
		matcher, args := s.call(object)
		_, name := s.member(matcher)
		switch name {
		case "anyRequest", "anyExchange":
		case "requestMatchers", "antMatchers", "mvcMatchers", "pathMatchers", "regexMatchers":
			for _, a := range args {
				v := valueOf(s.File, a)
				if s.called(a) == "antMatcher" || s.called(a) == "mvcMatcher" || s.called(a) == "pattern" {
					if _, inner := s.call(a); len(inner) > 0 {
						v = valueOf(s.File, inner[len(inner)-1])
					}
				}
				if m := methodsOf(v.lasts()); v.kind == refValue && len(m) == 1 {
					r.methods = m
				} else {
					r.patterns = append(r.patterns, v)
				}
			}
			if len(r.patterns) == 0 && len(r.methods) == 0 {
				continue
			}
		default:
			continue
		}
		if end != "permitAll" && end != "anonymous" {
			from := s.Node(s.Kid(matcher, 1)).Start
			r.guard = strings.ReplaceAll(short(s.Text(match.Span{Start: from, End: s.Node(n).End})), " .", ".")
		}
		securityFacts.set(s.facts, append(securityFacts.get(s.facts), r))
	}
	slices.SortFunc(securityFacts.get(s.facts), func(a, b securityRule) int { return int(a.at) - int(b.at) })
}

// secure gives routes without a guard the one that the configuration has for their path:
// the first rule that fits decides.
func secure(l *linker, x *jvmIndex, list []engine.Route) []engine.Route {
	var configs []*facts
	for _, f := range l.sorted() {
		if len(securityFacts.get(f)) > 0 {
			configs = append(configs, f)
		}
	}
	if len(configs) == 0 {
		return list
	}
	for i := range list {
		r := &list[i]
		if r.Guard != "" {
			continue
		}
		var best *facts
		most := -1
		for _, f := range configs {
			if near := common(r.File, f.path); near > most {
				best, most = f, near
			}
		}
		find := func(string) value { return value{} }
		if len(annotatedFacts.get(best)) > 0 {
			find = x.names(annotatedFacts.get(best)[0])
		}
		for _, rule := range securityFacts.get(best) {
			if rule.fits(r, find) {
				r.Guard = rule.guard
				break
			}
		}
	}
	return list
}

func (s *securityRule) fits(r *engine.Route, find func(string) value) bool {
	if len(s.methods) > 0 && !slices.Contains(s.methods, r.Method) {
		return false
	}
	if len(s.patterns) == 0 {
		return true
	}
	for _, p := range s.patterns {
		for _, t := range p.texts(find) {
			if antMatch(strings.Split(strings.Trim(t, "/"), "/"), strings.Split(strings.Trim(r.Path, "/"), "/")) {
				return true
			}
		}
	}
	return false
}

// antMatch compares the parts of a path with those of a pattern: ** is any number of
// parts, * and {name} one.
func antMatch(pattern, path []string) bool {
	for len(pattern) > 0 {
		if pattern[0] == "**" {
			return len(pattern) == 1 || len(path) > 0 && (antMatch(pattern[1:], path) || antMatch(pattern, path[1:]))
		}
		if len(path) == 0 || pattern[0] != "*" && pattern[0] != path[0] && !strings.HasPrefix(pattern[0], "{") {
			return false
		}
		pattern, path = pattern[1:], path[1:]
	}
	return len(path) == 0
}
