package service

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"vigil"
	"vigil/internal/store"
)

// ReplaceRules makes a bundle that was checked the rules of a team, in place of the one
// before. It reports whether there was none. The same bytes keep their id and time.
func (s *Service) ReplaceRules(ctx context.Context, tx *store.Tx, team vigil.TeamID, b vigil.RuleBundle) (_ vigil.RuleBundle, first bool, err error) {
	if err := s.Quotas.Check(vigil.QuotaRules, 0, int64(len(b.Rules))); err != nil {
		return b, false, err
	}
	sum := sha256.Sum256(b.Content)
	b.SHA256 = hex.EncodeToString(sum[:])
	before, err := tx.GetRuleBundle(ctx, team)
	switch {
	case vigil.KindOf(err) == vigil.NotFound:
		first = true
	case err != nil:
		return b, false, err
	}
	b.ID, b.CreatedAt = before.ID, before.CreatedAt
	if before.SHA256 != b.SHA256 {
		b.ID, b.CreatedAt = vigil.NewID(), vigil.Now()
	}
	return b, first, tx.UpsertRuleBundle(ctx, team, b)
}

// DeleteRules takes a team's rules away and returns the id that their bundle had.
func (s *Service) DeleteRules(ctx context.Context, tx *store.Tx, team vigil.TeamID) (vigil.ID, error) {
	return tx.DeleteRuleBundle(ctx, team)
}
