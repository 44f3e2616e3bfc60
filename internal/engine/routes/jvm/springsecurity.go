package jvm

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/classes"
	"vigil/internal/engine/routes/facts"
)

// securityRule is a line of Spring Security's configuration:
// requestMatchers("/admin/**").hasRole("ADMIN").
type securityRule struct {
	patterns []facts.Value // none: any request
	methods  []string
	guard    string // "": permitted for all
	unsure   bool   // whom it permits is an expression, or whether it applies
	at       uint32
}

type securityReader struct{ *facts.Reader }

var securityFacts facts.Slot[[]securityRule]

var securityEnds = []string{"permitAll", "anonymous", "authenticated", "fullyAuthenticated", "hasRole", "hasAnyRole", "hasAuthority", "hasAnyAuthority", "denyAll", "access", "rememberMe"}

// lookSecurity records the rules of a file, in order.
func lookSecurity(file *facts.Reader) {
	s := securityReader{file}
	if s.Tree == nil || !bytes.Contains(s.Source, []byte("HttpSecurity")) {
		return
	}
	// With several chains a request meets the rules of only one.
	several := bytes.Contains(s.Source, []byte("securityMatcher"))
	for _, n := range s.NodesOf(match.Call) {
		callee, _ := s.Call(n)
		object, end := s.Member(callee)
		if s.ignored(n, end) {
			continue
		}
		if !slices.Contains(securityEnds, end) || s.Full(len(securityFacts.Get(s.Facts))) {
			continue
		}
		r := securityRule{at: s.Node(n).End}
		matcher, args := s.Call(object)
		_, name := s.Member(matcher)
		switch name {
		case "anyRequest", "anyExchange":
		case "requestMatchers", "antMatchers", "mvcMatchers", "pathMatchers", "regexMatchers":
			for _, a := range args {
				v := facts.ValueOf(s.File, a)
				if s.Called(a) == "antMatcher" || s.Called(a) == "mvcMatcher" || s.Called(a) == "pattern" {
					if _, inner := s.Call(a); len(inner) > 0 {
						v = facts.ValueOf(s.File, inner[len(inner)-1])
					}
				}
				if m := facts.Methods(v.LastNames()); v.Kind == facts.RefValue && len(m) == 1 {
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
			r.unsure = several || end == "access" && !decides.MatchString(s.Text(s.Span(n)))
			r.guard = strings.ReplaceAll(facts.Short(s.Text(match.Span{Start: from, End: s.Node(n).End})), " .", ".")
		}
		securityFacts.Set(s.Facts, append(securityFacts.Get(s.Facts), r))
	}
	slices.SortFunc(securityFacts.Get(s.Facts), func(a, b securityRule) int { return int(a.at) - int(b.at) })
}

var decides = regexp.MustCompile(`hasRole|hasAnyRole|hasAuthority|hasAnyAuthority|[aA]uthenticated|denyAll`)

// ignored records web.ignoring().requestMatchers(…): paths without any security.
func (s securityReader) ignored(n match.NodeID, matcher string) bool {
	callee, args := s.Call(n)
	object, _ := s.Member(callee)
	if s.Called(object) != "ignoring" || !strings.HasSuffix(matcher, "Matchers") {
		return false
	}
	r := securityRule{}
	for _, a := range args {
		r.patterns = append(r.patterns, facts.ValueOf(s.File, a))
	}
	if len(r.patterns) > 0 {
		securityFacts.Set(s.Facts, append(securityFacts.Get(s.Facts), r))
	}
	return true
}

// secure assigns routes without a guard the one configured for their path:
// the first matching rule wins.
func secure(l *facts.Linker, x *index, list []engine.Route) []engine.Route {
	var configs []*facts.File
	for _, f := range l.Files() {
		if len(securityFacts.Get(f)) > 0 {
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
		var best *facts.File
		most := -1
		for _, f := range configs {
			if near := facts.Nearness(r.File, f.Path); near > most {
				best, most = f, near
			}
		}
		find := func(string) facts.Value { return facts.Value{} }
		if len(classes.Facts.Get(best)) > 0 {
			find = x.Constants(classes.Facts.Get(best)[0])
		}
		for _, rule := range securityFacts.Get(best) {
			if rule.fits(r, find) {
				if rule.unsure {
					r.Candidate = cmp.Or(rule.guard, r.Candidate)
				} else if r.Guard = rule.guard; r.Guard != "" {
					r.Candidate = ""
				}
				break
			}
		}
	}
	return list
}

func (s *securityRule) fits(r *engine.Route, find func(string) facts.Value) bool {
	if len(s.methods) > 0 && !slices.Contains(s.methods, r.Method) {
		return false
	}
	if len(s.patterns) == 0 {
		return true
	}
	for _, p := range s.patterns {
		for _, t := range p.Texts(find) {
			if antMatch(strings.Split(strings.Trim(t, "/"), "/"), strings.Split(strings.Trim(r.Path, "/"), "/")) {
				return true
			}
		}
	}
	return false
}

// antMatch matches path segments against an Ant pattern: ** is any number of
// segments, * and {name} one.
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
