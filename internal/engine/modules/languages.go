package modules

import "strings"

var python = &family{
	name:      "python",
	functions: set("function_definition lambda"),
	classes:   set("class_definition"),
	calls:     map[string]string{"call": "function"},
	other: map[string]func(*reader, uint32){
		"import_statement":      pythonImport,
		"import_from_statement": pythonFrom,
	},
}

func pythonImport(r *reader, n uint32) {
	for _, c := range r.named(n) {
		if r.Kind(c) == "aliased_import" {
			r.imports(Import{Name: r.textIn(c, "alias"), Module: r.textIn(c, "name")})
		} else {
			r.imports(Import{Name: r.text(c), Module: r.text(c)})
		}
	}
}

func pythonFrom(r *reader, n uint32) {
	from, ok := r.in(n, "module_name")
	if !ok {
		return
	}
	module := r.text(from)
	for _, c := range r.named(n) {
		switch {
		case c == from:
		case r.Kind(c) == "aliased_import":
			r.imports(Import{Name: r.textIn(c, "alias"), Module: module, Symbol: r.textIn(c, "name")})
		case r.Kind(c) == "wildcard_import":
			r.imports(Import{Module: module})
		default:
			r.imports(Import{Name: r.text(c), Module: module, Symbol: r.text(c)})
		}
	}
}

var java = &family{
	name:      "java",
	functions: set("method_declaration constructor_declaration lambda_expression"),
	classes:   set("class_declaration interface_declaration enum_declaration record_declaration"),
	calls:     map[string]string{"method_invocation": "name", "object_creation_expression": "type"},
	caller:    "object",
	other: map[string]func(*reader, uint32){
		"package_declaration": func(r *reader, n uint32) {
			if c := r.named(n); len(c) > 0 {
				r.Package = r.text(c[len(c)-1])
			}
		},
		"import_declaration": javaImport,
	},
}

func javaImport(r *reader, n uint32) {
	c := r.named(n)
	if len(c) == 0 {
		return
	}
	path := r.text(c[0])
	static := false
	for k := range r.Children(n) {
		static = static || r.Kind(k) == "static"
	}
	if len(c) > 1 && r.Kind(c[1]) == "asterisk" {
		if !static {
			r.imports(Import{Module: path})
		}
		return
	}
	dot := strings.LastIndexByte(path, '.')
	if dot < 0 {
		return
	}
	if static {
		r.imports(Import{Name: path[dot+1:], Module: path[:dot], Symbol: path[dot+1:]})
		return
	}
	r.imports(Import{Name: path[dot+1:], Module: path})
}

var csharp = &family{
	name:      "csharp",
	functions: set("method_declaration constructor_declaration local_function_statement lambda_expression anonymous_method_expression"),
	classes:   set("class_declaration interface_declaration struct_declaration record_declaration"),
	calls:     map[string]string{"invocation_expression": "function", "object_creation_expression": "type"},
	other: map[string]func(*reader, uint32){
		"namespace_declaration":             csharpNamespace,
		"file_scoped_namespace_declaration": csharpNamespace,
		"using_directive":                   csharpUsing,
	},
}

// csharpNamespace notes the namespace of a file: the first, if it has several.
func csharpNamespace(r *reader, n uint32) {
	if r.Package == "" {
		r.Package = r.textIn(n, "name")
	}
}

// csharpUsing notes a namespace or the static methods of a class whose names a file takes over, or
// a name of its own for a class. One that is global holds for all files.
func csharpUsing(r *reader, n uint32) {
	c := r.named(n)
	if len(c) == 0 {
		return
	}
	module := r.text(c[len(c)-1])
	for k := range r.Children(n) {
		switch r.Kind(k) {
		case "static":
			r.imports(Import{Module: module, Symbol: "static"})
			return
		case "global":
			r.Everywhere = append(r.Everywhere, module)
		}
	}
	r.imports(Import{Name: r.textIn(n, "name"), Module: module})
}

var golang = &family{
	name:      "go",
	functions: set("function_declaration method_declaration func_literal"),
	classes:   set("type_spec"),
	calls:     map[string]string{"call_expression": "function"},
	other: map[string]func(*reader, uint32){
		"package_clause": func(r *reader, n uint32) {
			if c := r.named(n); len(c) > 0 {
				r.Package = r.text(c[0])
			}
		},
		"import_spec": func(r *reader, n uint32) {
			path := strings.Trim(r.textIn(n, "path"), "\"`")
			r.imports(Import{Name: r.textIn(n, "name"), Module: path, Symbol: ""})
		},
		"type_identifier": func(r *reader, n uint32) { r.use(r.text(n)) },
	},
}

var javascript = &family{
	name:      "javascript",
	functions: set("function_declaration generator_function_declaration method_definition arrow_function function_expression generator_function"),
	classes:   set("class_declaration class abstract_class_declaration interface_declaration"),
	calls:     map[string]string{"call_expression": "function", "new_expression": "constructor"},
	other: map[string]func(*reader, uint32){
		"import_statement":      jsImport,
		"export_statement":      jsExport,
		"assignment_expression": jsAssign,
		"()":                    jsRequire,
	},
}

