package match

import "strings"

// declared is the declared type of an expression.
type declared struct {
	node    NodeID // of the type
	pointer bool   // a pointer to it
	literal Kind   // the expression is a literal, and no type is declared
}

// TypeOf returns the type node that an expression is declared with, 0 if unknown.
func (f *File) TypeOf(n NodeID) NodeID { return f.typeOf(n, 0).node }

// HasType reports whether a value is declared with the named type.
func (v Value) HasType(text string) bool {
	n := v.Node()
	if n == 0 {
		return false
	}
	t := v.file.typeOf(n, 0)
	want := strings.Join(strings.Fields(text), "")
	if t.literal != 0 {
		return literalType(want, t.literal)
	}
	if t.pointer {
		if want, _ = strings.CutPrefix(want, "*"); len(want) == len(text) {
			return false
		}
	}
	for node := t.node; node != 0; node = v.file.Kid(node, 0) {
		if strings.Join(strings.Fields(v.file.Text(v.file.Span(node))), "") == want || strings.Join(v.file.Dotted(v.file.AliasOf(node)), ".") == want {
			return true
		}
		if v.file.kind(node) != TypeArgs { // T also matches T<X>
			break
		}
	}
	return false
}

func (f *File) typeOf(n NodeID, depth int) declared {
	if n == 0 || depth > 20 {
		return declared{}
	}
	switch x := f.Node(n); x.Kind {
	case Ident:
		return f.typeOfDeclaration(f.declaration(n, x.Text), depth)
	case Member:
		if o := f.Node(f.Kid(n, 0)).Text; o == "this" || o == "self" || o == "$this" {
			return f.typeOfDeclaration(f.declaration(n, f.fieldName(n)), depth)
		}
	case New, Cast:
		return declared{node: f.Kid(n, 0)}
	case Str, Num, Lit, Interp:
		return declared{literal: x.Kind}
	case Binary:
		if x.Text == "+" {
			a, b := f.typeOf(f.Kid(n, 0), depth+1), f.typeOf(f.Kid(n, 1), depth+1)
			if a.literal == Str || b.literal == Str {
				return declared{literal: Str}
			}
		}
	case Unary:
		switch x.Text {
		case "&":
			t := f.typeOf(f.Kid(n, 0), depth+1)
			t.pointer = t.node != 0
			return t
		case "*":
			t := f.typeOf(f.Kid(n, 0), depth+1)
			if f.kind(t.node) == Unary {
				return declared{node: f.Kid(t.node, 0)}
			}
		}
	case Call:
		return f.typeOfCall(n)
	}
	return declared{}
}

func (f *File) typeOfDeclaration(d NodeID, depth int) declared {
	if d == 0 {
		return declared{}
	}
	if t := f.Kid(d, 2); t != 0 && f.Node(t).Text != "var" && f.Node(t).Text != "val" {
		return declared{node: t}
	}
	return f.typeOf(f.Kid(d, 3), depth+1)
}

// typeOfCall is the declared result type of a function in the same file.
func (f *File) typeOfCall(n NodeID) declared {
	callee := f.Kid(n, 0)
	name := f.Node(callee).Text
	if f.kind(callee) == Member {
		if o := f.Node(f.Kid(callee, 0)).Text; o != "this" && o != "self" {
			return declared{}
		}
		name = f.Node(f.Kid(callee, 1)).Text
	} else if f.kind(callee) != Ident {
		return declared{}
	}
	if f.Language == "go" && (name == "new" || name == "make") && len(f.Kids(f.Kid(n, 1))) > 0 {
		return declared{node: f.Kid(f.Kid(n, 1), 0), pointer: name == "new"}
	}
	for _, fn := range f.NodesOf(Func) {
		if f.Node(f.Kid(fn, 1)).Text == name && f.Kid(fn, 1) != 0 {
			return declared{node: f.Kid(fn, 3)}
		}
	}
	return declared{}
}

// declaration finds the VarDef or Param that a name at n refers to: in the innermost scope,
// and there the last one before n.
func (f *File) declaration(n NodeID, name string) NodeID {
	f.declOnce.Do(func() {
		f.decls = map[string][]NodeID{}
		f.Walk(f.Root(), func(n NodeID) bool {
			switch f.kind(n) {
			case VarDef, Param:
				names := []NodeID{f.Kid(n, 1)}
				if f.kind(names[0]) == Tuple && f.Kid(n, 2) != 0 { // var a, b T
					names = f.Kids(names[0])
				}
				for _, t := range names {
					if f.kind(t) == Ident {
						f.decls[f.Node(t).Text] = append(f.decls[f.Node(t).Text], n)
					}
				}
			}
			return true
		})
	})
	var best NodeID
	var size uint32
	at := f.Span(n)
	for _, d := range f.decls[name] {
		scope := f.Span(f.scopeOf(d))
		if !scope.Contains(at) {
			continue
		}
		s := scope.End - scope.Start
		if best == 0 || s < size || s == size && f.Node(d).Start < at.Start {
			best, size = d, s
		}
	}
	return best
}

// scopeOf is the node in which a declaration is visible.
func (f *File) scopeOf(d NodeID) NodeID {
	for p := f.Node(d).Parent; p != 0; p = f.Node(p).Parent {
		switch f.kind(p) {
		case Block, Func, Class, For, ForEach, Catch, With:
			return p
		}
	}
	return f.Root()
}

// typed matches a typed metavariable.
func (m *matcher) typed(p, n NodeID, k func() bool) bool {
	want := m.pf.Kid(p, 1)
	name := m.pf.Kid(p, 0)
	t := m.f.typeOf(n, 0)
	found := func() bool { return m.match(name, n, k) }
	if t.node == 0 && t.literal == 0 && m.f.kind(n) == Ident {
		t.node = n // a class name, as the receiver of a static member
	}
	switch {
	case m.pf.kind(want) == Ident && t.node != 0 && boxed(m.pf.Node(want).Text) != "" && boxed(m.pf.Node(want).Text) == boxed(m.f.lastName(t.node)):
		return found()
	case t.literal != 0:
		return literalType(m.pf.Node(want).Text, t.literal) && m.pf.kind(want) == Ident && found()
	case t.node == 0:
		return false
	case t.pointer:
		return m.pf.kind(want) == Unary && m.match(m.pf.Kid(want, 0), t.node, found)
	}
	return m.match(want, t.node, found)
}

// boxed returns one name for a Java primitive and its wrapper class, "" for other types.
func boxed(name string) string {
	switch name {
	case "int", "Integer":
		return "int"
	case "boolean", "Boolean":
		return "boolean"
	case "long", "Long":
		return "long"
	case "double", "Double":
		return "double"
	case "float", "Float":
		return "float"
	case "char", "Character":
		return "char"
	case "String":
		return "String"
	}
	return ""
}

// lastName is the last name of a chain, or the name itself.
func (f *File) lastName(n NodeID) string {
	if path := f.Dotted(n); path != nil {
		return path[len(path)-1]
	}
	return ""
}

// literalType reports whether a literal has the type of that name.
func literalType(name string, literal Kind) bool {
	switch name {
	case "String", "string", "str":
		return literal == Str || literal == Interp
	case "int", "Int", "Integer", "long", "float", "double", "number":
		return literal == Num
	case "bool", "boolean", "Boolean":
		return literal == Lit
	}
	return false
}
