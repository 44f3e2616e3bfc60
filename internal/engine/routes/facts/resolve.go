package facts

import "strings"

// Name resolution across files.

// module resolves a module name as seen from another file, "" if it is not in the tree.
func (l *Linker) module(from *File, spec string) string {
	key := [2]string{from.Path, spec}
	if m, ok := l.modules[key]; ok {
		return m
	}
	m := ""
	if lang := l.language(from); lang != nil && lang.Module != nil {
		m = lang.Module(l.tree, from.Path, spec)
	}
	l.modules[key] = m
	return m
}

// Resolve follows a symbol through aliases, imports, and exports to its definition.
func (l *Linker) Resolve(file, name string) symbol {
	if strings.HasPrefix(name, GlobalPrefix) {
		return symbol{"", name}
	}
	for range 40 {
		f := l.Facts(file)
		if f == nil || name == "" || f.Routers[name] != nil {
			break
		}
		if to, ok := f.Alias(name); ok {
			name = to
			continue
		}
		first, rest, _ := strings.Cut(name, ".")
		calls := ""
		for strings.HasSuffix(first, "()") {
			first, calls = first[:len(first)-2], calls+"()"
		}
		imp, ok := f.Imports[first]
		if !ok && len(f.ExportAll) > 0 && !f.has(first) && f.language == "python" { // from x import *
			if to, ok := l.exported(file, first, 0); ok && to.file != file {
				file, name = to.file, to.name+calls+Members(rest)
				continue
			}
		}
		if !ok {
			break
		}
		to, ok := l.imported(f, imp, calls, rest)
		if !ok {
			return symbol{name: dots(imp.Module, imp.Name) + calls + Members(rest)}
		}
		if to.file == file && to.name == name {
			break
		}
		file, name = to.file, to.name
	}
	return symbol{file, name}
}

// Alias replaces the longest prefix of a symbol that is an alias.
func (f *File) Alias(name string) (string, bool) {
	for end := len(name); end > 0; {
		if to, ok := f.Aliases[name[:end]]; ok && to != name[:end] && !strings.HasPrefix(to, name[:end]+".") {
			return to + name[end:], len(to) < 500
		}
		if strings.HasSuffix(name[:end], "()") {
			end -= 2
			continue
		}
		end = strings.LastIndexByte(name[:end], '.')
	}
	return "", false
}

// imported resolves an imported name; rest are the members accessed on it.
func (l *Linker) imported(f *File, imp Imported, calls, rest string) (symbol, bool) {
	target := l.module(f, imp.Module)
	name := imp.Name
	if name == "" && calls == "" && rest != "" { // a member of the module
		name, rest, _ = strings.Cut(rest, ".")
		for strings.HasSuffix(name, "()") {
			name, calls = name[:len(name)-2], calls+"()"
		}
	}
	if target == "" && name == "" {
		return symbol{}, false
	}
	tail := calls + Members(rest)
	if target != "" {
		if name == "" {
			name = "default"
		}
		if to, ok := l.exported(target, name, 0); ok {
			to.name += tail
			return to, true
		}
	}
	// A submodule, as in Python.
	if sub := l.module(f, below(imp.Module, name)); sub != "" && sub != target && f.language == "python" {
		return symbol{sub, strings.TrimPrefix(tail, ".")}, true
	}
	if target == "" {
		return symbol{}, false
	}
	return symbol{target, name + tail}, true
}

// exported resolves an exported name of a file.
func (l *Linker) exported(file, name string, depth int) (symbol, bool) {
	t := l.Facts(file)
	if t == nil || depth > 10 {
		return symbol{}, false
	}
	if e, ok := t.Exports[name]; ok {
		return symbol{file, e}, true
	}
	for _, module := range t.ExportAll {
		if m := l.module(t, module); m != "" {
			if to, ok := l.exported(m, name, depth+1); ok {
				return to, true
			}
			if x := l.Facts(m); x != nil && x.has(name) {
				return symbol{m, name}, true
			}
		}
	}
	if e, ok := t.Exports["default"]; ok && name != "default" && !t.has(name) {
		return symbol{file, e + "." + name}, true
	}
	return symbol{}, false
}

// has reports whether a file itself defines a name.
func (f *File) has(name string) bool {
	if f.Routers[name] != nil {
		return true
	}
	for _, there := range []bool{f.Aliases[name] != "", f.Consts[name] != nil, f.Functions[name] != nil, f.Imports[name] != Imported{}} {
		if there {
			return true
		}
	}
	return false
}

// below is the name of a submodule.
func below(module, name string) string {
	if strings.HasSuffix(module, ".") {
		return module + name
	}
	return module + "." + name
}

func dots(a, b string) string {
	if b == "" {
		return a
	}
	return a + "." + b
}

func Members(rest string) string {
	if rest == "" {
		return ""
	}
	return "." + rest
}

// eval returns the value of a template. Unknown parts become parameters.
func (l *Linker) eval(f *File, t Template) string {
	var out strings.Builder
	for _, p := range t {
		if p.Ref == "" {
			out.WriteString(p.Text)
			continue
		}
		out.WriteString(l.constant(f.Path, p.Ref, 0))
	}
	return out.String()
}

// constant returns the string value of a symbol; if unknown, a parameter named after
// its last part.
func (l *Linker) constant(file, ref string, depth int) string {
	last := ref[strings.LastIndexAny(ref, ".#")+1:]
	unknown := "{" + strings.TrimSuffix(last, "()") + "}"
	if depth > 10 || ref == "?" || l.ctx.Err() != nil {
		return "{unknown}"
	}
	f := l.Facts(file)
	if f == nil {
		return unknown
	}
	t, ok := f.Consts[ref]
	if !ok {
		to := l.Resolve(file, ref)
		if to.file == "" {
			return unknown
		}
		if f = l.Facts(to.file); f != nil {
			t, ok = f.Consts[to.name]
		}
		if !ok {
			return unknown
		}
		file = to.file
	}
	var b strings.Builder
	for _, p := range t {
		if p.Ref == "" {
			b.WriteString(p.Text)
			continue
		}
		b.WriteString(l.constant(file, p.Ref, depth+1))
		if b.Len() > MaxPath {
			break
		}
	}
	return b.String()
}

// node returns the router that a symbol resolves to.
func (l *Linker) node(f *File, name string) *node {
	s := l.Resolve(f.Path, name)
	n, ok := l.nodes[s]
	if !ok {
		n = &node{symbol: s}
		if x := l.files[s.file]; x != nil {
			n.router = x.Routers[s.name]
		}
		l.nodes[s] = n
	}
	return n
}
