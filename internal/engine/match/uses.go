package match

import (
	"slices"

	"vigil/internal/engine/ir"
)

// The position of a metavariable in a pattern tells the prefilter what precedes or follows its value in the
// source of every match.

// Member returns the object and the name if the pattern is $OBJECT.name, object.$NAME, and the like, or a
// call of it.
func (p *Pattern) Member() (object, name string, ok bool) {
	if len(p.roots) != 1 || p.opts.Symbolic {
		return "", "", false
	}
	f, n := p.file, p.roots[0]
	if f.kind(n) == Call {
		n = f.Kid(n, 0)
	}
	if k := f.kind(f.Kid(n, 0)); f.kind(n) != Member || k != Meta && k != Ident || ir.IsPlaceholder(f.Node(f.Kid(n, 0)).Text) {
		return "", "", false
	}
	x := f.Node(f.Kid(n, 1))
	return f.Node(f.Kid(n, 0)).Text, x.Text, x.Kind == Meta || x.Kind == Ident && !ir.IsPlaceholder(x.Text)
}

// Link is a name after a dot in a pattern, and the chain of names before that dot; nil if the receiver is not a chain.
type Link struct {
	Name  string
	Chain []string
}

// Links returns the names after dots in the pattern, including types, such as exec in child_process.exec(...). If the
// name or the receiver has a metavariable, there is no chain.
func (p *Pattern) Links() []Link {
	if p.opts.Symbolic {
		return nil
	}
	var out []Link
	for _, r := range p.roots {
		p.file.Walk(r, func(n NodeID) bool {
			k := p.file.kind(n)
			if k == Typed {
				out = p.typeLink(out, p.file.Kid(n, 1))
			}
			if k == Member {
				out = p.link(out, n)
			}
			return k != Import && k != Typed // which have other spellings
		})
	}
	return out
}

func (p *Pattern) link(out []Link, n NodeID) []Link {
	f := p.file
	name := f.Node(f.Kid(n, 1))
	if path := f.Dotted(n); path != nil && !slices.ContainsFunc(path, ir.IsPlaceholder) {
		return append(out, Link{name.Text, path[:len(path)-1]})
	}
	if name.Kind == Ident && !ir.IsPlaceholder(name.Text) || name.Kind == Meta {
		return append(out, Link{Name: name.Text})
	}
	return out
}

func (p *Pattern) typeLink(out []Link, n NodeID) []Link {
	for p.file.kind(n) == TypeArgs || p.file.kind(n) == Unary {
		n = p.file.Kid(n, 0)
	}
	if p.file.kind(n) != Member {
		return out
	}
	return p.link(out, n)
}

// IsMember reports whether a metavariable is a member name in the pattern.
func (p *Pattern) IsMember(name string) bool {
	return slices.ContainsFunc(p.Links(), func(l Link) bool { return l.Name == name })
}

// Called reports whether the pattern calls a metavariable, or a member named by it.
func (p *Pattern) Called(name string) bool {
	f := p.file
	if len(p.roots) != 1 || p.opts.Symbolic || f.kind(p.roots[0]) != Call {
		return false
	}
	n := f.Kid(p.roots[0], 0)
	if f.kind(n) == Member {
		n = f.Kid(n, 1)
	}
	return f.kind(n) == Meta && f.Node(n).Text == name
}

// Indexed reports whether the pattern indexes a metavariable.
func (p *Pattern) Indexed(name string) bool {
	f := p.file
	if len(p.roots) != 1 || p.opts.Symbolic || f.kind(p.roots[0]) != Index {
		return false
	}
	n := f.Kid(p.roots[0], 0)
	return f.kind(n) == Meta && f.Node(n).Text == name
}

// Decorates reports whether the pattern is a function and a metavariable is the name, or the last name,
// of a decorator on it or on one of its parameters.
func (p *Pattern) Decorates(name string) bool {
	f := p.file
	if len(p.roots) != 1 || f.kind(p.roots[0]) != Func {
		return false
	}
	attrs := f.Kids(f.Kid(p.roots[0], 0))
	for _, n := range f.Kids(f.Kid(p.roots[0], 2)) {
		if f.kind(n) == Param {
			attrs = append(slices.Clip(attrs), f.Kids(f.Kid(n, 0))...)
		}
	}
	for _, a := range attrs {
		if f.kind(a) != Annotation {
			continue
		}
		n := f.Kid(a, 0)
		if f.kind(n) == Call {
			n = f.Kid(n, 0)
		}
		if f.kind(n) == Member {
			n = f.Kid(n, 1)
		}
		if f.kind(n) == Meta && f.Node(n).Text == name {
			return true
		}
	}
	return false
}

