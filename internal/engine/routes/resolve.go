package routes

import "strings"

// What a name or a text of one file stands for, through the files that it comes from.

// module returns the file that a module named in another file is in, "" if none.
func (l *linker) module(from *facts, spec string) string {
	key := [2]string{from.path, spec}
	if m, ok := l.modules[key]; ok {
		return m
	}
	m := ""
	if lang := l.language(from); lang != nil && lang.module != nil {
		m = lang.module(l, from.path, spec)
	}
	l.modules[key] = m
	return m
}

// resolve follows a symbol through aliases, imports and exports to where it is made.
func (l *linker) resolve(file, name string) symbol {
	if strings.HasPrefix(name, globalPrefix) {
		return symbol{"", name}
	}
	for range 40 {
		f := l.facts(file)
		if f == nil || name == "" || f.routers[name] != nil {
			break
		}
		if to, ok := f.alias(name); ok {
			name = to
			continue
		}
		first, rest, _ := strings.Cut(name, ".")
		calls := ""
		for strings.HasSuffix(first, "()") {
			first, calls = first[:len(first)-2], calls+"()"
		}
		imp, ok := f.imports[first]
		if !ok && len(f.exportAll) > 0 && !f.has(first) && f.language == "python" { // from x import *
			if to, ok := l.exported(file, first, 0); ok && to.file != file {
				file, name = to.file, to.name+calls+after(rest)
				continue
			}
		}
		if !ok {
			break
		}
		to, ok := l.imported(f, imp, calls, rest)
		if !ok {
			return symbol{name: dots(imp.module, imp.name) + calls + after(rest)}
		}
		if to.file == file && to.name == name {
			break
		}
		file, name = to.file, to.name
	}
	return symbol{file, name}
}

// alias follows the longest part of a symbol that is another one.
func (f *facts) alias(name string) (string, bool) {
	for end := len(name); end > 0; {
		if to, ok := f.aliases[name[:end]]; ok && to != name[:end] && !strings.HasPrefix(to, name[:end]+".") {
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

// imported is what an imported name leads to; rest are the members of it that are meant.
func (l *linker) imported(f *facts, imp imported, calls, rest string) (symbol, bool) {
	target := l.module(f, imp.module)
	name := imp.name
	if name == "" && calls == "" && rest != "" { // a member of the module
		name, rest, _ = strings.Cut(rest, ".")
		for strings.HasSuffix(name, "()") {
			name, calls = name[:len(name)-2], calls+"()"
		}
	}
	if target == "" && name == "" {
		return symbol{}, false
	}
	tail := calls + after(rest)
	if target != "" {
		if name == "" {
			name = "default"
		}
		if to, ok := l.exported(target, name, 0); ok {
			to.name += tail
			return to, true
		}
	}
	// A module within the module, as Python has them.
	if sub := l.module(f, below(imp.module, name)); sub != "" && sub != target && f.language == "python" {
		return symbol{sub, strings.TrimPrefix(tail, ".")}, true
	}
	if target == "" {
		return symbol{}, false
	}
	return symbol{target, name + tail}, true
}

// exported finds what a file exports under a name.
func (l *linker) exported(file, name string, depth int) (symbol, bool) {
	t := l.facts(file)
	if t == nil || depth > 10 {
		return symbol{}, false
	}
	if e, ok := t.exports[name]; ok {
		return symbol{file, e}, true
	}
	for _, module := range t.exportAll {
		if m := l.module(t, module); m != "" {
			if to, ok := l.exported(m, name, depth+1); ok {
				return to, true
			}
			if x := l.facts(m); x != nil && x.has(name) {
				return symbol{m, name}, true
			}
		}
	}
	if e, ok := t.exports["default"]; ok && name != "default" && !t.has(name) {
		return symbol{file, e + "." + name}, true
	}
	return symbol{}, false
}

// has tells whether a file itself has something of that name.
func (f *facts) has(name string) bool {
	if f.routers[name] != nil {
		return true
	}
	for _, there := range []bool{f.aliases[name] != "", f.consts[name] != nil, f.functions[name] != nil, f.imports[name] != imported{}} {
		if there {
			return true
		}
	}
	return false
}

// below is the name of a module within a module.
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

func after(rest string) string {
	if rest == "" {
		return ""
	}
	return "." + rest
}

// eval returns the string that a text is. What is not known is a parameter.
func (l *linker) eval(f *facts, t text) string {
	var out strings.Builder
	for _, p := range t {
		if p.ref == "" {
			out.WriteString(p.lit)
			continue
		}
		out.WriteString(l.constant(f.path, p.ref, 0))
	}
	return out.String()
}

// constant returns the string that a symbol is; if it is not known, a parameter with
// the last part of its name.
func (l *linker) constant(file, ref string, depth int) string {
	last := ref[strings.LastIndexAny(ref, ".#")+1:]
	unknown := "{" + strings.TrimSuffix(last, "()") + "}"
	if depth > 10 || ref == "?" || l.ctx.Err() != nil {
		return "{unknown}"
	}
	f := l.facts(file)
	if f == nil {
		return unknown
	}
	t, ok := f.consts[ref]
	if !ok {
		to := l.resolve(file, ref)
		if to.file == "" {
			return unknown
		}
		if f = l.facts(to.file); f != nil {
			t, ok = f.consts[to.name]
		}
		if !ok {
			return unknown
		}
		file = to.file
	}
	var b strings.Builder
	for _, p := range t {
		if p.ref == "" {
			b.WriteString(p.lit)
			continue
		}
		b.WriteString(l.constant(file, p.ref, depth+1))
		if b.Len() > maxPath {
			break
		}
	}
	return b.String()
}

// node returns the router that a symbol leads to.
func (l *linker) node(f *facts, name string) *node {
	s := l.resolve(f.path, name)
	n, ok := l.nodes[s]
	if !ok {
		n = &node{symbol: s}
		if x := l.files[s.file]; x != nil {
			n.router = x.routers[s.name]
		}
		l.nodes[s] = n
	}
	return n
}
