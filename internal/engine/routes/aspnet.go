package routes

import (
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/routes/facts"
)

// aspnetVerbs are the attributes that say which method an action answers to.
var aspnetVerbs = map[string]string{
	"HttpGet": "GET", "HttpPost": "POST", "HttpPut": "PUT", "HttpDelete": "DELETE", "HttpPatch": "PATCH", "HttpHead": "HEAD", "HttpOptions": "OPTIONS",
}

// aspnetRoutes returns the routes of ASP.NET's controllers. An action without a route of
// its own has those of the patterns that the program declares; without a verb of its own
// it is then one for GET, although others would be answered.
func aspnetRoutes(l *facts.Linker, x *csIndex) (out []engine.Route) {
	patterns := conventions(l)
	everywhere := map[string]string{} // guards for all controllers, by the file of the program
	for _, f := range l.Files() {
		if csharpFacts.Get(f) != nil && csharpFacts.Get(f).everywhere != "" {
			everywhere[f.Path] = csharpFacts.Get(f).everywhere
		}
	}
	for _, c := range x.all() {
		if !x.isAspnetController(c) {
			continue
		}
		prefixes := x.routeTemplates(c, c.notes)
		done := map[string]bool{}
		for _, part := range x.supers(c) {
			if part != c && len(prefixes) == 0 {
				prefixes = x.routeTemplates(part, part.notes)
			}
			for i := range part.methods {
				m := &part.methods[i]
				if !slices.Contains(m.mods, "public") || slices.Contains(m.mods, "static") || slices.Contains(m.mods, "abstract") || m.name == part.name || done[m.signature()] {
					continue
				}
				if _, skip := noted(m.notes, "NonAction"); skip {
					continue
				}
				done[m.signature()] = true
				for _, r := range x.action(c, part, m, prefixes, patterns) {
					if r.Guard == "" && !aspnetOpen(m.notes, c.notes, part.notes) {
						r.Guard = facts.Closest(everywhere, r.File)
					}
					out = append(out, r)
				}
			}
		}
	}
	for _, p := range patterns {
		if !strings.Contains(p.pattern, "{controller") && strings.Trim(p.pattern, "/") != "" {
			out = append(out, engine.Route{Framework: "asp.net", Method: "GET", Path: facts.Clean(aspnetPath(facts.Join(p.pattern))), File: p.file, Line: p.line})
		}
	}
	return out
}

func (x *csIndex) isAspnetController(c *annotatedClass) bool {
	if c.kind != "class" || !strings.HasSuffix(c.file, ".cs") || slices.Contains(c.mods, "abstract") || slices.Contains(c.mods, "static") {
		return false
	}
	if _, no := noted(c.notes, "NonController"); no {
		return false
	}
	if _, ok := noted(c.notes, "ApiController", "Controller"); ok || strings.HasSuffix(c.name, "Controller") {
		return true
	}
	return slices.Contains(c.supers, "ControllerBase") || slices.Contains(c.supers, "Controller")
}

// routeTemplates returns the templates of [Route] and [RoutePrefix].
func (x *csIndex) routeTemplates(c *annotatedClass, notes []note) (out []string) {
	for _, n := range notes {
		if n.name == "Route" || n.name == "RoutePrefix" {
			out = append(out, n.arg("", "template", "Template").Texts(x.names(c))...)
		}
	}
	return out
}

