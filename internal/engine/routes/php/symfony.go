package php

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"vigil/internal/engine"
	"vigil/internal/engine/routes/classes"
	"vigil/internal/engine/routes/document"
	"vigil/internal/engine/routes/facts"
)

var symfony = facts.Framework{
	Name: "symfony", Endings: []string{".php"}, Words: []string{"#[Route", "@Route", "Rest\\"},
	Link: func(l *facts.Linker) []engine.Route { return symfonyRoutes(l, &index{classes.IndexOf(l), l}) },
}

// symfonyYAML reads routes and access rules from the configuration.
var symfonyYAML = facts.Framework{Name: "symfony", Endings: []string{".yaml", ".yml"}, Place: isSymfony, Look: lookSymfonyYAML}

var symfonyFacts facts.Slot[*symfonyFile]

// symfonyFile holds the facts of a YAML file for Symfony.
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

// symfonyImport loads the routes of a folder or file below a prefix.
type symfonyImport struct{ resource, prefix string }

// symfonyAccess is a line of access_control.
type symfonyAccess struct {
	path  *regexp.Regexp
	roles string
}

// isSymfony reports whether a file may contain routes or access rules in YAML.
func isSymfony(file string) bool {
	base := path.Base(file)
	name := strings.TrimSuffix(strings.TrimSuffix(base, ".yaml"), ".yml")
	return name == "routes" || name == "routing" || name == "security" || strings.Contains("/"+file, "/config/routes/")
}

// lookSymfonyYAML records routes and access rules.
func lookSymfonyYAML(s *facts.Reader) {
	var root yaml.Node
	if yaml.Unmarshal(s.Source, &root) != nil || len(root.Content) != 1 {
		return
	}
	d := &document.Document{Path: s.Path, Root: root.Content[0]}
	out := &symfonyFile{}
	top := document.Place{File: s.Path, Node: d.Root}
	for _, a := range d.Items(d.Get(d.Get(top, "security"), "access_control")) {
		roles := docTexts(d, d.Get(a, "roles"))
		if re, err := regexp.Compile(d.Get(a, "path").Text()); err == nil {
			out.access = append(out.access, symfonyAccess{re, strings.Join(roles, ", ")})
		}
	}
	for key, e := range d.Entries(top) {
		if e.Node.Kind != yaml.MappingNode || strings.HasPrefix(key, "when@") || s.Full(len(out.routes)) {
			continue
		}
		prefix := d.Get(e.Place, "prefix")
		if r := d.Get(e.Place, "resource"); r.Node != nil {
			resource := r.Text()
			if resource == "" {
				resource = d.Get(r, "path").Text()
			}
			if prefix.Text() != "" {
				out.imports = append(out.imports, symfonyImport{resource, prefix.Text()})
			}
			continue
		}
		handler := d.Get(e.Place, "controller").Text()
		if handler == "" {
			handler = d.Get(d.Get(e.Place, "defaults"), "_controller").Text()
		}
		methods := facts.Methods(docTexts(d, d.Get(e.Place, "methods")))
		paths := docTexts(d, d.Get(e.Place, "path"))
		for _, p := range d.Entries(d.Get(e.Place, "path")) { // one for each language
			paths = append(paths, p.Text())
		}
		for _, p := range paths {
			if strings.HasPrefix(p, "/") {
				out.routes = append(out.routes, symfonyRoute{methods, p, handler, e.Key.Line})
			}
		}
	}
	if len(out.routes)+len(out.imports)+len(out.access) > 0 {
		symfonyFacts.Set(s.Facts, out)
	}
}

// docTexts returns one string or those of a list. A|B means both.
func docTexts(d *document.Document, p document.Place) (out []string) {
	if t := p.Text(); t != "" {
		return strings.FieldsFunc(t, func(r rune) bool { return r == '|' || r == ',' })
	}
	for _, i := range d.Items(p) {
		out = append(out, i.Text())
	}
	return out
}

