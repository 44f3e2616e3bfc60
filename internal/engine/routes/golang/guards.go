package golang

import (
	"regexp"
	"strings"

	"vigil/internal/engine/routes/facts"
)

// knownGuards are the middleware of libraries that refuses callers: names by import path
// without its major version.
var knownGuards = map[string]string{
	"github.com/gin-gonic/gin":                                 "BasicAuth BasicAuthForRealm BasicAuthForProxy",
	"github.com/labstack/echo/middleware":                      "BasicAuth BasicAuthWithConfig KeyAuth KeyAuthWithConfig JWT JWTWithConfig",
	"github.com/labstack/echo-jwt":                             "JWT WithConfig",
	"github.com/go-chi/chi/middleware":                         "BasicAuth",
	"github.com/go-chi/jwtauth":                                "Authenticator",
	"github.com/gofiber/fiber/middleware/basicauth":            "New",
	"github.com/gofiber/fiber/middleware/keyauth":              "New",
	"github.com/gofiber/contrib/jwt":                           "New",
	"github.com/gofiber/jwt":                                   "New",
	"github.com/auth0/go-jwt-middleware":                       "CheckJWT",
	"github.com/appleboy/gin-jwt":                              "MiddlewareFunc",
	"github.com/supertokens/supertokens-golang/recipe/session": "VerifySession",
}

var majorVersion = regexp.MustCompile(`/v\d+(/|$)`)

// guardOf returns an expression as a guard: it is proven if the function that it names
// refuses callers.
func (r *goRun) guardOf(x *goExpr, e *goEnv) (facts.Guard, bool) {
	name := goGuard(x)
	g := facts.Named(name)
	f := e.where()
	for _, n := range guardNames(x, 0) {
		if n.fn != nil && n.fn.refuses || n.fn == nil && f != nil && r.refuses(f, n.text, 0) {
			if g = facts.KnownGuard(n.text); n.fn != nil {
				g.Name = "(anonymous)"
			}
			break
		}
	}
	return g, g.Name != ""
}

// guardNames returns the functions that an expression refers to: those that make middleware,
// and those that are passed on, as in wrap(auth).
func guardNames(x *goExpr, depth int) (out []*goExpr) {
	if x == nil || depth > 3 {
		return nil
	}
	switch x.kind {
	case goRef:
		return []*goExpr{x}
	case goSelect:
		return []*goExpr{{kind: goRef, text: goName(x)}}
	case goLambda:
		return []*goExpr{x}
	case goCall:
		out = guardNames(x.of, depth+1)
		if len(x.args) == 1 && (x.args[0].kind == goRef || x.args[0].kind == goLambda) && strings.HasSuffix(goName(x.of), "Func") {
			out = append(out, guardNames(x.args[0], depth+1)...) // http.HandlerFunc(f)
		}
	}
	return out
}

// refuses reports whether a function refuses callers, by its name in a file. Of methods whose
// receiver is unknown all must.
func (r *goRun) refuses(f *goFile, name string, depth int) bool {
	if name == "" || depth > 4 {
		return false
	}
	first, rest, dotted := strings.Cut(name, ".")
	var found []*goFunc
	switch p := r.packages[f.dir]; {
	case !dotted:
		if p != nil && p.funcs[name] != nil {
			found = append(found, p.funcs[name])
		}
	case f.imports[first] != "":
		path := strings.TrimSuffix(majorVersion.ReplaceAllString(f.imports[first], "/"), "/")
		if names := strings.Fields(knownGuards[path]); len(names) > 0 {
			for _, n := range names {
				if n == rest {
					return true
				}
			}
			return false
		}
		r.loading++
		q := r.imported(f, first)
		r.loading--
		if q != nil && q.funcs[rest] != nil {
			found = append(found, q.funcs[rest])
		}
	default:
		last := facts.LastName(name)
		for _, path := range f.imports { // authMiddleware.MiddlewareFunc(), of a variable
			path = strings.TrimSuffix(majorVersion.ReplaceAllString(path, "/"), "/")
			if names := knownGuards[path]; names == last && last != "New" {
				return true
			}
		}
		found = r.methods[last]
	}
	for _, fn := range found {
		ok := fn.refuses
		for _, asked := range fn.asks {
			ok = ok || r.refuses(fn.file, asked, depth+1)
		}
		if !ok {
			return false
		}
	}
	return len(found) > 0
}
