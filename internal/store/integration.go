package store

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"vigil"
)

// GitLabConnection is the connection of a team to its GitLab instance, with the
// encrypted token.
type GitLabConnection struct {
	Team vigil.TeamID
	vigil.Integration
	SealedToken string
	CheckedAt   time.Time // when GitLab was last asked about the token
}

const connectionColumns = `g.team_id, g.instance_url, g.sealed_token, g.accepted, g.token_expires_at, g.last_validated_at, g.checked_at`

// GetIntegration returns the connection of a team for display. The count of tracked
// repositories is filled in even without a connection.
func (r reader) GetIntegration(ctx context.Context, team vigil.TeamID) (vigil.Integration, error) {
	c, err := r.GetGitLabConnection(ctx, team)
	if err != nil && vigil.KindOf(err) != vigil.NotFound {
		return vigil.Integration{}, err
	}
	err = r.q.row(ctx, `SELECT count(*) FROM repositories WHERE team_id = $1 AND provider = 'gitlab' AND deleted_at = 0`, team).Scan(&c.Tracked)
	if err != nil {
		return vigil.Integration{}, fmt.Errorf("count GitLab repositories: %w", err)
	}
	return c.Integration, nil
}

// GetGitLabConnection returns the connection of a team.
func (r reader) GetGitLabConnection(ctx context.Context, team vigil.TeamID) (GitLabConnection, error) {
	c, err := scanConnection(r.q.row(ctx, `SELECT `+connectionColumns+` FROM gitlab_integrations g WHERE g.team_id = $1`, team))
	return c, missing(err, "connection to GitLab")
}

// UpsertGitLabConnection stores or replaces the connection of a team.
func (tx *Tx) UpsertGitLabConnection(ctx context.Context, c GitLabConnection) error {
	_, err := tx.q.exec(ctx, `
		INSERT INTO gitlab_integrations (team_id, instance_url, sealed_token, accepted, token_expires_at, last_validated_at, checked_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (team_id) DO UPDATE SET instance_url = excluded.instance_url, sealed_token = excluded.sealed_token, accepted = excluded.accepted,
			token_expires_at = excluded.token_expires_at, last_validated_at = excluded.last_validated_at, checked_at = excluded.checked_at`,
		c.Team, c.InstanceURL, c.SealedToken, c.Accepted, micros(c.TokenExpiresAt), micros(c.LastValidatedAt), micros(c.CheckedAt))
	if err != nil {
		return fmt.Errorf("store connection to GitLab: %w", err)
	}
	return nil
}

// ListUncheckedConnections returns up to limit connections whose token was not checked
// since a time.
func (r reader) ListUncheckedConnections(ctx context.Context, since time.Time, limit int) ([]GitLabConnection, error) {
	rs, err := r.q.query(ctx, `SELECT `+connectionColumns+` FROM gitlab_integrations g WHERE g.checked_at <= $1 ORDER BY g.checked_at, g.team_id LIMIT `+strconv.Itoa(limit), micros(since))
	all, err := collect(rs, err, scanConnection)
	if err != nil {
		return nil, fmt.Errorf("list connections to GitLab: %w", err)
	}
	return all, nil
}

// UpdateConnectionChecked records the result of a token check by compare-and-swap. It
// reports false, and changes nothing, if the token was checked or replaced since c was
// read.
func (tx *Tx) UpdateConnectionChecked(ctx context.Context, read, c GitLabConnection) (bool, error) {
	n, err := tx.q.exec(ctx, `
		UPDATE gitlab_integrations SET accepted = $1, token_expires_at = $2, last_validated_at = $3, checked_at = $4
		WHERE team_id = $5 AND checked_at = $6 AND sealed_token = $7`,
		c.Accepted, micros(c.TokenExpiresAt), micros(c.LastValidatedAt), micros(c.CheckedAt), read.Team, micros(read.CheckedAt), read.SealedToken)
	if err != nil {
		return false, fmt.Errorf("record check of connection to GitLab: %w", err)
	}
	return n == 1, nil
}

func scanConnection(r row) (c GitLabConnection, err error) {
	var expires, validated, checked int64
	err = r.Scan((*string)(&c.Team), &c.InstanceURL, &c.SealedToken, &c.Accepted, &expires, &validated, &checked)
	if errors.Is(err, errNoRows) {
		return GitLabConnection{}, err
	}
	c.AuthMode = vigil.ServiceAccountToken
	c.TokenExpiresAt, c.LastValidatedAt, c.CheckedAt = fromMicros(expires), fromMicros(validated), fromMicros(checked)
	return c, err
}
