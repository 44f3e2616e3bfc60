package routes

import (
	"regexp"
	"strings"

	"vigil/internal/engine/match"
)

// guardName matches the names of functions, classes and decorators that ask who is
// calling. It is about the whole name in words: "auth" is one in requireAuth, none in
// "author".
var guardName = regexp.MustCompile(`(?i)^(` +
	`(is|ensure|require|requires|check|verify|validate|must|need|needs|with|use|get|enforce|has|only|assert)?_?(is|be)?_?(current|active|super|admin|api|jwt|bearer|access|id|auth|basic|token|session|http)*_?` +
	`(auth|authn|authz|authed|authenticate|authenticated|authentication|authenticator|authorize|authorized|authorization|authorise|authorised|jwt|token|login|logged_?in|signed_?in|session|admin|superuser|user|permission|permissions|role|roles|scope|scopes|api_?key|apikey|acl|identity|credentials|access|passport|oauth2?|csrf_?free|bearer|basic_?auth)` +
	`_?(required|only|middleware|guard|check|checker|handler|hook|filter|interceptor|validator|verifier|needed|logged_?in|authenticated|scheme|optional|mixin|or_?401|protect|protected|token|user|key|auth|jwt|header|bearer)*` +
	`|protect|protected|deny_?all|guard|guarded|private_?route|keycloak|firewall|secured?)$`)

// notGuard are names that look like one and are none.
var notGuard = regexp.MustCompile(`(?i)^(session|user|role|roles|token|access|identity|scope|scopes|use_?session|get_?session|get_?user|get_?token|session_?middleware|login|admin|use_?auth|permissions?|api_?key_?handler|login_?handler|user_?handler|admin_?handler|token_?handler|get_?role|get_?roles|has_?user|check_?access|auth_?handler|session_?handler)$`)

// isGuard tells whether a name is one of something that asks who is calling.
func isGuard(name string) bool {
	name = strings.TrimSpace(name)
	return name != "" && len(name) < 80 && guardName.MatchString(name) && !notGuard.MatchString(name)
}

// guard returns the name of the guard that an expression is: requireAuth,
// passport.authenticate('jwt'), auth.required, new AuthGuard(). "" if it is none.
func (s *source) guard(n match.NodeID) string {
	switch s.kind(n) {
	case match.Call, match.New:
		callee, args := s.call(n)
		if g := s.guardNamed(callee); g != "" {
			return g
		}
		// Depends(get_current_user), asyncHandler(auth)
		if len(args) > 0 && len(args) <= 2 {
			if k := s.kind(args[0]); k == match.Ident || k == match.Member || k == match.Call && strings.EqualFold(s.called(n), "depends") {
				return s.guard(args[0])
			}
		}
	case match.Ident, match.Member:
		return s.guardNamed(n)
	}
	return ""
}

func (s *source) guardNamed(n match.NodeID) string {
	chain := s.chain(n)
	if chain == nil {
		return ""
	}
	full := strings.Join(chain, ".")
	last := chain[len(chain)-1]
	if isGuard(last) {
		return full
	}
	// auth.required, authMiddleware.verify, passport.authenticate
	if len(chain) > 1 && isGuard(chain[len(chain)-2]) {
		switch strings.ToLower(last) {
		case "required", "verify", "check", "protect", "ensure", "validate", "handle", "isloggedin", "middleware", "authenticate", "optional", "any", "restrictto", "requirerole", "default":
			return full
		}
	}
	return ""
}

// guards returns the guards among expressions, looking into lists.
func (s *source) guards(list []match.NodeID) []string {
	var out []string
	for _, n := range list {
		for _, e := range s.elements(n) {
			if g := s.guard(e); g != "" {
				out = append(out, g)
			}
		}
	}
	return out
}
