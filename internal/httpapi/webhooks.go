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
	page, cursor := r.page(q, vigil.WebhookSorts)
	if err := q.Done(); err != nil {
		return answer{}, err
	}
	webhooks, err := a.store.ListWebhooks(r.Context(), r.team(), page)
	if err != nil {
		return answer{}, err
	}
	return listAnswer(webhooks, cursor, api.NewWebhook), nil
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
func (a *API) registerWebhook(r *request) (change, error) {
	b := parseBody(r.raw)
	in := service.NewWebhook{URL: required[string](b, "url"), Events: b.eventTypes()}
	if in.Events == nil {
		b.fail("events", "parameter_missing", "is required")
	}
	if b.err != nil {
		return change{}, b.err
	}
	check := func(ctx context.Context) error { return a.service.CheckWebhookURL(ctx, in.URL) }
	return change{before: check, apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
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
	}}, r.query().Done()
}

// eventTypes takes the field "events", nil if it is absent.
func (b *body) eventTypes() (ts []vigil.EventType) {
	for _, s := range b.strings("events") {
		ts = append(ts, vigil.EventType(s))
	}
	return ts
}

func (a *API) updateWebhook(r *request) (change, error) {
	id, err := r.onlyID("webhook endpoint")
	if err != nil {
		return change{}, err
	}
	b := parseBody(r.raw)
	in := service.WebhookChange{URL: optional[string](b, "url"), Events: b.eventTypes(), Enabled: b.boolean("enabled")}
	if b.err != nil {
		return change{}, b.err
	}
	var check func(context.Context) error
	if in.URL != "" {
		check = func(ctx context.Context) error { return a.service.CheckWebhookURL(ctx, in.URL) }
	}
	var version int64
	return change{
		before: check,
		apply: func(ctx context.Context, tx *store.Tx) (_ answer, err error) {
			var w vigil.Webhook
			w, version, err = a.service.UpdateWebhook(ctx, tx, r.key, id, in)
			return ok(api.NewWebhook(w)), err
		},
		after: func(ctx context.Context) error { return a.settle(ctx, id, version) },
	}, nil
}

func (a *API) deleteWebhook(r *request) (change, error) {
	id, err := r.onlyID("webhook endpoint")
	if err != nil {
		return change{}, err
	}
	var version int64
	return change{
		apply: func(ctx context.Context, tx *store.Tx) (_ answer, err error) {
			version, err = a.service.DeleteWebhook(ctx, tx, r.team(), id)
			return ok(api.Deleted{Object: "webhook_endpoint", ID: string(id), Deleted: true}), err
		},
		after: func(ctx context.Context) error { return a.settle(ctx, id, version) },
	}, nil
}

func (a *API) testWebhook(r *request) (change, error) {
	id, err := r.onlyID("webhook endpoint")
	if err != nil {
		return change{}, err
	}
	return change{apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		d, err := a.service.TestWebhook(ctx, tx, r.team(), id)
		return created(api.NewDelivery(d)), err
	}}, nil
}
