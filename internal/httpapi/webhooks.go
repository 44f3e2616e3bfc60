package httpapi

import (
	"context"

	"vigil"
	"vigil/api"
	"vigil/internal/service"
	"vigil/internal/store"
)

func (a *API) listWebhooks(r *request) (answer, error) {
	q := r.query()
	page, codec := q.page(r, vigil.WebhookSorts)
	if err := q.done(); err != nil {
		return answer{}, err
	}
	webhooks, err := a.store.ListWebhooks(r.Context(), r.team(), page)
	if err != nil {
		return answer{}, err
	}
	return listAnswer(webhooks, codec, api.NewWebhook), nil
}

func (a *API) getWebhook(r *request) (answer, error) {
	id, err := r.onlyID("webhook endpoint")
	if err != nil {
		return answer{}, err
	}
	w, err := a.store.GetWebhook(r.Context(), r.team(), id)
	return ok(api.NewWebhook(w)), err
}

// registerWebhook, like all that take the body of a webhook, ignores fields that it
// does not know: the contract leaves these bodies open.
func (a *API) registerWebhook(r *request) (effect, error) {
	b := parseBody(r.raw)
	in := service.NewWebhook{URL: required[string](b, "url"), Events: b.eventTypes()}
	if in.Events == nil {
		b.fail("events", "parameter_missing", "is required")
	}
	if b.err != nil {
		return nil, b.err
	}
	r.callOut = func(ctx context.Context) error { return a.service.CheckWebhookURL(ctx, in.URL) }
	return func(ctx context.Context, tx *store.Tx) (answer, error) {
		w, secret, err := a.service.RegisterWebhook(ctx, tx, r.key, in)
		if err != nil {
			return answer{}, err
		}
		out := created(api.NewWebhook(w))
		out.replay = out.value // the secret is shown once
		shown := api.NewWebhook(w)
		shown.Secret = string(secret)
		out.value = shown
		return out, nil
	}, r.query().done()
}

// eventTypes takes the field "events", nil if it is absent.
func (b *body) eventTypes() (ts []vigil.EventType) {
	for _, s := range b.strings("events") {
		ts = append(ts, vigil.EventType(s))
	}
	return ts
}

func (a *API) updateWebhook(r *request) (effect, error) {
	id, err := r.onlyID("webhook endpoint")
	if err != nil {
		return nil, err
	}
	b := parseBody(r.raw)
	in := service.WebhookChange{URL: optional[string](b, "url"), Events: b.eventTypes(), Enabled: b.boolean("enabled")}
	if b.err != nil {
		return nil, b.err
	}
	if in.URL != "" {
		r.callOut = func(ctx context.Context) error { return a.service.CheckWebhookURL(ctx, in.URL) }
	}
	return func(ctx context.Context, tx *store.Tx) (answer, error) {
		w, version, err := a.service.UpdateWebhook(ctx, tx, r.key, id, in)
		out := ok(api.NewWebhook(w))
		out.settle = func(ctx context.Context) error { return a.settle(ctx, id, version) }
		return out, err
	}, nil
}

func (a *API) deleteWebhook(r *request) (effect, error) {
	id, err := r.onlyID("webhook endpoint")
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, tx *store.Tx) (answer, error) {
		version, err := a.service.DeleteWebhook(ctx, tx, r.team(), id)
		out := ok(api.Deleted{Object: "webhook_endpoint", ID: string(id), Deleted: true})
		out.settle = func(ctx context.Context) error { return a.settle(ctx, id, version) }
		return out, err
	}, nil
}

func (a *API) testWebhook(r *request) (effect, error) {
	id, err := r.onlyID("webhook endpoint")
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, tx *store.Tx) (answer, error) {
		d, err := a.service.TestWebhook(ctx, tx, r.team(), id)
		return created(api.NewDelivery(d)), err
	}, nil
}
