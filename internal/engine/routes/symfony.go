package routes

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"vigil/internal/engine"
	"vigil/internal/engine/routes/facts"
)

// symfonyFile is what a YAML file says about Symfony's routes.
type symfonyFile struct {
	routes  []symfonyRoute
	imports []symfonyImport
	access  []symfonyAccess
}

type symfonyRoute struct {
	methods []string
	path    string
	handler string
	line    int
}

// symfonyImport loads routes of a folder or a file below a prefix.
type symfonyImport struct{ resource, prefix string }

// symfonyAccess is a line of access_control.
type symfonyAccess struct {
	path  *regexp.Regexp
	roles string
}

// isSymfony tells which files may have routes or access rules in YAML.
func isSymfony(file string) bool {
	base := path.Base(file)
	name := strings.TrimSuffix(strings.TrimSuffix(base, ".yaml"), ".yml")
	return name == "routes" || name == "routing" || name == "security" || strings.Contains("/"+file, "/config/routes/")
}

// lookSymfonyYAML takes routes and access rules.
func lookSymfonyYAML(s *facts.Reader) {
	var root yaml.Node
	if yaml.Unmarshal(s.Source, &root) != nil || len(root.Content) != 1 {
		return
	}
	d := &document{path: s.Path, root: root.Content[0]}
	out := &symfonyFile{}
	top := docPlace{s.Path, d.root}
	for _, a := range d.items(d.get(d.get(top, "security"), "access_control")) {
		roles := docTexts(d, d.get(a, "roles"))
		if re, err := regexp.Compile(d.get(a, "path").text()); err == nil {
			out.access = append(out.access, symfonyAccess{re, strings.Join(roles, ", ")})
		}
	}
	for key, e := range d.entries(top) {
		if e.node.Kind != yaml.MappingNode || strings.HasPrefix(key, "when@") || s.Full(len(out.routes)) {
			continue
		}
		prefix := d.get(e.docPlace, "prefix")
		if r := d.get(e.docPlace, "resource"); r.node != nil {
			resource := r.text()
			if resource == "" {
				resource = d.get(r, "path").text()
			}
			if prefix.text() != "" {
				out.imports = append(out.imports, symfonyImport{resource, prefix.text()})
			}
			continue
		}
		handler := d.get(e.docPlace, "controller").text()
		if handler == "" {
			handler = d.get(d.get(e.docPlace, "defaults"), "_controller").text()
		}
		methods := facts.Methods(docTexts(d, d.get(e.docPlace, "methods")))
		paths := docTexts(d, d.get(e.docPlace, "path"))
		for _, p := range d.entries(d.get(e.docPlace, "path")) { // one for each language
			paths = append(paths, p.text())
		}
		for _, p := range paths {
			if strings.HasPrefix(p, "/") {
				out.routes = append(out.routes, symfonyRoute{methods, p, handler, e.key.Line})
			}
		}
	}
	if len(out.routes)+len(out.imports)+len(out.access) > 0 {
		symfonyFacts.Set(s.Facts, out)
	}
}

// docTexts returns one text or those of a list. A|B stands for both.
func docTexts(d *document, p docPlace) (out []string) {
	if t := p.text(); t != "" {
		return strings.FieldsFunc(t, func(r rune) bool { return r == '|' || r == ',' })
	}
	for _, i := range d.items(p) {
		out = append(out, i.text())
	}
	return out
}

// symfonyRoutes returns the routes of attributes, annotations and YAML.
func symfonyRoutes(l *facts.Linker, x *phpIndex) (out []engine.Route) {
	type placed struct{ target, prefix string }
	var prefixes []placed
	var access []symfonyAccess
	for _, f := range l.Files() {
		if symfonyFacts.Get(f) == nil {
			continue
		}
		access = append(access, symfonyFacts.Get(f).access...)
		for _, i := range symfonyFacts.Get(f).imports {
			prefixes = append(prefixes, placed{strings.TrimSuffix(path.Join(path.Dir(f.Path), i.resource), "/"), i.prefix})
		}
	}
	below := func(file string) (prefix string) {
		longest := -1
		for _, p := range prefixes {
			if (p.target == file || strings.HasPrefix(file, p.target+"/")) && len(p.target) > longest {
				prefix, longest = p.prefix, len(p.target)
			}
		}
		return prefix
	}
	for _, f := range l.Files() {
		if symfonyFacts.Get(f) == nil {
			continue
		}
		for _, r := range symfonyFacts.Get(f).routes {
			methods := r.methods
			if len(methods) == 0 {
				methods = facts.AnyMethods
			}
			for _, m := range methods {
				out = append(out, engine.Route{Framework: "symfony", Method: m, Path: symfonyPath(facts.JoinBelow(below(f.Path), r.path)), Handler: r.handler, File: f.Path, Line: r.line})
			}
		}
	}
	for _, c := range x.all() {
		if strings.HasSuffix(c.file, ".php") && c.kind == "class" && !slices.Contains(c.mods, "abstract") {
			out = append(out, x.symfonyClass(c, below(c.file))...)
		}
	}
	for i := range out {
		if out[i].Guard != "" {
			continue
		}
		for _, a := range access { // the first that fits decides
			if a.path.MatchString(out[i].Path) {
				if a.roles != "" && !strings.Contains(a.roles, "ANONYMOUSLY") && !strings.Contains(a.roles, "PUBLIC_ACCESS") {
					out[i].Guard = "access_control " + a.roles
				}
				break
			}
		}
	}
	return out
}

