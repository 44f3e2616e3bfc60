package httpapi

import (
	"context"
	"encoding/json"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/service"
	"vigil/internal/store"
)

func (a *API) getCaller(r *request) (answer, error) {
	if err := r.query().done(); err != nil {
		return answer{}, err
	}
	key, err := a.store.GetKey(r.Context(), r.team(), r.key.ID)
	return ok(api.NewCaller(key)), err
}

func (a *API) listKeys(r *request) (answer, error) {
	q := r.query()
	page, codec := q.page(r, vigil.KeySorts)
	if err := q.done(); err != nil {
		return answer{}, err
	}
	keys, err := a.store.ListKeys(r.Context(), r.team(), page)
	if err != nil {
		return answer{}, err
	}
	return listAnswer(keys, codec, api.NewKey), nil
}

func (a *API) issueKey(r *request) (effect, error) {
	b := parseBody(r.raw)
	in := service.NewKey{Name: required[string](b, "name"), ExpiresAt: expiry(b)}
	for _, p := range b.strings("permissions") {
		in.Permissions = append(in.Permissions, vigil.Permission(p))
	}
	if err := b.done(); err != nil {
		return nil, err
	}
	return func(ctx context.Context, tx *store.Tx) (answer, error) {
		key, secret, err := a.service.IssueKeyAs(ctx, tx, r.key, in)
		if err != nil {
			return answer{}, err
		}
		out := created(api.NewKey(key))
		out.replay = out.value // the secret is shown once
		shown := api.NewKey(key)
		shown.Key = string(secret)
		out.value = shown
		return out, nil
	}, r.query().done()
}

// expiry takes the optional moment at which a key ends; null means never.
func expiry(b *body) (t time.Time) {
	raw, there, null := b.take("expires_at")
	if !there || null {
		return t
	}
	if json.Unmarshal(raw, &t) != nil || t.IsZero() { // the zero time would mean never
		b.invalid("expires_at", "must be a time such as 2027-01-01T00:00:00Z, or null")
	}
	return t.UTC().Truncate(time.Millisecond)
}

func (a *API) revokeKey(r *request) (effect, error) {
	id, err := r.onlyID("key")
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, tx *store.Tx) (answer, error) {
		err := a.service.RevokeKey(ctx, tx, r.team(), id)
		return ok(api.Deleted{Object: "api_key", ID: string(id), Deleted: true}), err
	}, nil
}
