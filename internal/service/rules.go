package service

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"vigil"
	"vigil/internal/store"
)

// ReplaceRules replaces the custom rules of a team by a validated bundle. It reports
// whether there was none before. The same bytes keep their ID and time.
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

// DeleteRules deletes the custom rules of a team and returns the ID of their bundle.
func (s *Service) DeleteRules(ctx context.Context, tx *store.Tx, team vigil.TeamID) (vigil.ID, error) {
	return tx.DeleteRuleBundle(ctx, team)
}
