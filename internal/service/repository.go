package service

import (
	"context"

	"vigil"
	"vigil/internal/store"
)

// UpdateRepository changes the settings of a repository. failOn nil leaves the
// gate as it is; a pointer to the empty level takes it off.
func (s *Service) UpdateRepository(ctx context.Context, tx *store.Tx, team vigil.TeamID, id vigil.ID, failOn *vigil.Level) (vigil.Repository, error) {
	if failOn != nil {
		if err := tx.UpdateRepositoryGate(ctx, team, id, *failOn); err != nil {
			return vigil.Repository{}, err
		}
	}
	return tx.GetRepository(ctx, team, id)
}
