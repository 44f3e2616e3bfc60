package service

import (
	"context"
	"errors"
	"strings"
	"time"

	"vigil"
	"vigil/internal/netguard"
	"vigil/internal/secretbox"
	"vigil/internal/store"
)

// GitLabTokenPlace is the context that the encryption of a team's token is bound to.
func GitLabTokenPlace(team vigil.TeamID) string {
	return secretbox.Bound("gitlab_integrations", string(team), "sealed_token")
}

// CheckedToken is a token that was verified against its instance.
type CheckedToken struct {
	Instance  string
	Token     vigil.AccessToken
	ExpiresAt time.Time // zero: never
	At        time.Time
}

// CheckGitLabToken verifies a token against an instance. An empty instance means the
// connected one, or gitlab.com. The instance may be slow, so no transaction must be
// open.
func (s *Service) CheckGitLabToken(ctx context.Context, db *store.Store, team vigil.TeamID, instance string, token vigil.AccessToken) (CheckedToken, error) {
	if err := s.Ring.Usable(); err != nil { // it could not be stored
		return CheckedToken{}, err
	}
	if instance == "" {
		switch c, err := db.GetGitLabConnection(ctx, team); {
		case err == nil:
			instance = c.InstanceURL
		case vigil.KindOf(err) == vigil.NotFound:
			instance = vigil.DefaultGitLab
		default:
			return CheckedToken{}, err
		}
	}
	u, err := s.Policy.CheckURL(instance)
	if refused, ok := errors.AsType[*netguard.RefusedError](err); ok {
		return CheckedToken{}, vigil.InvalidError("instance_url", "%s", refused.Reason)
	}
	if err != nil {
		return CheckedToken{}, err
	}
	if u.RawQuery != "" || u.ForceQuery {
		return CheckedToken{}, vigil.InvalidError("instance_url", "must not have a query")
	}
	u.Host = strings.ToLower(u.Host)
	out := CheckedToken{Instance: strings.TrimRight(u.String(), "/"), Token: token, At: vigil.Now()}
	out.ExpiresAt, err = s.GitLab.CheckToken(ctx, out.Instance, token, out.At)
	return out, err
}

// RotateToken connects a team to GitLab with a verified token, replacing the previous
// one.
func (s *Service) RotateToken(ctx context.Context, tx *store.Tx, team vigil.TeamID, t CheckedToken) (vigil.Integration, error) {
	sealed, err := s.Ring.Seal([]byte(t.Token), GitLabTokenPlace(team))
	if err != nil {
		return vigil.Integration{}, err
	}
	err = tx.UpsertGitLabConnection(ctx, store.GitLabConnection{
		Team: team, SealedToken: sealed, CheckedAt: t.At,
		Integration: vigil.Integration{Accepted: true, InstanceURL: t.Instance, TokenExpiresAt: t.ExpiresAt, LastValidatedAt: t.At},
	})
	if err != nil {
		return vigil.Integration{}, err
	}
	return tx.GetIntegration(ctx, team)
}

// GitLabAccess returns the base URL to clone a team's GitLab repositories from, empty
// if it is not connected, and its token, empty if GitLab no longer accepts it: public
// repositories can be cloned without one.
func (s *Service) GitLabAccess(ctx context.Context, db *store.Store, team vigil.TeamID) (instance string, token vigil.AccessToken, err error) {
	c, err := db.GetGitLabConnection(ctx, team)
	switch {
	case vigil.KindOf(err) == vigil.NotFound:
		return "", "", nil
	case err != nil:
		return "", "", err
	case !c.Enabled(vigil.Now()):
		return c.InstanceURL, "", nil
	}
	plain, err := s.Ring.Open(c.SealedToken, GitLabTokenPlace(team))
	return c.InstanceURL, vigil.AccessToken(plain), err
}

// RecheckToken verifies the stored token of a team against its instance. No
// transaction must be open.
func (s *Service) RecheckToken(ctx context.Context, c store.GitLabConnection, now time.Time) (expires time.Time, err error) {
	plain, err := s.Ring.Open(c.SealedToken, GitLabTokenPlace(c.Team))
	if err != nil {
		return time.Time{}, err
	}
	return s.GitLab.CheckToken(ctx, c.InstanceURL, vigil.AccessToken(plain), now)
}
