package ir

import "slices"

// kindNames are the names of kinds, fieldNames those of their kids, as in the comments of the
// kinds. What only one grammar has keeps its names.
var (
	kindNames = map[Kind]string{
		Ident: "identifier", Args: "arguments", Params: "parameters", Param: "parameter", Func: "function",
		TypeArgs: "generic_type", Unary: "unary", Member: "member", VarDef: "definition",
	}
	fieldNames = map[Kind][]string{
		Call:      {"function", "arguments", "block"},
		New:       {"type", "arguments", "body"},
		KwArg:     {"key", "value"},
		Pair:      {"key", "value"},
		Member:    {"object", "name"},
		Assign:    {"left", "right"},
		AugAssign: {"left", "right"},
		Ternary:   {"condition", "consequence", "alternative"},
		Cast:      {"type", "value"},
		Func:      {"attributes", "name", "parameters", "return_type", "body"},
		Param:     {"attributes", "name", "type", "default"},
		VarDef:    {"attributes", "left", "type", "right", "alternative"},
		If:        {"condition", "consequence", "alternative"},
		While:     {"condition", "body"},
		For:       {"initializer", "condition", "update", "body"},
		ForEach:   {"left", "right", "body"},
		Class:     {"attributes", "name", "supers", "body"},
		Try:       {"body", "handlers", "finalizer"},
		XML:       {"name", "attributes", "children"},
	}
)

// KindName names the kind of a node, "" if nobody asks for it by its name.
func (f *File) KindName(n NodeID) string {
	k := f.nodes[n].Kind
	if k >= Other {
		return f.Tree.Language.Kind(uint16(k - Other))
	}
	return kindNames[k]
}

// FieldName names the field of the grammar in which a node stands, "" if it is in none.
func (f *File) FieldName(n NodeID) string { return f.Tree.Language.FieldName(f.nodes[n].Field) }

// In returns the kid of a node by its name, 0 if there is none.
func (f *File) In(n NodeID, field string) NodeID {
	if k := f.nodes[n].Kind; k < Other {
		if i := slices.Index(fieldNames[k], field); i >= 0 {
			return f.Kid(n, i)
		}
		return 0
	}
	if number, ok := f.Tree.Language.Field(field); ok {
		for _, c := range f.Kids(n) {
			if c != 0 && f.nodes[c].Field == number {
				return c
			}
		}
	}
	return 0
}
