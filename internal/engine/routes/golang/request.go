package golang

import (
	"slices"
	"strings"

	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

// goReads are the methods that handlers read requests with, and the location they
// read from. The first argument names the parameter.
var goReads = map[string]string{
	// gin
	"Query": "query", "DefaultQuery": "query", "GetQuery": "query", "QueryArray": "query", "GetQueryArray": "query", "PostForm": "body", "DefaultPostForm": "body", "GetPostForm": "body",
	"PostFormArray": "body", "GetHeader": "header",
	// echo, fiber
	"QueryParam": "query", "FormValue": "form", "FormFile": "body", "Cookies": "cookie", "QueryInt": "query", "QueryBool": "query", "QueryFloat": "query", "FormParams": "body",
	// net/http
	"PostFormValue": "body", "Cookie": "cookie",
}

// goBinds are the methods that bind a request to a struct.
var goBinds = map[string]string{
	"ShouldBindJSON": "body", "BindJSON": "body", "ShouldBind": "body", "Bind": "body", "ShouldBindWith": "body", "MustBindWith": "body", "ShouldBindBodyWith": "body", "BodyParser": "body",
	"ShouldBindQuery": "query", "BindQuery": "query", "QueryParser": "query", "ShouldBindHeader": "header", "BindXML": "body", "ShouldBindXML": "body", "ShouldBindYAML": "body",
	"DecodeJSON": "body", "ReadJSON": "body",
}

// requests records the request data that a function reads. A nested function literal
// has its own list.
func (r *goReader) requests(fn *goFunc, body match.NodeID) {
	f := r.f
	ctx := ""
	for _, p := range fn.params {
		if t := facts.LastName(p.typ); t == "Context" || t == "Ctx" || t == "Request" || t == "RequestCtx" {
			ctx = p.name
		}
	}
	if ctx == "" {
		return
	}
	types := map[string]string{}
	f.Walk(body, func(n match.NodeID) bool {
		switch x := f.Node(n); x.Kind {
		case match.Func:
			return !hasRequest(f, n)
		case match.VarDef:
			name := f.Node(f.Kid(n, 1)).Text
			if t := goTypeName(f, f.Kid(n, 2)); t != "" {
				types[name] = t
			} else if v := f.Kid(n, 3); f.Node(v).Kind == match.New {
				types[name] = goTypeName(f, f.Kid(v, 0))
			} else if f.Node(v).Kind == match.Unary && f.Node(f.Kid(v, 0)).Kind == match.New {
				types[name] = goTypeName(f, f.Kid(f.Kid(v, 0), 0))
			} else if c := f.Kid(v, 0); f.Node(v).Kind == match.Call && f.Node(c).Text == "new" {
				types[name] = goTypeName(f, f.Kid(f.Kid(v, 1), 0))
			}
		case match.Call:
			r.request(fn, n, ctx, types)
		case match.Index:
			// r.URL.Query()["x"], mux.Vars(r)["id"]
			of, key := f.Kid(n, 0), f.Kid(n, 1)
			name := facts.Constant(f, key)
			if c := f.Kid(of, 0); f.Node(of).Kind == match.Call && name != "" {
				if _, method := facts.MemberOf(f, c); method == "Query" && strings.HasSuffix(facts.Dotted(f, c), "URL.Query") {
					fn.read(name, "query")
				}
			}
		case match.Binary:
			if x.Text == "==" || x.Text == "!=" {
				r.compared(fn, f.Kid(n, 0), f.Kid(n, 1))
			}
		default:
			if k := facts.GrammarKind(f, n); k == "expression_switch_statement" || k == "expression_case" {
				r.switched(fn, n)
			}
		}
		return true
	})
}

func hasRequest(f *match.File, fn match.NodeID) bool {
	for _, p := range f.Kids(f.Kid(fn, 2)) {
		switch facts.LastName(goTypeName(f, f.Kid(p, 2))) {
		case "Context", "Ctx", "Request", "RequestCtx":
			return true
		}
	}
	return false
}

func (fn *goFunc) read(name, in string) {
	if len(fn.reads) < facts.MaxParams {
		fn.reads = facts.AddParam(fn.reads, facts.Param(name, in))
	}
}

// request records the request data that one call reads.
func (r *goReader) request(fn *goFunc, n match.NodeID, ctx string, types map[string]string) {
	f := r.f
	of, name := facts.MemberOf(f, f.Kid(n, 0))
	args := f.Kids(f.Kid(n, 1))
	if name == "" || len(args) == 0 {
		return
	}
	chain := facts.Dotted(f, f.Kid(n, 0))
	if in, ok := goBinds[name]; ok || name == "Decode" && strings.Contains(f.Text(f.Span(of)), "Body") || name == "Unmarshal" {
		if !ok {
			in = "body"
		}
		if name == "Unmarshal" && (len(args) < 2 || !strings.Contains(f.Text(f.Span(args[0])), "ody")) {
			return
		}
		target := args[0]
		if name == "Unmarshal" || name == "DecodeJSON" || name == "ReadJSON" {
			target = args[len(args)-1]
		}
		if name != "Decode" && name != "Unmarshal" && !strings.HasPrefix(chain, ctx+".") && !strings.Contains(strings.ToLower(chain), "render") {
			return
		}
		for range 3 {
			if f.Node(target).Kind == match.Unary {
				target = f.Kid(target, 0)
			}
		}
		fn.binds = append(fn.binds, goBind{types[f.Node(target).Text], in})
		return
	}
	key := facts.Constant(f, args[0])
	switch in, ok := goReads[name]; {
	case key == "":
	case ok && strings.HasPrefix(chain, ctx+"."):
		fn.read(key, in)
	case name == "Get" && chain == ctx+".Get" && isFiber(fn): // of fiber
		fn.read(key, "header")
	case name == "Get":
		text := f.Text(f.Span(of))
		switch {
		case strings.HasSuffix(text, "Query()"):
			fn.read(key, "query")
		case strings.HasSuffix(text, "PostForm"):
			fn.read(key, "body")
		case strings.HasSuffix(text, "Form"):
			fn.read(key, "form")
		case strings.HasSuffix(text, "Header") && strings.HasPrefix(text, ctx+"."):
			fn.read(key, "header")
		}
	}
	// chi.URLParam(r, "id") and r.PathValue("id") are path parameters, which the path names already.
}

func isFiber(fn *goFunc) bool {
	for _, p := range fn.params {
		if strings.HasPrefix(p.typ, "fiber.") {
			return true
		}
	}
	return false
}

// compared records a method that the request's method is compared with.
func (r *goReader) compared(fn *goFunc, a, b match.NodeID) {
	if !strings.HasSuffix(facts.Dotted(r.f, a), ".Method") {
		a, b = b, a
	}
	if strings.HasSuffix(facts.Dotted(r.f, a), ".Method") {
		r.method(fn, b)
	}
}

func (r *goReader) method(fn *goFunc, n match.NodeID) {
	m := strings.ToUpper(facts.Constant(r.f, n))
	if m == "" {
		m = strings.ToUpper(strings.TrimPrefix(facts.LastName(facts.Dotted(r.f, n)), "Method"))
	}
	if facts.IsMethod(m) && !slices.Contains(fn.methods, m) {
		fn.methods = append(fn.methods, m)
	}
}

// switched records the cases of switch r.Method.
func (r *goReader) switched(fn *goFunc, n match.NodeID) {
	f := r.f
	if facts.GrammarKind(f, n) != "expression_switch_statement" {
		return
	}
	kids := f.Kids(n)
	if len(kids) == 0 || !strings.HasSuffix(facts.Dotted(f, kids[0]), ".Method") {
		return
	}
	for _, c := range kids[1:] {
		values := f.Kid(c, 0)
		for _, v := range tupleKids(f, values) {
			if k := f.Node(v).Kind; k == match.Str || k == match.Member {
				r.method(fn, v)
			}
		}
	}
}
