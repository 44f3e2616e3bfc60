package python

import (
	"strings"

	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

// knownGuards are the decorators, permissions, mixins, and dependencies of libraries that
// refuse callers, by module and name.
var knownGuards = func() map[string]bool {
	out := map[string]bool{}
	for module, names := range map[string]string{
		"flask_login":                           "login_required fresh_login_required",
		"flask_jwt_extended":                    "jwt_required fresh_jwt_required jwt_refresh_token_required verify_jwt_in_request",
		"flask_jwt_extended.view_decorators":    "jwt_required verify_jwt_in_request",
		"flask_jwt":                             "jwt_required",
		"flask_security":                        "login_required auth_required auth_token_required http_auth_required roles_required roles_accepted permissions_required permissions_accepted",
		"flask_security.decorators":             "auth_required auth_token_required http_auth_required roles_required roles_accepted permissions_required",
		"flask_httpauth":                        "HTTPBasicAuth.login_required HTTPTokenAuth.login_required HTTPDigestAuth.login_required MultiAuth.login_required",
		"quart_auth":                            "login_required",
		"django.contrib.auth.decorators":        "login_required permission_required",
		"django.contrib.admin.views.decorators": "staff_member_required",
		"django.contrib.auth.mixins":            "LoginRequiredMixin PermissionRequiredMixin",
		"rest_framework.permissions":            "IsAuthenticated IsAdminUser DjangoModelPermissions DjangoObjectPermissions",
		"starlette.authentication":              "requires",
		"aiohttp_security":                      "check_authorized check_permission",
		"sanic_jwt":                             "protected",
		"sanic_jwt.decorators":                  "protected",
		"sanic_ext.extensions.auth":             "protected",
		"fastapi_users":                         "FastAPIUsers.current_user",
		"fastapi_login":                         "LoginManager",
		"ninja.security":                        "django_auth django_auth_superuser",
	} {
		for _, name := range strings.Fields(names) {
			out[module+"."+name] = true
		}
	}
	// As in from rest_framework import permissions; rest_framework.permissions.IsAuthenticated
	return out
}()

// lenient recognizes jwt_required(optional=True).
func lenient(s *facts.Reader, call match.NodeID) bool {
	_, args := s.Call(call)
	v := s.Keyword(args, "optional")
	return v != 0 && s.Node(v).Text != "False"
}

// demands returns the dependencies of a function: what FastAPI calls before it.
func demands(s *facts.Reader, f match.NodeID) (out []string) {
	for _, p := range s.Kids(s.Kid(f, 2)) {
		if s.Kind(p) != match.Param {
			continue
		}
		for _, n := range append((&source{s}).insideAnnotated(s.Kid(p, 2)), s.Kid(p, 3)) {
			if called := s.Called(n); called == "Depends" || called == "Security" {
				if _, args := s.Call(n); len(args) > 0 {
					out = append(out, s.Symbol(args[0]))
				}
			}
		}
		if typ := s.Kid(p, 2); s.Kind(typ) == match.Ident || s.Kind(typ) >= 100 {
			if sym := (&source{s}).symbolOfType(typ); strings.HasPrefix(sym, "Current") || facts.IsGuard(sym) {
				out = append(out, sym)
			}
		}
	}
	return out
}

// annotatedAliases records CurrentUser = Annotated[User, Depends(get_current_user)].
func (s *source) annotatedAliases() {
	for _, n := range s.NodesOf(match.Assign) {
		var deps []string
		for _, c := range s.insideAnnotated(s.Kid(n, 1)) {
			if called := s.Called(c); called == "Depends" || called == "Security" {
				if _, args := s.Call(c); len(args) > 0 {
					deps = append(deps, s.Symbol(args[0]))
				}
			}
		}
		if len(deps) > 0 {
			s.AddRefusal(s.Symbol(s.Kid(n, 0)), facts.Refusal{Tail: deps})
		}
	}
}
