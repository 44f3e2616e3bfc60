// Package classes reads classes with annotations, which Java, Kotlin, C#, and PHP share:
// their fields, methods, constants, and supertypes.
//
// Start with [Read], which returns the classes of a file, and [Index], which finds a class
// of the codebase by name. What an annotation means is up to the language packages.
package classes

import (
	"regexp"
	"slices"
	"sort"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
	"vigil/internal/engine/routes/refusal"
)

// Class is what annotation-based frameworks need to know about a class, in Java, Kotlin, C#,
// and PHP alike.
type Class struct {
	File        string
	pkg         string
	Name        string // the simple name
	Kind        string // class, interface, annotation, record, enum
	Line        int
	Annotations []Annotation
	Modifiers   []string
	Supers      []string // type names, without type arguments
	Fields      []Member
	Methods     []Method
	consts      map[string]facts.Value
	Extra       any // specific to the language
}

// Method is a method of a class.
type Method struct {
	Name        string
	Line        int
	Annotations []Annotation
	Params      []Member
	Result      string
	ResultArg   string       // last type argument of the result type
	Modifiers   []string     // public, static, …
	Body        match.NodeID // only while its file is being read
	Node        match.NodeID
	Reads       []engine.RouteParam // request data that its body reads
	Last        int                 // its last line
	Refuses     bool                // it is called before a handler, and refuses callers
}

// Member is a field or a parameter.
type Member struct {
	Name        string
	Type        string // type name, without type arguments
	TypeArg     string // last type argument: Item of List<Item>
	Annotations []Annotation
	Modifiers   []string
}

// Annotation is an annotation or an attribute.
type Annotation struct {
	Name  string // the simple name
	Text  string // as written, for display
	Line  int
	Args  []facts.Value
	Named map[string]facts.Value
}

// Arg returns the argument with one of these names; "" is the first positional one.
func (n Annotation) Arg(names ...string) facts.Value {
	for _, name := range names {
		if name == "" && len(n.Args) > 0 {
			return n.Args[0]
		}
		if v, ok := n.Named[name]; ok {
			return v
		}
	}
	return facts.Value{}
}

// Annotated returns the first annotation with one of these names.
func Annotated(notes []Annotation, names ...string) (Annotation, bool) {
	for _, n := range notes {
		for _, name := range names {
			if n.Name == name {
				return n, true
			}
		}
	}
	return Annotation{}, false
}

// Read returns the classes of a file, nested ones included.
func Read(f *match.File) (out []*Class) {
	pkg := packageOf(f)
	analysis := refusal.New(f)
	for _, n := range f.NodesOf(match.Class) {
		c := classAt(f, n, pkg)
		if f.Language == "kotlin" {
			c.Annotations = append(c.Annotations, strayNotes(f, n)...)
		}
		for i := range c.Methods {
			if m := &c.Methods[i]; deciding[m.Name] && m.Body != 0 {
				m.Refuses = analysis.Of(m.Node).Refuses
			}
		}
		out = append(out, c)
	}
	return out
}

// strayNotes returns the annotations of a Kotlin class that the grammar parses as an
// expression preceding it.
func strayNotes(f *match.File, n match.NodeID) (out []Annotation) {
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
			note.Args = []facts.Value{v}
		}
		out = append(out, note)
	}
	return out
}

// packageOf returns the package or namespace of a file.
func packageOf(f *match.File) string {
	for _, n := range f.Kids(f.Root()) {
		switch facts.GrammarKind(f, n) {
		case "package_declaration", "package_header", "namespace_definition", "file_scoped_namespace_declaration":
			return facts.Dotted(f, f.Kid(n, 0))
		}
	}
	return ""
}

func classAt(f *match.File, n match.NodeID, pkg string) *Class {
	c := &Class{File: f.Path, pkg: pkg, Name: f.Node(f.Kid(n, 1)).Text, Kind: f.Node(n).Text, Line: facts.LineOf(f, n), consts: map[string]facts.Value{}}
	c.Annotations, c.Modifiers = notesOf(f, f.Kid(n, 0))
	for _, s := range f.Kids(f.Kid(n, 2)) {
		if name, _ := typeName(f, s); name != "" {
			c.Supers = append(c.Supers, name)
		}
	}
	c.Fields = components(f, n)
	c.members(f, f.Kid(n, 3))
	return c
}

