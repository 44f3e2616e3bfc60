package service

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/netguard"
	"vigil/internal/secretbox"
	"vigil/internal/store"
)

// WebhookSecretPlace is the context that the encryption of a webhook's secret is bound
// to.
func WebhookSecretPlace(id vigil.ID) string {
	return secretbox.Bound("webhooks", string(id), "sealed_secret")
}

// lookupTime is how long DNS may take while somebody waits for an answer.
const lookupTime = 2 * time.Second

// CheckWebhookURL returns an error unless a URL is a public HTTPS address. A DNS
// failure is not a reason to reject it: the address is checked again on each attempt.
func (s *Service) CheckWebhookURL(ctx context.Context, raw string) error {
	u, err := s.WebhookPolicy.CheckURL(raw)
	if err == nil && s.LookUpHosts {
		ctx, cancel := context.WithTimeout(ctx, lookupTime)
		defer cancel()
		err = s.WebhookPolicy.CheckHost(ctx, u.Host)
	}
	if refused, ok := errors.AsType[*netguard.RefusedError](err); ok {
		return &vigil.Error{Kind: vigil.Invalid, Code: "webhook_url_not_public", Param: "url",
			Message: `"url" must be a public HTTPS URL: it ` + refused.Reason + "."}
	}
	return nil
}

// NewWebhook describes a webhook to register.
type NewWebhook struct {
	URL    string
	Events []vigil.EventType
}

// RegisterWebhook registers a webhook for the team of by, which must be allowed to
// read the subjects of its events. The returned secret is stored encrypted: this is
// the only time it is visible. The URL must have been checked.
func (s *Service) RegisterWebhook(ctx context.Context, tx *store.Tx, by vigil.Key, in NewWebhook) (vigil.Webhook, vigil.WebhookSecret, error) {
	w := vigil.Webhook{ID: vigil.NewID(), URL: in.URL, Enabled: true, CreatedAt: vigil.Now()}
	var err error
	if w.Events, err = checkEvents(in.Events); err != nil {
		return vigil.Webhook{}, "", err
	}
	if err := maySee(by, w.Events); err != nil {
		return vigil.Webhook{}, "", err
	}
	if err := s.checkQuota(ctx, tx, by.Team.ID, vigil.QuotaWebhooks, 1); err != nil {
		return vigil.Webhook{}, "", err
	}
	secret := vigil.NewWebhookSecret()
	sealed, err := s.Ring.Seal([]byte(secret), WebhookSecretPlace(w.ID))
	if err != nil {
		return vigil.Webhook{}, "", err
	}
	return w, secret, tx.InsertWebhook(ctx, by.Team.ID, w, sealed)
}

// maySee returns an error unless a key may see events of these types: who chooses
// where events are sent reads them there.
func maySee(by vigil.Key, types []vigil.EventType) error {
	for _, t := range types {
		if !by.Sees(t) {
			return &vigil.Error{Kind: vigil.Forbidden, Code: "permission_denied", Param: "events",
				Message: fmt.Sprintf("This API key lacks the permission %s, which it needs for a webhook endpoint that %s is sent to.", t.ReadPermission(), t)}
		}
	}
	return nil
}

// checkEvents returns the types in the order of the manual, each once.
func checkEvents(given []vigil.EventType) (out []vigil.EventType, err error) {
	for _, t := range given {
		if !t.Valid() {
			return nil, vigil.InvalidError("events", "holds %q, which is no type of event: there are %v", t, vigil.EventTypes)
		}
	}
	for _, t := range vigil.EventTypes {
		if slices.Contains(given, t) {
			out = append(out, t)
		}
	}
	return out, nil
}

// WebhookChange is an update of a webhook; empty fields stay unchanged.
type WebhookChange struct {
	URL     string // must have been checked
	Events  []vigil.EventType
	Enabled *bool
}