// action returns the routes of a method.
func (x *csIndex) action(c, part *annotatedClass, m *method, prefixes []string, patterns []convention) (out []engine.Route) {
	type verb struct {
		methods   []string
		templates []string
	}
	var verbs []verb
	find := x.names(part)
	for _, n := range m.notes {
		if v, ok := aspnetVerbs[n.name]; ok {
			verbs = append(verbs, verb{[]string{v}, n.arg("", "template", "Template").Texts(find)})
		}
		if n.name == "AcceptVerbs" {
			var names []string
			for _, a := range n.args {
				names = append(names, a.LastNames()...)
			}
			verbs = append(verbs, verb{facts.Methods(names), n.arg("Route").Texts(find)})
		}
	}
	own := x.routeTemplates(part, m.notes)
	if len(verbs) == 0 {
		if len(own) == 0 && !isAction(m) {
			return nil
		}
		verbs = []verb{{nil, nil}}
	}
	attributed := len(prefixes) > 0 || len(own) > 0
	for _, v := range verbs {
		templates := v.templates
		if len(templates) == 0 {
			templates = own
		}
		methods := v.methods
		var paths []string
		switch {
		case len(templates) > 0:
			for _, t := range templates {
				if strings.HasPrefix(t, "/") || strings.HasPrefix(t, "~/") || len(prefixes) == 0 {
					paths = append(paths, strings.TrimPrefix(t, "~"))
					continue
				}
				for _, p := range prefixes {
					paths = append(paths, joinTemplate(p, t))
				}
			}
		case attributed:
			paths = prefixes
		default:
			paths = conventional(c, m, patterns)
			if len(methods) == 0 {
				methods = []string{"GET"}
			}
		}
		if len(methods) == 0 {
			methods = facts.AnyMethods
		}
		for _, p := range paths {
			for _, verb := range methods {
				out = append(out, x.aspnetRoute(c, part, m, verb, tokens(c, m, p)))
			}
		}
	}
	return out
}

func joinTemplate(prefix, template string) string {
	if template == "" {
		return prefix
	}
	return facts.Join(prefix, template)
}

// isAction tells which methods without attributes are actions by what they return: all
// public ones are, but helpers are public too often.
func isAction(m *method) bool {
	switch m.result {
	case "ActionResult", "IActionResult", "ViewResult", "JsonResult", "PartialViewResult", "RedirectResult", "RedirectToActionResult", "FileResult", "ContentResult", "FileContentResult",
		"FileStreamResult", "IHttpActionResult", "HttpResponseMessage", "EmptyResult", "RedirectToRouteResult", "HttpStatusCodeResult":
		return true
	}
	return m.result == "Task" && (strings.HasSuffix(m.arg, "Result") || m.arg == "HttpResponseMessage")
}

// tokens puts the names of the controller, the action and the area into a template.
func tokens(c *annotatedClass, m *method, p string) string {
	action := strings.TrimSuffix(m.name, "Async")
	if n, ok := noted(m.notes, "ActionName"); ok {
		if t := n.arg("").Text1(nil); t != "" {
			action = t
		}
	}
	area := ""
	if n, ok := noted(c.notes, "Area"); ok {
		area = n.arg("").Text1(nil)
	}
	return strings.NewReplacer("[controller]", strings.TrimSuffix(c.name, "Controller"), "[Controller]", strings.TrimSuffix(c.name, "Controller"),
		"[action]", action, "[Action]", action, "[area]", area).Replace(p)
}

// convention is a pattern that the program declares for all controllers.
type convention struct {
	pattern string
	file    string
	line    int
	area    string
}

// conventional returns the paths that patterns give an action: those of the program that
// lies closest, or what everybody has.
func conventional(c *annotatedClass, m *method, patterns []convention) (out []string) {
	most := -1
	for _, p := range patterns {
		if strings.Contains(p.pattern, "{controller") {
			most = max(most, facts.Nearness(c.file, p.file))
		}
	}
	id := slices.ContainsFunc(m.params, func(p member) bool { return p.name == "id" })
	area, _ := noted(c.notes, "Area")
	for _, p := range patterns {
		if !strings.Contains(p.pattern, "{controller") || facts.Nearness(c.file, p.file) != most || (strings.Contains(p.pattern, "{area") || p.area != "") != (area.name != "") {
			continue
		}
		var parts []string
		for part := range strings.SplitSeq(strings.Trim(p.pattern, "/"), "/") {
			switch {
			case strings.HasPrefix(part, "{controller"):
				part = "[controller]"
			case strings.HasPrefix(part, "{action"):
				part = "[action]"
			case strings.HasPrefix(part, "{area"):
				part = "[area]"
			case strings.HasPrefix(part, "{id") && !id:
				continue
			}
			parts = append(parts, part)
		}
		out = append(out, "/"+strings.Join(parts, "/"))
	}
	if len(out) == 0 {
		if area.name != "" {
			return []string{"/[area]/[controller]/[action]"}
		}
		return []string{"/[controller]/[action]"}
	}
	return out
}

