package service

import (
	"context"

	"vigil"
	"vigil/internal/store"
)

// UpdateRepository changes the settings of a repository. A nil failOn leaves the gate
// unchanged; a pointer to the empty level removes it.
func (s *Service) UpdateRepository(ctx context.Context, tx *store.Tx, team vigil.TeamID, id vigil.ID, failOn *vigil.Level) (vigil.Repository, error) {
	if failOn != nil {
		if err := tx.UpdateRepositoryGate(ctx, team, id, *failOn); err != nil {
			return vigil.Repository{}, err
		}
	}
	return tx.GetRepository(ctx, team, id)
}

// DeleteRepository deletes a repository: it is invisible at once, and its name available. Its
// scans, vulnerabilities, and documents are deleted in the background, and its schedules lose it.
// Events and deliveries stay.
func (s *Service) DeleteRepository(ctx context.Context, tx *store.Tx, team vigil.TeamID, id vigil.ID) error {
	if err := tx.AwaitTurn(ctx, id); err != nil {
		return err
	}
	if err := tx.DeleteRepository(ctx, team, id, vigil.Now()); err != nil {
		return err
	}
	return tx.DeleteFromSchedules(ctx, team, id)
}
