// Package javascript discovers the routes of JavaScript and TypeScript frameworks. Its
// frameworks are in [Language]; router.go holds what those share in which a route is a
// call on a router, such as app.get(path, handler).
package javascript

import (
	"regexp"
	"strings"

	"vigil/internal/engine/imports"
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

var jsEndings = []string{".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"}

// Language is the frameworks of JavaScript and TypeScript.
var Language = facts.Language{
	Name:        "javascript",
	Grammars:    []string{"javascript", "typescript", "tsx"},
	Frameworks:  []facts.Framework{routers, nest, next},
	Names:       func(s *facts.Reader) { jsNames(&source{Reader: s}) },
	Module:      (*imports.Tree).JavaScript,
	Wrapped:     jsWrapped,
	KnownGuard:  knownGuard,
	Lenient:     lenient,
	Predicates:  map[string]bool{"canActivate": true, "handleRequest": false, "use": false},
	Demands:     demands,
	Functions:   []any{facts.ColonSyntax, bracketSyntax},
	RouterNames: regexp.MustCompile(`(?i)^(app|application|router|routes?|server|api|fastify|instance|.*router|.*app|.*api|.*routes|v\d+|blueprint|bp|.*_bp|r|e|g|mux|engine)$`),
}

// source is a JavaScript or TypeScript file being read.
type source struct {
	*facts.Reader
	dialects []dialect // a copy: the package variable would be an initialization cycle
}

// jsNames records imports, exports, constants, and functions.
func jsNames(s *source) {
	for _, n := range s.NodesOf(match.Import) {
		module := s.Node(s.Kid(n, 0)).Text
		name, alias := s.Ident(s.Kid(n, 1)), s.Ident(s.Kid(n, 2))
		if alias == "" {
			alias = name
		}
		if alias != "" {
			s.Facts.Imports[alias] = facts.Imported{Module: module, Name: name}
		}
	}
	for _, n := range s.NodesOf(match.Func) {
		sym := s.Symbol(n)
		s.Facts.Functions[sym] = s.Parameters(n)
		if name := s.Ident(s.Kid(n, 1)); name != "" {
			if c := s.Parent(n, match.Class, match.Func); c != 0 && s.Kind(c) == match.Class {
				s.Facts.Aliases[s.Ident(s.Kid(c, 1))+"."+name] = sym
			} else {
				s.Facts.Aliases[s.Scoped(name, n)] = sym
			}
		}
		if params := s.jsParams(n); len(params) > 0 {
			s.Facts.Views[sym] = facts.View{Params: params}
		}
		s.Returns(n, sym)
	}
	for _, n := range s.NodesOf(match.VarDef) {
		target, value := s.Kid(n, 1), s.Kid(n, 3)
		if value == 0 {
			continue
		}
		if c := s.Parent(n, match.Class, match.Func); c != 0 && s.Kind(c) == match.Class && s.Ident(target) != "" {
			s.Define(s.Ident(s.Kid(c, 1))+"."+s.Ident(target), value, 0)
			continue
		}
		if s.Kind(target) == match.Dict {
			from := s.Symbol(value)
			for _, p := range s.Kids(target) {
				if k := s.Key(s.Kid(p, 0)); s.Kind(p) == match.Pair && k != "" && s.Ident(s.Kid(p, 1)) != "" && from != "" {
					s.Facts.Aliases[s.Symbol(s.Kid(p, 1))] = from + "." + k
				}
			}
			continue
		}
		s.Define(s.Symbol(target), value, 0)
	}
	for _, n := range s.NodesOf(match.Assign) {
		target, value := s.Kid(n, 0), s.Kid(n, 1)
		chain := s.Chain(target)
		switch {
		case len(chain) == 2 && chain[0] == "module" && chain[1] == "exports":
			s.export("default", value)
		case len(chain) == 3 && chain[0] == "module" && chain[1] == "exports":
			s.export(chain[2], value)
		case len(chain) == 2 && chain[0] == "exports":
			s.export(chain[1], value)
		case chain != nil:
			s.Define(s.Symbol(target), value, 0)
		}
	}
	s.jsExports()
	s.jsEnums()
}

// jsEnums records the members of enums, which the lowered form does not have.
func (s *source) jsEnums() {
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
			s.Facts.Consts[enum+"."+key] = facts.Text(unquoted)
		}
	}
}

// export records an export under a name.
func (s *source) export(name string, value match.NodeID) {
	if s.Kind(value) == match.Assign { // module.exports = exports = x
		s.export(name, s.Kid(value, 1))
		return
	}
	sym := "export:" + name
	if k := s.Kind(value); k == match.Ident || k == match.Func || k == match.Member {
		s.Facts.Exports[name] = s.Symbol(value)
		return
	}
	s.Define(sym, value, 0)
	s.Facts.Exports[name] = sym
	if name == "default" && s.Kind(value) == match.Dict {
		for _, p := range s.Kids(value) {
			if k := s.Key(s.Kid(p, 0)); s.Kind(p) == match.Pair && k != "" {
				s.Facts.Exports[k] = sym + "." + k
			}
		}
	}
}

var (
	exportDefault = regexp.MustCompile(`^export\s+default\s+([A-Za-z_$][\w$]*)\s*;?\s*$`)
	exportList    = regexp.MustCompile(`(?s)^export\s*(?:type\s*)?\{([^}]*)\}\s*(?:from\s*['"]([^'"]+)['"])?`)
	exportAll     = regexp.MustCompile(`^export\s*\*\s*(?:as\s+(\w+)\s+)?from\s*['"]([^'"]+)['"]`)
)

// jsExports reads export statements from the syntax tree; the lowered form keeps little of them.
func (s *source) jsExports() {
	for _, n := range s.Kids(s.Root()) {
		if n == 0 || s.Kind(n) < 100 {
			continue
		}
		stmt := s.Text(s.Span(n))
		if !strings.HasPrefix(stmt, "export") {
			continue
		}
		if m := exportDefault.FindStringSubmatch(stmt); m != nil {
			s.Facts.Exports["default"] = m[1]
		} else if m := exportAll.FindStringSubmatch(stmt); m != nil {
			if m[1] == "" {
				s.Facts.ExportAll = append(s.Facts.ExportAll, m[2])
			} else {
				s.Facts.Exports[m[1]] = s.Require(m[2])
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
					s.Facts.Imports[sym] = facts.Imported{Module: m[2], Name: local}
					local = sym
				}
				s.Facts.Exports[name] = local
			}
		} else if kids := s.Kids(n); len(kids) > 0 {
			value := kids[len(kids)-1]
			if s.Kind(value) == match.Class || s.Kind(value) == match.Func && s.Ident(s.Kid(value, 1)) != "" {
				s.Facts.Exports["default"] = s.Ident(s.Kid(value, 1))
			} else {
				s.export("default", value)
			}
		}
	}
}

// jsWrapped returns the value that a call passes through, according to the dialects.
func jsWrapped(s *facts.Reader, call match.NodeID) match.NodeID {
	for _, d := range dialects {
		if d.wraps != nil {
			if n := d.wraps(s, call); n != 0 {
				return n
			}
		}
	}
	return 0
}