// Follows reports whether the pattern is a function and a metavariable is the name of a
// parameter other than the first.
func (p *Pattern) Follows(name string) bool {
	f := p.file
	if len(p.roots) != 1 || f.kind(p.roots[0]) != Func {
		return false
	}
	params := f.Kids(f.Kid(p.roots[0], 2))
	for i, n := range params {
		if f.kind(n) == Param {
			n = f.Kid(n, 1)
		}
		if f.kind(n) == Meta && f.Node(n).Text == name {
			return i > 0 && f.kind(params[i-1]) != Ellipsis && f.kind(params[i-1]) != MetaSeq
		}
	}
	return false
}

// NamesFunction reports whether the pattern is a function named by a metavariable, or assigned to one.
func (p *Pattern) NamesFunction(name string) bool {
	f := p.file
	if len(p.roots) != 1 || p.opts.Symbolic {
		return false
	}
	n := p.roots[0]
	if k := f.kind(n); k != Func && k != VarDef && k != Assign || k == VarDef && f.kind(f.Kid(n, 3)) != Func || k == Assign && f.kind(f.Kid(n, 1)) != Func {
		return false
	}
	if n = f.Kid(n, 1); f.kind(p.roots[0]) == Assign {
		n = f.Kid(p.roots[0], 0)
	}
	return f.kind(n) == Meta && f.Node(n).Text == name
}

// Assigns reports whether the pattern is a declaration and a metavariable is its value.
func (p *Pattern) Assigns(name string) bool {
	f := p.file
	if len(p.roots) != 1 || f.kind(p.roots[0]) != VarDef || p.opts.Symbolic {
		return false
	}
	n := f.Kid(p.roots[0], 3)
	return f.kind(n) == Meta && f.Node(n).Text == name
}

// BeforeText reports whether a string literal directly follows a metavariable in the pattern, which it is
// assigned to, compared with, or the value of.
func (p *Pattern) BeforeText(name string) bool {
	found := false
	p.beforeTexts(func(n *Node) {
		found = found || n.Kind == Meta && n.Text == name || n.Kind == Str && n.Text == name
	})
	return found
}

// NamesBeforeTexts returns the names that a string literal follows in that way.
func (p *Pattern) NamesBeforeTexts() []string {
	var out []string
	p.beforeTexts(func(n *Node) {
		if n.Kind == Ident && !ir.IsPlaceholder(n.Text) {
			out = append(out, n.Text)
		}
	})
	return out
}

func (p *Pattern) beforeTexts(report func(*Node)) {
	if len(p.roots) == 1 && !p.opts.Symbolic && !p.opts.CommuteComp {
		p.beforeTextsIn(p.roots[0], report)
	}
}

func (p *Pattern) beforeTextsIn(n NodeID, report func(*Node)) {
	f := p.file
	var name, value NodeID
	switch f.kind(n) {
	case Call, New:
		p.beforeTextsIn(f.Kid(n, 1), report)
		return
	case Args, Dict:
		for _, k := range f.Kids(n) {
			p.beforeTextsIn(k, report)
		}
		return
	case Assign, KwArg, Pair:
		name, value = f.Kid(n, 0), f.Kid(n, 1)
	case VarDef:
		name, value = f.Kid(n, 1), f.Kid(n, 3)
	case Binary:
		switch f.Node(n).Text {
		case "==", "===", "!=", "!==":
			name, value = f.Kid(n, 0), f.Kid(n, 1)
		}
	}
	if k := f.Kids(value); (f.kind(value) == Array || f.kind(value) == Tuple) && len(k) > 0 {
		value = k[0]
	}
	if f.kind(value) != Str {
		return
	}
	if f.kind(name) == Member || f.kind(name) == Index && len(f.Kids(name)) == 2 {
		name = f.Kid(name, 1)
	}
	if name != 0 {
		report(f.Node(name))
	}
}
