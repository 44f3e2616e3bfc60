package match

// known is what a variable holds.
type known struct {
	constant Constant
	expr     NodeID
}

// env is what is known of variables at one point. Where ways part, each is walked with the same env, and
// what it did is undone: a copy for each would take too long in files of thousands of variables.
type env struct {
	vars map[string]known
	log  []change // what variables were before each change
}

// state is what a variable is: not known, unless there.
type state struct {
	known
	there bool
}

type change struct {
	name string
	state
}

// changes are what variables are that were changed.
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

// mark returns a point to go back to.
func (e *env) mark() int { return len(e.log) }

// back undoes what was done since a point.
func (e *env) back(to int) {
	for i := len(e.log) - 1; i >= to; i-- {
		e.write(e.log[i].name, e.log[i].state)
	}
	e.log = e.log[:to]
}

// since returns what was changed since a point, as it is now.
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

// join changes e to what all of several ways from here agree on. If none leads on, nothing is changed.
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

// agreed is what a variable is at the end of all ways.
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
