package taint

import (
	"slices"
	"sort"
	"strings"
)

// Linking merges several files of a language into one program, so that data is followed across
// files as within one. Each file keeps its own variables, functions, and classes; the caller
// says what imported names refer to.

// Unit is a file to be linked with others.
type Unit struct {
	*Program
	// Names maps names in the file to definitions in other files: a name or a chain of names, or
	// "require:" and the module for a call of require.
	Names map[string][]Symbol
	// Exports are definitions that other files know under another name, or without one.
	// "default" is the whole module.
	Exports map[string]Export
}

// Symbol is a definition in a unit, or the whole unit if the name is empty. The name of a
// method is qualified by that of its class.
type Symbol struct {
	Unit int
	Name string
}

// Export is what a unit exports: the definition of one of its names, or the function, class,
// or new object in a span.
type Export struct {
	Local string
	Span
}

// unit is a file of a program.
type unit struct {
	base    uint32         // offset of the file's spans
	byName  map[name]int32 // functions that are not methods, -1 if ambiguous
	classOf map[name]int32
	names   map[name][]symbol
	exports map[name]export
}

type symbol struct {
	unit  int32
	class name // of a method
	name  name
}

type export struct {
	local    name
	function int32 // or -1
	class    int32 // or -1
}

// linker merges programs.
type linker struct {
	*Program
}

// Link links at least one unit. All units must be in one language.
func Link(units []Unit) *Program {
	p := &Program{traits: units[0].traits, units: make([]unit, len(units)), wordOf: map[string]name{}, functions: make([]function, len(units))}
	l := &linker{Program: p}
	// The names with fixed numbers come first in every program.
	for _, w := range units[0].Program.words[:len(units[0].positions)+3] {
		l.word(w)
	}
	p.positions = units[0].positions
	base := uint32(0)
	for u := range units {
		p.units[u].base = base
		l.copy(int32(u), units[u].Program)
		base += units[u].functions[0].End + 1
		p.truncated = p.truncated || units[u].truncated
	}
	for u := range units {
		l.bind(int32(u), &units[u])
	}
	l.prototypes()
	l.infer()
	l.merge()
	l.alias()
	p.finish()
	return p
}

// Base is the offset of a unit's spans.
func (p *Program) Base(u int) uint32 { return p.units[u].base }

// UnitAt returns the unit at an offset.
func (p *Program) UnitAt(at uint32) int {
	return sort.Search(len(p.units), func(u int) bool { return p.units[u].base > at }) - 1
}

func (l *linker) word(s string) name {
	w, ok := l.wordOf[s]
	if !ok {
		w = name(len(l.words))
		l.words = append(l.words, s)
		l.wordOf[s] = w
	}
	return w
}

// copy copies a program into the linked one.
func (l *linker) copy(u int32, from *Program) {
	words := make([]name, len(from.words))
	for i, w := range from.words {
		words[i] = l.word(w)
	}
	nodes, kids, functions, classes := uint32(len(l.nodes)), uint32(len(l.kids)), int32(len(l.functions))-1, int32(len(l.classes))
	base := l.units[u].base
	function := func(f int32) int32 {
		switch {
		case f < 0:
			return f
		case f == 0:
			return u
		}
		return functions + f
	}
	at := func(s Span) Span { return Span{Start: s.Start + base, End: s.End + base} }
	l.nodes = slices.Grow(l.nodes, len(from.nodes))
	for _, n := range from.nodes {
		n.Span = at(n.Span)
		n.first, n.to = n.first+kids, n.to+kids
		switch n.op {
		case opFunction, opDefine:
			n.name = name(function(int32(n.name)))
		case opClass:
			n.name += name(classes)
		default:
			n.name = words[n.name]
		}
		l.nodes = append(l.nodes, n)
	}
	l.kids = slices.Grow(l.kids, len(from.kids))
	for _, k := range from.kids {
		l.kids = append(l.kids, k+nodes)
	}
	for i, f := range from.functions {
		f.Span, f.name, f.parent, f.unit, f.body = at(f.Span), words[f.name], function(f.parent), u, f.body+nodes
		if f.class >= 0 {
			f.class += classes
		}
		f.params = slices.Clone(f.params)
		for k := range f.params {
			f.params[k] += nodes
		}
		f.calls = slices.Clone(f.calls)
		for k := range f.calls {
			f.calls[k] = words[f.calls[k]]
		}
		names := make(map[name]bool, len(f.names))
		for w := range f.names {
			names[words[w]] = true
		}
		f.names = names
		if i == 0 {
			l.functions[u] = f
		} else {
			l.functions = append(l.functions, f)
		}
	}
	for _, c := range from.classes {
		c.name, c.unit, c.node = words[c.name], u, c.node+nodes
		c.bases = slices.Clone(c.bases)
		for k := range c.bases {
			c.bases[k] = words[c.bases[k]]
		}
		c.methods = renamed(c.methods, words, function)
		c.maker = function(c.maker)
		c.copyFields(u, words)
		l.classes = append(l.classes, c)
	}
	l.units[u].byName = renamed(from.units[0].byName, words, function)
	l.units[u].classOf = renamed(from.units[0].classOf, words, func(c int32) int32 { return c + classes })
}

