package facts

import (
	"slices"
	"strings"

	"vigil/internal/engine/match"
)

// Value is an expression as far as its own file tells: strings, and names that
// may be defined in another file.
type Value struct {
	Kind  valueKind
	Text  string   // of textValue; of refValue: the names with dots between them
	Items []Value  // of listValue, pairsValue and joinValue
	Names []string // of pairsValue: the keys
}

type valueKind uint8

const (
	NoValue    valueKind = iota
	TextValue            // "a", 5, :symbol
	RefValue             // Paths.USERS
	ListValue            // [a, b]
	JoinValue            // a + b
	PairsValue           // key: value
	CallValue            // text(items…)
)

// MaxValue bounds the depth to which an expression is evaluated.
const MaxValue = 40

// ValueOf evaluates an expression.
func ValueOf(f *match.File, n match.NodeID) Value { return valueAt(f, n, 0) }

func valueAt(f *match.File, n match.NodeID, depth int) Value {
	if n == 0 || depth > MaxValue {
		return Value{}
	}
	if c, ok := f.Constant(n); ok {
		return Value{Kind: TextValue, Text: c.Text}
	}
	many := func(kind valueKind, kids []match.NodeID) Value {
		v := Value{Kind: kind}
		for _, k := range kids {
			v.Items = append(v.Items, valueAt(f, k, depth+1))
		}
		return v
	}
	switch x := f.Node(n); x.Kind {
	case match.Ident, match.Member:
		if name := Dotted(f, n); name != "" {
			return Value{Kind: RefValue, Text: name}
		}
	case match.Array, match.Tuple:
		return many(ListValue, f.Kids(n))
	case match.New: // new String[] {…}, new[] {…}
		if args := f.Kid(n, 1); f.Node(args).Kind == match.Array || strings.Contains(GrammarKind(f, f.Kid(n, 0)), "array") {
			return many(ListValue, f.Kids(args))
		}
	case match.Binary:
		if x.Text == "+" || x.Text == "." {
			return many(JoinValue, f.Kids(n))
		}
	case match.Interp, match.Concat:
		return many(JoinValue, f.Kids(n))
	case match.Block:
		return many(ListValue, f.Kids(n))
	case match.Dict:
		v := Value{Kind: PairsValue}
		for _, p := range f.Kids(n) {
			if f.Node(p).Kind == match.Pair {
				v.Names = append(v.Names, valueAt(f, f.Kid(p, 0), depth+1).Text)
				v.Items = append(v.Items, valueAt(f, f.Kid(p, 1), depth+1))
			}
		}
		return v
	case match.Call:
		v := many(CallValue, f.Kids(f.Kid(n, 1)))
		v.Text = Dotted(f, f.Kid(n, 0))
		if v.Text == "arrayOf" || v.Text == "listOf" || v.Text == "List.of" || v.Text == "Arrays.asList" {
			v.Kind = ListValue
		}
		return v
	default:
		switch GrammarKind(f, n) {
		case "collection_literal", "array_creation_expression", "implicit_array_creation_expression", "array_initializer", "initializer_expression", "collection_expression":
			return many(ListValue, f.Kids(n))
		case "collection_element", "expression_element", "parenthesized_expression":
			return valueAt(f, f.Kid(n, 0), depth+1)
		}
	}
	return Value{}
}

// Dotted returns the names of a member chain, "" for anything else. Separators
// such as :: and ->, become dots.
func Dotted(f *match.File, n match.NodeID) string {
	var parts []string
	for range MaxValue {
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

// GrammarKind is the grammar's own kind of a node that has no language-independent one, else "".
func GrammarKind(f *match.File, n match.NodeID) string {
	const own = 100 // first kind after those of match.Kind
	if k := f.Node(n).Kind; k >= own && f.Tree != nil {
		return f.Tree.Language.Kind(uint16(k - own))
	}
	return ""
}

// Texts returns the strings that a value may be: one, those of a list, or none if
// unknown. Names are resolved with find.
func (v Value) Texts(find func(name string) Value) []string { return v.textsAt(find, 0) }

func (v Value) textsAt(find func(string) Value, depth int) (out []string) {
	if depth > MaxValue {
		return nil
	}
	switch v.Kind {
	case TextValue:
		return []string{v.Text}
	case RefValue:
		if find != nil {
			return find(v.Text).textsAt(find, depth+1)
		}
	case ListValue:
		for _, i := range v.Items {
			out = append(out, i.textsAt(find, depth+1)...)
		}
	case JoinValue:
		text := ""
		for _, i := range v.Items {
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

// Text1 returns the string of a value that can be only one, else "".
func (v Value) Text1(find func(name string) Value) string {
	if all := v.Texts(find); len(all) == 1 {
		return all[0]
	}
	return ""
}

// LastNames returns the last names of a value or a list of them: GET of RequestMethod.GET.
func (v Value) LastNames() (out []string) {
	switch v.Kind {
	case TextValue, RefValue:
		return []string{v.Text[strings.LastIndexByte(v.Text, '.')+1:]}
	case ListValue:
		for _, i := range v.Items {
			out = append(out, i.LastNames()...)
		}
	}
	return out
}

// Pair returns the value of a key.
func (v Value) Pair(name string) Value {
	for i, n := range v.Names {
		if n == name {
			return v.Items[i]
		}
	}
	return Value{}
}

// Constant is the string value of an expression, "" if unknown.
func Constant(f *match.File, n match.NodeID) string {
	if c, ok := f.Constant(n); ok && c.Kind == match.Str {
		return c.Text
	}
	return ""
}

// MemberOf returns the object and name of a.b.
func MemberOf(f *match.File, n match.NodeID) (match.NodeID, string) {
	if f.Node(n).Kind != match.Member {
		return 0, ""
	}
	return f.Kid(n, 0), f.Node(f.Kid(n, 1)).Text
}

func LineOf(f *match.File, n match.NodeID) int { return f.Tree.Line(f.Node(n).Start) }