// members reads fields, constants, and methods.
func (c *Class) members(f *match.File, block match.NodeID) {
	for _, k := range f.Kids(block) {
		switch x := f.Node(k); x.Kind {
		case match.VarDef:
			m := Member{Name: strings.TrimPrefix(f.Node(f.Kid(k, 1)).Text, "$")}
			m.Annotations, m.Modifiers = notesOf(f, f.Kid(k, 0))
			m.Type, m.TypeArg = typeName(f, f.Kid(k, 2))
			if v := facts.ValueOf(f, f.Kid(k, 3)); v.Kind != facts.NoValue {
				c.consts[m.Name] = v
			}
			if !slices.Contains(m.Modifiers, "static") && !slices.Contains(m.Modifiers, "const") {
				c.Fields = append(c.Fields, m)
			}
		case match.Func:
			c.Methods = append(c.Methods, methodAt(f, k))
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

func methodAt(f *match.File, n match.NodeID) Method {
	m := Method{Name: f.Node(f.Kid(n, 1)).Text, Line: facts.LineOf(f, n), Node: n, Body: f.Kid(n, 4)}
	m.Annotations, m.Modifiers = notesOf(f, f.Kid(n, 0))
	m.Params = Params(f, f.Kid(n, 2))
	m.Result, m.ResultArg = typeName(f, f.Kid(n, 3))
	if name := f.Kid(n, 1); name != 0 {
		m.Line = facts.LineOf(f, name) // annotations may begin many lines earlier
	}
	m.Last = f.Tree.Line(max(f.Node(n).End, 1) - 1)
	return m
}

func Params(f *match.File, n match.NodeID) (out []Member) {
	var before []Annotation // in Kotlin annotations are separate nodes
	for _, p := range f.Kids(n) {
		if f.Node(p).Kind != match.Param {
			before, _ = notesOf(f, p)
			continue
		}
		m := Member{Name: strings.TrimPrefix(f.Node(f.Kid(p, 1)).Text, "$")}
		m.Annotations, _ = notesOf(f, f.Kid(p, 0))
		m.Annotations = append(m.Annotations, before...)
		m.Type, m.TypeArg = typeName(f, f.Kid(p, 2))
		out, before = append(out, m), nil
	}
	return out
}

// notesOf returns the annotations and modifiers of a declaration.
func notesOf(f *match.File, attrs match.NodeID) (notes []Annotation, mods []string) {
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

func noteAt(f *match.File, at, name, args match.NodeID) Annotation {
	n := Annotation{Name: facts.LastName(facts.Dotted(f, name)), Text: facts.Short(f.Text(f.Span(at))), Line: facts.LineOf(f, at), Named: map[string]facts.Value{}}
	if n.Name == "" {
		t, _ := typeName(f, name)
		n.Name = t
	}
	for _, k := range f.Kids(args) {
		switch f.Node(k).Kind {
		case match.KwArg, match.Assign:
			n.Named[f.Node(f.Kid(k, 0)).Text] = facts.ValueOf(f, f.Kid(k, 1))
		default:
			n.Args = append(n.Args, facts.ValueOf(f, k))
		}
	}
	// The grammar has no place for a plain value beside named ones, which Java has not
	// either; people write it nevertheless, and Kotlin has it.
	if m := plainFirst.FindStringSubmatch(n.Text); m != nil && len(n.Args) == 0 {
		n.Args = []facts.Value{{Kind: facts.TextValue, Text: m[1]}}
	}
	return n
}

var plainFirst = regexp.MustCompile(`^@[\w.]+\(\s*"([^"\\]*)"\s*,`)

// typeName returns the simple name of a type, and that of its last type argument.
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
func components(f *match.File, n match.NodeID) (out []Member) {
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
						out = append(out, Member{Name: name, Type: typ, Modifiers: []string{"public"}})
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

func (m *Method) Signature() string {
	s := m.Name
	for _, p := range m.Params {
		s += "," + p.Type
	}
	return s
}

// IsSimpleType reports whether a type is bound from a single parameter.
func IsSimpleType(t string) bool {
	switch strings.ToLower(t) {
	case "string", "int", "integer", "long", "short", "byte", "double", "float", "boolean", "bool", "char", "character", "bigdecimal", "biginteger",
		"uuid", "guid", "date", "localdate", "localdatetime", "datetime", "datetimeoffset", "dateonly", "timeonly", "timespan", "instant", "decimal", "uint", "ulong", "nint":
		return true
	}
	return false
}
