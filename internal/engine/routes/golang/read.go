package golang

import (
	"path"
	"regexp"
	"strings"

	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
	"vigil/internal/engine/routes/refusal"
)

// maxGoDepth bounds the nesting of expressions and functions.
const maxGoDepth = 60

type goReader struct {
	f   *match.File
	out *goFile
	// analysis tells which functions refuse callers.
	analysis *refusal.Analysis
}

// readGo records the facts of a file.
func readGo(f *match.File) *goFile {
	r := &goReader{f, &goFile{path: f.Path, dir: path.Dir(f.Path), imports: map[string]string{}, consts: map[string]facts.Value{}, types: map[string]*goType{}}, refusal.New(f)}
	for _, n := range f.Kids(f.Root()) {
		r.top(n)
	}
	return r.out
}

func (r *goReader) top(n match.NodeID) {
	f := r.f
	switch f.Node(n).Kind {
	case match.Import:
		r.imported(n)
	case match.VarDef:
		r.variable(n)
	case match.Func:
		if fn := r.function(n, 0); fn != nil {
			r.out.funcs = append(r.out.funcs, fn)
		}
	case match.Block:
		for _, k := range f.Kids(n) {
			r.top(k)
		}
	default:
		if strings.HasPrefix(facts.GrammarKind(f, n), "type_") {
			r.typed(n)
		}
	}
}

// imported records an import. Without an explicit name it is the last path element that is not a
// version.
func (r *goReader) imported(n match.NodeID) {
	p := r.f.Node(r.f.Kid(n, 0)).Text
	name := r.f.Node(r.f.Kid(n, 2)).Text
	if name == "" {
		name = path.Base(p)
		if len(name) > 1 && name[0] == 'v' && strings.Trim(name[1:], "0123456789") == "" {
			name = path.Base(path.Dir(p))
		}
		name = strings.TrimPrefix(name, "go-")
		name, _, _ = strings.Cut(name, ".v")
	}
	r.out.imports[name] = p
}

func (r *goReader) variable(n match.NodeID) {
	f := r.f
	if name := f.Node(f.Kid(n, 1)); name.Kind == match.Ident {
		if v := facts.ValueOf(f, f.Kid(n, 3)); v.Kind == facts.TextValue || v.Kind == facts.JoinValue || v.Kind == facts.RefValue {
			r.out.consts[name.Text] = v
		}
	}
	r.out.vars = append(r.out.vars, r.statements(n, 0)...)
}

// typed records the fields of a struct.
func (r *goReader) typed(n match.NodeID) {
	f := r.f
	if facts.GrammarKind(f, n) != "type_spec" {
		for _, k := range f.Kids(n) {
			if strings.HasPrefix(facts.GrammarKind(f, k), "type_") {
				r.typed(k)
			}
		}
		return
	}
	t := &goType{fields: map[string]string{}}
	r.out.types[f.Node(f.Kid(n, 0)).Text] = t
	if facts.GrammarKind(f, f.Kid(n, 1)) == "struct_type" {
		for _, list := range f.Kids(f.Kid(n, 1)) {
			for _, d := range f.Kids(list) {
				r.field(t, d)
			}
		}
	}
}

func (r *goReader) field(t *goType, d match.NodeID) {
	f := r.f
	typ := goTypeName(f, f.Kid(d, 2))
	tag := f.Node(f.Kid(d, 4)).Text
	names := []match.NodeID{f.Kid(d, 1)}
	if f.Node(names[0]).Kind == match.Tuple {
		names = f.Kids(names[0])
	}
	for _, n := range names {
		name := f.Node(n).Text
		if name == "" { // embedded: named after its type
			name = facts.LastName(typ)
		}
		t.fields[name] = typ
		json, form := tagName(tag, "json"), tagName(tag, "form")
		if json == "-" || name == "" || name[0] < 'A' || name[0] > 'Z' {
			continue
		}
		if json == "" {
			json = name
		}
		if form == "" {
			if form = tagName(tag, "query"); form == "" {
				form = json
			}
		}
		t.json = append(t.json, goField{json, form, typ})
	}
}

// tagName returns the name in a struct tag.
func tagName(tag, key string) string {
	_, rest, ok := strings.Cut(tag, key+`:"`)
	if !ok {
		return ""
	}
	rest, _, _ = strings.Cut(rest, `"`)
	rest, _, _ = strings.Cut(rest, ",")
	return rest
}

// goTypeName is the name of a type, without pointers and slices.
func goTypeName(f *match.File, n match.NodeID) string {
	for range 20 {
		switch x := f.Node(n); x.Kind {
		case match.Ident, match.Member:
			return facts.Dotted(f, n)
		default:
			kids := f.Kids(n)
			if len(kids) == 0 {
				return ""
			}
			if n = kids[len(kids)-1]; x.Kind == match.TypeArgs {
				n = kids[0]
			}
		}
	}
	return ""
}

// function lowers a function.
func (r *goReader) function(n match.NodeID, depth int) *goFunc {
	f := r.f
	fn := &goFunc{file: r.out, name: f.Node(f.Kid(n, 1)).Text, line: facts.LineOf(f, n), depth: depth}
	if recv := f.Kid(f.Kid(n, 0), 0); f.Node(recv).Kind == match.Param {
		fn.recvName, fn.recv = f.Node(f.Kid(recv, 1)).Text, goTypeName(f, f.Kid(recv, 2))
	}
	for _, p := range f.Kids(f.Kid(n, 2)) {
		if f.Node(p).Kind == match.Param {
			fn.params = append(fn.params, goParam{f.Node(f.Kid(p, 1)).Text, goTypeName(f, f.Kid(p, 2))})
		}
	}
	if res := f.Kid(n, 3); res != 0 {
		fn.results = []string{goTypeName(f, res)}
		if f.Node(res).Kind == match.Tuple || f.Node(res).Kind == match.Params {
			fn.results = nil
			for _, k := range f.Kids(res) {
				if f.Node(k).Kind == match.Param {
					k = f.Kid(k, 2)
				}
				fn.results = append(fn.results, goTypeName(f, k))
			}
		}
	}
	if depth < maxGoDepth {
		fn.body = r.statements(f.Kid(n, 4), depth)
	}
	r.requests(fn, f.Kid(n, 4))
	r.refusal(fn, n)
	return fn
}

