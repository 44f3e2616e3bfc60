package match

// Where a metavariable stands in a pattern tells what stands before it in the source of whatever
// matches. These are the places of which that is used.

// Member returns the object and the name of $OBJECT.name, or $OBJECT.$NAME, if the pattern is
// that, or a call of it.
func (p *Pattern) Member() (object, name string, ok bool) {
	if len(p.roots) != 1 || p.opts.Symbolic {
		return "", "", false
	}
	f, n := p.file, p.roots[0]
	if f.kind(n) == Call {
		n = f.Kid(n, 0)
	}
	if f.kind(n) != Member || f.kind(f.Kid(n, 0)) != Meta {
		return "", "", false
	}
	x := &f.nodes[f.Kid(n, 1)]
	return f.nodes[f.Kid(n, 0)].Text, x.Text, x.Kind == Meta || x.Kind == Ident && !isPlaceholder(x.Text)
}

// Decorates tells whether the pattern is a function and a metavariable the name, or the last name,
// of a decorator before it.
func (p *Pattern) Decorates(name string) bool {
	f := p.file
	if len(p.roots) != 1 || f.kind(p.roots[0]) != Func {
		return false
	}
	for _, a := range f.Kids(f.Kid(p.roots[0], 0)) {
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
		if f.kind(n) == Meta && f.nodes[n].Text == name {
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
		if f.kind(n) == Meta && f.nodes[n].Text == name {
			return i > 0 && f.kind(params[i-1]) != Ellipsis && f.kind(params[i-1]) != MetaSeq
		}
	}
	return false
}

// Assigns tells whether the pattern is a declaration and a metavariable the value that it gives.
func (p *Pattern) Assigns(name string) bool {
	f := p.file
	if len(p.roots) != 1 || f.kind(p.roots[0]) != VarDef || p.opts.Symbolic {
		return false
	}
	n := f.Kid(p.roots[0], 3)
	return f.kind(n) == Meta && f.nodes[n].Text == name
}
