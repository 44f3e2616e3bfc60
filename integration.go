package vigil

import (
	"strings"
	"time"
)

// AuthMode is how an integration authenticates.
type AuthMode string

const (
	ServiceAccountToken AuthMode = "service_account_token"
	OAuth               AuthMode = "oauth"
)

// DefaultGitLab is the instance used when none is named.
const DefaultGitLab = "https://gitlab.com"

// Integration is the connection of a team to its GitLab instance, without the token.
// The zero value is a team without a connection.
type Integration struct {
	Accepted        bool // GitLab accepted the token when it was last asked
	InstanceURL     string
	AuthMode        AuthMode
	TokenExpiresAt  time.Time // zero: never, or not connected
	LastValidatedAt time.Time
	Tracked         int // repositories of the team that live on GitLab
}

// Enabled reports whether the token is usable at the time now: GitLab accepted it at
// the last check, and it has not expired since.
func (i Integration) Enabled(now time.Time) bool {
	return i.Accepted && (i.TokenExpiresAt.IsZero() || now.Before(i.TokenExpiresAt))
}

// AccessToken is a credential for a GitLab instance.
type AccessToken string

// MaxAccessTokenLength is the maximum length of an access token.
const MaxAccessTokenLength = 1024

// WellFormed reports whether t can be a token: visible ASCII, which is what fits into
// a header.
func (t AccessToken) WellFormed() bool {
	return t != "" && len(t) <= MaxAccessTokenLength && !strings.ContainsFunc(string(t), func(r rune) bool { return r <= ' ' || r >= 0x7f })
}

// String redacts the token, so that it cannot leak into a log through a format verb.
func (t AccessToken) String() string { return "…" }

// GoString redacts it for %#v.
func (t AccessToken) GoString() string { return t.String() }

// MarshalText redacts it for encoders, including those of loggers.
func (t AccessToken) MarshalText() ([]byte, error) { return []byte(t.String()), nil }
