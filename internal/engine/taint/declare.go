package taint

import (
	"strconv"
)

// newFunction lowers a function: its parameters by params, and its body by body.
func (l *lowerer) newFunction(n uint32, w name, params func() []uint32, body func() uint32) int32 {
	i := int32(len(l.functions))
	l.functions = append(l.functions, function{Span: l.Span(n), name: w, class: -1, parent: l.around, inline: l.around != 0, names: map[name]bool{}, result: l.resultFlags(n)})
	around, self, locals := l.around, l.self, l.locals
	if l.traits.implicitThis {
		l.locals = l.localsOf(n, locals)
	}
	l.around = i
	ps := params()
	b := body()
	f := &l.functions[i]
	f.params, f.body = ps, b
	l.around, l.self, l.locals = around, self, locals
	// Calls in nested functions count as calls of the enclosing one.
	outer := &l.functions[around]
	for w := range f.names {
		outer.names[w] = true
	}
	if len(outer.calls)+len(f.calls) < 10_000 {
		outer.calls = append(outer.calls, f.calls...)
	}
	return i
}

// literalOf adds the node of a function literal.
func (l *lowerer) literalOf(n uint32, f int32) uint32 {
	l.functions[f].inline = true
	return l.add(n, opFunction, name(f))
}

// localsOf collects the names declared in a function.
func (l *lowerer) localsOf(n uint32, outer map[name]bool) map[name]bool {
	found := map[name]bool{}
	for w := range outer {
		found[w] = true
	}
	if l.ir != nil {
		l.irLocals(n, found)
		return found
	}
	for c := n + 1; c < l.Nodes[n].Next; c++ {
		if f, ok := l.lang.declares[l.Kind(c)]; ok {
			if d, ok := l.In(c, f); ok {
				found[l.text(d)] = true
			} else if f == "" {
				found[l.text(c)] = true
			}
		}
	}
	return found
}

// named makes a function callable by its name.
func (l *lowerer) named(f int32, w name) {
	l.functions[f].name = w
	if w == noName {
		return
	}
	if _, ok := l.byName[w]; ok {
		l.byName[w] = -1
		return
	}
	l.byName[w] = f
}

// newClass lowers a class: body returns what is evaluated once.
func (l *lowerer) newClass(n uint32, w name, bases []name, body func() []uint32) uint32 {
	i := int32(len(l.classes))
	l.classes = append(l.classes, class{name: w, bases: bases, methods: map[name]int32{}, maker: -1})
	if _, ok := l.classOf[w]; !ok {
		l.classOf[w] = i
	}
	outer, fields := l.class, l.fields
	l.class = i
	kids := body()
	l.class, l.fields = outer, fields
	c := l.add(n, opClass, name(i), kids...)
	l.classes[i].node = c
	return c
}

// method adds a function to the current class as a method.
func (l *lowerer) method(f int32, w name, maker bool) {
	l.functions[f].class, l.functions[f].name = l.class, w
	c := &l.classes[l.class]
	if maker {
		l.functions[f].maker = true
		if c.maker < 0 {
			c.maker = f
		}
		return
	}
	if _, ok := c.methods[w]; !ok {
		c.methods[w] = f
	}
}

// overload is the internal name of an overload with so many parameters.
func overload(method string, params int) string { return method + "/" + strconv.Itoa(params) }

// methodWith adds a method. One without a body is unknown: its implementation is
// elsewhere.
func (l *lowerer) methodWith(body bool, f int32, w name, maker bool) {
	if body {
		l.method(f, w, maker)
		if w := l.word(overload(l.words[w], len(l.functions[f].params))); l.classes[l.class].methods[w] == 0 {
			l.classes[l.class].methods[w] = f
		}
		return
	}
	l.functions[f].class, l.functions[f].name = l.class, w
}
