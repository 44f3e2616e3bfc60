package match

// known is the value of a variable.
type known struct {
	constant Constant
	expr     NodeID
}

// env is what is known about variables at one point of the program. Branches are walked with the same env, and
// their changes undone afterwards: a copy for each would be too slow in files with thousands of variables.
type env struct {
	vars map[string]known
	log  []change // the old state for each change
}

// state is the state of a variable: unknown, unless there.
type state struct {
	known
	there bool
}

type change struct {
	name string
	state
}

// changes are the new states of variables that changed.
type changes map[string]state

func (e *env) set(name string, v known) { e.put(name, state{v, true}) }

func (e *env) forget(name string) {
	if _, ok := e.vars[name]; ok {
		e.put(name, state{})
	}
}

func (e *env) put(name string, s state) {
	old, there := e.vars[name]
	e.log = append(e.log, change{name, state{old, there}})
	e.write(name, s)
}

func (e *env) write(name string, s state) {
	if s.there {
		e.vars[name] = s.known
	} else {
		delete(e.vars, name)
	}
}

// mark returns a point to roll back to.
func (e *env) mark() int { return len(e.log) }

// back rolls back to a point.
func (e *env) back(to int) {
	for i := len(e.log) - 1; i >= to; i-- {
		e.write(e.log[i].name, e.log[i].state)
	}
	e.log = e.log[:to]
}

// since returns the current states of variables that changed since a point.
func (e *env) since(start int) changes {
	c := changes{}
	for _, s := range e.log[start:] {
		v, there := e.vars[s.name]
		c[s.name] = state{v, there}
	}
	return c
}

func (e *env) apply(c changes) {
	for name, s := range c {
		e.put(name, s)
	}
}

// join sets e to what all branches agree on. If none continues, nothing changes.
func (e *env) join(ends []changes) {
	joined := changes{}
	for _, end := range ends {
		for name := range end {
			if _, done := joined[name]; !done {
				joined[name] = e.agreed(name, ends)
			}
		}
	}
	e.apply(joined)
}

// agreed is the state of a variable at the end of all branches.
func (e *env) agreed(name string, ends []changes) state {
	at := func(end changes) state {
		if s, changed := end[name]; changed {
			return s
		}
		v, there := e.vars[name]
		return state{v, there}
	}
	v := at(ends[0])
	for _, end := range ends[1:] {
		w := at(end)
		if !v.there || !w.there || w.constant.Kind != v.constant.Kind || w.constant.Text != v.constant.Text || v.constant.Kind == 0 && w.expr != v.expr {
			return state{}
		}
		if w != v {
			v.constant.At, v.expr = 0, 0
		}
	}
	return v
}
