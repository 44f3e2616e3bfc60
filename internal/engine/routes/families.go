package routes

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"vigil/internal/engine"
)

// family is what a file says to frameworks whose routes do not hang on routers with
// names, and which are therefore linked in a way of their own.
type family struct {
	annotated  []*annotatedClass
	functional []fnRoute
	security   []securityRule
	golang     *goFile
	csharp     *csFile
	rails      *railsFile
	sinatra    []sinatraRoute
	laravel    *laravelFile
	symfony    *symfonyFile
	proto      *protoFile
	graphql    *graphqlFile
	document   *document
	config     map[string]string // settings that stand before all paths
}

// familyFrameworks take the facts of families. One of them may serve many frameworks:
// each route says which one it is of.
var familyFrameworks = []framework{
	{name: "classes", endings: []string{".java", ".kt"}, words: []string{"@RestController", "@Controller", "Mapping", "@Path", "@ApplicationPath", "extends Application", "@ServerEndpoint", "@ServerWebSocket", "@WebServlet", "RouterFunction", "router {", "coRouter", "HttpSecurity"},
		look: lookClasses},
	{name: "asp.net", endings: []string{".cs"}, words: []string{"Controller", "MapGet", "MapPost", "MapPut", "MapDelete", "MapPatch", "MapMethods", "MapGroup", "MapRoute", "IEndpointRouteBuilder", "RouteGroupBuilder", "WebApplication"},
		look: lookAspnet},
	{name: "rails", endings: []string{".rb"}, words: []string{"routes.draw", "Controller", "routes.append", "routes.prepend"}, look: lookRails},
	{name: "rails", endings: []string{".rb"}, place: isDrawn, look: lookRails},
	{name: "sinatra", endings: []string{".rb"}, words: []string{"sinatra"}, look: lookSinatra},
	{name: "sinatra", endings: []string{".ru"}, words: []string{"map "}, look: lookSinatra},
	{name: "laravel", endings: []string{".php"}, words: []string{"Route::", "$router->", "$app->", "withRouting", "Controller", "FormRequest"}, look: lookLaravel},
	{name: "symfony", endings: []string{".php"}, words: []string{"#[Route", "@Route", "Rest\\"}, look: lookPHP},
	{name: "symfony", endings: []string{".yaml", ".yml"}, place: isSymfony, look: lookSymfonyYAML},
	{name: "go", endings: []string{".go"}, words: []string{"ServeMux", "HandleFunc", "http.Handle(", "http.Request", "gin-gonic/gin", "labstack/echo", "go-chi/chi", "gofiber/fiber", "gorilla/mux", "julienschmidt/httprouter"}, look: lookGo},
	{name: "grpc", endings: []string{".proto"}, words: []string{"service", "message"}, look: func(s *source) { s.proto = readProto(s.path, s.Source) }},
	{name: "graphql", endings: []string{".graphql", ".graphqls", ".gql"}, words: []string{"type", "schema"}, look: func(s *source) { s.graphql = readGraphQL(s.path, s.Source) }},
	{name: "openapi", endings: []string{".json", ".yaml", ".yml"}, words: []string{"openapi", "swagger"}, look: lookDocument},
	{name: "config", endings: []string{".properties", ".yml", ".yaml", ".xml"}, place: isConfig, look: lookConfig},
}

func lookClasses(s *source) {
	if s.Tree != nil && s.annotated == nil {
		s.annotated = classesOf(s.File)
		lookFunctional(s)
		lookSecurity(s)
	}
}

func lookGo(s *source) {
	if s.Tree == nil {
		return
	}
	f := readGo(s.File)
	for _, p := range f.imports {
		if p == "testing" || p == "net/http/httptest" { // what it serves is for tests
			return
		}
		kind := goKindOf(p)
		f.declares = f.declares || kind != "" && kind != "net-http"
	}
	f.declares = f.declares || bytes.Contains(s.Source, []byte("ServeMux")) || bytes.Contains(s.Source, []byte("HandleFunc(")) || bytes.Contains(s.Source, []byte("http.Handle("))
	s.golang = f
}