// copyFields gives a class fields of its own, with the names of the program it is copied to.
func (c *class) copyFields(u int32, words []name) {
	types := make(map[name]symbol, len(c.types))
	for f, t := range c.types {
		types[words[f]] = symbol{unit: u, name: words[t.name]}
	}
	c.types = types
	harmless := make(map[name]flags, len(c.harmless))
	for f, t := range c.harmless {
		harmless[words[f]] = t
	}
	c.harmless = harmless
}

func renamed(m map[name]int32, words []name, to func(int32) int32) map[name]int32 {
	out := make(map[name]int32, len(m))
	for w, i := range m {
		out[words[w]] = to(i)
	}
	return out
}

// bind resolves the names of a unit, and records its exports.
func (l *linker) bind(i int32, of *Unit) {
	u := &l.units[i]
	u.names = make(map[name][]symbol, len(of.Names))
	for w, symbols := range of.Names {
		for _, s := range symbols {
			out := symbol{unit: int32(s.Unit)}
			class, method, ok := strings.Cut(s.Name, ".")
			if ok {
				out.class, out.name = l.word(class), l.word(method)
			} else {
				out.name = l.word(s.Name)
			}
			u.names[l.word(w)] = append(u.names[l.word(w)], out)
		}
	}
	u.exports = make(map[name]export, len(of.Exports))
	if len(of.Exports) == 0 {
		return
	}
	functions, classes := map[Span]int32{}, map[Span]int32{}
	for f := range l.functions {
		if l.functions[f].unit == i {
			functions[l.functions[f].Span] = int32(f)
		}
	}
	for c := range l.classes {
		classes[l.nodes[l.classes[c].node].Span] = int32(c)
	}
	for w, x := range of.Exports {
		e := export{local: noName, function: -1, class: -1}
		if x.Local != "" {
			e.local = l.word(x.Local)
		}
		at := Span{Start: x.Start + u.base, End: x.End + u.base}
		if f, ok := functions[at]; ok {
			e.function = f
			if l.functions[f].name == noName {
				l.functions[f].name = l.word(w)
			}
		}
		if c, ok := classes[at]; ok {
			e.class = c
		}
		u.exports[l.word(w)] = e
	}
}

// merge merges the parts of a class that are in several files, as in Go.
func (l *linker) merge() {
	for i := range l.classes {
		c := &l.classes[i]
		for _, s := range l.units[c.unit].names[c.name] {
			o, ok := l.units[s.unit].classOf[c.name]
			if !ok || s.name != c.name || s.unit == c.unit {
				continue
			}
			for w, f := range l.classes[o].methods {
				if _, ok := c.methods[w]; !ok {
					c.methods[w] = f
				}
			}
			for w, t := range l.classes[o].types {
				if _, ok := c.types[w]; !ok {
					c.types[w] = t
				}
			}
			for w, t := range l.classes[o].harmless {
				if _, ok := c.harmless[w]; !ok {
					c.harmless[w] = t
				}
			}
		}
	}
}

// alias makes functions available under the other names they are called by.
func (l *linker) alias() {
	for f := range l.functions {
		fn := &l.functions[f]
		u := &l.units[fn.unit]
		var more []name
		for _, w := range fn.calls {
			for _, s := range u.names[w] {
				to := s.name
				if to == noName {
					to = l.word("default")
				}
				more = append(more, to)
				if e, ok := l.units[s.unit].exports[to]; ok {
					more = append(more, e.local)
					if e.function >= 0 {
						more = append(more, l.functions[e.function].name)
					}
				}
			}
			// A member of a module may have another name inside.
			for o := range l.units {
				if e, ok := l.units[o].exports[w]; ok && e.local != noName {
					more = append(more, e.local)
				}
			}
		}
		slices.Sort(more)
		fn.calls = append(fn.calls, slices.Compact(more)...)
	}
}
