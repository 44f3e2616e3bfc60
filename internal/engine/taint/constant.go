package taint

import (
	"math"
	"strconv"
	"strings"
)

// Constant propagation decides conditions, so that dead code taints nothing, and the indexes
// of list elements. It covers the variables of a function, in languages whose traits say so.

// constant is a constant value.
type constant struct {
	kind   constantKind
	number int64 // for a list, its length
	text   string
}

type constantKind uint8

const (
	unknownConstant constantKind = iota
	numberConstant
	textConstant
	truthConstant // number is 0 or 1
	listConstant  // a list of known length
)

func truthOf(b bool) constant {
	if b {
		return constant{kind: truthConstant, number: 1}
	}
	return constant{kind: truthConstant}
}

func (c constant) truth() (value, known bool) { return c.number == 1, c.kind == truthConstant }

// joinConstants keeps what both know.
func (e *env) joinConstants(b *env) {
	if sameMap(e.constants, b.constants) {
		return
	}
	for w, c := range e.constants {
		if b.constants[w] != c {
			e.unknow(w)
		}
	}
}

// know records the constant that was just assigned to a variable.
func (r *run) know(w name, c constant) {
	if !r.traits.constants || c.kind == unknownConstant {
		return
	}
	if r.env.constants == nil {
		r.env.constants, r.env.sharedConstants = map[name]constant{}, false
	}
	r.env.ownConstants()[w] = c
}

// made is the empty list that a node creates.
func (r *run) made(i uint32) constant {
	n := &r.nodes[i]
	if n.op == opList && n.first == n.to && r.traits.lists.literal {
		return constant{kind: listConstant}
	}
	if n.op == opCall && n.flags&flagNew != 0 && n.to == n.first+1 && lists[r.words[n.name][strings.LastIndexByte(r.words[n.name], '.')+1:]] {
		return constant{kind: listConstant}
	}
	return constant{}
}

var lists = set("ArrayList LinkedList Vector CopyOnWriteArrayList Stack List")

// maxConstantText is the longest string that is propagated.
const maxConstantText = 200

// constant is the constant value of a node, if known. It evaluates nothing.
func (r *run) constant(i uint32) constant { return r.constantIn(i, 0) }

func (r *run) constantIn(i uint32, depth int) constant {
	n := &r.nodes[i]
	if !r.traits.constants || depth > 20 {
		return constant{}
	}
	kids := r.kidsOf(n)
	kid := func(k int) constant { return r.constantIn(kids[k], depth+1) }
	switch n.op {
	case opLiteral:
		return r.literalConstant(n)
	case opName:
		return r.env.constants[n.name]
	case opBlock:
		if len(kids) == 1 {
			return kid(0)
		}
	case opMix, opTest:
		switch len(kids) {
		case 1:
			return unaryConstant(r.words[n.name], kid(0))
		case 2:
			return binaryConstant(r.words[n.name], kid(0), kid(1))
		}
	case opIndex:
		if a, b := kid(0), kid(len(kids)-1); len(kids) == 2 && a.kind == textConstant && b.kind == numberConstant && b.number >= 0 && b.number < int64(len(a.text)) {
			return constant{kind: textConstant, text: a.text[b.number : b.number+1]}
		}
	case opEither:
		if len(kids) == 2 {
			return eitherConstant(r.words[n.name], kid(0), kid(1))
		}
	case opChoose:
		if b, ok := kid(0).truth(); ok {
			if b {
				return kid(1)
			}
			return kid(2)
		}
	case opCall:
		if callee := &r.nodes[kids[0]]; callee.op == opField && len(kids) <= 2 {
			var arg constant
			if len(kids) == 2 {
				arg = kid(1)
			}
			return methodConstant(r.words[n.name], r.constantIn(r.kids[callee.first], depth+1), arg)
		}
	}
	return constant{}
}

