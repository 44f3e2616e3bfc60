package ir

import "strings"

func pyImport(l *lowerer, i uint32) NodeID {
	var out []NodeID
	for _, c := range l.AllIn(i, "name") {
		name, alias := c, NodeID(0)
		if l.Kind(c) == "aliased_import" {
			name, _ = l.In(c, "name")
			alias = l.the(c, "alias")
		}
		out = append(out, l.node(Import, i, "import", l.lower(name), 0, alias))
	}
	return l.node(splice, i, "", out...)
}

func pyImportFrom(l *lowerer, i uint32) NodeID {
	module := l.the(i, "module_name")
	if module == 0 {
		module = l.node(Ident, i, "__future__")
	}
	var out []NodeID
	names := l.AllIn(i, "name")
	if _, ok := l.ChildOf(i, "wildcard_import"); ok {
		out = append(out, l.node(Import, i, "from", module, l.node(Ident, i, "*"), 0))
	}
	for _, c := range names {
		name, alias := c, NodeID(0)
		if l.Kind(c) == "aliased_import" {
			name, _ = l.In(c, "name")
			alias = l.the(c, "alias")
		}
		out = append(out, l.node(Import, i, "from", module, l.lower(name), alias))
	}
	return l.node(splice, i, "", out...)
}

// pyImports records imported names.
func pyImports(f *File) {
	for _, n := range f.NodesOf(Import) {
		module, name, alias := f.Kid(n, 0), f.Kid(n, 1), f.Kid(n, 2)
		if f.nodes[n].Text == "import" {
			if alias != 0 {
				f.alias(n, f.nodes[alias].Text, f.Dotted(module))
			}
			continue
		}
		path := f.Dotted(module)
		if path == nil || f.kind(name) != Ident {
			continue
		}
		local := f.nodes[name].Text
		if local == "*" {
			f.wildcards = append(f.wildcards, strings.Join(path, "."))
			continue
		}
		path = append(path, local)
		if alias != 0 {
			local = f.nodes[alias].Text
		}
		f.alias(n, local, path)
	}
}
