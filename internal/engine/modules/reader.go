package modules

import (
	"slices"
	"unicode"
	"unicode/utf8"
	"unique"

	"vigil/internal/engine/syntax"
)

// reader takes an outline from a tree.
type reader struct {
	*Outline
	*syntax.Tree
	family *family
	around []open
	uses   map[string]bool
	texts  map[string]string // of nodes, as they are kept
}

// open is a function or class that is being read.
type open struct {
	end      uint32
	function int // or -1
	class    string
	calls    map[string]bool
}

// Read returns the outline of a file, nil if its language has none.
func Read(path string, tree *syntax.Tree) *Outline {
	f := families[tree.Language.Name()]
	if f == nil {
		return nil
	}
	r := &reader{Outline: &Outline{Path: path, Family: f.name}, Tree: tree, family: f, uses: map[string]bool{}, texts: map[string]string{}}
	what := make([]uint8, 1, 512) // by symbol: 0 not known yet, then what is done with it
	const nothing, function, class, call, other, name = 1, 2, 3, 4, 5, 6
	r.enter(0, "", 0)
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		for len(r.around) > 1 && uint32(i) >= r.around[len(r.around)-1].end {
			r.leave()
		}
		if !n.Is(syntax.Named) {
			continue
		}
		for int(n.Symbol) >= len(what) {
			what = append(what, 0)
		}
		if what[n.Symbol] == 0 {
			kind := tree.Kind(uint32(i))
			switch {
			case f.functions[kind]:
				what[n.Symbol] = function
			case f.classes[kind]:
				what[n.Symbol] = class
			case f.calls[kind] != "":
				what[n.Symbol] = call
			case f.other[kind] != nil:
				what[n.Symbol] = other
			case kind == "type_identifier" || kind == "identifier" || kind == "name" || kind == "constant":
				what[n.Symbol] = name
			default:
				what[n.Symbol] = nothing
			}
		}
		at := uint32(i)
		switch what[n.Symbol] {
		case function:
			r.function(at)
		case class:
			r.class(at)
		case call:
			r.call(at)
		case other:
			f.other[tree.Kind(at)](r, at)
		case name:
			if c, _ := utf8.DecodeRune(tree.Text(at)); unicode.IsUpper(c) {
				r.use(r.text(at))
			}
		}
	}
	for len(r.around) > 0 {
		r.leave()
	}
	for w := range r.uses {
		r.Uses = append(r.Uses, w)
	}
	slices.Sort(r.Uses)
	return r.Outline
}

// text is the source of a node, kept once for all outlines.
func (r *reader) text(n uint32) string {
	text, there := r.texts[string(r.Text(n))]
	if !there {
		text = unique.Make(string(r.Text(n))).Value()
		r.texts[text] = text
	}
	return text
}

func (r *reader) use(name string) {
	if len(r.uses) < maxNames {
		r.uses[name] = true
	}
}

// in returns the child of n in a field.
func (r *reader) in(n uint32, field string) (uint32, bool) {
	f, ok := r.Language.Field(field)
	if !ok {
		return 0, false
	}
	for c := range r.Children(n) {
		if x := &r.Nodes[c]; x.Field == f && x.Is(syntax.Named) {
			return c, true
		}
	}
	return 0, false
}

func (r *reader) textIn(n uint32, field string) string {
	if c, ok := r.in(n, field); ok {
		return r.text(c)
	}
	return ""
}

// named goes through the named children of n.
func (r *reader) named(n uint32) []uint32 {
	var out []uint32
	for c := range r.Children(n) {
		if x := &r.Nodes[c]; x.Is(syntax.Named) && !x.Is(syntax.Extra) {
			out = append(out, c)
		}
	}
	return out
}

func (r *reader) enter(n uint32, name string, function int) {
	x := &r.Nodes[n]
	o := open{end: x.Next, function: -1}
	if function >= 0 && len(r.Functions) < maxFunctions {
		o.function, o.calls = len(r.Functions), map[string]bool{}
		r.Functions = append(r.Functions, Function{Name: name, Start: x.Start, End: x.End, Parent: r.outer()})
	}
	r.around = append(r.around, o)
}

