package modules

import "strings"

// In PHP, files are loaded by name when they are needed, or included; either way what counts is the full
// name of a class or function, not where it is. Namespaces are written with dots here, as packages of Java.
var php = &family{
	name:      "php",
	functions: set("function_definition method_declaration anonymous_function anonymous_function_creation_expression arrow_function"),
	classes:   set("class_declaration interface_declaration trait_declaration enum_declaration"),
	calls: map[string]string{"function_call_expression": "function", "member_call_expression": "name",
		"nullsafe_member_call_expression": "name", "scoped_call_expression": "name"},
	caller: "scope",
	other: map[string]func(*reader, uint32){
		"namespace_definition": func(r *reader, n uint32) {
			if r.Package == "" {
				r.Package = dotted(r.textIn(n, "name"))
			}
		},
		"namespace_use_declaration":  phpUse,
		"object_creation_expression": phpNew,
		"qualified_name":             phpQualified,
		"use_declaration": func(r *reader, n uint32) { // of a trait
			if len(r.Classes) > 0 {
				c := &r.Classes[len(r.Classes)-1]
				c.Bases = append(c.Bases, r.namesBelow(n)...)
			}
		},
	},
}

// dotted is a name of PHP with dots.
func dotted(name string) string { return strings.ReplaceAll(strings.Trim(name, `\`), `\`, ".") }

// phpUse is "use A\B as C;", also with several names in braces.
func phpUse(r *reader, n uint32) {
	prefix := ""
	clauses := r.named(n)
	for _, c := range r.named(n) {
		switch r.Kind(c) {
		case "namespace_name":
			prefix = dotted(r.text(c)) + "."
		case "namespace_use_group":
			clauses = r.named(c)
		}
	}
	for _, c := range clauses {
		names := r.named(c)
		if r.Kind(c) != "namespace_use_clause" || len(names) == 0 {
			continue
		}
		full := prefix + dotted(r.text(names[0]))
		name := r.textIn(c, "alias")
		if name == "" {
			name = full[strings.LastIndexByte(full, '.')+1:]
		}
		r.imports(Import{Name: name, Module: full})
	}
}

// phpNew calls the constructor of a class.
func phpNew(r *reader, n uint32) {
	if c := r.named(n); len(c) > 0 {
		if name := r.lastName(c[0]); name != "" && r.Kind(c[0]) != "variable_name" {
			r.calls(name)
		}
	}
}

// phpQualified is a name with a namespace before it, which needs no use.
func phpQualified(r *reader, n uint32) {
	text := r.text(n)
	full := dotted(text)
	if text[0] != '\\' && r.Package != "" {
		full = r.Package + "." + full
	}
	r.imports(Import{Name: text, Module: full})
}
