package refusal

import (
	"regexp"
	"strings"
)

func set(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(text) {
		out[w] = true
	}
	return out
}

var (
	// credentials are words for what identifies a caller.
	credentials = set(`auth authn authz authed authenticate authenticated authentication authorization authorize authorized authorizer jwt jws token tokens bearer session sessions cookie cookies
		user users uid login logged loggedin signed signedin principal identity credential credentials claim claims apikey role roles permission permissions admin admins superuser staff scope scopes
		passport account subject actor viewer grant granted grants member membership ability abilities secret hmac signature password oauth oauth2 oidc saml me`)
	// others rule out credentials: what a page, not a person, proves, and what is merely named alike.
	others = set(`csrf xsrf captcha recaptcha origin referer referrer agent limit limiter rate nonce`)
	// absent are words of conditions that hold for a caller without credentials.
	absent = set(`anonymous guest unauthenticated unauthorized forbidden invalid missing expired empty blank null nil denied fails failed`)
	// verifying are words of calls that throw if credentials are bad.
	verifying = set(`verify verifies decode validate authenticate check parse introspect authorize assert require ensure unseal decrypt enforce protect demand`)
	// bodies are the parts of a request that carry no credentials of the caller.
	bodies   = set(`body form post data json files payload`)
	requests = set(`req request $request ctx context c r event`)
	// denials are words of answers that refuse.
	denials = set(`unauthorized unauthorised unauthenticated forbidden forbid denied deny challenge`)
	// passing are the last names of calls that hand a request on.
	passing = set(`next _next $next ServeHTTP Next doFilter proceed InvokeAsync Invoke call_next get_response done`)
	// raises end a request or a function, exits whatever the argument.
	raises      = set(`raise fail abort halt exit die`)
	exits       = set(`exit die`)
	conditional = set(`abort_if abort_unless throw_if throw_unless`)
)

var wordRE = regexp.MustCompile(`[A-Z]+[a-z]*[0-9]*|[a-z]+[0-9]*`)

// Words splits a name into lowercase words: requireAPIKey has three.
func Words(name string) []string {
	var out []string
	for _, w := range wordRE.FindAllString(name, -1) {
		// The last of several capitals begins the next word: JWTBearer.
		n := 0
		for n < len(w) && w[n] >= 'A' && w[n] <= 'Z' {
			n++
		}
		if n > 1 && n < len(w) && w[n] >= 'a' {
			out = append(out, strings.ToLower(w[:n-1]))
			w = w[n-1:]
		}
		out = append(out, strings.ToLower(w))
	}
	return out
}

// topic is what a name is about.
type topic struct{ yes, never bool }

// about says whether a name is about credentials, and whether it is about something that
// rules them out.
func (a *Analysis) about(name string) (yes, never bool) {
	t, ok := a.names[name]
	if !ok {
		t.yes, t.never = about(name)
		a.names[name] = t
	}
	return t.yes, t.never
}

func about(name string) (yes, never bool) {
	list := Words(name)
	for i, w := range list {
		switch {
		case others[w]:
			return false, true
		case credentials[w], w == "key" && i > 0 && list[i-1] == "api", w == "id" && i > 0 && list[i-1] == "user":
			yes = true
		}
	}
	return yes, false
}

func hasWord(name string, words map[string]bool) bool {
	for _, w := range Words(name) {
		if words[w] {
			return true
		}
	}
	return false
}
