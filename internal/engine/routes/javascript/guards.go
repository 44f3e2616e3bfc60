package javascript

import (
	"strings"

	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

// knownGuards are the middleware and guards of libraries that refuse callers, by module and name.
var knownGuards = map[string]bool{
	"express-jwt": true, "express-jwt.expressjwt": true, "express-jwt.expressJwt": true, "express-jwt.jwt": true,
	"passport.authenticate": true, "koa-passport.authenticate": true, "@fastify/passport.authenticate": true, "@fastify/passport.Authenticator.authenticate": true,
	"express-oauth2-jwt-bearer.auth": true, "express-openid-connect.requiresAuth": true, "express-basic-auth": true, "@clerk/express.requireAuth": true,
	"@clerk/clerk-sdk-node.ClerkExpressRequireAuth": true, "connect-ensure-login.ensureLoggedIn": true, "connect-ensure-login.ensureAuthenticated": true,
	"supertokens-node/recipe/session/framework/express.verifySession": true, "keycloak-connect.protect": true, "keycloak-connect.enforcer": true,
	"koa-jwt": true, "koa-basic-auth": true, "hono/jwt.jwt": true, "hono/bearer-auth.bearerAuth": true, "hono/basic-auth.basicAuth": true,
	"restify-jwt": true, "restify-jwt-community": true, "@nestjs/passport.AuthGuard": true, "nest-keycloak-connect.AuthGuard": true,
	"@auth0/nextjs-auth0.withApiAuthRequired": true,
}

func knownGuard(name string) bool {
	return knownGuards[strings.ReplaceAll(name, ".default", "")]
}

// lenient recognizes options with which a guard lets everybody pass, or leaves the decision
// to a function.
func lenient(s *facts.Reader, call match.NodeID) bool {
	_, args := s.Call(call)
	for _, a := range args {
		a = s.Unwrapped(a)
		switch s.Kind(a) {
		case match.Func:
			if s.Called(call) == "authenticate" { // passport.authenticate('jwt', (err, user) => …)
				return true
			}
		case match.Dict:
			for _, key := range []string{"credentialsRequired", "passthrough", "authRequired", "sessionRequired"} {
				if v := s.Entry(a, key); v != 0 && s.Node(v).Text == map[bool]string{true: "true", false: "false"}[key == "passthrough"] {
					return true
				}
			}
		case match.Str, match.Array:
			for _, t := range s.Strings(a) {
				if t == "anonymous" && (s.Called(call) == "authenticate" || s.Called(call) == "AuthGuard") {
					return true
				}
			}
		}
	}
	return s.Called(call) == "unless"
}

// demands returns the guards that a decorator applies: applyDecorators(UseGuards(JwtGuard)).
func demands(s *facts.Reader, f match.NodeID) (out []string) {
	if !strings.Contains(s.Text(s.Span(f)), "UseGuards") {
		return nil
	}
	s.Walk(s.Kid(f, 4), func(n match.NodeID) bool {
		if s.Kind(n) == match.Call && s.Called(n) == "UseGuards" {
			_, args := s.Call(n)
			for _, a := range args {
				if sym := s.Symbol(a); sym != "" {
					out = append(out, sym)
				}
			}
		}
		return !s.Exhausted()
	})
	return out
}
