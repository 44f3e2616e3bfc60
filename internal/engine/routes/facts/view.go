package facts

import (
	"slices"

	"vigil/internal/engine"
)

// View is a request handler, as far as routes in other files need to
// know about it.
type View struct {
	Methods []string // nil: not declared
	Guards  []Guard
	Params  []engine.RouteParam
	Bodies  []string // symbols of classes that describe the body
}

// Class is a class whose methods handle requests, or whose fields describe a body.
type Class struct {
	Bases   []string // symbols
	Views   map[string]View
	Order   []string // names of views
	Actions []Action
	Guards  []Guard
	// Open: it declares that there is no guard, whatever it inherits.
	Open    bool
	Methods []string // declared explicitly
	Fields  []string
	Lookup  string // the name of the parameter in the paths of a view set
}

// Action is a method of a view set with its own path.
type Action struct {
	View
	Name, Path string
	Detail     bool
}

// maxBases bounds the superclasses that are followed.
const maxBases = 30

// Class resolves a class as named in a file, including what it inherits.
func (l *Linker) Class(from *File, s symbol) (out Class, known bool) {
	lang := l.language(from)
	out.Views = map[string]View{}
	queue, seen := []symbol{s}, map[symbol]bool{}
	for len(queue) > 0 && len(seen) < maxBases {
		at := queue[0]
		queue = queue[1:]
		if seen[at] {
			continue
		}
		seen[at] = true
		f := l.Facts(at.file)
		var c *Class
		if f != nil {
			c = f.Classes[at.name]
		}
		if c == nil { // a library class
			var guards []Guard
			if lang != nil && lang.LibraryClass != nil {
				c, guards = lang.LibraryClass(at.name)
			}
			if !out.Open {
				out.Guards = append(out.Guards, guards...)
			}
			if c == nil {
				continue
			}
		}
		known = true
		for _, name := range c.Order {
			if _, there := out.Views[name]; !there {
				out.Views[name] = c.Views[name]
				out.Order = append(out.Order, name)
			}
		}
		if out.Methods == nil {
			out.Methods = c.Methods
		}
		out.Actions = append(out.Actions, c.Actions...)
		out.Fields = append(out.Fields, c.Fields...)
		if len(out.Guards) == 0 && !out.Open {
			out.Guards, out.Open = c.Guards, c.Open
		}
		if out.Lookup == "" {
			out.Lookup = c.Lookup
		}
		for _, b := range c.Bases {
			if f != nil && f.Classes[at.name] != nil {
				queue = append(queue, l.Resolve(at.file, b))
			} else {
				queue = append(queue, symbol{name: b})
			}
		}
	}
	return out, known
}

// Answer is the handler of a route for some methods.
type Answer struct {
	Methods []string
	View
	Handler string
	Body    *engine.Lines // nil: that of the route
}

// answers returns the methods that a function or class, possibly in another file, handles. If the
// route declares methods itself, only those count.
func (l *Linker) answers(f *File, r *Route) []Answer {
	whole := Answer{Methods: r.Methods, Handler: r.Handler, View: View{Params: r.Params, Guards: r.Guards, Bodies: r.bodies}}
	if r.Function == "" {
		return []Answer{whole}
	}
	to := l.Resolve(f.Path, r.Function)
	whole.Body = l.Span(to.file, to.name)
	x := l.Facts(to.file)
	if x != nil {
		if v, ok := x.Views[to.name]; ok {
			whole.Params = slices.Concat(whole.Params, v.Params)
			whole.Guards = slices.Concat(whole.Guards, v.Guards)
			for _, b := range v.Bodies {
				whole.Params = append(whole.Params, l.fields(to.file, b)...)
			}
			if len(whole.Methods) == 0 && r.Asks {
				whole.Methods = v.Methods
			}
			return []Answer{whole}
		}
	}
	c, known := l.Class(f, to)
	if !known {
		return []Answer{whole}
	}
	var out []Answer
	for _, name := range c.Order {
		method := verbOf(name)
		if r.Verb != nil {
			method = r.Verb(name)
		}
		if method == "" || len(r.Methods) > 0 && !slices.Contains(r.Methods, method) {
			continue
		}
		v := c.Views[name]
		out = append(out, Answer{[]string{method}, View{Params: slices.Concat(r.Params, v.Params), Guards: slices.Concat(r.Guards, v.Guards, c.Guards)}, r.Handler + "." + name, l.Span(to.file, to.name+"."+name)})
	}
	if len(out) == 0 {
		whole.Guards = slices.Concat(whole.Guards, c.Guards)
		if len(whole.Methods) == 0 {
			whole.Methods = c.Methods
		}
		if lang := l.language(f); lang != nil && lang.Dispatch != "" {
			whole.Params = slices.Concat(whole.Params, c.Views[lang.Dispatch].Params)
		}
		return []Answer{whole}
	}
	return out
}

// Span returns the lines of a function, nil if they are unknown.
func (l *Linker) Span(file, name string) *engine.Lines {
	if name == "" {
		return nil
	}
	to := l.maker(l.Resolve(file, name))
	if f := l.Facts(to.file); f != nil {
		if lines, ok := f.Spans[to.name]; ok {
			return &lines
		}
	}
	return nil
}

// fields returns the fields of a body described by a class.
func (l *Linker) fields(file, name string) []engine.RouteParam {
	c, _ := l.Class(l.Facts(file), l.Resolve(file, name))
	var out []engine.RouteParam
	for _, f := range c.Fields {
		out = append(out, engine.RouteParam{Name: f, In: "body"})
	}
	return out[:min(len(out), MaxParams)]
}

// verbOf is the HTTP method that a class method handles, by its name.
func verbOf(name string) string {
	if name == "query" {
		return "QUERY"
	}
	return Verbs[name]
}
