package hooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"

	"vigil"
)

// Secret is a secret in use.
type Secret struct {
	ID     vigil.ID
	Method vigil.HookMethod
	Text   string
}

// Tolerance is how far the time of a signed hook of GitLab may be from ours.
const Tolerance = 300 * time.Second

// Verify reports whether a hook is genuine, and which secret says so. However few secrets there
// are, a refusal takes the work of [vigil.MaxHookSecrets]: it depends on the request alone. So it
// tells neither whether a team exists, nor whether it has secrets, nor which part was wrong.
func Verify(provider vigil.Provider, secrets []Secret, h http.Header, body []byte, now time.Time) (by vigil.ID, genuine bool) {
	check := func(s Secret) bool { return s.Method == vigil.HookSignature && githubSigned(s.Text, h, body) }
	if provider == vigil.GitLab {
		check = gitlabCheck(secrets, h, body, now)
	}
	for i := range max(vigil.MaxHookSecrets, len(secrets)) {
		s := Secret{Method: decoy(provider, h), Text: "no secret of anybody"}
		if i < len(secrets) {
			s = secrets[i]
		}
		if check(s) && i < len(secrets) {
			return s.ID, true
		}
	}
	return "", false
}

// decoy is the method that a request without secrets is checked by.
func decoy(provider vigil.Provider, h http.Header) vigil.HookMethod {
	if provider == vigil.GitLab && h.Get("Webhook-Signature") == "" {
		return vigil.HookToken
	}
	return vigil.HookSignature
}

func githubSigned(secret string, h http.Header, body []byte) bool {
	given, ok := strings.CutPrefix(h.Get("X-Hub-Signature-256"), "sha256=")
	sum, err := hex.DecodeString(given)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return hmac.Equal(mac.Sum(nil), sum) && ok && err == nil
}

// gitlabCheck returns the check for hooks of GitLab. Where a signing token is set, a hook must be
// signed: the token in X-Gitlab-Token, which every request reveals, is then not enough.
func gitlabCheck(secrets []Secret, h http.Header, body []byte, now time.Time) func(Secret) bool {
	var signed bool
	for _, s := range secrets {
		signed = signed || s.Method == vigil.HookSignature
	}
	id, at := h.Get("Webhook-Id"), h.Get("Webhook-Timestamp")
	seconds, err := strconv.ParseInt(at, 10, 64)
	fresh := err == nil && id != "" && now.Sub(time.Unix(seconds, 0)).Abs() <= Tolerance
	message := id + "." + at + "."
	if h.Get("Webhook-Signature") != "" {
		return func(s Secret) bool {
			key, ok := vigil.StandardWebhookKey(s.Text)
			mac := hmac.New(sha256.New, key)
			mac.Write([]byte(message))
			mac.Write(body)
			matches := oneSignature(h.Get("Webhook-Signature"), mac.Sum(nil))
			if !signed { // a signature that nobody can check: the token decides
				return s.Method == vigil.HookToken && sameToken(s.Text, h)
			}
			return matches && ok && fresh && s.Method == vigil.HookSignature
		}
	}
	return func(s Secret) bool { return sameToken(s.Text, h) && s.Method == vigil.HookToken && !signed }
}

// oneSignature reports whether one of the signatures in a header, separated by spaces, is sum.
func oneSignature(header string, sum []byte) (matches bool) {
	for i, s := range strings.Fields(header) {
		if i == vigil.MaxHookSecrets {
			break
		}
		encoded, ok := strings.CutPrefix(s, "v1,")
		given, err := base64.StdEncoding.DecodeString(encoded)
		matches = hmac.Equal(given, sum) && ok && err == nil || matches
	}
	return matches
}

// sameToken compares hashes, which have one length whatever the tokens are.
func sameToken(secret string, h http.Header) bool {
	want, got := sha256.Sum256([]byte(secret)), sha256.Sum256([]byte(h.Get("X-Gitlab-Token")))
	return subtle.ConstantTimeCompare(want[:], got[:]) == 1
}

// maxID limits the length of the ID of a delivery.
const maxID = 200

// DeliveryID returns the ID that the host gave a delivery, and whether it is signed together with
// the body. It is empty if there is none, or a malformed one.
func DeliveryID(provider vigil.Provider, h http.Header, body []byte) (id string, signed bool) {
	if provider == vigil.GitLab {
		// The first two are the same; releases before 17.4 have only the last, which hooks that cause
		// one another share.
		if id = h.Get("Webhook-Id"); id != "" {
			signed = h.Get("Webhook-Signature") != ""
		} else if id = h.Get("Idempotency-Key"); id == "" {
			sum := sha256.Sum256(body)
			id = strings.TrimPrefix(h.Get("X-Gitlab-Event-Uuid")+":"+hex.EncodeToString(sum[:16]), ":")
		}
	} else {
		id = h.Get("X-Github-Delivery")
	}
	if len(id) > maxID || strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", false
	}
	return id, signed
}

// EventName returns the name of the event in the headers.
func EventName(provider vigil.Provider, h http.Header) string {
	if provider == vigil.GitLab {
		return h.Get("X-Gitlab-Event")
	}
	return h.Get("X-Github-Event")
}
