package vigil

import (
	"strings"
	"time"
)

// AuthMode is how an integration proves who it is.
type AuthMode string

const (
	ServiceAccountToken AuthMode = "service_account_token"
	OAuth               AuthMode = "oauth"
)

// DefaultGitLab is the instance that is meant when none was named.
const DefaultGitLab = "https://gitlab.com"

// Integration is the connection of a team to its GitLab instance. The token
// itself is not part of it. The zero value is a team without a connection.
type Integration struct {
	Accepted        bool // GitLab accepted the token when it was last asked
	InstanceURL     string
	AuthMode        AuthMode
	TokenExpiresAt  time.Time // zero: never, or not connected
	LastValidatedAt time.Time
	Tracked         int // repositories of the team that live on GitLab
}

// Enabled reports whether the token can be used at the time now: GitLab accepted
// it when it was last asked, and it has not expired since.
func (i Integration) Enabled(now time.Time) bool {
	return i.Accepted && (i.TokenExpiresAt.IsZero() || now.Before(i.TokenExpiresAt))
}

// AccessToken is a credential for a GitLab instance.
type AccessToken string

// MaxAccessTokenLength is how long an access token may be.
const MaxAccessTokenLength = 1024

// WellFormed reports whether t can be a token: visible ASCII, which is what fits
// into a header.
func (t AccessToken) WellFormed() bool {
	return t != "" && len(t) <= MaxAccessTokenLength && !strings.ContainsFunc(string(t), func(r rune) bool { return r <= ' ' || r >= 0x7f })
}

// String hides the token, so that it never ends in a log by way of a format verb.
func (t AccessToken) String() string { return "…" }

// GoString does the same for %#v.
func (t AccessToken) GoString() string { return t.String() }

// MarshalText does the same for encoders, those of logs among them.
func (t AccessToken) MarshalText() ([]byte, error) { return []byte(t.String()), nil }
