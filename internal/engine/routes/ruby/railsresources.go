package ruby

import (
	"slices"
	"strings"

	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

// resources declares the routes of resources, or of a singular resource.
func (r *railsReader) resources(n match.NodeID, args []match.NodeID, many bool, s railsScope) {
	for _, a := range r.Positional(args) {
		name := r.textOf(a, s)
		if name == "" {
			continue
		}
		r.oneResource(n, args, name, many, s)
	}
}

func (r *railsReader) oneResource(n match.NodeID, args []match.NodeID, name string, many bool, s railsScope) {
	base := s.base()
	path := facts.Join(base, r.optionOr(args, "path", name, s))
	controller := name
	if !many {
		controller = plural(name)
	}
	module := slashes(s.module, r.option(args, "module", s))
	controller = slashes(module, strings.TrimPrefix(r.optionOr(args, "controller", controller, s), "/"))
	id := r.optionOr(args, "param", "id", s)
	res := &railsResource{path: path, member: path, nested: path, controller: controller}
	in := railsScope{module: module, resource: res, guard: s.guard, names: s.names, shallow: s.shallow || r.option(args, "shallow", s) == "true", outside: s.outside}
	if s.resource == nil {
		in.outside = base
	}
	if many {
		one := path
		if in.shallow && s.resource != nil { // a member is addressed without its parents
			one = facts.Join(in.outside, r.optionOr(args, "path", name, s))
		}
		res.member = facts.Join(one, ":"+id)
		res.nested = facts.Join(one, ":"+facts.Singular(facts.LastPart(name))+"_"+id)
	}
	only, chosen := r.list(args, "only", s)
	except, _ := r.list(args, "except", s)
	for _, route := range restRoutes {
		if route.many && !many || chosen && !slices.Contains(only, route.action) || slices.Contains(except, route.action) {
			continue
		}
		at := res.path
		if route.one {
			at = res.member
		}
		r.add(n, route.methods, at+route.path, route.action, in)
		if len(r.routes) > 0 {
			r.routes[len(r.routes)-1].implied = true
		}
	}
	if list, ok := r.list(args, "concerns", s); ok {
		for _, c := range list {
			r.block(r.concerns[c], in)
		}
	}
	r.block(r.body(n), in)
}

// restRoutes are the seven standard routes of resources.
var restRoutes = []struct {
	action    string
	methods   []string
	path      string
	one, many bool // of a member; only for plural resources
}{
	{"index", []string{"GET"}, "", false, true},
	{"create", []string{"POST"}, "", false, false},
	{"new", []string{"GET"}, "/new", false, false},
	{"edit", []string{"GET"}, "/edit", true, false},
	{"show", []string{"GET"}, "", true, false},
	{"update", []string{"PATCH", "PUT"}, "", true, false},
	{"destroy", []string{"DELETE"}, "", true, false},
}

// plural returns the plural of an English noun, by the common rules only.
func plural(name string) string {
	switch {
	case strings.HasSuffix(name, "y") && !strings.HasSuffix(name, "ay") && !strings.HasSuffix(name, "ey") && !strings.HasSuffix(name, "oy"):
		return name[:len(name)-1] + "ies"
	case strings.HasSuffix(name, "s") && !strings.HasSuffix(name, "ss"):
		return name
	case strings.HasSuffix(name, "ss"), strings.HasSuffix(name, "x"), strings.HasSuffix(name, "ch"):
		return name + "es"
	}
	return name + "s"
}

// devise declares the routes of devise_for, for its default modules.
func (r *railsReader) devise(n match.NodeID, args []match.NodeID, s railsScope) {
	skip, _ := r.list(args, "skip", s)
	only, chosen := r.list(args, "only", s)
	renamed := facts.ValueOf(r.File, r.optionNode(args, "path_names"))
	for _, a := range r.Positional(args) {
		name := r.textOf(a, s)
		base := facts.Join(s.base(), r.optionOr(args, "path", name, s))
		for _, route := range deviseRoutes {
			if slices.Contains(skip, route.part) || slices.Contains(skip, "all") || chosen && !slices.Contains(only, route.part) {
				continue
			}
			at := route.path
			for i, k := range renamed.Names { // sign_in: "login"
				if at == "/"+strings.Trim(k, ":") {
					at = "/" + strings.Trim(renamed.Items[i].Text, ":")
				}
			}
			r.add(n, route.methods, base+at, "devise/"+route.part+"#"+route.action, railsScope{})
		}
	}
}

var deviseRoutes = []struct {
	part, action, path string
	methods            []string
}{
	{"sessions", "new", "/sign_in", []string{"GET"}}, {"sessions", "create", "/sign_in", []string{"POST"}}, {"sessions", "destroy", "/sign_out", []string{"DELETE"}},
	{"passwords", "new", "/password/new", []string{"GET"}}, {"passwords", "edit", "/password/edit", []string{"GET"}}, {"passwords", "update", "/password", []string{"PATCH", "PUT"}},
	{"passwords", "create", "/password", []string{"POST"}},
	{"registrations", "cancel", "/cancel", []string{"GET"}}, {"registrations", "new", "/sign_up", []string{"GET"}}, {"registrations", "edit", "/edit", []string{"GET"}},
	{"registrations", "update", "", []string{"PATCH", "PUT"}}, {"registrations", "destroy", "", []string{"DELETE"}}, {"registrations", "create", "", []string{"POST"}},
}

// doorkeeper declares the routes of use_doorkeeper, without the application pages that
// its block may skip.
func (r *railsReader) doorkeeper(n match.NodeID, s railsScope) {
	base := facts.Join(s.base(), "oauth")
	controllers := map[string]string{"authorizations": "doorkeeper/authorizations", "tokens": "doorkeeper/tokens", "token_info": "doorkeeper/token_info"}
	r.Walk(r.body(n), func(k match.NodeID) bool {
		if r.Kind(k) == match.Call && r.Called(k) == "controllers" {
			_, args := r.Call(k)
			for part := range controllers {
				if c := r.option(args, part, s); c != "" {
					controllers[part] = c
				}
			}
		}
		return true
	})
	for _, route := range []struct{ verb, path, to string }{
		{"GET", "/authorize", "authorizations#new"}, {"POST", "/authorize", "authorizations#create"}, {"DELETE", "/authorize", "authorizations#destroy"},
		{"POST", "/token", "tokens#create"}, {"POST", "/revoke", "tokens#revoke"}, {"POST", "/introspect", "tokens#introspect"}, {"GET", "/token/info", "token_info#show"},
	} {
		part, action, _ := strings.Cut(route.to, "#")
		r.add(n, []string{route.verb}, base+route.path, controllers[part]+"#"+action, railsScope{})
	}
}