func unquoted(s string) string { return strings.Trim(s, "\"'`") }

func jsImport(r *reader, n uint32) {
	module := unquoted(r.textIn(n, "source"))
	for _, clause := range r.named(n) {
		if r.Kind(clause) != "import_clause" {
			continue
		}
		for _, c := range r.named(clause) {
			switch r.Kind(c) {
			case "identifier":
				r.imports(Import{Name: r.text(c), Module: module, Symbol: "default"})
			case "namespace_import":
				if k := r.named(c); len(k) > 0 {
					r.imports(Import{Name: r.text(k[0]), Module: module})
				}
			case "named_imports":
				for _, s := range r.named(c) {
					name := r.textIn(s, "name")
					local := r.textIn(s, "alias")
					if local == "" {
						local = name
					}
					r.imports(Import{Name: local, Module: module, Symbol: name})
				}
			}
		}
	}
}

// jsRequire notes a call of require: what its result is given to, and the call itself.
func jsRequire(r *reader, n uint32) {
	callee, _ := r.in(n, "function")
	args, ok := r.in(n, "arguments")
	if !ok || callee == 0 || string(r.Text(callee)) != "require" {
		return
	}
	list := r.named(args)
	if len(list) != 1 || r.Kind(list[0]) != "string" {
		return
	}
	module := unquoted(r.text(list[0]))
	r.imports(Import{Name: "require:" + module, Module: module})
	p, symbol := r.Nodes[n].Parent, ""
	if r.Kind(p) == "member_expression" {
		symbol = r.textIn(p, "property")
		p = r.Nodes[p].Parent
	}
	if r.Kind(p) != "variable_declarator" {
		return
	}
	target, ok := r.in(p, "name")
	if !ok {
		return
	}
	if r.Kind(target) == "identifier" {
		r.imports(Import{Name: r.text(target), Module: module, Symbol: symbol})
		return
	}
	if r.Kind(target) != "object_pattern" || symbol != "" {
		return
	}
	for _, c := range r.named(target) {
		switch r.Kind(c) {
		case "shorthand_property_identifier_pattern":
			r.imports(Import{Name: r.text(c), Module: module, Symbol: r.text(c)})
		case "pair_pattern":
			r.imports(Import{Name: r.textIn(c, "value"), Module: module, Symbol: r.textIn(c, "key")})
		}
	}
}

func jsExport(r *reader, n uint32) {
	source := unquoted(r.textIn(n, "source"))
	isDefault, all := false, false
	for c := range r.Children(n) {
		switch r.Kind(c) {
		case "default":
			isDefault = true
		case "*":
			all = true
		case "export_clause":
			for _, s := range r.named(c) {
				local := r.textIn(s, "name")
				name := r.textIn(s, "alias")
				if name == "" {
					name = local
				}
				if source != "" {
					r.imports(Import{Name: name, Module: source, Symbol: local})
				} else if name != local {
					r.exports(Export{Name: name, Local: local})
				}
			}
		}
	}
	if all && source != "" {
		r.imports(Import{Module: source})
	}
	if !isDefault {
		return
	}
	if d, ok := r.in(n, "declaration"); ok {
		r.exports(Export{Name: "default", Local: r.textIn(d, "name"), Start: r.Nodes[d].Start, End: r.Nodes[d].End})
	} else if v, ok := r.in(n, "value"); ok {
		r.exported("default", v)
	}
}

// exported notes that a value is exported under a name; the entries of an object are, too.
func (r *reader) exported(name string, v uint32) {
	for range 3 {
		if r.Kind(v) != "parenthesized_expression" {
			break
		}
		if c := r.named(v); len(c) > 0 {
			v = c[0]
		}
	}
	switch r.Kind(v) {
	case "identifier":
		r.exports(Export{Name: name, Local: r.text(v)})
	case "new_expression":
		r.exports(Export{Name: name, Local: r.textIn(v, "constructor")})
	case "object":
		for _, c := range r.named(v) {
			switch r.Kind(c) {
			case "shorthand_property_identifier":
				r.exports(Export{Name: r.text(c), Local: r.text(c)})
			case "pair":
				if value, ok := r.in(c, "value"); ok && r.Kind(value) != "object" {
					r.exported(unquoted(r.textIn(c, "key")), value)
				}
			case "method_definition":
				r.exports(Export{Name: r.textIn(c, "name"), Start: r.Nodes[c].Start, End: r.Nodes[c].End})
			}
		}
	default:
		r.exports(Export{Name: name, Start: r.Nodes[v].Start, End: r.Nodes[v].End})
	}
}

// jsAssign notes what is given to exports.
func jsAssign(r *reader, n uint32) {
	left, ok := r.in(n, "left")
	right, ok2 := r.in(n, "right")
	if !ok || !ok2 || r.Kind(left) != "member_expression" {
		return
	}
	switch text := string(r.Text(left)); {
	case text == "module.exports" || text == "exports":
		r.exported("default", right)
	case strings.HasPrefix(text, "module.exports.") && strings.Count(text, ".") == 2, strings.HasPrefix(text, "exports.") && strings.Count(text, ".") == 1:
		r.exported(r.textIn(left, "property"), right)
	}
}
