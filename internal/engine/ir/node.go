package ir

import "vigil/internal/engine/syntax"

// Kind is what a lowered node is. The kinds below mean the same in all languages;
// what a grammar alone knows keeps its own symbol, from Other on.
type Kind uint16

// Kinds and their children. A child in brackets may be None. A node that a pattern leaves
// out matches anything.
const (
	None       Kind = iota
	Ident                 // Text: the name
	Str                   // Text: the content between the quotes
	Interp                // a string with expressions in it: Str and expressions
	Num                   // Text: as written
	Lit                   // Text: true, null, this, …
	Regexp                // Text: as written, with its delimiters
	Call                  // callee, Args, [block]
	New                   // type, Args, [body]
	Args                  // arguments
	KwArg                 // Ident, value
	Spread                // value; Text: the operator
	Member                // object, name; Text: the operator
	Index                 // object, indexes …
	Binary                // left, right; Text: the operator
	Unary                 // operand; Text: the operator
	Assign                // target, value
	AugAssign             // target, value; Text: the operator
	Ternary               // condition, value, alternative
	Cast                  // type, value
	Array                 // elements
	Tuple                 // elements
	Dict                  // Pair and Spread
	Pair                  // key, value
	Func                  // [Attrs], [name], Params, [result], [Block]; Text: "def" for a definition, not a value
	Params                // Param
	Param                 // [Attrs], name, [type], [default]; Text: * or ** if variadic
	Class                 // [Attrs], name, [Supers], Block; Text: class, interface, …
	Supers                // types
	Attrs                 // Modifier and Annotation
	Modifier              // Text: the keyword
	Annotation            // expression
	VarDef                // [Attrs], target, [type], [value]
	Block                 // statements
	Return                // [value]
	Throw                 // [value]
	If                    // condition, Block, [Block]
	While                 // condition, Block
	For                   // [initializer], [condition], [step], Block
	ForEach               // target, iterable, Block
	Try                   // Block, Catches, [Block]
	Catches               // Catch
	Catch                 // [what], Block
	With                  // what, Block
	Import                // module, [name], [alias]; Text: the form
	TypeArgs              // a type and its arguments
	Section               // header kids …, Block: a block of configuration (HCL)
	Concat                // adjacent literals
	XML                   // name, Attrs, [Array of children]
	Doc                   // a document: one child
	Meta                  // in patterns: $X; Text: its name
	MetaSeq               // in patterns: $...X
	Ellipsis              // in patterns: ...
	Deep                  // in patterns: <... kid ...>
	Typed                 // in patterns: a metavariable and its type
	splice                // replaced by its children
	Other      Kind = 100 // and above: what only one grammar has, by its symbol
)

// NodeID identifies a node of a File. 0 is no node.
type NodeID int32

// Node is a lowered node.
type Node struct {
	Kind       Kind
	Field      uint16 // in which the grammar's node stood; see syntax.Language.FieldName
	Start, End uint32
	Parent     NodeID
	Text       string

	Piece bool // a Str between expressions, without quotes

	kids uint32 // offset of the children in File.links
	n    uint32 // their number
}

// Span is a byte range of a file.
type Span = syntax.Span

// Count is how many kids the node has.
func (n *Node) Count() int { return int(n.n) }

// IsStatement tells which kinds are never part of an expression.
func (k Kind) IsStatement() bool {
	switch k {
	case Return, Throw, If, While, For, ForEach, Try, With, Import, Class, VarDef, Block:
		return true
	}
	return false
}
