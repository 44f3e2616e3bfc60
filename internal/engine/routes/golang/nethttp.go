package golang

import (
	"strings"

	"vigil/internal/engine/routes/facts"
)

// netHTTP is the standard library's ServeMux.
var netHTTP = dialect{
	name:       "net-http",
	words:      []string{"ServeMux", "HandleFunc", "http.Handle(", "http.Request"},
	imports:    func(p string) bool { return p == "net/http" },
	ubiquitous: true,
	makers:     []string{"NewServeMux"},
	types:      []string{"ServeMux"},
	syntax:     bracePath,
	rootJoins:  true,
	declare: func(d *goDeclaration, method string) (*goVal, bool) {
		if method == "Handle" || method == "HandleFunc" {
			d.standard()
		}
		return nil, true
	},
	function: netHTTPFunction,
}

// netHTTPFunction interprets the package-level functions of net/http.
func netHTTPFunction(r *goRun, name string, x *goExpr, e *goEnv, depth int) (*goVal, bool) {
	switch name {
	case "Handle", "HandleFunc":
		return r.declare(r.defaultMux(), name, x, e, depth), true
	case "HandlerFunc":
		if len(x.args) == 1 {
			v := r.eval(x.args[0], e, depth+1)
			if v == nil {
				v = &goVal{name: goName(x.args[0])}
			}
			return v, true
		}
	case "StripPrefix":
		if len(x.args) == 2 {
			p, h := r.eval(x.args[0], e, depth+1), r.eval(x.args[1], e, depth+1)
			if h != nil && h.router != nil && p != nil && p.isText {
				v := *h
				v.strip = p.text
				return &v, true
			}
			return h, true
		}
	case "FileServer", "ListenAndServe", "ListenAndServeTLS", "FileServerFS":
		return nil, true
	}
	return nil, false
}

// standard handles Handle and HandleFunc of net/http: "GET example.com/users/{id}".
func (d *goDeclaration) standard() {
	p, ok := d.text(0)
	if !ok || d.mounted() {
		return
	}
	var methods []string
	if m, rest, ok := strings.Cut(strings.TrimSpace(p), " "); ok && facts.IsMethod(m) {
		methods, p = []string{m}, strings.TrimSpace(rest)
	}
	if i := strings.IndexByte(p, '/'); i > 0 { // the host
		p = p[i:]
	}
	if p == "" || p[0] != '/' {
		return
	}
	if len(d.x.args) < 2 || isFileServer(d.x.args[1]) {
		return
	}
	d.add(methods, p, 1, d.guardsBut(1, 2, 1))
}
