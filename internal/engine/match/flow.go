package match

import (
	"slices"

	"vigil/internal/engine/ir"
)

// propagate walks the file in execution order, as far as that is known statically, and
// records the value of each use of a variable.
func (f *File) propagate() {
	f.consts, f.values = map[NodeID]Constant{}, map[NodeID]NodeID{}
	if f.Root() == 0 {
		return
	}
	if f.Language == "hcl" {
		f.propagateLocals()
		return
	}
	w := &flow{f: f}
	w.scope(f.Root(), &env{vars: map[string]known{}})
}

// flow is the state of that walk.
type flow struct {
	f     *File
	funcs []NodeID // functions found in the current scope: they run later
}

// scope walks the statements of a file, class, or function, and then its functions, which
// see the variables that are assigned only once here. It leaves e unchanged.
func (w *flow) scope(n NodeID, e *env) {
	before := w.funcs
	w.funcs = nil
	start := e.mark()
	w.visit(n, e)
	mine := w.funcs
	w.funcs = before
	if len(mine) == 0 {
		e.back(start)
		return
	}
	counts := map[string]int{}
	w.count(n, counts, 0)
	shared := changes{}
	for name, times := range counts {
		if v, ok := e.vars[name]; ok {
			shared[name] = state{v, times == 1}
		}
	}
	e.back(start)
	e.apply(shared)
	for _, fn := range mine {
		outside := e.mark()
		if w.f.kind(fn) == Class {
			w.scope(w.f.Kid(fn, 3), e)
			continue
		}
		for _, p := range w.f.Kids(w.f.Kid(fn, 2)) {
			if w.f.kind(p) == Param {
				w.forget(w.f.Kid(p, 1), e)
				w.visit(w.f.Kid(p, 3), e)
			}
		}
		w.scope(w.f.Kid(fn, 4), e)
		e.back(outside)
	}
	e.back(start)
}

// visit walks an expression or statement; e is what is known before it and, at the
// end, after it. It is false if nothing comes after n.
func (w *flow) visit(n NodeID, e *env) bool {
	if n == 0 {
		return true
	}
	f := w.f
	x := f.Node(n)
	switch x.Kind {
	case Ident:
		if v, ok := e.vars[x.Text]; ok {
			w.note(n, v)
		}
	case Member:
		w.visit(f.Kid(n, 0), e)
		if o := f.Node(f.Kid(n, 0)); o.Kind == Ident && w.ownMember(n, o.Text) {
			if v, ok := e.vars[f.fieldName(n)]; ok {
				w.note(n, v)
			}
		}
	case Assign:
		w.visit(f.Kid(n, 1), e)
		w.visitTarget(f.Kid(n, 0), e)
		w.set(f.Kid(n, 0), f.Kid(n, 1), e)
	case VarDef:
		w.visit(f.Kid(n, 3), e)
		if f.changeable(n) {
			w.forget(f.Kid(n, 1), e)
		} else {
			w.set(f.Kid(n, 1), f.Kid(n, 3), e)
		}
	case With:
		w.visit(f.Kid(n, 0), e)
		if as := f.Kid(n, 0); f.kind(as) >= ir.Other && len(f.Kids(as)) == 2 { // with e as x
			w.set(f.Kid(as, 1), f.Kid(as, 0), e)
		}
		w.visit(f.Kid(n, 1), e)
	case AugAssign:
		w.visitAugAssign(n, e)
	case Unary:
		w.visit(f.Kid(n, 0), e)
		if ir.IsStep(x.Text) {
			w.forget(f.Kid(n, 0), e)
		}
	case KwArg:
		w.visit(f.Kid(n, 1), e)
	case Func:
		w.visit(f.Kid(n, 0), e)
		w.funcs = append(w.funcs, n)
	case Class:
		w.visit(f.Kid(n, 0), e)
		w.funcs = append(w.funcs, n)
	case Return, Throw:
		for _, k := range f.Kids(n) {
			w.visit(k, e)
		}
		return false
	case If:
		return w.branches(f.Kid(n, 0), []NodeID{f.Kid(n, 1), f.Kid(n, 2)}, f.Kid(n, 2) != 0, e)
	case While, For, ForEach:
		w.loop(n, e)
	case Try:
		w.try(n, e)
	case Block:
		for _, k := range f.Kids(n) {
			if !w.visit(k, e) {
				// What follows cannot be reached; it is still code.
				continue
			}
		}
		return !w.ends(n)
	default:
		if x.Kind >= ir.Other && slices.ContainsFunc(f.Kids(n), func(k NodeID) bool { return f.kind(k) == Block }) {
			w.unsure(n, e)
			return true
		}
		for _, k := range f.Kids(n) {
			w.visit(k, e)
		}
	}
	return true
}

