package routes

import (
	"slices"
	"strings"

	"vigil/internal/engine/match"
)

// value is what is known of an expression from its own file: texts, and names that
// another file may explain.
type value struct {
	kind  valueKind
	text  string   // of textValue; of refValue: the names with dots between them
	items []value  // of listValue, pairsValue and joinValue
	names []string // of pairsValue: the keys
}

type valueKind uint8

const (
	noValue    valueKind = iota
	textValue            // "a", 5, :symbol
	refValue             // Paths.USERS
	listValue            // [a, b]
	joinValue            // a + b
	pairsValue           // key: value
	callValue            // text(items…)
)

// maxValue bounds how deep an expression is looked into.
const maxValue = 40

// valueOf takes what is known of an expression.
func valueOf(f *match.File, n match.NodeID) value { return valueAt(f, n, 0) }

func valueAt(f *match.File, n match.NodeID, depth int) value {
	if n == 0 || depth > maxValue {
		return value{}
	}
	if c, ok := f.Constant(n); ok {
		return value{kind: textValue, text: c.Text}
	}
	many := func(kind valueKind, kids []match.NodeID) value {
		v := value{kind: kind}
		for _, k := range kids {
			v.items = append(v.items, valueAt(f, k, depth+1))
		}
		return v
	}
	switch x := f.Node(n); x.Kind {
	case match.Ident, match.Member:
		if name := dotted(f, n); name != "" {
			return value{kind: refValue, text: name}
		}
	case match.Array, match.Tuple:
		return many(listValue, f.Kids(n))
	case match.New: // new String[] {…}, new[] {…}
		if args := f.Kid(n, 1); f.Node(args).Kind == match.Array || strings.Contains(ownKind(f, f.Kid(n, 0)), "array") {
			return many(listValue, f.Kids(args))
		}
	case match.Binary:
		if x.Text == "+" || x.Text == "." {
			return many(joinValue, f.Kids(n))
		}
	case match.Interp, match.Concat:
		return many(joinValue, f.Kids(n))
	case match.Block:
		return many(listValue, f.Kids(n))
	case match.Dict:
		v := value{kind: pairsValue}
		for _, p := range f.Kids(n) {
			if f.Node(p).Kind == match.Pair {
				v.names = append(v.names, valueAt(f, f.Kid(p, 0), depth+1).text)
				v.items = append(v.items, valueAt(f, f.Kid(p, 1), depth+1))
			}
		}
		return v
	case match.Call:
		v := many(callValue, f.Kids(f.Kid(n, 1)))
		v.text = dotted(f, f.Kid(n, 0))
		if v.text == "arrayOf" || v.text == "listOf" || v.text == "List.of" || v.text == "Arrays.asList" {
			v.kind = listValue
		}
		return v
	default:
		switch ownKind(f, n) {
		case "collection_literal", "array_creation_expression", "implicit_array_creation_expression", "array_initializer", "initializer_expression", "collection_expression":
			return many(listValue, f.Kids(n))
		case "collection_element", "expression_element", "parenthesized_expression":
			return valueAt(f, f.Kid(n, 0), depth+1)
		}
	}
	return value{}
}

// dotted returns the names of a chain, "" for anything else. The signs between them,
// such as :: and ->, become dots.
func dotted(f *match.File, n match.NodeID) string {
	var parts []string
	for range maxValue {
		x := f.Node(n)
		switch {
		case x.Kind == match.Ident:
			parts = append(parts, x.Text)
		case x.Kind == match.Lit && (x.Text == "this" || x.Text == "self"):
			parts = append(parts, "this")
		case x.Kind == match.Member && f.Node(f.Kid(n, 1)).Kind == match.Ident:
			parts = append(parts, f.Node(f.Kid(n, 1)).Text)
			n = f.Kid(n, 0)
			continue
		default:
			return ""
		}
		slices.Reverse(parts)
		return strings.Join(parts, ".")
	}
	return ""
}

// ownKind is the grammar's own name of a node that has no common one, "" for the others.
func ownKind(f *match.File, n match.NodeID) string {
	const own = 100 // where match.Kind leaves off
	if k := f.Node(n).Kind; k >= own && f.Tree != nil {
		return f.Tree.Language.Kind(uint16(k - own))
	}
	return ""
}

// texts returns the texts that a value may be: one, those of a list, none if it is not
// known. Names are looked up with find.
func (v value) texts(find func(name string) value) []string { return v.textsAt(find, 0) }

func (v value) textsAt(find func(string) value, depth int) (out []string) {
	if depth > maxValue {
		return nil
	}
	switch v.kind {
	case textValue:
		return []string{v.text}
	case refValue:
		if find != nil {
			return find(v.text).textsAt(find, depth+1)
		}
	case listValue:
		for _, i := range v.items {
			out = append(out, i.textsAt(find, depth+1)...)
		}
	case joinValue:
		text := ""
		for _, i := range v.items {
			part := i.textsAt(find, depth+1)
			if len(part) != 1 || len(text) > 1000 {
				return nil
			}
			text += part[0]
		}
		return []string{text}
	}
	return out
}

// text1 returns the only text that a value may be, "" if it is not known.
func (v value) text1(find func(name string) value) string {
	if all := v.texts(find); len(all) == 1 {
		return all[0]
	}
	return ""
}

// lasts returns the last names of a value or a list of them: GET of RequestMethod.GET.
func (v value) lasts() (out []string) {
	switch v.kind {
	case textValue, refValue:
		return []string{v.text[strings.LastIndexByte(v.text, '.')+1:]}
	case listValue:
		for _, i := range v.items {
			out = append(out, i.lasts()...)
		}
	}
	return out
}

// pair returns the value of a key.
func (v value) pair(name string) value {
	for i, n := range v.names {
		if n == name {
			return v.items[i]
		}
	}
	return value{}
}

// constant is the string that an expression is, "" if it is not known.
func constant(f *match.File, n match.NodeID) string {
	if c, ok := f.Constant(n); ok && c.Kind == match.Str {
		return c.Text
	}
	return ""
}

// memberOf returns the object and the name of a.b.
func memberOf(f *match.File, n match.NodeID) (match.NodeID, string) {
	if f.Node(n).Kind != match.Member {
		return 0, ""
	}
	return f.Kid(n, 0), f.Node(f.Kid(n, 1)).Text
}

func lineOf(f *match.File, n match.NodeID) int { return f.Tree.Line(f.Node(n).Start) }
