package match

import "vigil/internal/engine/ir"

// Those who ask a file for its nodes need no other package: these are the types and the
// kinds of the IR.
type (
	Node   = ir.Node
	NodeID = ir.NodeID
	Kind   = ir.Kind
	Span   = ir.Span
)

// The kinds; see package ir for their kids.
const (
	None       = ir.None
	Ident      = ir.Ident
	Str        = ir.Str
	Interp     = ir.Interp
	Num        = ir.Num
	Lit        = ir.Lit
	Regexp     = ir.Regexp
	Call       = ir.Call
	New        = ir.New
	Args       = ir.Args
	KwArg      = ir.KwArg
	Spread     = ir.Spread
	Member     = ir.Member
	Index      = ir.Index
	Binary     = ir.Binary
	Unary      = ir.Unary
	Assign     = ir.Assign
	AugAssign  = ir.AugAssign
	Ternary    = ir.Ternary
	Cast       = ir.Cast
	Array      = ir.Array
	Tuple      = ir.Tuple
	Dict       = ir.Dict
	Pair       = ir.Pair
	Func       = ir.Func
	Params     = ir.Params
	Param      = ir.Param
	Class      = ir.Class
	Supers     = ir.Supers
	Attrs      = ir.Attrs
	Modifier   = ir.Modifier
	Annotation = ir.Annotation
	VarDef     = ir.VarDef
	Block      = ir.Block
	Return     = ir.Return
	Throw      = ir.Throw
	If         = ir.If
	While      = ir.While
	For        = ir.For
	ForEach    = ir.ForEach
	Try        = ir.Try
	Catches    = ir.Catches
	Catch      = ir.Catch
	With       = ir.With
	Import     = ir.Import
	TypeArgs   = ir.TypeArgs
	Section    = ir.Section
	Concat     = ir.Concat
	XML        = ir.XML
	Doc        = ir.Doc
	Meta       = ir.Meta
	MetaSeq    = ir.MetaSeq
	Ellipsis   = ir.Ellipsis
	Deep       = ir.Deep
	Typed      = ir.Typed
)
