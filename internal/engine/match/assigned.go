package match

import "vigil/internal/engine/ir"

// count counts the assignments to each name in a scope, and in nested functions that do not
// declare it themselves.
func (w *flow) count(n NodeID, counts map[string]int, depth int) {
	f := w.f
	if n == 0 {
		return
	}
	switch f.kind(n) {
	case Assign, AugAssign:
		if depth == 0 || f.Language != "python" {
			w.countTarget(f.Kid(n, 0), counts)
		}
	case VarDef:
		if depth == 0 && f.Kid(n, 3) != 0 {
			w.countTarget(f.Kid(n, 1), counts)
		}
	case ForEach:
		if depth == 0 {
			w.countTarget(f.Kid(n, 0), counts)
		}
	case Unary:
		if ir.IsStep(f.Node(n).Text) {
			w.countTarget(f.Kid(n, 0), counts)
		}
	case Func, Class:
		depth++
	}
	for _, k := range f.Kids(n) {
		w.count(k, counts, depth)
	}
}

func (w *flow) countTarget(n NodeID, counts map[string]int) {
	for _, name := range w.f.targets(n, nil) {
		counts[name]++
	}
}

// targets lists the names that an assignment to n changes.
func (f *File) targets(n NodeID, out []string) []string {
	switch f.kind(n) {
	case Ident:
		return append(out, f.Node(n).Text)
	case Tuple, Array, Dict, Spread, VarDef, Assign:
		for _, k := range f.Kids(n) {
			out = f.targets(k, out)
		}
	case Pair:
		return f.targets(f.Kid(n, 1), out)
	case Member:
		if o := f.Node(f.Kid(n, 0)).Text; o == "this" || o == "self" || o == "$this" {
			return append(out, f.fieldName(n))
		}
	}
	return out
}

// fieldName is the name under which the class declares the field that o.x refers to.
func (f *File) fieldName(n NodeID) string {
	name := f.Node(f.Kid(n, 1)).Text
	if f.Language == "php" && f.Node(n).Text == "->" {
		return "$" + name
	}
	return name
}

func (w *flow) forget(n NodeID, e *env) {
	for _, name := range w.f.targets(n, nil) {
		e.forget(name)
	}
}

// assigned forgets all names that change somewhere below n.
func (w *flow) assigned(n NodeID, e *env) {
	f := w.f
	f.Walk(n, func(n NodeID) bool {
		switch f.kind(n) {
		case Assign, AugAssign, ForEach, Unary:
			if f.kind(n) != Unary || ir.IsStep(f.Node(n).Text) {
				w.forget(f.Kid(n, 0), e)
			}
		case VarDef:
			w.forget(f.Kid(n, 1), e)
		}
		return true
	})
}
