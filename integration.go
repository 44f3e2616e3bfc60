package vigil

import "time"

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
	Enabled         bool
	InstanceURL     string
	AuthMode        AuthMode
	TokenExpiresAt  time.Time // zero: never, or not connected
	LastValidatedAt time.Time
	Tracked         int // repositories of the team that live on GitLab
}