// UpdateWebhook updates a webhook of the team of by, which must be allowed to read the
// subjects of its previous, new, and pending events. Senders use the change once its
// version is settled.
func (s *Service) UpdateWebhook(ctx context.Context, tx *store.Tx, by vigil.Key, id vigil.ID, in WebhookChange) (w vigil.Webhook, version int64, err error) {
	team := by.Team.ID
	if w, err = tx.GetWebhook(ctx, team, id); err != nil {
		return w, 0, err
	}
	sent := w.Events
	if in.URL != "" {
		w.URL = in.URL
		waiting, err := tx.ListWaitingTypes(ctx, team, id)
		if err != nil {
			return w, 0, err
		}
		sent = append(waiting, sent...)
	}
	if in.Events != nil {
		if w.Events, err = checkEvents(in.Events); err != nil {
			return w, 0, err
		}
	}
	if err := maySee(by, append(sent, w.Events...)); err != nil {
		return w, 0, err
	}
	if in.Enabled != nil {
		w.Enabled = *in.Enabled
	}
	version, err = tx.UpdateWebhook(ctx, team, w, vigil.Now())
	return w, version, err
}

// DeleteWebhook deletes a webhook. Pending deliveries are canceled.
func (s *Service) DeleteWebhook(ctx context.Context, tx *store.Tx, team vigil.TeamID, id vigil.ID) (version int64, err error) {
	return tx.DeleteWebhook(ctx, team, id, vigil.Now())
}

// Redeliver sends the event of a delivery again, as a new delivery of the same bytes.
// The key by must be allowed to read it: the webhook may have another URL and other
// events by now.
func (s *Service) Redeliver(ctx context.Context, tx *store.Tx, by vigil.Key, webhook, id vigil.ID) (vigil.Delivery, error) {
	team := by.Team.ID
	if _, err := enabledWebhook(ctx, tx, team, webhook); err != nil {
		return vigil.Delivery{}, err
	}
	earlier, err := tx.GetDelivery(ctx, team, webhook, id)
	if err != nil {
		return vigil.Delivery{}, err
	}
	if err := maySee(by, []vigil.EventType{earlier.EventType}); err != nil {
		return vigil.Delivery{}, err
	}
	d := newDelivery(webhook, earlier.EventID, earlier.EventType)
	return d, tx.InsertDelivery(ctx, team, d)
}

// TestWebhook sends a ping to one webhook.
func (s *Service) TestWebhook(ctx context.Context, tx *store.Tx, team vigil.TeamID, id vigil.ID) (vigil.Delivery, error) {
	w, err := enabledWebhook(ctx, tx, team, id)
	if err != nil {
		return vigil.Delivery{}, err
	}
	e, err := api.NewEvent(vigil.EventPing, api.About[api.Webhook]{Object: api.NewWebhook(w)})
	if err != nil {
		return vigil.Delivery{}, err
	}
	d := newDelivery(id, e.ID, e.Type)
	return d, tx.InsertEventFor(ctx, team, e, d)
}

// TriggerEvent creates an event with made-up data, to test receivers with.
func (s *Service) TriggerEvent(ctx context.Context, tx *store.Tx, team vigil.TeamID, t vigil.EventType) (vigil.Event, error) {
	data := api.SampleData(t)
	if data == nil {
		return vigil.Event{}, vigil.InvalidError("type", "must be one of %v", vigil.EventTypes)
	}
	e, err := api.NewEvent(t, data)
	if err != nil {
		return vigil.Event{}, err
	}
	return e, tx.InsertEvents(ctx, team, e)
}

func newDelivery(webhook, event vigil.ID, t vigil.EventType) vigil.Delivery {
	now := vigil.Now()
	return vigil.Delivery{ID: vigil.NewID(), WebhookID: webhook, EventID: event, EventType: t, Status: vigil.DeliveryPending, NextAttemptAt: now, CreatedAt: now}
}

func enabledWebhook(ctx context.Context, tx *store.Tx, team vigil.TeamID, id vigil.ID) (vigil.Webhook, error) {
	w, err := tx.GetWebhook(ctx, team, id)
	if err == nil && !w.Enabled {
		err = &vigil.Error{Kind: vigil.Conflict, Code: "webhook_disabled", Message: "The webhook endpoint is disabled: enable it first, then send to it."}
	}
	return w, err
}
