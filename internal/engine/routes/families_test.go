package routes_test

import (
	"fmt"
	"strings"
	"testing"

	"vigil/internal/engine"
)

func checkFailed(t *testing.T, what string, cover engine.Coverage) {
	t.Helper()
	for _, s := range cover.Skipped {
		if strings.Contains(s.Reason, "failed") {
			t.Errorf("%s: %s: %s", what, s.Path, s.Reason)
		}
	}
}

// TestHostileFiles has files that are nested deeply, refer to themselves, or stand for
// far more than they hold.
func TestHostileFiles(t *testing.T) {
	many := func(s string, n int) string { return strings.Repeat(s, n) }
	for name, files := range map[string]map[string]string{
		"deep proto":          {"a.proto": "message A" + many("{message B", 3000) + many("}", 3000) + "service S { rpc X(A) returns (A) { option (google.api.http) = {" + many("additional_bindings {", 5000)},
		"deep graphql":        {"a.graphql": "type Query { a(" + many("x: [", 20000) + " }" + many("(", 20000)},
		"yaml aliases":        {"openapi.yaml": "openapi: 3.0.0\na: &a [x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c]\npaths: {/x: {get: {parameters: [*d,*d,*d,*d,*d,*d,*d,*d]}}}\n"},
		"reference to self":   {"openapi.json": `{"openapi":"3.0.0","paths":{"/x":{"$ref":"#/paths/~1x"},"/y":{"post":{"requestBody":{"content":{"a":{"schema":{"$ref":"#/s"}}}}}}},"s":{"allOf":[{"$ref":"#/s"},{"$ref":"#/s"},{"$ref":"#/s"}],"items":{"$ref":"#/s"}}}`},
		"classes in circles":  {"A.java": "@RestController class A extends B { @GetMapping(X) void a(@RequestBody A x) {} static final String X = Y + Y; static final String Y = X + X; }", "B.java": "class B extends A { @GetMapping(\"/b\") void b() {} }"},
		"locators in circles": {"A.java": "@Path(\"a\") class A { @Path(\"b\") B b() { return null; } }", "B.java": "class B { @Path(\"a\") A a() { return null; } @GET void g() {} }"},
		"calls in circles":    {"a.go": "package a\nimport \"github.com/gin-gonic/gin\"\nfunc a(r *gin.Engine) { b(r); b(r); r.GET(\"/a\", nil) }\nfunc b(r *gin.Engine) { a(r); c(r); c(r) }\nfunc c(r *gin.Engine) { a(r); b(r); r.Group(\"/c\").GET(\"/x\", nil) }\n"},
		"exploding calls":     {"a.go": "package a\nimport \"github.com/gin-gonic/gin\"\n" + explode(25)},
		"deep lambdas":        {"a.go": "package a\nimport \"github.com/go-chi/chi/v5\"\nfunc m() { r := chi.NewRouter()\n" + many("r.Route(\"/x\", func(r chi.Router) {\n", 300) + many("})\n", 300) + "}\n"},
		"mounts in circles":   {"a.go": "package a\nimport \"github.com/go-chi/chi/v5\"\nfunc m() { a := chi.NewRouter(); b := chi.NewRouter(); a.Mount(\"/b\", b); b.Mount(\"/a\", a); b.Mount(\"/b\", b); a.Get(\"/x\", nil) }\n"},
		"concerns in circles": {"config/routes.rb": "Rails.application.routes.draw do\nconcern :a do\nresources :x, concerns: [:a, :b]\nend\nconcern :b do\nresources :y, concerns: [:a, :b]\nend\nresources :z, concerns: [:a, :b]\ndraw :me\nend\n", "config/routes/me.rb": "draw :me\nget 'x', to: 'y#z'\n"},
		"nested loops":        {"config/routes.rb": "Rails.application.routes.draw do\n" + many("%w[a b c d e f g h].each do |x|\n", 12) + "get \"#{x}\", to: 'a#b'\n" + many("end\n", 12) + "end\n"},
		"deep groups":         {"routes/web.php": "<?php\n" + many("Route::prefix('a')->group(function () {\n", 500) + many("});\n", 500)},
		"long chain":          {"routes/web.php": "<?php\nRoute::get('/x', 'A@b')" + many("->name('x')", 5000) + ";"},
		"groups in circles":   {"A.cs": "static class A { static void MapA(this RouteGroupBuilder g) { g.MapB(); g.MapGet(\"/a\", () => 1); } static void MapB(this RouteGroupBuilder g) { g.MapGroup(\"/b\").MapA(); g.MapGroup(\"/c\").MapA(); } }"},
		"wide expression":     {"A.java": "@RestController class A { @GetMapping(" + many("\"/a\" + B.C + ", 3000) + "\"\") void a() {} }"},
	} {
		t.Run(name, func(t *testing.T) {
			got, cover := find(t, files)
			checkFailed(t, name, cover)
			if len(got) > 20_000 {
				t.Errorf("%d routes", len(got))
			}
		})
	}
}

// explode is functions that each call the one before it twice.
func explode(n int) string {
	out := "func f0(r *gin.RouterGroup) { r.GET(\"/x\", nil) }\n"
	for i := 1; i < n; i++ {
		out += fmt.Sprintf("func f%d(r *gin.RouterGroup) { f%d(r.Group(\"/a\")); f%d(r.Group(\"/b\")) }\n", i, i-1, i-1)
	}
	return out
}
