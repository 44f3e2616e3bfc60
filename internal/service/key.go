package service

import (
	"context"
	"slices"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/store"
)

// NewKey is what is said about a key to issue.
type NewKey struct {
	Name        string
	Permissions []vigil.Permission // none: every one
	ExpiresAt   time.Time          // zero: never
}

// IssueKey makes a key for a team. The secret that comes back is not kept: this
// is the only time that anybody sees it.
func (s *Service) IssueKey(ctx context.Context, tx *store.Tx, team vigil.Team, in NewKey) (vigil.Key, vigil.Secret, error) {
	now := vigil.Now()
	if err := vigil.CheckText("name", in.Name, vigil.MaxNameLength); err != nil {
		return vigil.Key{}, "", err
	}
	if !in.ExpiresAt.IsZero() && !in.ExpiresAt.After(now) {
		return vigil.Key{}, "", vigil.InvalidError("expires_at", "must be in the future")
	}
	var permissions []vigil.Permission // each once, in the order of the manual
	for _, p := range vigil.AllPermissions {
		if len(in.Permissions) == 0 || slices.Contains(in.Permissions, p) {
			permissions = append(permissions, p)
		}
	}
	for _, p := range in.Permissions {
		if !p.Valid() {
			return vigil.Key{}, "", vigil.InvalidError("permissions", "holds %q, which is no permission: there are %v", p, vigil.AllPermissions)
		}
	}
	secret := vigil.NewSecret()
	key := vigil.Key{
		ID:          vigil.NewID(),
		Team:        team,
		Name:        in.Name,
		Prefix:      secret.Prefix(),
		Permissions: permissions,
		CreatedAt:   now,
		ExpiresAt:   in.ExpiresAt,
	}
	return key, secret, tx.InsertKey(ctx, key, secret.Hash())
}

// IssueKeyAs makes a key for the team of by, which can hand on only what it has
// itself: its permissions, and its life. Else a key could make itself a stronger one.
func (s *Service) IssueKeyAs(ctx context.Context, tx *store.Tx, by vigil.Key, in NewKey) (vigil.Key, vigil.Secret, error) {
	by, err := tx.GetKey(ctx, by.Team.ID, by.ID) // it may have been revoked since the request came
	if err != nil {
		return vigil.Key{}, "", err
	}
	if !by.Active(vigil.Now()) {
		return vigil.Key{}, "", &vigil.Error{Kind: vigil.Unauthenticated, Code: "api_key_invalid", Message: "This API key has been revoked or has expired."}
	}
	if len(in.Permissions) == 0 {
		in.Permissions = by.Permissions
	}
	for _, p := range in.Permissions {
		if p.Valid() && !by.Allows(p) {
			return vigil.Key{}, "", &vigil.Error{Kind: vigil.Forbidden, Code: "permission_denied", Param: "permissions",
				Message: "This key lacks the permission " + string(p) + " and cannot hand it on."}
		}
	}
	if ends := by.ExpiresAt; !ends.IsZero() && (in.ExpiresAt.IsZero() || in.ExpiresAt.After(ends)) {
		return vigil.Key{}, "", &vigil.Error{Kind: vigil.Forbidden, Code: "permission_denied", Param: "expires_at",
			Message: "This key expires at " + ends.Format(api.TimeFormat) + " and cannot make one that lives longer: give \"expires_at\"."}
	}
	if err := s.checkQuota(ctx, tx, by.Team.ID, vigil.QuotaKeys, 1); err != nil {
		return vigil.Key{}, "", err
	}
	return s.IssueKey(ctx, tx, by.Team, in)
}

// RevokeKey ends a key of a team at once.
func (s *Service) RevokeKey(ctx context.Context, tx *store.Tx, team vigil.TeamID, id vigil.ID) error {
	return tx.UpdateKeyRevoked(ctx, team, id, vigil.Now())
}

// CreateTeam makes a team.
func (s *Service) CreateTeam(ctx context.Context, tx *store.Tx, name string) (vigil.Team, error) {
	if err := vigil.CheckTeamName(name); err != nil {
		return vigil.Team{}, err
	}
	team := vigil.Team{ID: vigil.TeamID(vigil.NewID()), Name: name, CreatedAt: vigil.Now()}
	made, err := tx.InsertTeam(ctx, team)
	if err == nil && !made {
		err = &vigil.Error{Kind: vigil.Conflict, Code: "team_exists", Param: "name", Message: "There is a team of this name already."}
	}
	return team, err
}
