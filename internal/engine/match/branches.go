package match

import "maps"

// branches walks alternatives and keeps what all of them agree on.
func (w *flow) branches(condition NodeID, blocks []NodeID, all bool, e env) bool {
	w.visit(condition, e)
	var ends []env
	if !all {
		ends = append(ends, maps.Clone(e))
	}
	for _, b := range blocks {
		if b == 0 {
			continue
		}
		branch := maps.Clone(e)
		if w.visit(b, branch) {
			ends = append(ends, branch)
		}
	}
	join(e, ends)
	return len(ends) > 0
}

// join leaves in e what all ends agree on.
func join(e env, ends []env) {
	if len(ends) == 0 {
		return
	}
	for name := range e {
		delete(e, name)
	}
	for name, v := range ends[0] {
		same := true
		for _, o := range ends[1:] {
			w, ok := o[name]
			if !ok || w.constant.Kind != v.constant.Kind || w.constant.Text != v.constant.Text || v.constant.Kind == 0 && w.expr != v.expr {
				same = false
				break
			}
			if w != v {
				v.constant.At, v.expr = 0, 0
			}
		}
		if same {
			e[name] = v
		}
	}
}

// loop walks a body that may run any number of times.
func (w *flow) loop(n NodeID, e env) {
	f := w.f
	kids := f.Kids(n)
	if f.kind(n) == For {
		w.visit(kids[0], e)
	}
	w.assigned(n, e)
	body := maps.Clone(e)
	for j, k := range kids {
		if f.kind(n) == ForEach && j == 0 || f.kind(n) == For && j == 0 {
			continue
		}
		w.visit(k, body)
	}
}

// try walks a body that may stop anywhere, and what handles that.
func (w *flow) try(n NodeID, e env) {
	f := w.f
	start := maps.Clone(e)
	w.visit(f.Kid(n, 0), e)
	w.assigned(f.Kid(n, 0), start)
	ends := []env{maps.Clone(e)}
	for _, c := range f.Kids(f.Kid(n, 1)) {
		branch := maps.Clone(start)
		var falls bool
		if f.kind(c) == Catch {
			w.forget(f.Kid(f.Kid(c, 0), 1), branch)
			falls = w.visit(f.Kid(c, 1), branch)
		} else {
			falls = w.visit(c, branch)
		}
		if falls {
			ends = append(ends, branch)
		}
	}
	join(e, ends)
	w.visit(f.Kid(n, 2), e)
}

// unsure walks a statement whose blocks may or may not run.
func (w *flow) unsure(n NodeID, e env) {
	start := maps.Clone(e)
	for _, k := range w.f.Kids(n) {
		w.visit(k, maps.Clone(start))
	}
	w.assigned(n, e)
}
