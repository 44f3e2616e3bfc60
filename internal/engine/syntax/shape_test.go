package syntax

import "testing"

// shapes has for each language a line of code and its tree: rules depend on the
// names in it, which another version of a grammar may change.
var shapes = map[string]struct{ src, tree string }{
	"bash": {
		"rm -r \"$dir\"/x\n",
		"(program (command name:(command_name (word)) argument:(word) argument:(concatenation (string (simple_expansion (variable_name))) (word))))",
	},
	"c": {
		"int f(char *s) { return g(s); }",
		"(translation_unit (function_definition type:(primitive_type) declarator:(function_declarator declarator:(identifier) parameters:(parameter_list (parameter_declaration type:(primitive_type) declarator:(pointer_declarator declarator:(identifier))))) body:(compound_statement (return_statement (call_expression function:(identifier) arguments:(argument_list (identifier)))))))",
	},
	"c_sharp": {
		"class A { int F() => x.G(1); }",
		"(compilation_unit (class_declaration name:(identifier) body:(declaration_list (method_declaration returns:(predefined_type) name:(identifier) parameters:(parameter_list) body:(arrow_expression_clause (invocation_expression function:(member_access_expression expression:(identifier) name:(identifier)) arguments:(argument_list (argument (integer_literal)))))))))",
	},
	"cpp": {
		"auto v = std::max<int>(a, b);",
		"(translation_unit (declaration type:(placeholder_type_specifier (auto)) declarator:(init_declarator declarator:(identifier) value:(call_expression function:(qualified_identifier scope:(namespace_identifier) name:(template_function name:(identifier) arguments:(template_argument_list (type_descriptor type:(primitive_type))))) arguments:(argument_list (identifier) (identifier))))))",
	},
	"css": {
		"a.b { color: red }",
		"(stylesheet (rule_set (selectors (class_selector (tag_name) (class_name (identifier)))) (block (declaration (property_name) (plain_value)))))",
	},
	"dockerfile": {
		"FROM alpine:3\nRUN ls\n",
		"(source_file (from_instruction (image_spec name:(image_name) tag:(image_tag))) (run_instruction (shell_command (shell_fragment))))",
	},
	"go": {
		"package a\nvar x = f(1)",
		"(source_file (package_clause (package_identifier)) (var_declaration (var_spec name:(identifier) value:(expression_list (call_expression function:(identifier) arguments:(argument_list (int_literal)))))))",
	},
	"hcl": {
		"a \"b\" { c = \"${d}\" }\n",
		"(config_file (body (block (identifier) (string_lit (quoted_template_start) (template_literal) (quoted_template_end)) (block_start) (body (attribute (identifier) (expression (template_expr (quoted_template (quoted_template_start) (template_interpolation (template_interpolation_start) (expression (variable_expr (identifier))) (template_interpolation_end)) (quoted_template_end)))))) (block_end))))",
	},
	"html": {
		`<p id="a">b</p>`,
		"(document (element (start_tag (tag_name) (attribute (attribute_name) (quoted_attribute_value (attribute_value)))) (text) (end_tag (tag_name))))",
	},
	"java": {
		"class A { void f() { g(1); } }",
		"(program (class_declaration name:(identifier) body:(class_body (method_declaration type:(void_type) name:(identifier) parameters:(formal_parameters) body:(block (expression_statement (method_invocation name:(identifier) arguments:(argument_list (decimal_integer_literal)))))))))",
	},
	"javascript": {
		"a.f(`${b}`)",
		"(program (expression_statement (call_expression function:(member_expression object:(identifier) property:(property_identifier)) arguments:(arguments (template_string (template_substitution (identifier)))))))",
	},
	"json": {
		`{"a": [1, null]}`,
		"(document (object (pair key:(string (string_content)) value:(array (number) (null)))))",
	},
	"kotlin": {
		"val x = f(1)\n",
		"(source_file (property_declaration (variable_declaration (identifier)) (call_expression (identifier) (value_arguments (value_argument (number_literal))))))",
	},
	"php": {
		"<?php f($a);",
		"(program (php_tag) (expression_statement (function_call_expression function:(name) arguments:(arguments (argument (variable_name (name)))))))",
	},
	"python": {
		"x = f(1)\n",
		"(module (expression_statement (assignment left:(identifier) right:(call function:(identifier) arguments:(argument_list (integer))))))",
	},
	"ruby": {
		"f 1, a: 2\n",
		"(program (call method:(identifier) arguments:(argument_list (integer) (pair key:(hash_key_symbol) value:(integer)))))",
	},
	"rust": {
		"fn f() { g!(1); }",
		"(source_file (function_item name:(identifier) parameters:(parameters) body:(block (expression_statement (macro_invocation macro:(identifier) (token_tree (integer_literal)))))))",
	},
	"scala": {
		"val x = f(1)",
		"(compilation_unit (val_definition pattern:(identifier) value:(call_expression function:(identifier) arguments:(arguments (integer_literal)))))",
	},
	"solidity": {
		"contract A { uint x; }",
		"(source_file (contract_declaration name:(identifier) body:(contract_body (state_variable_declaration type:(type_name (primitive_type)) name:(identifier)))))",
	},
	"tsx": {
		"<A b={c}/>",
		"(program (expression_statement (jsx_self_closing_element name:(identifier) attribute:(jsx_attribute (property_identifier) (jsx_expression (identifier))))))",
	},
	"typescript": {
		"let x: T[] = f<U>(1)",
		"(program (lexical_declaration (variable_declarator name:(identifier) type:(type_annotation (array_type (type_identifier))) value:(call_expression function:(identifier) type_arguments:(type_arguments (type_identifier)) arguments:(arguments (number))))))",
	},
	"yaml": {
		"a: [1, *b]\n",
		"(stream (document (block_node (block_mapping (block_mapping_pair key:(flow_node (plain_scalar (string_scalar))) value:(flow_node (flow_sequence (flow_node (plain_scalar (integer_scalar))) (flow_node (alias (alias_name))))))))))",
	},
}

func TestShapes(t *testing.T) {
	for _, language := range Languages() {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			want, ok := shapes[language]
			if !ok {
				t.Fatal("no shape")
			}
			if got := draw(parse(t, newParser(t, language), want.src)); got != want.tree {
				t.Errorf("got  %s\nwant %s", got, want.tree)
			}
		})
	}
}

// TestBadCode: syntax errors are marked, and the rest is parsed all the same.
func TestBadCode(t *testing.T) {
	for language, c := range map[string]struct{ src, tree string }{
		"python":     {"def f(:\n  x = = 1\n", "(module (ERROR (identifier) (ERROR) (default_parameter name:(identifier) (ERROR) value:(integer))))"},
		"javascript": {"if (a { b }", "(program (if_statement condition:(parenthesized_expression (identifier) (MISSING ))) consequence:(statement_block (expression_statement (identifier)))))"},
		"java":       {"class A { int f( }", "(program (class_declaration name:(identifier) body:(class_body (ERROR (integral_type) (identifier)))))"},
		"json":       {`{"a": }`, "(document (object (pair key:(string (string_content)) value:(MISSING number))))"},
	} {
		if got := draw(parse(t, newParser(t, language), c.src)); got != c.tree {
			t.Errorf("%s: got  %s\nwant %s", language, got, c.tree)
		}
	}
}
