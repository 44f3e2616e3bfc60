// Package service holds the verbs that change state. Each validates its input against
// the rules of package vigil and makes the change, with its event and its job, in a
// transaction that the caller opened: so a schedule can start a scan, and a request
// can store its idempotent response, in the same transaction as the change itself.
// Start with [Service]. It knows neither HTTP nor SQL.
package service

import (
	"context"

	"vigil"
	"vigil/api"
	"vigil/internal/gitlab"
	"vigil/internal/netguard"
	"vigil/internal/secretbox"
	"vigil/internal/store"
)

// Service makes changes. The zero value works for everything that needs no secrets.
type Service struct {
	// GitHubURL and GitLabURL are where repositories of those providers have
	// their pages, without a slash at the end. Empty: nowhere.
	GitHubURL, GitLabURL string
	// Ring seals secrets.
	Ring *secretbox.Ring
	// GitLab asks instances about tokens.
	GitLab *gitlab.Client
	// Policy says which URLs may be GitLab instances, WebhookPolicy which may be webhooks. With LookUpHosts
	// the names in them are resolved when somebody gives them, not only when something is sent.
	Policy, WebhookPolicy netguard.Policy
	LookUpHosts           bool
	// Quotas is how much each team may have. Nil: as much as it wants.
	Quotas vigil.Quotas
}

// usage is a store, or a transaction.
type usage interface {
	CountUsage(ctx context.Context, team vigil.TeamID, quota vigil.Quota) (int64, error)
}

// checkQuota returns an error if a team must not add so much more. Requests that come at
// the same moment may each find room for the last one: a quota bounds, it does not count
// to the unit.
func (s *Service) checkQuota(ctx context.Context, of usage, team vigil.TeamID, quota vigil.Quota, more int64) error {
	if s.Quotas.Limit(quota) == 0 {
		return nil
	}
	used, err := of.CountUsage(ctx, team, quota)
	if err != nil {
		return err
	}
	return s.Quotas.Check(quota, used, more)
}

// emit stores an event about data in the transaction of what it tells of.
func emit(ctx context.Context, tx *store.Tx, team vigil.TeamID, t vigil.EventType, data any) error {
	e, err := api.NewEvent(t, data)
	if err != nil {
		return err
	}
	return tx.InsertEvents(ctx, team, e)
}
