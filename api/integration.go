package api

import (
	"time"

	"vigil"
)

// GitLabIntegration is the connection of a team to its GitLab instance, without
// credentials.
type GitLabIntegration struct {
	Object                   string  `json:"object"`
	Enabled                  bool    `json:"enabled"`
	InstanceURL              *string `json:"instance_url"`
	AuthMode                 *string `json:"auth_mode"`
	TokenExpiresAt           *string `json:"token_expires_at"`
	LastValidatedAt          *string `json:"last_validated_at"`
	TrackedRepositoriesCount int     `json:"tracked_repositories_count"`
}

// NewGitLabIntegration returns i in its wire form at the time now.
func NewGitLabIntegration(i vigil.Integration, now time.Time) GitLabIntegration {
	return GitLabIntegration{
		Object:                   "gitlab_integration",
		Enabled:                  i.Enabled(now),
		InstanceURL:              optional(i.InstanceURL),
		AuthMode:                 optional(i.AuthMode),
		TokenExpiresAt:           optionalTime(i.TokenExpiresAt),
		LastValidatedAt:          optionalTime(i.LastValidatedAt),
		TrackedRepositoriesCount: i.Tracked,
	}
}