// outer is the innermost function that is being read.
func (r *reader) outer() int32 {
	for i := len(r.around) - 1; i >= 0; i-- {
		if f := r.around[i].function; f >= 0 {
			return int32(f)
		}
	}
	return -1
}

// leave ends a function: what it calls is called by the one around it, too.
func (r *reader) leave() {
	o := r.around[len(r.around)-1]
	r.around = r.around[:len(r.around)-1]
	if o.function < 0 {
		return
	}
	calls := make([]string, 0, len(o.calls))
	for w := range o.calls {
		calls = append(calls, w)
		r.calls(w)
	}
	slices.Sort(calls)
	r.Functions[o.function].Calls = calls
}

func (r *reader) calls(name string) {
	for i := len(r.around) - 1; i >= 0; i-- {
		if o := &r.around[i]; o.function >= 0 {
			if len(o.calls) < maxCalls {
				o.calls[name] = true
			}
			return
		}
	}
}

func (r *reader) function(n uint32) {
	name := r.textIn(n, "name")
	if name == "" {
		name = r.givenTo(n)
	}
	receiver := ""
	if c, ok := r.in(n, "receiver"); ok && r.family == golang {
		receiver = r.receiver(c)
	}
	if name == "__init__" || name == "constructor" || name == "__construct" || name == "initialize" {
		for i := len(r.around) - 1; i >= 0; i-- {
			if r.around[i].class != "" {
				name = r.around[i].class
				break
			}
		}
	}
	r.enter(n, name, 1)
	if f := r.around[len(r.around)-1].function; f >= 0 {
		r.Functions[f].Type = receiver
	}
}

func (r *reader) class(n uint32) {
	name := r.textIn(n, "name")
	if r.family == ruby {
		name = lastConstant(name)
	}
	c := Class{Name: name, Declared: true, Start: r.Nodes[n].Start, End: r.Nodes[n].End}
	for _, field := range []string{"superclasses", "superclass", "interfaces"} {
		if s, ok := r.in(n, field); ok {
			c.Bases = append(c.Bases, r.namesBelow(s)...)
		}
	}
	for k := range r.Children(n) {
		if slices.Contains(heritage, r.Kind(k)) {
			c.Bases = append(c.Bases, r.namesBelow(k)...)
		}
	}
	switch r.Kind(n) {
	case "interface_declaration":
		c.Interface = true
	case "type_spec":
		if t, ok := r.in(n, "type"); ok && r.Kind(t) == "interface_type" {
			c.Interface = true
			for k := t; k < r.Nodes[t].Next; k++ {
				if r.Kind(k) == "method_elem" || r.Kind(k) == "method_spec" {
					c.Methods = append(c.Methods, r.textIn(k, "name"))
				}
			}
		}
	}
	if len(r.Classes) < maxFunctions {
		r.Classes = append(r.Classes, c)
	}
	r.enter(n, "", -1)
	r.around[len(r.around)-1].class = name
}

// heritage are the parts of a class with the names of what it extends or implements.
var heritage = []string{"class_heritage", "extends_type_clause", "base_list", "base_clause", "class_interface_clause"}

// namesBelow returns the names of types below n.
func (r *reader) namesBelow(n uint32) []string {
	var out []string
	for c := n; c < r.Nodes[n].Next && len(out) < 20; c++ {
		switch r.Kind(c) {
		case "identifier", "type_identifier", "name", "constant":
			out = append(out, r.text(c))
		}
	}
	return out
}

func (r *reader) imports(i Import) {
	if len(r.Imports) < maxNames {
		r.Imports = append(r.Imports, i)
	}
}

func (r *reader) exports(e Export) {
	if len(r.Exports) < maxNames && e.Name != "" {
		r.Exports = append(r.Exports, e)
	}
}
