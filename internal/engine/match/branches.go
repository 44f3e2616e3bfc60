package match

// branches walks alternative branches and keeps what all of them agree on.
func (w *flow) branches(condition NodeID, blocks []NodeID, all bool, e *env) bool {
	w.visit(condition, e)
	var ends []changes
	if !all {
		ends = append(ends, nil)
	}
	for _, b := range blocks {
		if b == 0 {
			continue
		}
		start := e.mark()
		if w.visit(b, e) {
			ends = append(ends, e.since(start))
		}
		e.back(start)
	}
	e.join(ends)
	return len(ends) > 0
}

// loop walks a body that may run any number of times.
func (w *flow) loop(n NodeID, e *env) {
	f := w.f
	kids := f.Kids(n)
	if f.kind(n) == For {
		w.visit(kids[0], e)
	}
	w.assigned(n, e)
	start := e.mark()
	for j, k := range kids {
		if f.kind(n) == ForEach && j == 0 || f.kind(n) == For && j == 0 {
			continue
		}
		w.visit(k, e)
	}
	e.back(start)
}

// try walks a body that may end anywhere, and its handlers.
func (w *flow) try(n NodeID, e *env) {
	f := w.f
	start := e.mark()
	w.visit(f.Kid(n, 0), e)
	ends := []changes{e.since(start)}
	e.back(start)
	w.assigned(f.Kid(n, 0), e)
	for _, c := range f.Kids(f.Kid(n, 1)) {
		handler := e.mark()
		var falls bool
		if f.kind(c) == Catch {
			w.forget(f.Kid(f.Kid(c, 0), 1), e)
			falls = w.visit(f.Kid(c, 1), e)
		} else {
			falls = w.visit(c, e)
		}
		if falls {
			ends = append(ends, e.since(start))
		}
		e.back(handler)
	}
	e.back(start)
	e.join(ends)
	w.visit(f.Kid(n, 2), e)
}

// unsure walks a statement whose blocks may or may not run.
func (w *flow) unsure(n NodeID, e *env) {
	for _, k := range w.f.Kids(n) {
		start := e.mark()
		w.visit(k, e)
		e.back(start)
	}
	w.assigned(n, e)
}