func (r *run) literalConstant(n *node) constant {
	text := r.words[n.name]
	switch {
	case n.name == noName || strings.Contains(text, `\`):
	case n.flags&flagBool != 0:
		return truthOf(strings.EqualFold(text, "true"))
	case n.flags&flagNumber == 0:
		return constant{kind: textConstant, text: text}
	default:
		if v, err := strconv.ParseInt(strings.TrimRight(strings.ReplaceAll(text, "_", ""), "lL"), 0, 64); err == nil {
			return constant{kind: numberConstant, number: v}
		}
	}
	return constant{}
}

func unaryConstant(operator string, a constant) constant {
	switch {
	case operator == "!" && a.kind == truthConstant:
		return truthOf(a.number == 0)
	case operator == "-" && a.kind == numberConstant:
		return constant{kind: numberConstant, number: -a.number}
	}
	return constant{}
}

func eitherConstant(operator string, a, b constant) constant {
	switch operator {
	case "and":
		operator = "&&"
	case "or":
		operator = "||"
	}
	x, known := a.truth()
	y, known2 := b.truth()
	switch {
	case operator == "&&" && known && known2:
		return truthOf(x && y)
	case operator == "&&" && (known && !x || known2 && !y):
		return truthOf(false)
	case operator == "||" && known && known2:
		return truthOf(x || y)
	case operator == "||" && (known && x || known2 && y):
		return truthOf(true)
	}
	return constant{}
}

func binaryConstant(operator string, a, b constant) constant {
	if a.kind == textConstant && b.kind == textConstant {
		switch {
		case operator == "+" && len(a.text)+len(b.text) <= maxConstantText:
			return constant{kind: textConstant, text: a.text + b.text}
		case operator == "." && len(a.text)+len(b.text) <= maxConstantText: // PHP
			return constant{kind: textConstant, text: a.text + b.text}
		case operator == "==" || operator == "===":
			return truthOf(a.text == b.text)
		case operator == "!=" || operator == "!==":
			return truthOf(a.text != b.text)
		}
	}
	if a.kind == truthConstant && b.kind == truthConstant {
		switch operator {
		case "==":
			return truthOf(a.number == b.number)
		case "!=":
			return truthOf(a.number != b.number)
		}
	}
	if a.kind != numberConstant || b.kind != numberConstant {
		return constant{}
	}
	x, y := a.number, b.number
	switch operator {
	case "==", "===":
		return truthOf(x == y)
	case "!=", "!==":
		return truthOf(x != y)
	case "<":
		return truthOf(x < y)
	case ">":
		return truthOf(x > y)
	case "<=":
		return truthOf(x <= y)
	case ">=":
		return truthOf(x >= y)
	}
	// Beyond these bounds a language may overflow.
	if max(x, y) > math.MaxInt32 || min(x, y) < math.MinInt32 {
		return constant{}
	}
	switch {
	case operator == "+":
		x += y
	case operator == "-":
		x -= y
	case operator == "*":
		x *= y
	case operator == "/" && y != 0:
		x /= y
	case operator == "%" && y != 0:
		x %= y
	default:
		return constant{}
	}
	if x > math.MaxInt32 || x < math.MinInt32 {
		return constant{}
	}
	return constant{kind: numberConstant, number: x}
}

// methodConstant is the result of a string method.
func methodConstant(method string, a, b constant) constant {
	if a.kind != textConstant {
		return constant{}
	}
	switch {
	case method == "length" && b.kind == unknownConstant:
		return constant{kind: numberConstant, number: int64(len(a.text))}
	case method == "isEmpty":
		return truthOf(a.text == "")
	case method == "charAt" && b.kind == numberConstant && b.number >= 0 && b.number < int64(len(a.text)):
		return constant{kind: textConstant, text: a.text[b.number : b.number+1]}
	case b.kind != textConstant:
	case method == "equals":
		return truthOf(a.text == b.text)
	case method == "equalsIgnoreCase":
		return truthOf(strings.EqualFold(a.text, b.text))
	case method == "startsWith":
		return truthOf(strings.HasPrefix(a.text, b.text))
	case method == "contains":
		return truthOf(strings.Contains(a.text, b.text))
	}
	return constant{}
}

// key is the constant key that an argument names, if known.
func (r *run) key(i uint32) (name, bool) {
	if n := &r.nodes[i]; n.op == opLiteral && n.name != noName {
		return n.name, true
	}
	switch c := r.constant(i); c.kind {
	case numberConstant:
		return r.find(strconv.FormatInt(c.number, 10))
	case textConstant:
		return r.find(c.text)
	}
	return noName, false
}

// forgetChanged drops the constants of variables that a loop changes.
func (r *run) forgetChanged(loop uint32) {
	if len(r.env.constants) == 0 {
		return
	}
	changed, ok := r.changed[loop]
	if !ok {
		seen := map[name]bool{}
		r.collectChanged(loop, seen)
		for w := range seen {
			changed = append(changed, w)
		}
		if r.changed == nil {
			r.changed = map[uint32][]name{}
		}
		r.changed[loop] = changed
	}
	for _, w := range changed {
		r.env.unknow(w)
	}
}

func (r *run) collectChanged(i uint32, seen map[name]bool) {
	n := &r.nodes[i]
	r.steps++
	target := uint32(0)
	switch n.op {
	case opAssign:
		target = r.kids[n.first]
	case opLoop:
		if n.flags&flagEach != 0 {
			target = r.kids[n.first]
		}
	case opCall: // a method may modify its receiver
		if callee := &r.nodes[r.kids[n.first]]; callee.op == opField {
			target = r.kids[callee.first]
		}
	}
	if target != 0 {
		if root, _, ok := r.lvalue(target); ok {
			seen[root] = true
		}
	}
	for _, k := range r.kidsOf(n) {
		r.collectChanged(k, seen)
	}
}

// listed handles methods of a list of known length. It reports whether it did.
func (r *run) listed(w name, called string, object *value, args []argument, at Span) bool {
	c := r.env.constants[w]
	if c.kind != listConstant {
		return false
	}
	switch {
	case r.traits.lists.appends[called] && len(args) == 1 && c.number < int64(len(r.positions)):
		if v := args[0].value; len(v.whole()) > 0 {
			r.store(w, []name{r.positions[c.number]}, v.through(at, Assigned))
		}
		c.number++
	case called == r.traits.lists.removes && len(args) == 1:
		k := r.constant(args[0].node)
		if k.kind != numberConstant || k.number < 0 || k.number >= c.number {
			r.unlisted(w, object)
			return false
		}
		v := object
		for i := k.number; i < c.number; i++ {
			v = r.with(v, []name{r.position(int(i))}, r.field(object, r.position(int(i+1))))
		}
		r.set(w, v)
		c.number--
	case changesList[called]:
		r.unlisted(w, object)
		return false
	default:
		return false
	}
	r.know(w, c)
	return true
}

var changesList = set("add addAll addFirst addLast addElement set remove removeAll removeIf removeFirst removeLast removeElement retainAll replaceAll sort insertElementAt push pop clear append extend insert reverse")

// unlisted stops distinguishing the elements of a list.
func (r *run) unlisted(w name, object *value) {
	if t := object.whole(); len(t) > 0 {
		r.set(w, r.with(&value{what: object.what}, []name{anyElement}, tainted(t)))
		return
	}
	r.env.unknow(w)
}
