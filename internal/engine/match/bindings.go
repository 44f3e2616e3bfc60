package match

import (
	"strings"
	"sync/atomic"
)

// Value is the value of a metavariable.
type Value struct {
	Span Span
	Text string // the source; for a metavariable inside quotes, the content between them

	file    *File
	nodes   []NodeID // one, or any number for $...X
	content bool     // part of a literal, not code
}

// numbers holds all node ids in sequence, in chunks, so that alone can return slices of it.
var numbers [1 << 12]atomic.Pointer[[1 << 12]NodeID]

// alone is a list of one node. Most metavariables are bound to a single node, so these lists are shared.
func alone(n NodeID) []NodeID {
	piece, i := int(n)>>12, int(n)&(1<<12-1)
	if piece >= len(numbers) {
		return []NodeID{n}
	}
	p := numbers[piece].Load()
	if p == nil {
		p = new([1 << 12]NodeID)
		for j := range p {
			p[j] = NodeID(piece<<12 + j)
		}
		numbers[piece].Store(p) // same content as another goroutine may have stored
	}
	return p[i : i+1 : i+1]
}

// Node is the node it is bound to, 0 if there is not exactly one.
func (v Value) Node() NodeID {
	if len(v.nodes) != 1 || v.content {
		return 0
	}
	return v.nodes[0]
}

// Constant is the constant value of the code it is bound to, if known.
func (v Value) Constant() (Constant, bool) {
	if v.content {
		return Constant{Kind: Str, Text: v.Text}, true
	}
	if n := v.Node(); n != 0 {
		return v.file.Constant(n)
	}
	return Constant{}, false
}

// Equal reports whether two values are the same code.
func (v Value) Equal(w Value) bool {
	if v.file != nil && v.file == w.file && !v.content && !w.content {
		if len(v.nodes) != len(w.nodes) {
			return false
		}
		for i, n := range v.nodes {
			if !v.file.equal(n, w.nodes[i]) {
				return false
			}
		}
		return true
	}
	return v.plain() == w.plain()
}

// plain is the text without surrounding quotes.
func (v Value) plain() string {
	if n := v.Node(); n != 0 && v.file.kind(n) == Str {
		return v.file.Node(n).Text
	}
	return strings.TrimSpace(v.Text)
}

// Binding is a metavariable with its value.
type Binding struct {
	Name string // "$X" or "$...X"
	Value
}

// Bindings are in the order in which they were made, each name once.
type Bindings []Binding

// Get returns the value of a metavariable.
func (b Bindings) Get(name string) (Value, bool) {
	for i := range b {
		if b[i].Name == name {
			return b[i].Value, true
		}
	}
	return Value{}, false
}

// sameName reports whether two names are equal. In PHP all names but those of variables are case-insensitive.
func (f *File) sameName(a, b string) bool {
	return a == b || f.Language == "php" && strings.EqualFold(a, b) && a[0] != '$'
}

// equal compares two nodes by structure.
func (f *File) equal(a, b NodeID) bool {
	if a == b {
		return true
	}
	x, y := f.Node(a), f.Node(b)
	if x.Kind != y.Kind || x.Count() != y.Count() {
		return false
	}
	if x.Text != y.Text && !(x.Kind == Ident && f.sameName(x.Text, y.Text)) {
		return false
	}
	if x.Kind == Ident {
		// The same name in two functions is not the same variable.
		p, q := f.owner(a), f.owner(b)
		return p == 0 || q == 0 || p == q
	}
	ka, kb := f.Kids(a), f.Kids(b)
	for i := range ka {
		if !f.equal(ka[i], kb[i]) {
			return false
		}
	}
	return true
}