// visitAugAssign computes x += e and the like, where both values are constants.
func (w *flow) visitAugAssign(n NodeID, e *env) {
	f := w.f
	operator := f.Node(n).Text
	w.visit(f.Kid(n, 1), e)
	target := f.Kid(n, 0)
	name := f.Node(target).Text
	old, had := e.vars[name]
	w.forget(target, e)
	if c, ok := f.eval(f.Kid(n, 1), 0); ok && had && old.constant.Kind != 0 && f.kind(target) == Ident && len(operator) > 1 {
		if sum, ok := calculate(operator[:len(operator)-1], old.constant, c); ok {
			e.set(name, known{constant: sum})
		}
	}
}

// changeable reports whether other files may assign the field at n.
func (f *File) changeable(n NodeID) bool {
	if f.Language != "java" && f.Language != "c_sharp" || f.kind(f.Node(f.Node(n).Parent).Parent) != Class {
		return false
	}
	for _, m := range f.Kids(f.Kid(n, 0)) {
		switch f.Node(m).Text {
		case "private", "final", "const", "readonly":
			return false
		}
	}
	return true
}

// ends reports whether the last statement of a block leaves it.
func (w *flow) ends(n NodeID) bool {
	kids := w.f.Kids(n)
	if len(kids) == 0 {
		return false
	}
	last := kids[len(kids)-1]
	switch w.f.kind(last) {
	case Return, Throw:
		return true
	case Block:
		return w.ends(last)
	}
	return false
}

func (w *flow) note(n NodeID, v known) {
	if v.constant.Kind != 0 {
		w.f.consts[n] = v.constant
	}
	if v.expr != 0 {
		w.f.values[n] = v.expr
	}
}

// ownMember reports whether o.x refers to the x of the enclosing class, or of the class o.
func (w *flow) ownMember(n NodeID, o string) bool {
	if o == "this" || o == "self" || o == "static" || o == "$this" || o == "cls" {
		return true
	}
	for p := w.f.Node(n).Parent; p != 0; p = w.f.Node(p).Parent {
		if w.f.kind(p) == Class && w.f.Node(w.f.Kid(p, 1)).Text == o {
			return true
		}
	}
	return false
}

// visitTarget walks the target of an assignment: a name there is not a use, but in o.x, o is one.
func (w *flow) visitTarget(n NodeID, e *env) {
	switch w.f.kind(n) {
	case Ident:
	case Member:
		w.visit(w.f.Kid(n, 0), e)
	case Index:
		w.visit(n, e)
	default:
		for _, k := range w.f.Kids(n) {
			w.visitTarget(k, e)
		}
	}
}

// set assigns the value, as far as it is known, to the target.
func (w *flow) set(target, value NodeID, e *env) {
	f := w.f
	w.forget(target, e)
	names := f.targets(target, nil)
	if value == 0 || len(names) != 1 || f.kind(target) != Ident && f.kind(target) != Member {
		return
	}
	v := known{expr: value}
	if c, ok := f.eval(value, 0); ok {
		v.constant = c
	}
	if f.kind(value) == Ident && f.values[value] != 0 {
		v.expr = f.values[value]
	}
	e.set(names[0], v)
}

// propagateLocals records the values of local.x and the defaults of var.x.
func (f *File) propagateLocals() {
	known := map[string]Constant{}
	for _, n := range f.NodesOf(Section) {
		kids := f.Kids(n)
		for _, p := range f.Kids(kids[len(kids)-1]) {
			if f.kind(p) != Pair {
				continue
			}
			name := ""
			switch head := f.Node(kids[0]).Text; {
			case head == "locals":
				name = "local." + f.Node(f.Kid(p, 0)).Text
			case head == "variable" && len(kids) == 3 && f.Node(f.Kid(p, 0)).Text == "default":
				name = "var." + f.Node(kids[1]).Text
			}
			if c, ok := f.eval(f.Kid(p, 1), 0); ok && name != "" {
				known[name] = c
			}
		}
	}
	for _, n := range f.NodesOf(Member) {
		if path := f.Dotted(n); len(path) == 2 {
			if c, ok := known[path[0]+"."+path[1]]; ok {
				f.consts[n] = c
			}
		}
	}
}
