package classes

import "vigil/internal/engine"

// Lines are the lines of a method of a class.
func (c *Class) Lines(m *Method) *engine.Lines {
	return &engine.Lines{File: c.File, First: m.Line, Last: max(m.Last, m.Line)}
}

// deciding are the methods by which middleware and filters refuse.
var deciding = map[string]bool{
	"handle": true, "__invoke": true, "doFilter": true, "doFilterInternal": true, "filter": true, "preHandle": true, "OnAuthorization": true, "OnAuthorizationAsync": true,
	"OnActionExecuting": true, "OnActionExecutionAsync": true, "OnAuthentication": true, "Invoke": true, "InvokeAsync": true,
}

// Refuses reports whether a class is middleware or a filter that refuses callers; own, whether it
// has a method that decides.
func (c *Class) Refuses() (refuses, own bool) {
	for i := range c.Methods {
		if deciding[c.Methods[i].Name] {
			refuses, own = refuses || c.Methods[i].Refuses, true
		}
	}
	return refuses, own
}