// symfonyRoutes returns the routes from attributes, annotations, and YAML.
func symfonyRoutes(l *facts.Linker, x *index) (out []engine.Route) {
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
	for _, c := range x.All() {
		if strings.HasSuffix(c.File, ".php") && c.Kind == "class" && !slices.Contains(c.Modifiers, "abstract") {
			out = append(out, x.symfonyClass(c, below(c.File))...)
		}
	}
	for i := range out {
		if out[i].Guard != "" {
			continue
		}
		for _, a := range access { // the first match wins
			if a.path.MatchString(out[i].Path) {
				if a.roles != "" && !strings.Contains(a.roles, "ANONYMOUSLY") && !strings.Contains(a.roles, "PUBLIC_ACCESS") {
					out[i].Guard, out[i].Candidate = "access_control "+a.roles, ""
				}
				break
			}
		}
	}
	return out
}

func (x *index) symfonyClass(c *classes.Class, outer string) (out []engine.Route) {
	prefixes, shared := []string{outer}, []string(nil)
	if n, ok := classes.Annotated(c.Annotations, "Route"); ok {
		if paths := routePaths(n, x.Constants(c)); len(paths) > 0 {
			prefixes = nil
			for _, p := range paths {
				prefixes = append(prefixes, facts.JoinBelow(outer, p))
			}
		}
		shared = facts.Methods(symfonyMethods(n.Arg("methods")))
	}
	for i := range c.Methods {
		m := &c.Methods[i]
		for _, n := range m.Annotations {
			methods := facts.Methods(symfonyMethods(n.Arg("methods")))
			switch verb := strings.ToUpper(n.Name); {
			case n.Name == "Route":
			case facts.Verbs[strings.ToLower(n.Name)] == verb && strings.Contains(n.Text, `Rest\`): // FOSRestBundle
				methods = []string{verb}
			default:
				continue
			}
			if old, ok := classes.Annotated(m.Annotations, "Method"); ok && len(methods) == 0 {
				methods = facts.Methods(symfonyMethods(old.Arg("")))
			}
			if len(methods) == 0 {
				methods = shared
			}
			if len(methods) == 0 {
				methods = facts.AnyMethods
			}
			paths := routePaths(n, x.Constants(c))
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
	if n, ok := classes.Annotated(c.Annotations, "Route"); ok && len(out) == 0 {
		for i := range c.Methods {
			if m := &c.Methods[i]; m.Name == "__invoke" {
				methods := shared
				if len(methods) == 0 {
					methods = facts.AnyMethods
				}
				for _, p := range routePaths(n, x.Constants(c)) {
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
func routePaths(n classes.Annotation, find func(string) facts.Value) []string {
	v := n.Arg("", "path")
	if v.Kind == facts.PairsValue {
		v = facts.Value{Kind: facts.ListValue, Items: v.Items}
	}
	return v.Texts(find)
}

// symfonyMethods returns strings, or the last part of constants: POST of Request::METHOD_POST.
func symfonyMethods(v facts.Value) (out []string) {
	for _, name := range v.LastNames() {
		out = append(out, strings.TrimPrefix(name, "METHOD_"))
	}
	return out
}

func (x *index) symfonyRoute(c *classes.Class, m *classes.Method, verb, p string) engine.Route {
	r := engine.Route{Framework: "symfony", Method: verb, Path: p, Handler: c.Name + "::" + m.Name, File: c.File, Line: m.Line, Body: c.Lines(m)}
	r.Guard, r.Candidate = x.linker.Choose(x.phpGuards(c.File, m.Annotations, c.Annotations))
	for _, q := range m.Reads {
		if q.In == "form" {
			if q.In = "query"; slices.Contains([]string{"POST", "PUT", "PATCH"}, verb) {
				q.In = "body"
			}
		}
		r.Params = append(r.Params, q)
	}
	for _, a := range m.Params {
		for _, n := range a.Annotations {
			switch n.Name {
			case "MapQueryParameter":
				name := n.Arg("", "name").Text1(x.Constants(c))
				if name == "" {
					name = a.Name
				}
				r.Params = append(r.Params, facts.Param(name, "query"))
			case "MapRequestPayload":
				r.Params = append(r.Params, x.BodyFields(c, a, "body")...)
			case "MapQueryString":
				r.Params = append(r.Params, x.BodyFields(c, a, "query")...)
			case "MapUploadedFile":
				r.Params = append(r.Params, facts.Param(a.Name, "body"))
			}
		}
	}
	return r
}

// symfonyPath rewrites {id<\d+>?1} and {!page} as {id} and {page}.
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
