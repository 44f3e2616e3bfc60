package routes

import (
	"path"
	"regexp"
	"strings"

	"vigil/internal/engine/match"
)

var jsEndings = []string{".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"}

var javascript = language{
	name:        "javascript",
	grammars:    []string{"javascript", "typescript", "tsx"},
	frameworks:  []framework{jsRouters, nest, next},
	names:       func(s *source) { jsNames(&jsSource{s}) },
	module:      jsModule,
	wrapped:     jsWrapped,
	routerNames: regexp.MustCompile(`(?i)^(app|application|router|routes?|server|api|fastify|instance|.*router|.*app|.*api|.*routes|v\d+|blueprint|bp|.*_bp|r|e|g|mux|engine)$`),
}

// jsSource is a file of JavaScript or TypeScript that is being read.
type jsSource struct{ *source }

// jsModule finds the file of a relative import, or of one below a folder that a
// setting of the compiler names, as @/ and ~/ are.
func jsModule(l *linker, from, spec string) string {
	if spec == "" || len(spec) > 300 {
		return ""
	}
	if strings.HasPrefix(spec, ".") {
		return jsFile(l, path.Join(path.Dir(from), spec))
	}
	short := strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(spec, "@/"), "~/"), "#")
	if short == spec && !strings.Contains(spec, "/") {
		return ""
	}
	for dir := path.Dir(from); ; dir = path.Dir(dir) {
		for _, root := range []string{dir, path.Join(dir, "src"), path.Join(dir, "app")} {
			if f := jsFile(l, path.Join(root, short)); f != "" {
				return f
			}
		}
		if dir == "." || dir == "/" {
			return ""
		}
	}
}

func jsFile(l *linker, p string) string {
	if l.has(p) {
		return p
	}
	if ext := path.Ext(p); ext == ".js" || ext == ".mjs" || ext == ".cjs" || ext == ".jsx" { // written for what the compiler makes
		for _, e := range []string{".ts", ".tsx", ".mts", ".cts"} {
			if q := strings.TrimSuffix(p, ext) + e; l.has(q) {
				return q
			}
		}
	}
	for _, e := range jsEndings {
		if l.has(p + e) {
			return p + e
		}
	}
	for _, e := range jsEndings {
		if q := path.Join(p, "index"+e); l.has(q) {
			return q
		}
	}
	return ""
}

// jsNames takes imports, exports, constants and functions.
func jsNames(s *jsSource) {
	for _, n := range s.NodesOf(match.Import) {
		module := s.Node(s.Kid(n, 0)).Text
		name, alias := s.ident(s.Kid(n, 1)), s.ident(s.Kid(n, 2))
		if alias == "" {
			alias = name
		}
		if alias != "" {
			s.facts.imports[alias] = imported{module, name}
		}
	}
	for _, n := range s.NodesOf(match.Func) {
		sym := s.symbol(n)
		s.facts.functions[sym] = s.parameters(n)
		if name := s.ident(s.Kid(n, 1)); name != "" {
			if c := s.parent(n, match.Class, match.Func); c != 0 && s.kind(c) == match.Class {
				s.facts.aliases[s.ident(s.Kid(c, 1))+"."+name] = sym
			} else {
				s.facts.aliases[s.scoped(name, n)] = sym
			}
		}
		if params := s.jsParams(n); len(params) > 0 {
			s.facts.views[sym] = view{params: params}
		}
		s.returns(n, sym)
	}
	for _, n := range s.NodesOf(match.VarDef) {
		target, value := s.Kid(n, 1), s.Kid(n, 3)
		if value == 0 {
			continue
		}
		if c := s.parent(n, match.Class, match.Func); c != 0 && s.kind(c) == match.Class && s.ident(target) != "" {
			s.define(s.ident(s.Kid(c, 1))+"."+s.ident(target), value, 0)
			continue
		}
		if s.kind(target) == match.Dict {
			from := s.symbol(value)
			for _, p := range s.Kids(target) {
				if k := s.key(s.Kid(p, 0)); s.kind(p) == match.Pair && k != "" && s.ident(s.Kid(p, 1)) != "" && from != "" {
					s.facts.aliases[s.symbol(s.Kid(p, 1))] = from + "." + k
				}
			}
			continue
		}
		s.define(s.symbol(target), value, 0)
	}
	for _, n := range s.NodesOf(match.Assign) {
		target, value := s.Kid(n, 0), s.Kid(n, 1)
		chain := s.chain(target)
		switch {
		case len(chain) == 2 && chain[0] == "module" && chain[1] == "exports":
			s.export("default", value)
		case len(chain) == 3 && chain[0] == "module" && chain[1] == "exports":
			s.export(chain[2], value)
		case len(chain) == 2 && chain[0] == "exports":
			s.export(chain[1], value)
		case chain != nil:
			s.define(s.symbol(target), value, 0)
		}
	}
	s.jsExports()
	s.jsEnums()
}

