package service

import (
	"context"
	"slices"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/store"
)

// NewKey describes a key to create.
type NewKey struct {
	Name        string
	Permissions []vigil.Permission // none: every one
	ExpiresAt   time.Time          // zero: never

	by vigil.ID // the key that makes it; empty: the operator
}

// IssueKey creates a key for a team. The returned secret is not stored: this is the
// only time it is visible.
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
	return insertKey(ctx, tx, vigil.Key{Team: team, Name: in.Name, Permissions: permissions, CreatedAt: now, CreatedBy: in.by, ExpiresAt: in.ExpiresAt})
}

// insertKey gives a key its id and secret, and stores it.
func insertKey(ctx context.Context, tx *store.Tx, key vigil.Key) (vigil.Key, vigil.Secret, error) {
	secret := vigil.NewSecret()
	key.ID, key.Prefix = vigil.NewID(), secret.Prefix()
	return key, secret, tx.InsertKey(ctx, key, secret.Hash())
}

// IssueKeyAs creates a key for the team of by, limited to the permissions and lifetime
// of by. Otherwise a key could escalate its privileges.
func (s *Service) IssueKeyAs(ctx context.Context, tx *store.Tx, by vigil.Key, in NewKey) (vigil.Key, vigil.Secret, error) {
	by, err := holdCaller(ctx, tx, by)
	if err != nil {
		return vigil.Key{}, "", err
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
	if outlives(in.ExpiresAt, by) {
		return vigil.Key{}, "", &vigil.Error{Kind: vigil.Forbidden, Code: "permission_denied", Param: "expires_at",
			Message: "This key expires at " + by.ExpiresAt.Format(api.TimeFormat) + " and cannot make one that lives longer: give \"expires_at\"."}
	}
	if err := s.checkQuota(ctx, tx, by.Team.ID, vigil.QuotaKeys, 1); err != nil {
		return vigil.Key{}, "", err
	}
	in.by = by.ID
	return s.IssueKey(ctx, tx, by.Team, in)
}

// holdCaller reads the key of a request again, which may have been revoked or rotated
// since the request came, and keeps it from being revoked until the transaction ends. So whoever
// revokes it with what it made finds what it makes now.
func holdCaller(ctx context.Context, tx *store.Tx, by vigil.Key) (vigil.Key, error) {
	err := tx.HoldKey(ctx, by.Team.ID, by.ID)
	if err == nil {
		by, err = tx.GetKey(ctx, by.Team.ID, by.ID)
	}
	if vigil.KindOf(err) == vigil.NotFound || err == nil && !by.Active(vigil.Now()) {
		err = &vigil.Error{Kind: vigil.Unauthenticated, Code: "api_key_invalid", Message: "This API key has been revoked or has expired."}
	}
	return by, err
}

// outlives reports whether a key that ends at a time, or never, lives longer than by.
func outlives(ends time.Time, by vigil.Key) bool {
	return !by.ExpiresAt.IsZero() && (ends.IsZero() || ends.After(by.ExpiresAt))
}

// RevokeKey revokes a key of a team immediately.
func (s *Service) RevokeKey(ctx context.Context, tx *store.Tx, team vigil.TeamID, id vigil.ID) error {
	return tx.UpdateKeyRevoked(ctx, team, id, vigil.Now())
}

// RevokeKeys revokes a key of a team and, transitively, all keys it created, and
// returns them. The key itself may have been revoked before.
func (s *Service) RevokeKeys(ctx context.Context, tx *store.Tx, team vigil.TeamID, id vigil.ID) ([]vigil.ID, error) {
	return tx.UpdateKeysRevoked(ctx, team, id, vigil.Now())
}

// RevokeKeyAs is RevokeKey, or with its created keys RevokeKeys, on behalf of a key.
// It cannot revoke a key with permissions it lacks; the keys created by the revoked
// one never have more permissions. Lifetimes do not matter: whoever notices a leaked
// key must be able to revoke it.
func (s *Service) RevokeKeyAs(ctx context.Context, tx *store.Tx, by vigil.Key, id vigil.ID, withCreated bool) ([]vigil.ID, error) {
	by, err := holdCaller(ctx, tx, by)
	if err != nil {
		return nil, err
	}
	key, err := tx.GetKey(ctx, by.Team.ID, id)
	if err != nil {
		return nil, err
	}
	if p, lacks := by.Lacks(key); lacks {
		return nil, &vigil.Error{Kind: vigil.Forbidden, Code: "permission_denied",
			Message: "This key lacks the permission " + string(p) + ", which the key to be revoked has."}
	}
	if withCreated {
		return s.RevokeKeys(ctx, tx, by.Team.ID, id)
	}
	return []vigil.ID{id}, s.RevokeKey(ctx, tx, by.Team.ID, id)
}

// MaxOverlap is the maximum time that a rotated key stays valid.
const MaxOverlap = 30 * 24 * time.Hour

// RotateKey creates a replacement for a key of a team, with the same name,
// permissions, and expiry. The old key stays valid for the overlap, or until it
// expires anyway.
func (s *Service) RotateKey(ctx context.Context, tx *store.Tx, team vigil.TeamID, id vigil.ID, overlap time.Duration) (vigil.Key, vigil.Secret, error) {
	old, err := tx.GetKey(ctx, team, id)
	if err != nil {
		return vigil.Key{}, "", err
	}
	return rotate(ctx, tx, "", old, overlap)
}

// RotateKeyAs is RotateKey on behalf of a key, which must be able to create such a
// key, since it is shown the secret.
func (s *Service) RotateKeyAs(ctx context.Context, tx *store.Tx, by vigil.Key, id vigil.ID, overlap time.Duration) (vigil.Key, vigil.Secret, error) {
	by, err := holdCaller(ctx, tx, by)
	if err != nil {
		return vigil.Key{}, "", err
	}
	old, err := tx.GetKey(ctx, by.Team.ID, id)
	if err != nil {
		return vigil.Key{}, "", err
	}
	if p, lacks := by.Lacks(old); lacks {
		return vigil.Key{}, "", &vigil.Error{Kind: vigil.Forbidden, Code: "permission_denied",
			Message: "This key lacks the permission " + string(p) + ", which the key to be rotated has."}
	}
	if outlives(old.ExpiresAt, by) {
		return vigil.Key{}, "", &vigil.Error{Kind: vigil.Forbidden, Code: "permission_denied",
			Message: "This key expires at " + by.ExpiresAt.Format(api.TimeFormat) + " and cannot rotate one that lives longer."}
	}
	if err := s.checkQuota(ctx, tx, by.Team.ID, vigil.QuotaKeys, 1); err != nil { // the old one stays for a while
		return vigil.Key{}, "", err
	}
	return rotate(ctx, tx, by.ID, old, overlap)
}

func rotate(ctx context.Context, tx *store.Tx, by vigil.ID, old vigil.Key, overlap time.Duration) (vigil.Key, vigil.Secret, error) {
	now := vigil.Now()
	switch {
	case !old.RevokedAt.IsZero():
		return vigil.Key{}, "", vigil.MissingError("key")
	case !old.Active(now):
		return vigil.Key{}, "", notRotatable("This key has expired. Make a new one.")
	case old.RotatedTo != "":
		return vigil.Key{}, "", notRotatable("The key " + string(old.RotatedTo) + " has taken the place of this one already. Rotate that, or make a new one.")
	}
	key, secret, err := insertKey(ctx, tx, vigil.Key{Team: old.Team, Name: old.Name, Permissions: old.Permissions, CreatedAt: now, CreatedBy: by,
		RotatedFrom: old.ID, ExpiresAt: old.ExpiresAt})
	if err != nil {
		return vigil.Key{}, "", err
	}
	ends := now.Add(overlap)
	if !old.ExpiresAt.IsZero() && old.ExpiresAt.Before(ends) {
		ends = old.ExpiresAt
	}
	done, err := tx.UpdateKeyRotated(ctx, old.Team.ID, old.ID, key.ID, ends)
	if err == nil && !done { // by another request, at the same moment
		err = notRotatable("This key was rotated or revoked a moment ago.")
	}
	return key, secret, err
}

func notRotatable(message string) error {
	return &vigil.Error{Kind: vigil.Conflict, Code: "key_not_rotatable", Message: message}
}

// CreateTeam creates a team.
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
