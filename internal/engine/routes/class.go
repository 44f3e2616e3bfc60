package routes

import (
	"regexp"
	"slices"
	"sort"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

// annotatedClass is what frameworks with annotations need to know of a class: Java, Kotlin, C#
// and PHP have it alike.
type annotatedClass struct {
	file    string
	pkg     string
	name    string // of a nested class the last name
	kind    string // class, interface, annotation, record, enum
	line    int
	notes   []note
	mods    []string
	supers  []string // names of types, without their arguments
	fields  []member
	methods []method
	consts  map[string]facts.Value
	extra   any // what only its language has
}

// method is a method of a class.
type method struct {
	name   string
	line   int
	notes  []note
	params []member
	result string
	arg    string       // the last argument of the result's type
	mods   []string     // public, static, …
	body   match.NodeID // only while its file is looked at
	node   match.NodeID
	reads  []engine.RouteParam // what its body reads of a request
}

// member is a field or a parameter.
type member struct {
	name  string
	typ   string // the name of its type, without arguments
	arg   string // the last argument of its type: Item of List<Item>
	notes []note
	mods  []string
}

// note is an annotation or an attribute.
type note struct {
	name  string // the last name
	text  string // as it is written, for people
	line  int
	args  []facts.Value
	named map[string]facts.Value
}

// arg returns the argument with one of these names; "" is the first without a name.
func (n note) arg(names ...string) facts.Value {
	for _, name := range names {
		if name == "" && len(n.args) > 0 {
			return n.args[0]
		}
		if v, ok := n.named[name]; ok {
			return v
		}
	}
	return facts.Value{}
}

// noted returns the first annotation with one of these names.
func noted(notes []note, names ...string) (note, bool) {
	for _, n := range notes {
		for _, name := range names {
			if n.name == name {
				return n, true
			}
		}
	}
	return note{}, false
}

// classesOf returns the classes of a file, nested ones included.
func classesOf(f *match.File) (out []*annotatedClass) {
	pkg := packageOf(f)
	for _, n := range f.NodesOf(match.Class) {
		c := classAt(f, n, pkg)
		if f.Language == "kotlin" {
			c.notes = append(c.notes, strayNotes(f, n)...)
		}
		out = append(out, c)
	}
	return out
}

// strayNotes returns the annotations of a Kotlin class that the grammar takes for an
// expression before it.
func strayNotes(f *match.File, n match.NodeID) (out []note) {
	kids := f.Kids(f.Node(n).Parent)
	i := slices.Index(kids, n)
	if i < 1 {
		return nil
	}
	for at, depth := kids[i-1], 0; facts.GrammarKind(f, at) == "annotated_expression" && depth < facts.MaxValue; depth++ {
		parts := f.Kids(at)
		if len(parts) < 2 {
			break
		}
		at = parts[len(parts)-1]
		name, args := f.Kid(parts[0], 0), match.NodeID(0)
		if f.Node(name).Kind == match.Call {
			name, args = f.Kid(name, 0), f.Kid(name, 1)
		}
		note := noteAt(f, parts[0], name, args)
		if v := facts.ValueOf(f, at); args == 0 && v.Kind != facts.NoValue {
			note.args = []facts.Value{v}
		}
		out = append(out, note)
	}
	return out
}

// packageOf returns the package or namespace that a file begins with.
func packageOf(f *match.File) string {
	for _, n := range f.Kids(f.Root()) {
		switch facts.GrammarKind(f, n) {
		case "package_declaration", "package_header", "namespace_definition", "file_scoped_namespace_declaration":
			return facts.Dotted(f, f.Kid(n, 0))
		}
	}
	return ""
}

func classAt(f *match.File, n match.NodeID, pkg string) *annotatedClass {
	c := &annotatedClass{file: f.Path, pkg: pkg, name: f.Node(f.Kid(n, 1)).Text, kind: f.Node(n).Text, line: facts.LineOf(f, n), consts: map[string]facts.Value{}}
	c.notes, c.mods = notesOf(f, f.Kid(n, 0))
	for _, s := range f.Kids(f.Kid(n, 2)) {
		if name, _ := typeName(f, s); name != "" {
			c.supers = append(c.supers, name)
		}
	}
	c.fields = components(f, n)
	c.members(f, f.Kid(n, 3))
	return c
}

// members takes fields, constants and methods.
func (c *annotatedClass) members(f *match.File, block match.NodeID) {
	for _, k := range f.Kids(block) {
		switch x := f.Node(k); x.Kind {
		case match.VarDef:
			m := member{name: strings.TrimPrefix(f.Node(f.Kid(k, 1)).Text, "$")}
			m.notes, m.mods = notesOf(f, f.Kid(k, 0))
			m.typ, m.arg = typeName(f, f.Kid(k, 2))
			if v := facts.ValueOf(f, f.Kid(k, 3)); v.Kind != facts.NoValue {
				c.consts[m.name] = v
			}
			if !slices.Contains(m.mods, "static") && !slices.Contains(m.mods, "const") {
				c.fields = append(c.fields, m)
			}
		case match.Func:
			c.methods = append(c.methods, methodAt(f, k))
		case match.Block:
			c.members(f, k)
		default:
			if facts.GrammarKind(f, k) == "companion_object" {
				for _, b := range f.Kids(k) {
					c.members(f, b)
				}
			}
		}
	}
}

func methodAt(f *match.File, n match.NodeID) method {
	m := method{name: f.Node(f.Kid(n, 1)).Text, line: facts.LineOf(f, n), node: n, body: f.Kid(n, 4)}
	m.notes, m.mods = notesOf(f, f.Kid(n, 0))
	m.params = paramsOf(f, f.Kid(n, 2))
	m.result, m.arg = typeName(f, f.Kid(n, 3))
	if name := f.Kid(n, 1); name != 0 {
		m.line = facts.LineOf(f, name) // annotations may stand many lines above
	}
	return m
}

func paramsOf(f *match.File, n match.NodeID) (out []member) {
	var before []note // Kotlin has annotations as nodes of their own
	for _, p := range f.Kids(n) {
		if f.Node(p).Kind != match.Param {
			before, _ = notesOf(f, p)
			continue
		}
		m := member{name: strings.TrimPrefix(f.Node(f.Kid(p, 1)).Text, "$")}
		m.notes, _ = notesOf(f, f.Kid(p, 0))
		m.notes = append(m.notes, before...)
		m.typ, m.arg = typeName(f, f.Kid(p, 2))
		out, before = append(out, m), nil
	}
	return out
}

// notesOf returns the annotations and keywords before a declaration.
func notesOf(f *match.File, attrs match.NodeID) (notes []note, mods []string) {
	for _, a := range f.Kids(attrs) {
		switch x := f.Node(a); x.Kind {
		case match.Modifier:
			mods = append(mods, x.Text)
		case match.Annotation:
			name, args := f.Kid(a, 0), f.Kid(a, 1)
			if f.Node(name).Kind == match.Call {
				name, args = f.Kid(name, 0), f.Kid(name, 1)
			}
			notes = append(notes, noteAt(f, a, name, args))
		default:
			if x.Text != "" {
				mods = append(mods, x.Text)
			}
		}
	}
	return notes, mods
}

func noteAt(f *match.File, at, name, args match.NodeID) note {
	n := note{name: facts.LastName(facts.Dotted(f, name)), text: facts.Short(f.Text(f.Span(at))), line: facts.LineOf(f, at), named: map[string]facts.Value{}}
	if n.name == "" {
		t, _ := typeName(f, name)
		n.name = t
	}
	for _, k := range f.Kids(args) {
		switch f.Node(k).Kind {
		case match.KwArg, match.Assign:
			n.named[f.Node(f.Kid(k, 0)).Text] = facts.ValueOf(f, f.Kid(k, 1))
		default:
			n.args = append(n.args, facts.ValueOf(f, k))
		}
	}
	// The grammar has no place for a plain value beside named ones, which Java has not
	// either; people write it nevertheless, and Kotlin has it.
	if m := plainFirst.FindStringSubmatch(n.text); m != nil && len(n.args) == 0 {
		n.args = []facts.Value{{Kind: facts.TextValue, Text: m[1]}}
	}
	return n
}

var plainFirst = regexp.MustCompile(`^@[\w.]+\(\s*"([^"\\]*)"\s*,`)

// typeName returns the last name of a type, and of its last argument.
func typeName(f *match.File, n match.NodeID) (name, arg string) {
	for range facts.MaxValue {
		switch x := f.Node(n); x.Kind {
		case match.Ident:
			return facts.LastName(x.Text), arg
		case match.Member:
			return f.Node(f.Kid(n, 1)).Text, arg
		case match.TypeArgs:
			kids := f.Kids(n)
			if len(kids) > 1 {
				inner, deeper := typeName(f, kids[len(kids)-1])
				if arg = inner; deeper != "" {
					arg = deeper
				}
			}
			n = f.Kid(n, 0)
		default:
			kids := f.Kids(n)
			if len(kids) == 0 {
				return strings.Trim(x.Text, "?"), arg
			}
			n = kids[0]
		}
		if n == 0 {
			return "", arg
		}
	}
	return "", arg
}

// components returns the parameters of a record or of a Kotlin class: they are fields,
// but only the grammar's own tree has them.
func components(f *match.File, n match.NodeID) (out []member) {
	if f.Tree == nil {
		return nil
	}
	t, span := f.Tree, f.Span(n)
	i := sort.Search(len(t.Nodes), func(i int) bool { return t.Nodes[i].Start >= span.Start })
	for ; i < len(t.Nodes) && t.Nodes[i].Start == span.Start; i++ {
		kind := t.Kind(uint32(i))
		if kind != "record_declaration" && kind != "class_declaration" && kind != "record_struct_declaration" {
			continue
		}
		for c := range t.Children(uint32(i)) {
			if kind == "class_declaration" && t.Kind(c) != "primary_constructor" {
				continue
			}
			switch t.Kind(c) {
			case "formal_parameters", "parameter_list", "primary_constructor":
				list := c
				for inner := range t.Children(c) {
					if t.Kind(inner) == "class_parameters" { // of Kotlin
						list = inner
					}
				}
				for p := range t.Children(list) {
					if name, typ := component(f, p); name != "" {
						out = append(out, member{name: name, typ: typ, mods: []string{"public"}})
					}
				}
			}
		}
		return out
	}
	return nil
}

func component(f *match.File, p uint32) (name, typ string) {
	t := f.Tree
	switch t.Kind(p) {
	case "formal_parameter", "parameter":
		for c := range t.Children(p) {
			switch t.FieldName(c) {
			case "name":
				name = string(t.Text(c))
			case "type":
				typ = string(t.Text(c))
			}
		}
	case "class_parameter":
		property := false
		for c := range t.Children(p) {
			switch t.Kind(c) {
			case "binding_pattern_kind", "val", "var":
				property = true
			case "simple_identifier", "identifier":
				if name == "" {
					name = string(t.Text(c))
				}
			case "user_type", "nullable_type":
				typ = string(t.Text(c))
			}
		}
		if !property {
			return "", ""
		}
	}
	typ, _, _ = strings.Cut(typ, "<")
	return name, facts.LastName(strings.Trim(typ, "?[]"))
}

func (m *method) signature() string {
	s := m.name
	for _, p := range m.params {
		s += "," + p.typ
	}
	return s
}

// isSimpleType tells which types are bound from one parameter.
func isSimpleType(t string) bool {
	switch strings.ToLower(t) {
	case "string", "int", "integer", "long", "short", "byte", "double", "float", "boolean", "bool", "char", "character", "bigdecimal", "biginteger",
		"uuid", "guid", "date", "localdate", "localdatetime", "datetime", "datetimeoffset", "dateonly", "timeonly", "timespan", "instant", "decimal", "uint", "ulong", "nint":
		return true
	}
	return false
}
