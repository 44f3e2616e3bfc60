package service

import (
	"context"

	"vigil"
	"vigil/internal/store"
)

// PublishRelease makes a release known to those who know its channel. The same
// version may be published again: the newest counts.
func (s *Service) PublishRelease(ctx context.Context, tx *store.Tx, r vigil.Release) (vigil.Release, error) {
	if err := r.Check(); err != nil {
		return vigil.Release{}, err
	}
	r.ID = vigil.NewID()
	return r, tx.InsertRelease(ctx, r)
}

// RestrictChannel lets only some teams know of a channel, or all if none are given.
// It may be done before the first release.
func (s *Service) RestrictChannel(ctx context.Context, tx *store.Tx, channel string, teams []vigil.Team) error {
	if err := vigil.CheckChannel("channel", channel); err != nil {
		return err
	}
	var ids []vigil.TeamID
	for _, t := range teams {
		ids = append(ids, t.ID)
	}
	return tx.ReplaceChannelTeams(ctx, channel, ids)
}
