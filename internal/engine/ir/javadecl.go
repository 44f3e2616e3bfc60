package ir

import (
	"strings"

	"vigil/internal/engine/syntax"
)

func javaAnnotation(l *lowerer, i uint32) NodeID {
	args := l.the(i, "arguments")
	if args == 0 {
		_, e := l.span(i)
		args = l.make(Args, e, e, "")
	}
	return l.node(Annotation, i, "", l.the(i, "name"), args)
}

func javaModifiers(l *lowerer, i uint32) NodeID {
	var kids []NodeID
	for c := range l.Children(i) {
		if l.Nodes[c].Is(syntax.Named) {
			if n := l.lower(c); n != 0 {
				kids = append(kids, n)
			}
		} else {
			kids = append(kids, l.node(Modifier, c, l.text(c)))
		}
	}
	return l.node(Attrs, i, "", kids...)
}

func (l *lowerer) attrs(i uint32) NodeID {
	if c, ok := l.ChildOf(i, "modifiers"); ok {
		return l.lower(c)
	}
	return 0
}

func javaVar(l *lowerer, i uint32) NodeID {
	attrs, typ := l.attrs(i), l.the(i, "type")
	var out []NodeID
	for _, c := range l.AllIn(i, "declarator") {
		s, e := l.span(i)
		if len(out) > 0 {
			s, e = l.span(c)
		}
		out = append(out, l.wrapWild(l.make(VarDef, s, e, "", attrs, l.the(c, "name"), typ, l.the(c, "value"))))
	}
	if len(out) == 1 {
		return out[0]
	}
	return l.node(splice, i, "", out...)
}

func javaMethod(l *lowerer, i uint32) NodeID {
	return l.node(Func, i, "def", l.attrs(i), l.the(i, "name"), l.params(i, "parameters"), l.the(i, "type"), l.the(i, "body"))
}

func javaLambda(l *lowerer, i uint32) NodeID {
	body := l.the(i, "body")
	if c, ok := l.In(i, "body"); ok && l.Kind(c) != "block" {
		body = l.block(l.node(Return, c, "", body))
	}
	return l.node(Func, i, "", 0, 0, l.params(i, "parameters"), 0, body)
}

func javaParam(l *lowerer, i uint32) NodeID {
	name, typ, text := l.the(i, "name"), l.the(i, "type"), ""
	for _, c := range l.rest(i, "name", "type") {
		switch l.Kind(c) {
		case "modifiers":
		case "variable_declarator":
			name, text = l.the(c, "name"), "*"
		case "catch_type":
			kids := l.lowerAll(l.Named(c))
			if len(kids) == 1 {
				typ = kids[0]
			} else {
				typ = l.node(Supers, c, "", kids...)
			}
		default:
			typ = l.lower(c)
		}
	}
	return l.wrapWild(l.node(Param, i, text, l.attrs(i), name, typ, 0))
}

func javaClass(text string) handler {
	return func(l *lowerer, i uint32) NodeID {
		var supers []NodeID
		for _, field := range []string{"superclass", "interfaces"} {
			if c, ok := l.In(i, field); ok {
				supers = append(supers, l.lowerAll(l.Named(c))...)
			}
		}
		if c, ok := l.ChildOf(i, "extends_interfaces"); ok {
			supers = append(supers, l.lowerAll(l.Named(c))...)
		}
		list := NodeID(0)
		if len(supers) > 0 {
			list = l.node(Supers, i, "", l.flat(supers)...)
		}
		return l.node(Class, i, text, l.attrs(i), l.the(i, "name"), list, l.the(i, "body"))
	}
}

func javaImport(l *lowerer, i uint32) NodeID {
	var path, name NodeID
	for _, c := range l.Named(i) {
		if l.Kind(c) == "asterisk" {
			name = l.node(Ident, c, "*")
		} else {
			path = l.lower(c)
		}
	}
	return l.node(Import, i, "import", path, name, 0)
}

func javaImports(f *File) {
	for _, n := range f.NodesOf(Import) {
		path := f.Dotted(f.Kid(n, 0))
		if path == nil {
			continue
		}
		if f.Kid(n, 1) != 0 {
			f.wildcards = append(f.wildcards, strings.Join(path, "."))
			continue
		}
		f.alias(n, path[len(path)-1], path)
	}
}