// refusal records whether a function refuses callers.
func (r *goReader) refusal(fn *goFunc, n match.NodeID) {
	f := r.f
	fn.last = f.Tree.Line(max(f.Node(n).End, 1) - 1)
	makes := len(fn.results) == 1 && (strings.HasSuffix(fn.results[0], "Handler") || strings.HasSuffix(fn.results[0], "HandlerFunc") || strings.HasSuffix(fn.results[0], "MiddlewareFunc"))
	if !makes && !refusing.MatchString(f.Text(f.Span(n))) {
		return
	}
	x := r.analysis.Of(n)
	fn.refuses = x.Refuses
	for _, c := range append(x.Tail, x.Calls...) {
		if name := facts.Dotted(f, c); makes && name != "" {
			fn.asks = append(fn.asks, name)
		}
	}
}

// refusing is the prefilter for functions that refuse.
var refusing = regexp.MustCompile(`40[13]|(?i)unauthorized|forbidden|redirect|abort`)

// statements lowers the statements at n, including nested blocks.
func (r *goReader) statements(n match.NodeID, depth int) (out []goStmt) {
	if n == 0 || depth > maxGoDepth*4 {
		return nil
	}
	f := r.f
	switch x := f.Node(n); x.Kind {
	case match.VarDef, match.Assign:
		target, val := f.Kid(n, 0), f.Kid(n, 1)
		if x.Kind == match.VarDef {
			target, val = f.Kid(n, 1), f.Kid(n, 3)
		}
		st := goStmt{}
		for _, t := range tupleKids(f, target) {
			st.targets = append(st.targets, facts.Dotted(f, t))
		}
		for _, v := range tupleKids(f, val) {
			st.values = append(st.values, r.expr(v, 0, depth))
		}
		if len(st.values) > 0 {
			out = append(out, st)
		}
	case match.Return:
		st := goStmt{returns: true}
		for _, k := range f.Kids(n) {
			for _, v := range tupleKids(f, k) {
				st.values = append(st.values, r.expr(v, 0, depth))
			}
		}
		out = append(out, st)
	case match.Call:
		out = append(out, goStmt{values: []*goExpr{r.expr(n, 0, depth)}})
	case match.Func:
		if x.Text == "def" {
			return nil
		}
		// A function literal that is called at once, for instance after go or defer.
		return r.statements(f.Kid(n, 4), depth+1)
	case match.Ident, match.Member, match.Str, match.Num, match.Lit:
	default:
		for _, k := range f.Kids(n) {
			out = append(out, r.statements(k, depth+1)...)
		}
	}
	return out
}

func tupleKids(f *match.File, n match.NodeID) []match.NodeID {
	switch {
	case n == 0:
		return nil
	case f.Node(n).Kind == match.Tuple:
		return f.Kids(n)
	}
	return []match.NodeID{n}
}

func (r *goReader) expr(n match.NodeID, depth, functions int) *goExpr {
	f := r.f
	if n == 0 || depth > maxGoDepth {
		return &goExpr{}
	}
	many := func(kind goKind, kids []match.NodeID) *goExpr {
		e := &goExpr{kind: kind, line: facts.LineOf(f, n)}
		for _, k := range kids {
			e.args = append(e.args, r.expr(k, depth+1, functions))
		}
		return e
	}
	if c, ok := f.Constant(n); ok {
		if c.Kind == match.Str {
			return &goExpr{kind: goText, text: c.Text}
		}
		return &goExpr{}
	}
	switch x := f.Node(n); x.Kind {
	case match.Ident:
		return &goExpr{kind: goRef, text: x.Text}
	case match.Member:
		if d := facts.Dotted(f, n); d != "" {
			return &goExpr{kind: goRef, text: d}
		}
		return &goExpr{kind: goSelect, of: r.expr(f.Kid(n, 0), depth+1, functions), text: f.Node(f.Kid(n, 1)).Text}
	case match.Call:
		e := many(goCall, f.Kids(f.Kid(n, 1)))
		e.of = r.expr(f.Kid(n, 0), depth+1, functions)
		return e
	case match.Func:
		if functions < maxGoDepth {
			return &goExpr{kind: goLambda, fn: r.function(n, functions+1)}
		}
	case match.Unary, match.Cast:
		return r.expr(f.Kid(n, len(f.Kids(n))-1), depth+1, functions)
	case match.Binary:
		if x.Text == "+" {
			return many(goJoin, f.Kids(n))
		}
	case match.New:
		kind := facts.GrammarKind(f, f.Kid(n, 0))
		if kind == "slice_type" || kind == "array_type" || kind == "implicit_length_array_type" {
			return many(goList, f.Kids(f.Kid(n, 1)))
		}
		e := &goExpr{kind: goNew, text: goTypeName(f, f.Kid(n, 0))}
		for _, a := range f.Kids(f.Kid(n, 1)) {
			if f.Node(a).Kind == match.KwArg {
				e.names = append(e.names, f.Node(f.Kid(a, 0)).Text)
				e.args = append(e.args, r.expr(f.Kid(a, 1), depth+1, functions))
			}
		}
		return e
	case match.Args:
		return many(goList, f.Kids(n))
	}
	return &goExpr{}
}
