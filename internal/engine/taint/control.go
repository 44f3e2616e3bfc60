package taint

import (
	"slices"
)

// Lowerings of control flow and functions, shared by several languages.

// branch is an if statement.
func branch(then, otherwise string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		kids := []uint32{l.must(n, "condition"), l.must(n, then)}
		return l.add(n, opIf, noName, append(kids, l.lowerIn(n, otherwise)...)...)
	}
}

// unless is an if statement with a negated condition.
func unless(then, otherwise string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		kids := []uint32{l.not(l.must(n, "condition")), l.must(n, then)}
		return l.add(n, opIf, noName, append(kids, l.lowerIn(n, otherwise)...)...)
	}
}

// repeat is a while loop.
func repeat(l *lowerer, n uint32) uint32 {
	return l.add(n, opLoop, noName, l.must(n, "condition"), l.must(n, "body"))
}

// until is a loop that ends when its condition holds.
func until(l *lowerer, n uint32) uint32 {
	return l.add(n, opLoop, noName, l.not(l.must(n, "condition")), l.must(n, "body"))
}

// forLoop is a three-part for loop.
func forLoop(start, update string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		first := l.lowerIn(n, start)
		loop := l.add(n, opLoop, noName, l.must(n, "condition"), l.must(n, "body"), l.must(n, update))
		return l.add(n, opBlock, noName, append(first, loop)...)
	}
}

// each is a loop over the elements of a container.
func each(variable, container string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		kids := []uint32{l.must(n, variable), l.must(n, container), l.must(n, "body")}
		return l.flag(l.add(n, opLoop, noName, kids...), flagEach)
	}
}

func result(l *lowerer, n uint32) uint32 { return l.ends(n, opReturn) }

func yielded(l *lowerer, n uint32) uint32 { return l.ends(n, opYield) }

func thrown(l *lowerer, n uint32) uint32 { return l.ends(n, opThrow) }

func broken(l *lowerer, n uint32) uint32 { return l.add(n, opBreak, noName) }

func continued(l *lowerer, n uint32) uint32 { return l.add(n, opContinue, noName) }

func (l *lowerer) ends(n uint32, o op) uint32 {
	children := l.Named(n)
	if len(children) == 0 {
		return l.add(n, o, noName)
	}
	if len(children) > 1 {
		return l.add(n, o, noName, l.add(n, opList, noName, l.lowerAll(children)...))
	}
	return l.add(n, o, noName, l.lower(children[0]))
}

// function builds a function from a name, parameters, and a body; an expression body is the
// result.
func (l *lowerer) function(n uint32, w name, params []uint32, body uint32, hasBody bool, param func(uint32) []uint32, isExpression bool) int32 {
	class := l.class
	f := l.newFunction(n, w, func() []uint32 {
		l.class = -1
		var ps []uint32
		for _, p := range params {
			ps = append(ps, param(p)...)
		}
		return ps
	}, func() uint32 {
		if !hasBody {
			return l.none(n)
		}
		b := l.lower(body)
		if isExpression {
			b = l.add(body, opReturn, noName, b)
		}
		return b
	})
	l.class = class
	return f
}

// wordIn is the text of the child in a field, as a name.
func (l *lowerer) wordIn(n uint32, field string) name {
	if c, ok := l.In(n, field); ok {
		return l.text(c)
	}
	return noName
}

// switched is a switch: its cases are the children of body of the given kinds; label tells which
// children of a case are compared, the rest is executed.
func switched(subject, body string, fall bool, label func(l *lowerer, c uint32) bool) lowering {
	return func(l *lowerer, n uint32) uint32 {
		kids := []uint32{l.must(n, subject)}
		in := n
		if b, ok := l.In(n, body); ok && body != "" {
			in = b
		}
		s, _ := l.In(n, subject)
		for _, c := range l.Named(in) {
			if in == n && c == s {
				continue
			}
			var labels, run []uint32
			for _, k := range l.Named(c) {
				if label(l, k) {
					if l.Kind(k) == "switch_label" && len(l.Named(k)) == 0 {
						continue // default
					}
					labels = append(labels, l.lower(k))
				} else {
					run = append(run, l.lower(k))
				}
			}
			kids = append(kids, l.add(c, opCase, noName, append(labels, l.add(c, opBlock, noName, run...))...))
		}
		i := l.add(n, opSwitch, noName, kids...)
		if fall {
			l.flag(i, flagFall)
		}
		return i
	}
}

// inField reports whether a child is in a field.
func inField(fields ...string) func(l *lowerer, c uint32) bool {
	return func(l *lowerer, c uint32) bool { return slices.Contains(fields, l.FieldName(c)) }
}

// ofKind reports whether a child is of a kind.
func ofKind(kinds ...string) func(l *lowerer, c uint32) bool {
	return func(l *lowerer, c uint32) bool { return slices.Contains(kinds, l.Kind(c)) }
}

// attempt is a try statement; children of the kinds handler and last are not part of the tried block.
func attempt(handler, last string) lowering {
	return func(l *lowerer, n uint32) uint32 {
		var first, handlers, end []uint32
		for _, c := range l.Named(n) {
			switch k := l.Kind(c); {
			case k == handler:
				handlers = append(handlers, l.lower(c))
			case k == last:
				end = append(end, l.lower(c))
			default:
				first = append(first, l.lower(c))
			}
		}
		return l.try(n, first, handlers, end)
	}
}
