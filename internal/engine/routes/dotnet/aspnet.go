package dotnet

import (
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/routes/classes"
	"vigil/internal/engine/routes/facts"
)

var aspnet = facts.Framework{
	Name: "asp.net", Endings: []string{".cs"},
	Words: []string{"Controller", "MapGet", "MapPost", "MapPut", "MapDelete", "MapPatch", "MapMethods", "MapGroup", "MapRoute", "IEndpointRouteBuilder", "RouteGroupBuilder", "WebApplication"},
	Look:  lookAspnet,
	Link: func(l *facts.Linker) []engine.Route {
		x := &index{classes.IndexOf(l)}
		return append(aspnetRoutes(l, x), minimalRoutes(l, x)...)
	},
}

// aspnetVerbs maps the attributes of actions to HTTP methods.
var aspnetVerbs = map[string]string{
	"HttpGet": "GET", "HttpPost": "POST", "HttpPut": "PUT", "HttpDelete": "DELETE", "HttpPatch": "PATCH", "HttpHead": "HEAD", "HttpOptions": "OPTIONS",
}

// aspnetRoutes returns the routes of ASP.NET controllers. An action without attribute
// routing has the conventional routes that the program declares; without an explicit method
// it counts as GET, although others would be accepted.
func aspnetRoutes(l *facts.Linker, x *index) (out []engine.Route) {
	patterns := conventions(l)
	everywhere := map[string]string{} // guards for all controllers, by program file
	for _, f := range l.Files() {
		if csharpFacts.Get(f) != nil && csharpFacts.Get(f).everywhere != "" {
			everywhere[f.Path] = csharpFacts.Get(f).everywhere
		}
	}
	for _, c := range x.All() {
		if !x.isAspnetController(c) {
			continue
		}
		prefixes := x.routeTemplates(c, c.Annotations)
		done := map[string]bool{}
		for _, part := range x.Supers(c) {
			if part != c && len(prefixes) == 0 {
				prefixes = x.routeTemplates(part, part.Annotations)
			}
			for i := range part.Methods {
				m := &part.Methods[i]
				if !slices.Contains(m.Modifiers, "public") || slices.Contains(m.Modifiers, "static") || slices.Contains(m.Modifiers, "abstract") || m.Name == part.Name || done[m.Signature()] {
					continue
				}
				if _, skip := classes.Annotated(m.Annotations, "NonAction"); skip {
					continue
				}
				done[m.Signature()] = true
				for _, r := range x.action(c, part, m, prefixes, patterns) {
					if r.Guard == "" && !aspnetOpen(m.Annotations, c.Annotations, part.Annotations) {
						if r.Guard = facts.Closest(everywhere, r.File); r.Guard != "" {
							r.Candidate = ""
						}
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

func (x *index) isAspnetController(c *classes.Class) bool {
	if c.Kind != "class" || !strings.HasSuffix(c.File, ".cs") || slices.Contains(c.Modifiers, "abstract") || slices.Contains(c.Modifiers, "static") {
		return false
	}
	if _, no := classes.Annotated(c.Annotations, "NonController"); no {
		return false
	}
	if _, ok := classes.Annotated(c.Annotations, "ApiController", "Controller"); ok || strings.HasSuffix(c.Name, "Controller") {
		return true
	}
	return slices.Contains(c.Supers, "ControllerBase") || slices.Contains(c.Supers, "Controller")
}

// routeTemplates returns the templates of [Route] and [RoutePrefix].
func (x *index) routeTemplates(c *classes.Class, notes []classes.Annotation) (out []string) {
	for _, n := range notes {
		if n.Name == "Route" || n.Name == "RoutePrefix" {
			out = append(out, n.Arg("", "template", "Template").Texts(x.Constants(c))...)
		}
	}
	return out
}

// action returns the routes of a method.
func (x *index) action(c, part *classes.Class, m *classes.Method, prefixes []string, patterns []convention) (out []engine.Route) {
	type verb struct {
		methods   []string
		templates []string
	}
	var verbs []verb
	find := x.Constants(part)
	for _, n := range m.Annotations {
		if v, ok := aspnetVerbs[n.Name]; ok {
			verbs = append(verbs, verb{[]string{v}, n.Arg("", "template", "Template").Texts(find)})
		}
		if n.Name == "AcceptVerbs" {
			var names []string
			for _, a := range n.Args {
				names = append(names, a.LastNames()...)
			}
			verbs = append(verbs, verb{facts.Methods(names), n.Arg("Route").Texts(find)})
		}
	}
	own := x.routeTemplates(part, m.Annotations)
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

// isAction reports whether a method without attributes is an action, by its return type: all
// public methods are, but helpers are often public, too.
func isAction(m *classes.Method) bool {
	switch m.Result {
	case "ActionResult", "IActionResult", "ViewResult", "JsonResult", "PartialViewResult", "RedirectResult", "RedirectToActionResult", "FileResult", "ContentResult", "FileContentResult",
		"FileStreamResult", "IHttpActionResult", "HttpResponseMessage", "EmptyResult", "RedirectToRouteResult", "HttpStatusCodeResult":
		return true
	}
	return m.Result == "Task" && (strings.HasSuffix(m.ResultArg, "Result") || m.ResultArg == "HttpResponseMessage")
}

// tokens replaces [controller], [action], and [area] in a template.
func tokens(c *classes.Class, m *classes.Method, p string) string {
	action := strings.TrimSuffix(m.Name, "Async")
	if n, ok := classes.Annotated(m.Annotations, "ActionName"); ok {
		if t := n.Arg("").Text1(nil); t != "" {
			action = t
		}
	}
	area := ""
	if n, ok := classes.Annotated(c.Annotations, "Area"); ok {
		area = n.Arg("").Text1(nil)
	}
	return strings.NewReplacer("[controller]", strings.TrimSuffix(c.Name, "Controller"), "[Controller]", strings.TrimSuffix(c.Name, "Controller"),
		"[action]", action, "[Action]", action, "[area]", area).Replace(p)
}

// convention is a conventional route pattern.
type convention struct {
	pattern string
	file    string
	line    int
	area    string
}

// conventional returns the paths that conventional routing gives an action: by the patterns
// of the nearest program, or the default one.
func conventional(c *classes.Class, m *classes.Method, patterns []convention) (out []string) {
	most := -1
	for _, p := range patterns {
		if strings.Contains(p.pattern, "{controller") {
			most = max(most, facts.Nearness(c.File, p.file))
		}
	}
	id := slices.ContainsFunc(m.Params, func(p classes.Member) bool { return p.Name == "id" })
	area, _ := classes.Annotated(c.Annotations, "Area")
	for _, p := range patterns {
		if !strings.Contains(p.pattern, "{controller") || facts.Nearness(c.File, p.file) != most || (strings.Contains(p.pattern, "{area") || p.area != "") != (area.Name != "") {
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
		if area.Name != "" {
			return []string{"/[area]/[controller]/[action]"}
		}
		return []string{"/[controller]/[action]"}
	}
	return out
}

// aspnetPath rewrites the parameters of a template as {name}, without constraints and
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

func (x *index) aspnetRoute(c, part *classes.Class, m *classes.Method, verb, template string) engine.Route {
	r := engine.Route{Framework: "asp.net", Method: verb, Path: facts.Clean(aspnetPath(facts.Join(template))), Handler: c.Name + "." + m.Name, File: part.File, Line: m.Line,
		Body: part.Lines(m), Guard: aspnetGuard(m.Annotations, c.Annotations, part.Annotations)}
	if !x.proven(r.File, r.Guard) {
		r.Guard, r.Candidate = "", r.Guard
	}
	names := facts.PathNames(r.Path)
	for _, p := range m.Params {
		r.Params = append(r.Params, x.aspnetParam(part, p, verb, names)...)
	}
	r.Params = append(r.Params, m.Reads...)
	return r
}

// aspnetParam returns the request data that a parameter of an action or minimal API handler is bound to.
func (x *index) aspnetParam(c *classes.Class, p classes.Member, verb string, inPath []string) []engine.RouteParam {
	in := "query"
	if verb == "POST" || verb == "PUT" || verb == "PATCH" || verb == "QUERY" {
		in = "body"
	}
	for _, n := range p.Annotations {
		name := n.Arg("Name").Text1(x.Constants(c))
		if name == "" {
			name = p.Name
		}
		switch n.Name {
		case "FromRoute":
			return nil
		case "FromQuery", "FromUri":
			if fields := x.BodyFields(c, p, "query"); fields != nil && !classes.IsSimpleType(p.Type) {
				return fields
			}
			return []engine.RouteParam{facts.Param(name, "query")}
		case "FromHeader":
			return []engine.RouteParam{facts.Param(name, "header")}
		case "FromCookie":
			return []engine.RouteParam{facts.Param(name, "cookie")}
		case "FromForm", "FromBody":
			if fields := x.BodyFields(c, p, "body"); fields != nil {
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
	case slices.Contains(inPath, p.Name), p.Type == "":
		return nil
	case classes.IsSimpleType(p.Type):
		return []engine.RouteParam{facts.Param(p.Name, in)}
	case strings.HasPrefix(p.Type, "IFormFile"):
		return []engine.RouteParam{facts.Param(p.Name, "body")}
	case p.TypeArg != "" && classes.IsSimpleType(p.TypeArg):
		return []engine.RouteParam{facts.Param(p.Name, in)}
	}
	return x.BodyFields(c, p, in)
}

// asParameters returns the request data that the fields of a type are bound to, each like a parameter.
func (x *index) asParameters(c *classes.Class, p classes.Member, verb string, inPath []string) (out []engine.RouteParam) {
	t := x.Find(c.File, p.Type)
	if t == nil {
		return nil
	}
	for _, f := range t.Fields {
		if _, again := classes.Annotated(f.Annotations, "AsParameters"); !again {
			out = append(out, x.aspnetParam(t, f, verb, inPath)...)
		}
	}
	return out
}

// aspnetGuard returns the attribute that acts as a guard: those of the method come
// before those of its class. [AllowAnonymous] wins wherever it is.
func aspnetGuard(levels ...[]classes.Annotation) string {
	if aspnetOpen(levels...) {
		return ""
	}
	for _, notes := range levels {
		for _, n := range notes {
			if strings.Contains(n.Name, "Authorize") || n.Name == "RequireScope" || n.Name == "RequiredScope" || (n.Name == "ServiceFilter" || n.Name == "TypeFilter") && strings.Contains(n.Text, "Auth") {
				return "[" + strings.Trim(n.Text, "[]") + "]"
			}
		}
	}
	return ""
}

func aspnetOpen(levels ...[]classes.Annotation) bool {
	return slices.ContainsFunc(levels, func(notes []classes.Annotation) bool {
		_, open := classes.Annotated(notes, "AllowAnonymous")
		return open
	})
}
