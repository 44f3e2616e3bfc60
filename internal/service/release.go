package service

import (
	"context"

	"vigil"
	"vigil/internal/store"
)

// PublishRelease publishes a release to a channel. A version may be published again:
// the newest wins.
func (s *Service) PublishRelease(ctx context.Context, tx *store.Tx, r vigil.Release) (vigil.Release, error) {
	if err := r.Check(); err != nil {
		return vigil.Release{}, err
	}
	r.ID = vigil.NewID()
	return r, tx.InsertRelease(ctx, r)
}

// RestrictChannel restricts a channel to some teams, or opens it if none are given.
// The channel need not have a release yet.
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