// aspnetPath writes the parameters of a template as {name}, without constraints and
// defaults.
func aspnetPath(p string) string {
	return facts.PathParam.ReplaceAllStringFunc(facts.FlattenBraces(p), func(m string) string {
		name := strings.Trim(m, "{}")
		if i := strings.IndexAny(name, ":=?"); i >= 0 {
			name = name[:i]
		}
		return "{" + strings.Trim(name, "* ") + "}"
	})
}

func (x *csIndex) aspnetRoute(c, part *annotatedClass, m *method, verb, template string) engine.Route {
	r := engine.Route{Framework: "asp.net", Method: verb, Path: facts.Clean(aspnetPath(facts.Join(template))), Handler: c.name + "." + m.name, File: part.file, Line: m.line,
		Guard: aspnetGuard(m.notes, c.notes, part.notes)}
	names := facts.PathNames(r.Path)
	for _, p := range m.params {
		r.Params = append(r.Params, x.aspnetParam(part, p, verb, names)...)
	}
	r.Params = append(r.Params, m.reads...)
	return r
}

// aspnetParam returns what a parameter of an action or of a minimal API's handler reads.
func (x *csIndex) aspnetParam(c *annotatedClass, p member, verb string, inPath []string) []engine.RouteParam {
	in := "query"
	if verb == "POST" || verb == "PUT" || verb == "PATCH" || verb == "QUERY" {
		in = "body"
	}
	for _, n := range p.notes {
		name := n.arg("Name").Text1(x.names(c))
		if name == "" {
			name = p.name
		}
		switch n.name {
		case "FromRoute":
			return nil
		case "FromQuery", "FromUri":
			if fields := x.bodyFields(c, p, "query"); fields != nil && !isSimpleType(p.typ) {
				return fields
			}
			return []engine.RouteParam{facts.Param(name, "query")}
		case "FromHeader":
			return []engine.RouteParam{facts.Param(name, "header")}
		case "FromCookie":
			return []engine.RouteParam{facts.Param(name, "cookie")}
		case "FromForm", "FromBody":
			if fields := x.bodyFields(c, p, "body"); fields != nil {
				return fields
			}
			return []engine.RouteParam{facts.Param(name, "body")}
		case "AsParameters":
			return x.asParameters(c, p, verb, inPath)
		case "FromServices", "FromKeyedServices", "BindNever":
			return nil
		}
	}
	switch {
	case slices.Contains(inPath, p.name), p.typ == "":
		return nil
	case isSimpleType(p.typ):
		return []engine.RouteParam{facts.Param(p.name, in)}
	case strings.HasPrefix(p.typ, "IFormFile"):
		return []engine.RouteParam{facts.Param(p.name, "body")}
	case p.arg != "" && isSimpleType(p.arg):
		return []engine.RouteParam{facts.Param(p.name, in)}
	}
	return x.bodyFields(c, p, in)
}

// asParameters returns what the fields of a type read, each as if it were a parameter.
func (x *csIndex) asParameters(c *annotatedClass, p member, verb string, inPath []string) (out []engine.RouteParam) {
	t := x.find(c.file, p.typ)
	if t == nil {
		return nil
	}
	for _, f := range t.fields {
		if _, again := noted(f.notes, "AsParameters"); !again {
			out = append(out, x.aspnetParam(t, f, verb, inPath)...)
		}
	}
	return out
}

// aspnetGuard returns the attribute that asks who is calling: those of the method come
// before those of its class. [AllowAnonymous] wins wherever it is.
func aspnetGuard(levels ...[]note) string {
	if aspnetOpen(levels...) {
		return ""
	}
	for _, notes := range levels {
		for _, n := range notes {
			if strings.Contains(n.name, "Authorize") || n.name == "RequireScope" || n.name == "RequiredScope" || (n.name == "ServiceFilter" || n.name == "TypeFilter") && strings.Contains(n.text, "Auth") {
				return "[" + strings.Trim(n.text, "[]") + "]"
			}
		}
	}
	return ""
}

func aspnetOpen(levels ...[]note) bool {
	return slices.ContainsFunc(levels, func(notes []note) bool { _, open := noted(notes, "AllowAnonymous"); return open })
}
