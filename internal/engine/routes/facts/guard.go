package facts

import (
	"strings"

	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/refusal"
)

// strong are words that identify a guard on their own.
var strong = wordSet(`auth authn authz authed authenticate authenticated authenticates authentication authenticator authorize authorized authorization authorizer authorise authorised
	authorisation jwt passport oauth oauth2 bearer protect protected protect guard guards guarded keycloak secured loggedin signedin logged clerk cognito auth0`)

// weak are words about the caller. Combined with a demanding word they identify a guard.
var weak = wordSet(`login user users admin admins session token tokens role roles permission permissions scope scopes superuser staff access apikey key identity owner member privilege signin all
	to route credentials acl policy hmac signature`)

// demanding are words that express a requirement.
var demanding = wordSet(`require requires required requirement ensure ensures check checks verify verifies must need needs needed is has only current enforce assert restrict restricted deny
	demand logged`)

// never are words that rule out a guard: optional checks, and other things named after auth.
var never = wordSet(`optional maybe not non guest anonymous unauthenticated router routers routes controller controllers service services handler handlers config client module view views
	page provider store options url urls callback error errors blueprint bp namespace api app serializer schema form model repository test logout`)

func wordSet(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(text) {
		out[w] = true
	}
	return out
}

// IsGuard reports whether a name refers to an authentication or authorization check, by the
// words in it: requireAuth, login_required, get_current_user, but neither author, nor
// login, nor jwt_optional.
func IsGuard(name string) bool {
	if len(name) > 80 {
		return false
	}
	var yes, weakly, demands bool
	list := refusal.Words(name)
	for i, w := range list {
		switch {
		case never[w] && !(w == "api" && i < len(list)-1):
			return false
		case strong[w] || strings.HasPrefix(w, "oauth") || w == "auth2" && i > 0 && list[i-1] == "o":
			yes = true
		}
		weakly = weakly || weak[w]
		demands = demands || demanding[w]
	}
	if demands && weakly {
		return true
	}
	// To validate a user may be about a body; to validate a token is not.
	if len(list) > 1 && (list[0] == "validate" || list[0] == "decode") && (list[len(list)-1] == "token" || list[len(list)-1] == "session" || list[len(list)-1] == "key") {
		return true
	}
	return yes
}

// GuardName returns the name of the guard in an expression: requireAuth,
// passport.authenticate('jwt'), auth.required, new AuthGuard(). "" if its name does not
// suggest one.
func (s *Reader) GuardName(n match.NodeID) string {
	switch s.Kind(n) {
	case match.Call, match.New:
		callee, args := s.Call(n)
		if g := s.GuardNamed(callee); g != "" {
			return g
		}
		// Depends(get_current_user), asyncHandler(auth)
		if len(args) > 0 && len(args) <= 2 {
			if k := s.Kind(args[0]); k == match.Ident || k == match.Member || k == match.Call && strings.EqualFold(s.Called(n), "depends") {
				return s.GuardName(args[0])
			}
		}
	case match.Ident, match.Member:
		return s.GuardNamed(n)
	}
	return ""
}

func (s *Reader) GuardNamed(n match.NodeID) string {
	chain := s.Chain(n)
	if chain == nil {
		return ""
	}
	full := strings.Join(chain, ".")
	last := chain[len(chain)-1]
	if IsGuard(last) {
		return full
	}
	// auth.required, authMiddleware.verify, passport.authenticate
	if len(chain) > 1 && IsGuard(chain[len(chain)-2]) {
		switch strings.ToLower(last) {
		case "required", "verify", "check", "protect", "ensure", "validate", "handle", "isloggedin", "middleware", "authenticate", "any", "restrictto", "requirerole", "default":
			return full
		}
	}
	return ""
}
