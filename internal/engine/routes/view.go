package routes

import (
	"slices"
	"strings"

	"vigil/internal/engine"
)

// view is a function that answers requests, as far as routes in other files need to
// know of it.
type view struct {
	methods []string // nil: it does not say
	guards  []string
	params  []engine.RouteParam
	bodies  []string // symbols of classes whose fields the body has
}

// class is a class whose methods answer requests, or whose fields are those of a body.
type class struct {
	bases   []string // symbols
	views   map[string]view
	order   []string // names of views
	actions []action
	guards  []string
	methods []string // that it names itself
	fields  []string
	lookup  string // the name of the parameter in the paths of a view set
}

// action is a method of a view set with a path of its own.
type action struct {
	view
	name, path string
	detail     bool
}

// maxBases is how many classes above one are looked at.
const maxBases = 30

// class returns what a class that a file names has, with all that it inherits.
func (l *linker) class(from *facts, s symbol) (out class, known bool) {
	lang := l.language(from)
	out.views = map[string]view{}
	queue, seen := []symbol{s}, map[symbol]bool{}
	for len(queue) > 0 && len(seen) < maxBases {
		at := queue[0]
		queue = queue[1:]
		if seen[at] {
			continue
		}
		seen[at] = true
		last := at.name[strings.LastIndexByte(at.name, '.')+1:]
		f := l.facts(at.file)
		var c *class
		if f != nil {
			c = f.classes[at.name]
		}
		if c == nil { // of a library
			var guards []string
			if lang != nil && lang.libraryClass != nil {
				c, guards = lang.libraryClass(last)
			}
			out.guards = append(out.guards, guards...)
			if c == nil {
				continue
			}
		}
		known = true
		for _, name := range c.order {
			if _, there := out.views[name]; !there {
				out.views[name] = c.views[name]
				out.order = append(out.order, name)
			}
		}
		if out.methods == nil {
			out.methods = c.methods
		}
		out.actions = append(out.actions, c.actions...)
		out.fields = append(out.fields, c.fields...)
		if len(out.guards) == 0 {
			out.guards = c.guards
		}
		if out.lookup == "" {
			out.lookup = c.lookup
		}
		for _, b := range c.bases {
			if f != nil && f.classes[at.name] != nil {
				queue = append(queue, l.resolve(at.file, b))
			} else {
				queue = append(queue, symbol{name: b})
			}
		}
	}
	return out, known
}

// answer is what a route does for some methods.
type answer struct {
	methods []string
	view
	handler string
}

// answers returns what a function or class, perhaps in another file, answers to. With
// methods of its own the route answers only to those.
func (l *linker) answers(f *facts, r *route) []answer {
	whole := answer{methods: r.methods, handler: r.handler, view: view{params: r.params, guards: r.guards, bodies: r.bodies}}
	if r.function == "" {
		return []answer{whole}
	}
	to := l.resolve(f.path, r.function)
	x := l.facts(to.file)
	if x != nil {
		if v, ok := x.views[to.name]; ok {
			whole.params = slices.Concat(whole.params, v.params)
			whole.guards = slices.Concat(whole.guards, v.guards)
			for _, b := range v.bodies {
				whole.params = append(whole.params, l.fields(to.file, b)...)
			}
			if len(whole.methods) == 0 && r.asks {
				whole.methods = v.methods
			}
			return []answer{whole}
		}
	}
	c, known := l.class(f, to)
	if !known {
		return []answer{whole}
	}
	var out []answer
	for _, name := range c.order {
		method := verbOf(name)
		if r.verb != nil {
			method = r.verb(name)
		}
		if method == "" || len(r.methods) > 0 && !slices.Contains(r.methods, method) {
			continue
		}
		v := c.views[name]
		out = append(out, answer{[]string{method}, view{params: slices.Concat(r.params, v.params), guards: slices.Concat(r.guards, v.guards, c.guards)}, r.handler + "." + name})
	}
	if len(out) == 0 {
		whole.guards = slices.Concat(whole.guards, c.guards)
		if len(whole.methods) == 0 {
			whole.methods = c.methods
		}
		if lang := l.language(f); lang != nil && lang.dispatch != "" {
			whole.params = slices.Concat(whole.params, c.views[lang.dispatch].params)
		}
		return []answer{whole}
	}
	return out
}

// fields returns the fields of a body that is described by a class.
func (l *linker) fields(file, name string) []engine.RouteParam {
	c, _ := l.class(l.facts(file), l.resolve(file, name))
	var out []engine.RouteParam
	for _, f := range c.fields {
		out = append(out, engine.RouteParam{Name: f, In: "body"})
	}
	return out[:min(len(out), maxParams)]
}

// verbOf is the HTTP method that a method of a class answers to, by its name.
func verbOf(name string) string {
	if name == "query" {
		return "QUERY"
	}
	return verbs[name]
}
