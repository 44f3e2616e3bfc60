package ir

import "strings"

func jsImport(l *lowerer, i uint32) NodeID {
	module := l.the(i, "source")
	clause, ok := l.ChildOf(i, "import_clause")
	if c, is := l.ChildOf(i, "import_require_clause"); is {
		return l.node(Import, i, "import", l.the(c, "source"), 0, inner(l, l.Named(c)[0]))
	}
	if !ok {
		return l.node(Import, i, "import", module, 0, 0)
	}
	var out []NodeID
	for _, c := range l.Named(clause) {
		switch l.Kind(c) {
		case "identifier":
			out = append(out, l.node(Import, i, "from", module, l.node(Ident, c, "default"), l.lower(c)))
		case "namespace_import":
			out = append(out, l.node(Import, i, "import", module, 0, inner(l, c)))
		case "named_imports":
			for _, s := range l.Named(c) {
				name := l.the(s, "name")
				if l.wild(name) {
					continue
				}
				out = append(out, l.node(Import, i, "from", module, name, l.the(s, "alias")))
			}
		}
	}
	return l.node(splice, i, "", out...)
}

func jsxElement(l *lowerer, i uint32) NodeID {
	tag := i
	if c, ok := l.In(i, "open_tag"); ok {
		tag = c
	}
	var attrs, kids []NodeID
	for _, c := range l.AllIn(tag, "attribute") {
		if n := l.lower(c); n != 0 {
			attrs = append(attrs, n)
		}
	}
	body := NodeID(0)
	if tag != i {
		kids = l.lowerAll(l.rest(i, "open_tag", "close_tag"))
		if !l.pattern || len(kids) > 0 {
			body = l.node(Array, i, "", kids...)
		}
	}
	return l.node(XML, i, "", l.the(tag, "name"), l.node(Attrs, tag, "", attrs...), body)
}

func jsxAttribute(l *lowerer, i uint32) NodeID {
	kids := l.lowerAll(l.Named(i))
	switch {
	case len(kids) == 1 && l.wild(kids[0]):
		return kids[0]
	case len(kids) == 1:
		return l.node(Pair, i, "", kids[0], 0)
	case len(kids) == 2:
		return l.node(Pair, i, "", kids[0], kids[1])
	}
	return l.other(i)
}

func jsxText(l *lowerer, i uint32) NodeID {
	text := strings.TrimSpace(l.text(i))
	if text == "" {
		return 0
	}
	return l.leaf(Str, i, strings.TrimSuffix(text, ";"))
}

// jsImports records the names bound by import and require.
func jsImports(f *File) {
	for _, n := range f.NodesOf(Import) {
		path, name, alias := f.jsModule(f.Kid(n, 0)), f.Kid(n, 1), f.Kid(n, 2)
		if path == nil {
			continue
		}
		local := f.nodes[alias].Text
		if alias == 0 {
			local = f.nodes[name].Text
		}
		if t := f.nodes[name].Text; name != 0 && t != "default" {
			path = append(path, t)
		}
		f.alias(n, local, path)
	}
	for _, n := range f.NodesOf(VarDef) {
		target, value := f.Kid(n, 1), f.Kid(n, 3)
		path := f.Required(value)
		if path == nil {
			path = f.promised(value)
		}
		if path == nil {
			continue
		}
		switch f.kind(target) {
		case Ident:
			f.alias(n, f.nodes[target].Text, path)
		case Dict:
			for _, p := range f.Kids(target) {
				if f.kind(p) == Pair && f.kind(f.Kid(p, 0)) == Ident && f.kind(f.Kid(p, 1)) == Ident {
					f.alias(n, f.nodes[f.Kid(p, 1)].Text, append(path[:len(path):len(path)], f.nodes[f.Kid(p, 0)].Text))
				}
			}
		}
	}
}

// jsModule is the name of the module in a string.
func (f *File) jsModule(n NodeID) []string {
	if f.kind(n) != Str || f.nodes[n].Text == "" {
		return nil
	}
	return []string{strings.TrimPrefix(f.nodes[n].Text, "node:")}
}

// Required is the full name of what a chain takes out of a module: require("a").b.
func (f *File) Required(n NodeID) []string {
	switch f.kind(n) {
	case Member:
		if left, right := f.Required(f.Kid(n, 0)), f.Kid(n, 1); left != nil && f.kind(right) == Ident {
			return append(left, f.nodes[right].Text)
		}
	case Call:
		if t, args := f.nodes[f.Kid(n, 0)].Text, f.Kids(f.Kid(n, 1)); len(args) == 1 && (t == "require" || t == "import") {
			return f.jsModule(args[0])
		}
	default:
		if f.kind(n) >= Other && len(f.Kids(n)) == 1 { // await
			return f.Required(f.Kid(n, 0))
		}
	}
	return nil
}

// promised is the full name of the function passed to util.promisify.
func (f *File) promised(n NodeID) []string {
	if f.kind(n) != Call || len(f.Kids(f.Kid(n, 1))) != 1 {
		return nil
	}
	callee := f.Kid(n, 0)
	if f.kind(callee) == Member {
		callee = f.Kid(callee, 1)
	}
	if f.kind(callee) != Ident || f.nodes[callee].Text != "promisify" {
		return nil
	}
	function := f.Kid(f.Kid(n, 1), 0)
	if path := f.Required(function); path != nil {
		return path
	}
	path := f.Dotted(function)
	root := function
	for f.kind(root) == Member {
		root = f.Kid(root, 0)
	}
	if a := f.AliasOf(root); path != nil && a != 0 {
		path = append(f.Dotted(a), path[1:]...)
	}
	if len(path) < 2 {
		return nil // a function of this file
	}
	return path
}