// jsEnums takes the members of enums, which the lowered form leaves to the grammar.
func (s *jsSource) jsEnums() {
	for i := range s.Tree.Nodes {
		n := uint32(i)
		if s.Tree.Kind(n) != "enum_assignment" {
			continue
		}
		body := s.Tree.Nodes[n].Parent
		enum := ""
		for c := range s.Tree.Children(s.Tree.Nodes[body].Parent) {
			if s.Tree.FieldName(c) == "name" {
				enum = string(s.Tree.Text(c))
			}
		}
		key, value := "", ""
		for c := range s.Tree.Children(n) {
			switch s.Tree.FieldName(c) {
			case "name":
				key = string(s.Tree.Text(c))
			case "value":
				value = string(s.Tree.Text(c))
			}
		}
		if unquoted := strings.Trim(value, "'\"`"); enum != "" && key != "" && len(unquoted) == len(value)-2 {
			s.facts.consts[enum+"."+key] = lit(unquoted)
		}
	}
}

// export notes what others get under a name.
func (s *jsSource) export(name string, value match.NodeID) {
	if s.kind(value) == match.Assign { // module.exports = exports = x
		s.export(name, s.Kid(value, 1))
		return
	}
	sym := "export:" + name
	if k := s.kind(value); k == match.Ident || k == match.Func || k == match.Member {
		s.facts.exports[name] = s.symbol(value)
		return
	}
	s.define(sym, value, 0)
	s.facts.exports[name] = sym
	if name == "default" && s.kind(value) == match.Dict {
		for _, p := range s.Kids(value) {
			if k := s.key(s.Kid(p, 0)); s.kind(p) == match.Pair && k != "" {
				s.facts.exports[k] = sym + "." + k
			}
		}
	}
}

var (
	exportDefault = regexp.MustCompile(`^export\s+default\s+([A-Za-z_$][\w$]*)\s*;?\s*$`)
	exportList    = regexp.MustCompile(`(?s)^export\s*(?:type\s*)?\{([^}]*)\}\s*(?:from\s*['"]([^'"]+)['"])?`)
	exportAll     = regexp.MustCompile(`^export\s*\*\s*(?:as\s+(\w+)\s+)?from\s*['"]([^'"]+)['"]`)
)

// jsExports reads export statements, of which the lowered form keeps little.
func (s *jsSource) jsExports() {
	for _, n := range s.Kids(s.Root()) {
		if n == 0 || s.kind(n) < 100 {
			continue
		}
		stmt := s.Text(s.Span(n))
		if !strings.HasPrefix(stmt, "export") {
			continue
		}
		if m := exportDefault.FindStringSubmatch(stmt); m != nil {
			s.facts.exports["default"] = m[1]
		} else if m := exportAll.FindStringSubmatch(stmt); m != nil {
			if m[1] == "" {
				s.facts.exportAll = append(s.facts.exportAll, m[2])
			} else {
				s.facts.exports[m[1]] = s.require(m[2])
			}
		} else if m := exportList.FindStringSubmatch(stmt); m != nil {
			for _, part := range strings.Split(m[1], ",") {
				words := strings.Fields(strings.TrimPrefix(strings.TrimSpace(part), "type "))
				if len(words) == 0 {
					continue
				}
				local, name := words[0], words[len(words)-1]
				if m[2] != "" {
					sym := "reexport:" + m[2] + ":" + local
					sym = strings.ReplaceAll(sym, ".", "_")
					s.facts.imports[sym] = imported{m[2], local}
					local = sym
				}
				s.facts.exports[name] = local
			}
		} else if kids := s.Kids(n); len(kids) > 0 {
			value := kids[len(kids)-1]
			if s.kind(value) == match.Class || s.kind(value) == match.Func && s.ident(s.Kid(value, 1)) != "" {
				s.facts.exports["default"] = s.ident(s.Kid(value, 1))
			} else {
				s.export("default", value)
			}
		}
	}
}

// jsWrapped returns what a call stands for: the router in router.routes(), the function
// that is marked as a plugin.
func jsWrapped(s *source, call match.NodeID) match.NodeID {
	callee, args := s.call(call)
	if object, name := s.member(callee); len(args) == 0 && (name == "routes" || name == "middleware") { // Koa
		return object
	}
	switch s.ident(callee) {
	case "fp", "fastifyPlugin", "plugin":
		if len(args) > 0 {
			return args[0]
		}
	}
	return 0
}
