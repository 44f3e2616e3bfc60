package vigil

import (
	"crypto/rand"
	"encoding/base64"
	"strings"
	"time"
)

// HookMethod is how a source host proves that a hook is its own.
type HookMethod string

const (
	HookSignature HookMethod = "signature" // an HMAC of the body, keyed with the secret
	HookToken     HookMethod = "token"     // the secret itself, in a header: GitLab only
)

// HookMethods lists every method.
var HookMethods = []HookMethod{HookSignature, HookToken}

// HookSecret is a secret that a team shares with a source host, without its text: that is shown
// once, when it is created, and stored encrypted.
type HookSecret struct {
	ID         ID
	Provider   Provider
	Method     HookMethod
	Name       string // to tell secrets apart; may be empty
	CreatedAt  time.Time
	LastUsedAt time.Time // zero: not yet; behind by up to a minute
}

// MaxHookSecrets is how many secrets a team can have for one provider: enough to rotate. Every
// received hook is checked against that many, so that the time of a refusal says nothing about
// a team.
const MaxHookSecrets = 5

// MinHookSecret and MaxHookSecret limit the length of a secret that the caller chose.
const (
	MinHookSecret = 16
	MaxHookSecret = 255
)

// standardPrefix begins secrets in the form of Standard Webhooks, which GitLab uses: the rest is
// the key in base64.
const standardPrefix = "whsec_"

// NewHookSecret returns a random secret in the form that a method takes.
func NewHookSecret(m HookMethod, p Provider) string {
	if m == HookSignature && p == GitLab {
		key := make([]byte, 32)
		_, _ = rand.Read(key) // never fails
		return standardPrefix + base64.StdEncoding.EncodeToString(key)
	}
	return randomText("vgh_", 32)
}

// StandardWebhookKey returns the HMAC key of a signing token of Standard Webhooks. A token without
// the prefix is the key itself.
func StandardWebhookKey(token string) (key []byte, ok bool) {
	encoded, prefixed := strings.CutPrefix(token, standardPrefix)
	if !prefixed {
		return []byte(token), true
	}
	key, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		key, err = base64.RawStdEncoding.DecodeString(encoded)
	}
	return key, err == nil && len(key) > 0
}

// CheckHookSecret returns an error unless a secret that a caller chose can be used.
func CheckHookSecret(param, secret string, m HookMethod, p Provider) error {
	switch {
	case len(secret) < MinHookSecret || len(secret) > MaxHookSecret:
		return InvalidError(param, "must be %d to %d characters long", MinHookSecret, MaxHookSecret)
	case strings.ContainsFunc(secret, func(r rune) bool { return r <= ' ' || r > '~' }):
		return InvalidError(param, "must be of printable ASCII characters without spaces, which headers can carry")
	}
	if m == HookSignature && p == GitLab {
		if key, ok := StandardWebhookKey(secret); !ok || len(key) < MinHookSecret {
			return InvalidError(param, "must have a key of at least %d bytes in base64 after %s", MinHookSecret, standardPrefix)
		}
	}
	return nil
}

// HookStatus is the status of a received hook.
type HookStatus string

const (
	HookPending   HookStatus = "pending"   // accepted, not processed yet
	HookProcessed HookStatus = "processed" // it had an effect
	HookIgnored   HookStatus = "ignored"   // nothing to do, the outcome says why
	HookFailed    HookStatus = "failed"    // what it asked for could not be done, the outcome says why
)

// HookStatuses lists every status.
var HookStatuses = []HookStatus{HookPending, HookProcessed, HookIgnored, HookFailed}

// HookDelivery is a hook that a source host sent and that was accepted as genuine.
type HookDelivery struct {
	ID         ID
	Provider   Provider
	SourceID   string // as the host calls the delivery; a repetition has the same
	Event      string // as the host calls it: pull_request
	Action     string // such as synchronize; empty: the event has none
	Repository string // full name; empty: it is about none
	Status     HookStatus
	Outcome    string // for people: what was done, why nothing was, or what it waits for
	ScanID     ID     // that it started, or that goes on for it; empty: none
	Replays    int    // how often a person had it processed again
	CreatedAt  time.Time
	EndedAt    time.Time // zero: pending
}

// HookScan links a scan to the hook that started it.
type HookScan struct {
	ScanID     ID
	DeliveryID ID     // the latest one that asked for it
	HeadSHA    string // the commit that the host named; empty: none
}