func lookDocument(s *source) {
	if isDocument(s.path, s.Source) {
		s.document = newDocument(s.path, s.Source)
	}
}

// families links what each family has.
func (l *linker) families() (out []engine.Route) {
	var protos []*protoFile
	var graphs []*graphqlFile
	var goFiles []*goFile
	for _, f := range l.sorted() {
		if f.proto != nil {
			protos = append(protos, f.proto)
		}
		if f.graphql != nil {
			graphs = append(graphs, f.graphql)
		}
		if f.golang != nil {
			goFiles = append(goFiles, f.golang)
		}
		if f.document != nil {
			f.documented = append(f.documented, l.guarded("openapi", func() []engine.Route { return f.document.routes(l.bytes) })...)
		}
	}
	x := indexClasses(l)
	for _, f := range []struct {
		name string
		find func() []engine.Route
	}{
		{"grpc", func() []engine.Route { return grpcRoutes(protos) }},
		{"graphql", func() []engine.Route { return graphqlRoutes(graphs) }},
		{"go", func() []engine.Route { return goRoutes(l, goFiles) }},
		{"rails", func() []engine.Route { return railsRoutes(l) }},
		{"sinatra", func() []engine.Route { return sinatraRoutes(l) }},
		{"asp.net", func() []engine.Route { return append(aspnetRoutes(l, x), minimalRoutes(l, x)...) }},
		{"laravel", func() []engine.Route { return laravelRoutes(l, x) }},
		{"symfony", func() []engine.Route { return symfonyRoutes(l, x) }},
		{"spring", func() []engine.Route {
			list := secure(l, x, append(springRoutes(x), functionalRoutes(l, x)...))
			return x.settings.apply(list, "server.servlet.context-path", "spring.webflux.base-path", "server.context-path")
		}},
		{"micronaut", func() []engine.Route { return x.settings.apply(micronautRoutes(x), "micronaut.server.context-path") }},
		{"jax-rs", func() []engine.Route { return jaxrsRoutes(x, x.settings.jaxrs(x)) }},
	} {
		if l.ctx.Err() != nil {
			l.failed = append(l.failed, f.name+": took too long")
			continue
		}
		out = append(out, l.guarded(f.name, f.find)...)
	}
	return out
}

// guarded keeps a mistake in one family from taking the others along.
func (l *linker) guarded(name string, find func() []engine.Route) (out []engine.Route) {
	defer func() {
		if recover() != nil { // what it was about may be in the value, so it is not repeated
			out, l.failed = nil, append(l.failed, name+": the analysis failed")
		}
	}()
	for _, r := range find() {
		r.Path, r.Handler, r.Guard = clean(strings.ToValidUTF8(r.Path, "")), short(r.Handler), short(r.Guard)
		if isMethod(r.Method) && r.Line > 0 && len(out) < 2*maxRoutes {
			out = append(out, r)
		}
	}
	return out
}

// bytes returns the content of a file of the tree, nil if it cannot be had.
func (l *linker) bytes(file string) []byte {
	if !l.paths[file] || l.load == nil || l.demanded >= maxDemanded || l.ctx.Err() != nil {
		return nil
	}
	l.demanded++
	if f := l.load(file); f != nil {
		return f.Source
	}
	return nil
}

// filesIn returns the files of a folder with an ending, sorted.
func (l *linker) filesIn(dir, ending string) []string {
	if l.byFolder == nil {
		l.byFolder = map[string][]string{}
		for p := range l.paths {
			l.byFolder[path.Dir(p)] = append(l.byFolder[path.Dir(p)], p)
		}
		for _, files := range l.byFolder {
			slices.Sort(files)
		}
	}
	return slices.DeleteFunc(slices.Clone(l.byFolder[dir]), func(p string) bool { return !strings.HasSuffix(p, ending) || isTest(p) })
}

// isDrawn tells which files config/routes.rb may draw.
func isDrawn(file string) bool { return strings.Contains("/"+file, "/config/routes/") }
