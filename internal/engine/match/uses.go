package match

import (
	"slices"

	"vigil/internal/engine/ir"
)

// Where a metavariable stands in a pattern tells what stands before it in the source of whatever
// matches. These are the places of which that is used.

// Member returns the object and the name of $OBJECT.name, object.$NAME and the like, if the pattern is
// that, or a call of it.
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

// Link is a name that a pattern has behind a dot, and the chain of names before that dot; nil if that is something else.
type Link struct {
	Name  string
	Chain []string
}

// Links returns the names that stand behind dots in the pattern, such as exec in child_process.exec(...), also in types.
// A name that is a metavariable is one of those behind something else than a chain.
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
			return k != Import && k != Typed // which may be written in other ways
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

// IsMember tells whether a metavariable is the name of a member in the pattern.
func (p *Pattern) IsMember(name string) bool {
	return slices.ContainsFunc(p.Links(), func(l Link) bool { return l.Name == name })
}

// Called tells whether the pattern is a call of what a metavariable stands for, or of a member that it is the name of.
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

// Indexed tells whether the pattern is an element of what a metavariable stands for.
func (p *Pattern) Indexed(name string) bool {
	f := p.file
	if len(p.roots) != 1 || p.opts.Symbolic || f.kind(p.roots[0]) != Index {
		return false
	}
	n := f.Kid(p.roots[0], 0)
	return f.kind(n) == Meta && f.Node(n).Text == name
}

// Decorates tells whether the pattern is a function and a metavariable the name, or the last name,
// of a decorator before it or one of its parameters.
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

// Follows tells whether the pattern is a function and a metavariable the name of one of its
// parameters that is not the first.
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

// NamesFunction tells whether the pattern is a function that has a metavariable for its name, or is given to one.
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

// Assigns tells whether the pattern is a declaration and a metavariable the value that it gives.
func (p *Pattern) Assigns(name string) bool {
	f := p.file
	if len(p.roots) != 1 || f.kind(p.roots[0]) != VarDef || p.opts.Symbolic {
		return false
	}
	n := f.Kid(p.roots[0], 3)
	return f.kind(n) == Meta && f.Node(n).Text == name
}

// BeforeText tells whether a text in quotes stands right behind a metavariable in the pattern, which is the
// name of what it is given to, or compared with, or its key.
func (p *Pattern) BeforeText(name string) bool {
	found := false
	p.beforeTexts(func(n *Node) {
		found = found || n.Kind == Meta && n.Text == name || n.Kind == Str && n.Text == name
	})
	return found
}

// NamesBeforeTexts returns the names behind which a text in quotes stands in the pattern in that way.
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