func (x *phpIndex) symfonyClass(c *annotatedClass, outer string) (out []engine.Route) {
	prefixes, shared := []string{outer}, []string(nil)
	if n, ok := noted(c.notes, "Route"); ok {
		if paths := routePaths(n, x.names(c)); len(paths) > 0 {
			prefixes = nil
			for _, p := range paths {
				prefixes = append(prefixes, facts.JoinBelow(outer, p))
			}
		}
		shared = facts.Methods(symfonyMethods(n.arg("methods")))
	}
	for i := range c.methods {
		m := &c.methods[i]
		for _, n := range m.notes {
			methods := facts.Methods(symfonyMethods(n.arg("methods")))
			switch verb := strings.ToUpper(n.name); {
			case n.name == "Route":
			case facts.Verbs[strings.ToLower(n.name)] == verb && strings.Contains(n.text, `Rest\`): // FOSRestBundle
				methods = []string{verb}
			default:
				continue
			}
			if old, ok := noted(m.notes, "Method"); ok && len(methods) == 0 {
				methods = facts.Methods(symfonyMethods(old.arg("")))
			}
			if len(methods) == 0 {
				methods = shared
			}
			if len(methods) == 0 {
				methods = facts.AnyMethods
			}
			paths := routePaths(n, x.names(c))
			if len(paths) == 0 {
				paths = []string{""}
			}
			for _, prefix := range prefixes {
				for _, p := range paths {
					for _, verb := range methods {
						out = append(out, x.symfonyRoute(c, m, verb, symfonyPath(facts.JoinBelow(prefix, p))))
					}
				}
			}
		}
	}
	// An invokable controller has its route at the class.
	if n, ok := noted(c.notes, "Route"); ok && len(out) == 0 {
		for i := range c.methods {
			if m := &c.methods[i]; m.name == "__invoke" {
				methods := shared
				if len(methods) == 0 {
					methods = facts.AnyMethods
				}
				for _, p := range routePaths(n, x.names(c)) {
					for _, verb := range methods {
						out = append(out, x.symfonyRoute(c, m, verb, symfonyPath(facts.JoinBelow(outer, p))))
					}
				}
			}
		}
	}
	return out
}

// routePaths returns the paths of a Route: one, or one for each language.
func routePaths(n note, find func(string) facts.Value) []string {
	v := n.arg("", "path")
	if v.Kind == facts.PairsValue {
		v = facts.Value{Kind: facts.ListValue, Items: v.Items}
	}
	return v.Texts(find)
}

// symfonyMethods returns texts, or the last part of constants: POST of Request::METHOD_POST.
func symfonyMethods(v facts.Value) (out []string) {
	for _, name := range v.LastNames() {
		out = append(out, strings.TrimPrefix(name, "METHOD_"))
	}
	return out
}

func (x *phpIndex) symfonyRoute(c *annotatedClass, m *method, verb, p string) engine.Route {
	r := engine.Route{Framework: "symfony", Method: verb, Path: p, Handler: c.name + "::" + m.name, File: c.file, Line: m.line, Guard: phpGuard(m.notes, c.notes)}
	for _, q := range m.reads {
		if q.In == "form" {
			if q.In = "query"; slices.Contains([]string{"POST", "PUT", "PATCH"}, verb) {
				q.In = "body"
			}
		}
		r.Params = append(r.Params, q)
	}
	for _, a := range m.params {
		for _, n := range a.notes {
			switch n.name {
			case "MapQueryParameter":
				name := n.arg("", "name").Text1(x.names(c))
				if name == "" {
					name = a.name
				}
				r.Params = append(r.Params, facts.Param(name, "query"))
			case "MapRequestPayload":
				r.Params = append(r.Params, x.bodyFields(c, a, "body")...)
			case "MapQueryString":
				r.Params = append(r.Params, x.bodyFields(c, a, "query")...)
			case "MapUploadedFile":
				r.Params = append(r.Params, facts.Param(a.name, "body"))
			}
		}
	}
	return r
}

// symfonyPath writes {id<\d+>?1} and {!page} as {id} and {page}.
func symfonyPath(p string) string {
	p = facts.PathParam.ReplaceAllStringFunc(facts.FlattenBraces(p), func(m string) string {
		name := strings.Trim(m, "{}!")
		if i := strings.IndexAny(name, "<?:"); i >= 0 {
			name = name[:i]
		}
		return "{" + name + "}"
	})
	p = facts.Clean(p)
	if len(p) > 1 {
		p = strings.TrimRight(p, "/")
	}
	return p
}
