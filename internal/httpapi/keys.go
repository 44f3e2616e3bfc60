package httpapi

import (
	"context"
	"encoding/json"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/listquery"
	"vigil/internal/service"
	"vigil/internal/store"
)

func (a *API) getCaller(r *request) (answer, error) {
	if err := r.query().Done(); err != nil {
		return answer{}, err
	}
	key, err := a.store.GetKey(r.Context(), r.team(), r.key.ID)
	return ok(api.NewCaller(key)), err
}

func (a *API) listKeys(r *request) (answer, error) {
	q := r.query()
	var filter store.KeyFilter
	if s := q.One("created_by"); s != "" {
		id, ok := vigil.ParseID(s)
		if !ok {
			q.Invalid("created_by", "must be the id of a key")
		}
		filter.CreatedBy = id
	}
	page, cursor := r.page(q, vigil.KeySorts)
	if err := q.Done(); err != nil {
		return answer{}, err
	}
	keys, err := a.store.ListKeys(r.Context(), r.team(), filter, page)
	if err != nil {
		return answer{}, err
	}
	return listAnswer(keys, cursor, api.NewKey), nil
}

func (a *API) issueKey(r *request) (change, error) {
	b := parseBody(r.raw)
	in := service.NewKey{Name: required[string](b, "name"), ExpiresAt: expiry(b)}
	for _, p := range b.strings("permissions") {
		in.Permissions = append(in.Permissions, vigil.Permission(p))
	}
	if err := b.done(); err != nil {
		return change{}, err
	}
	return change{apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		key, secret, err := a.service.IssueKeyAs(ctx, tx, r.key, in)
		return newKey(key, secret), err
	}}, r.query().Done()
}

// newKey shows a key with its secret, this once: a replay comes without it.
func newKey(key vigil.Key, secret vigil.Secret) answer {
	shown := api.NewKey(key)
	shown.Key = string(secret)
	out := created(shown)
	out.replay = api.NewKey(key)
	return out
}

// defaultOverlap is how long both keys are accepted unless the caller says otherwise: time
// for a deployment.
const defaultOverlap = 24 * time.Hour

func (a *API) rotateKey(r *request) (change, error) {
	b := parseBody(r.raw)
	overlap := b.seconds("overlap_seconds", defaultOverlap, service.MaxOverlap)
	if err := b.done(); err != nil {
		return change{}, err
	}
	id, err := r.onlyID("key")
	if err != nil {
		return change{}, err
	}
	return change{apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		key, secret, err := a.service.RotateKeyAs(ctx, tx, r.key, id, overlap)
		return newKey(key, secret), err
	}}, nil
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

func (a *API) revokeKey(r *request) (change, error) {
	q := r.query()
	withCreated := listquery.Choice(q, "with_created", "true", "false") == "true"
	if err := q.Done(); err != nil {
		return change{}, err
	}
	id, err := r.pathID("key")
	if err != nil {
		return change{}, err
	}
	return change{apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		ended, err := a.service.RevokeKeyAs(ctx, tx, r.key, id, withCreated)
		deleted := api.Deleted{Object: "api_key", ID: string(id), Deleted: true}
		if !withCreated {
			return ok(deleted), err
		}
		return ok(api.NewDeletedKeys(deleted, ended)), err
	}}, nil
}
