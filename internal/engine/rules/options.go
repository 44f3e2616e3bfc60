package rules

import (
	"strconv"

	"go.yaml.in/yaml/v3"
)

// Options change how the patterns of a rule match. The zero value is not the default: see
// DefaultOptions.
type Options struct {
	ConstantPropagation   bool
	SymbolicPropagation   bool
	AssociativeOperators  bool // a && b && c in any grouping
	CommutativeBoolean    bool // a && b is b && a
	CommutativeComparison bool // a == b is b == a
	VardefAssign          bool // x = e matches a definition
	FlddefAssign          bool // x = e matches the definition of a field
	AttributeIsExpression bool
	UnifyIDs              bool // names that resolve to the same definition are equal
	ImplicitReturn        bool
	ArrowIsFunction       bool
	LetIsVar              bool
	DecoratorsInOrder     bool
	ImplicitDeepStatement bool // an expression matches inside a statement
	ImplicitEllipsis      bool
	XMLSingleIsAny        bool // <a> matches <a></a>
	XMLAttributesInOrder  bool
	XMLChildrenInOrder    bool
	CaseInsensitive       bool // of generic rules
	EllipsisSpan          int  // lines that ... may skip in generic rules
	CommentStyle          string
	Interfile             bool // taint rules: follow data into other files

	TaintAssumeSafeFunctions bool
	TaintAssumeSafeIndexes   bool
	TaintAssumeSafeNumbers   bool
	TaintAssumeSafeBooleans  bool
	TaintAssumeSafeCompares  bool
	TaintOnlyThroughAssign   bool
	TaintUnifyMetavariables  bool
	TaintFieldsOfObjects     bool
}

// DefaultOptions are the options of a rule without options.
func DefaultOptions() Options {
	return Options{
		ConstantPropagation: true, AssociativeOperators: true, VardefAssign: true, FlddefAssign: true,
		AttributeIsExpression: true, UnifyIDs: true, ArrowIsFunction: true, LetIsVar: true, ImplicitReturn: true,
		ImplicitDeepStatement: true, ImplicitEllipsis: true, XMLSingleIsAny: true, EllipsisSpan: 10,
	}
}

// option returns a pointer to an option by its name in YAML. nil: known, but without
// effect here.
func (o *Options) option(name string) (place any, known bool) {
	switch name {
	case "constant_propagation":
		return &o.ConstantPropagation, true
	case "symbolic_propagation":
		return &o.SymbolicPropagation, true
	case "ac_matching":
		return &o.AssociativeOperators, true
	case "commutative_boolop":
		return &o.CommutativeBoolean, true
	case "symmetric_eq", "commutative_compop":
		return &o.CommutativeComparison, true
	case "vardef_assign":
		return &o.VardefAssign, true
	case "flddef_assign":
		return &o.FlddefAssign, true
	case "attr_expr":
		return &o.AttributeIsExpression, true
	case "unify_ids_strictly":
		return &o.UnifyIDs, true
	case "implicit_return":
		return &o.ImplicitReturn, true
	case "arrow_is_function":
		return &o.ArrowIsFunction, true
	case "let_is_var":
		return &o.LetIsVar, true
	case "decorators_order_matters":
		return &o.DecoratorsInOrder, true
	case "implicit_deep_exprstmt":
		return &o.ImplicitDeepStatement, true
	case "implicit_ellipsis":
		return &o.ImplicitEllipsis, true
	case "xml_singleton_loose_matching":
		return &o.XMLSingleIsAny, true
	case "xml_attrs_implicit_ellipsis":
		return nil, true
	case "xml_attrs_order_matters":
		return &o.XMLAttributesInOrder, true
	case "xml_children_ordered":
		return &o.XMLChildrenInOrder, true
	case "generic_caseless":
		return &o.CaseInsensitive, true
	case "generic_ellipsis_max_span":
		return &o.EllipsisSpan, true
	case "generic_comment_style":
		return &o.CommentStyle, true
	case "interfile":
		return &o.Interfile, true
	case "taint_assume_safe_functions":
		return &o.TaintAssumeSafeFunctions, true
	case "taint_assume_safe_indexes":
		return &o.TaintAssumeSafeIndexes, true
	case "taint_assume_safe_numbers":
		return &o.TaintAssumeSafeNumbers, true
	case "taint_assume_safe_booleans":
		return &o.TaintAssumeSafeBooleans, true
	case "taint_assume_safe_comparisons":
		return &o.TaintAssumeSafeCompares, true
	case "taint_only_propagate_through_assignments":
		return &o.TaintOnlyThroughAssign, true
	case "taint_unify_mvars":
		return &o.TaintUnifyMetavariables, true
	case "taint_match_on", "taint_intrafile", "taint_fixpoint_timeout", "taint_focus_on", "cross_function_constant_propagation",
		"equivalences", "go_deeper_expr", "go_deeper_stmt", "commutativity_support", "max_matches", "timeout", "interfile_timeout",
		"dynamic_timeout", "dynamic_timeout_unit_kb", "dynamic_timeout_max_multiplier", "generic_multiline", "tab_width":
		return nil, true
	}
	return nil, false
}

func (r *reader) options(n *yaml.Node) Options {
	o := DefaultOptions()
	for _, e := range r.entries(n, "options") {
		if e.name == "generic_engine" {
			if e.value.Value != "spacegrep" {
				r.fail(e.value, "generic_engine: %s is not supported", e.value.Value)
			}
			continue
		}
		place, known := o.option(e.name)
		if !known {
			r.warn(e.key, "option %q is not known and not heeded", e.name)
			continue
		}
		switch p := place.(type) {
		case *bool:
			*p = r.bool(e.value, e.name)
		case *int:
			v, err := strconv.Atoi(e.value.Value)
			if err != nil || v < 0 || v > 1000 {
				r.fail(e.value, "%s must be a number from 0 to 1000", e.name)
			}
			*p = v
		case *string:
			*p = r.string(e.value, e.name)
		}
	}
	return o
}
