package python

import (
	"cmp"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

// pyView records what a function tells about the requests it handles.
func (s *source) pyView(f match.NodeID) facts.View {
	v := facts.View{Guards: s.pyGuards(f)}
	for _, a := range s.Kids(s.Kid(f, 0)) {
		if s.Kind(a) != match.Annotation {
			continue
		}
		callee, args := s.Call(s.Kid(a, 0))
		chain := s.Chain(callee)
		if len(chain) == 0 {
			continue
		}
		switch chain[len(chain)-1] {
		case "api_view", "require_http_methods":
			v.Methods = []string{"GET"}
			if len(args) > 0 {
				v.Methods = facts.Methods(s.Strings(args[0]))
			}
		case "require_GET", "require_safe":
			v.Methods = []string{"GET"}
		case "require_POST":
			v.Methods = []string{"POST"}
		}
	}
	v.Params = s.pyParams(f)
	if len(v.Methods) == 0 {
		v.Methods = s.comparedIn(f)
	}
	if len(v.Methods) == 0 && slices.ContainsFunc(v.Params, func(p engine.RouteParam) bool { return p.In == "body" }) {
		v.Methods = []string{"GET", "POST"}
	}
	typed(&v, s, f)
	return v
}

// comparedIn returns the methods that a function compares request.method with.
func (s *source) comparedIn(f match.NodeID) []string {
	var out []string
	s.Walk(s.Kid(f, 4), func(n match.NodeID) bool {
		if s.Kind(n) == match.Func || s.Exhausted() {
			return false
		}
		if s.Kind(n) == match.Binary {
			if _, name := s.Member(s.Kid(n, 0)); name == "method" {
				for _, m := range facts.Methods(s.Strings(s.Kid(n, 1))) {
					if !slices.Contains(out, m) {
						out = append(out, m)
					}
				}
			}
		}
		return true
	})
	if len(out) == 1 && out[0] != "GET" && len(s.Kids(s.Kid(f, 4))) > 1 { // if request.method == "POST": …, and the rest for GET
		out = append([]string{"GET"}, out...)
	}
	return out
}

// pyPlaces are the locations of parameters, by their names in the frameworks.
var pyPlaces = map[string]string{
	"args": "query", "GET": "query", "query_params": "query", "query": "query", "values": "query", "rel_url": "",
	"form": "body", "json": "body", "get_json": "body", "POST": "body", "data": "body", "files": "body", "FILES": "body", "post": "body",
	"headers": "header", "META": "header", "cookies": "cookie", "COOKIES": "cookie",
}

// pyPart is the location of the request that an expression refers to: request.args, await
// request.json(), or a variable that holds it.
func (s *source) pyPart(n match.NodeID, held map[string]string) string {
	for range 4 {
		if kids := s.Kids(n); s.Kind(n) >= 100 && len(kids) == 1 { // await
			n = kids[0]
			continue
		}
		if s.Kind(n) == match.Binary { // request.json or {}
			n = s.Kid(n, 0)
			continue
		}
		if callee, _ := s.Call(n); callee != 0 {
			n = callee
			continue
		}
		break
	}
	if in, ok := held[s.Ident(n)]; ok {
		return in
	}
	chain := s.Chain(n)
	if len(chain) < 2 || len(chain) > 3 {
		return ""
	}
	if root := chain[len(chain)-2]; root != "request" && root != "req" && root != "rel_url" && root != "websocket" {
		return ""
	}
	return pyPlaces[chain[len(chain)-1]]
}

// pyParams returns the request data that a function reads: request.args.get("x"),
// request.form["x"], data = await request.json(); data["x"].
func (s *source) pyParams(f match.NodeID) []engine.RouteParam {
	var out []engine.RouteParam
	held := map[string]string{}
	add := func(n match.NodeID, in string) {
		c, ok := s.Constant(n)
		if !ok || c.Kind != match.Str || in == "" || len(out) >= facts.MaxParams {
			return
		}
		name := c.Text
		if in == "header" && strings.HasPrefix(name, "HTTP_") { // as Django names them
			name = strings.ReplaceAll(strings.TrimPrefix(name, "HTTP_"), "_", "-")
		}
		out = append(out, engine.RouteParam{Name: name, In: in})
	}
	s.Walk(s.Kid(f, 4), func(n match.NodeID) bool {
		if s.Exhausted() {
			return false
		}
		switch s.Kind(n) {
		case match.Assign:
			if target := s.Ident(s.Kid(n, 0)); target != "" {
				if in := s.pyPart(s.Kid(n, 1), nil); in != "" {
					held[target] = in
				}
			}
		case match.Index:
			add(s.Kid(n, 1), s.pyPart(s.Kid(n, 0), held))
		case match.Call:
			callee, args := s.Call(n)
			object, name := s.Member(callee)
			if len(args) > 0 && (name == "get" || name == "getlist" || name == "getall" || name == "pop" || name == "get_list" || name == "getone" || name == "multi_items") {
				add(args[0], s.pyPart(object, held))
			}
		case match.Binary:
			if op := s.Node(n).Text; op == "in" || op == "not in" {
				add(s.Kid(n, 0), s.pyPart(s.Kid(n, 1), held))
			}
		}
		return true
	})
	return out
}

// pyMarks are the functions that tell FastAPI where a parameter comes from.
var pyMarks = map[string]string{"Query": "query", "Header": "header", "Cookie": "cookie", "Body": "body", "Form": "body", "File": "body", "Path": "path"}

// plainTypes are the parameter types that FastAPI reads from the query.
var plainTypes = map[string]bool{"str": true, "int": true, "float": true, "bool": true, "list": true, "List": true, "Optional": true, "UUID": true, "date": true, "datetime": true, "Decimal": true, "set": true, "Set": true, "Literal": true, "None": true, "EmailStr": true, "Union": true}

// typed adds the parameters of a function signature, as FastAPI interprets them.
func typed(v *facts.View, s *source, f match.NodeID) {
	for _, p := range s.Kids(s.Kid(f, 2)) {
		if s.Kind(p) != match.Param {
			continue
		}
		name := s.Ident(s.Kid(p, 1))
		typ, value := s.Kid(p, 2), s.Kid(p, 3)
		if name == "" || typ == 0 && value == 0 || s.Node(p).Text != "" || len(v.Params) >= facts.MaxParams {
			continue
		}
		marked := false
		for _, n := range append(s.insideAnnotated(typ), value) {
			callee, args := s.Call(n)
			called := s.Called(n)
			switch {
			case callee == 0:
			case called == "Depends" || called == "Security":
				marked = true
				v.Guards = append(v.Guards, s.GuardsAmong(args[:min(len(args), 1)])...)
				if called == "Security" && len(args) > 0 && len(s.GuardName(args[0])) == 0 {
					v.Guards = append(v.Guards, facts.Named(cmp.Or(s.Name(args[0]), "Security")))
				}
			case pyMarks[called] != "":
				marked = true
				real := name
				if a := s.Keyword(args, "alias"); a != 0 {
					if c, ok := s.Constant(a); ok {
						real = c.Text
					}
				} else if pyMarks[called] == "header" {
					real = strings.ReplaceAll(name, "_", "-")
				}
				v.Params = append(v.Params, engine.RouteParam{Name: real, In: pyMarks[called]})
			}
		}
		base := s.typeName(typ)
		switch {
		case marked:
		case base == "":
			if value != 0 {
				v.Params = append(v.Params, engine.RouteParam{Name: name, In: "query"})
			}
		case plainTypes[base]:
			v.Params = append(v.Params, engine.RouteParam{Name: name, In: "query"})
		case base == "UploadFile" || base == "bytes" || base == "dict" || base == "Dict":
			v.Params = append(v.Params, engine.RouteParam{Name: name, In: "body"})
		case strings.HasPrefix(base, "Current") || facts.IsGuard(base):
			v.Guards = append(v.Guards, s.Refusing(base, true, s.symbolOfType(typ)))
		case base[0] >= 'A' && base[0] <= 'Z' && base != "Request" && base != "Response" && base != "BackgroundTasks" && base != "WebSocket" && !strings.HasSuffix(base, "Dep"):
			v.Bodies = append(v.Bodies, s.symbolOfType(typ))
		}
	}
}

// insideAnnotated returns the metadata of Annotated[T, …].
func (s *source) insideAnnotated(typ match.NodeID) []match.NodeID {
	if kids := s.Kids(typ); (s.Kind(typ) == match.TypeArgs || s.Kind(typ) == match.Index || s.Kind(typ) >= 100) && len(kids) > 1 && strings.HasSuffix(s.Text(s.Span(kids[0])), "Annotated") {
		var out []match.NodeID
		s.Walk(typ, func(n match.NodeID) bool {
			if s.Kind(n) == match.Call {
				out = append(out, n)
				return false
			}
			return true
		})
		return out
	}
	return nil
}

// typeName is the first name of a type: Optional of Optional[str].
func (s *source) typeName(typ match.NodeID) string {
	for range 10 {
		switch k := s.Kind(typ); {
		case typ == 0:
			return ""
		case k == match.Ident:
			return s.Node(typ).Text
		case k == match.Member:
			return s.Ident(s.Kid(typ, 1))
		case len(s.Kids(typ)) == 0:
			return ""
		default:
			if t := s.Kids(typ); strings.HasSuffix(s.Text(s.Span(t[0])), "Annotated") && len(t) > 1 {
				typ = t[1]
				if e := s.Elements(typ); len(e) > 0 {
					typ = e[0]
				}
				continue
			}
			typ = s.Kid(typ, 0)
		}
	}
	return ""
}

func (s *source) symbolOfType(typ match.NodeID) string {
	for range 10 {
		if sym := s.Symbol(typ); sym != "" || typ == 0 {
			return sym
		}
		typ = s.Kid(typ, 0)
	}
	return ""
}
