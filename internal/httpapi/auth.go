package httpapi

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"

	"vigil"
	"vigil/internal/store"
)

// secretOf returns the API key that a request carries: in X-API-Key, or behind
// "Bearer" in Authorization. It is empty if there is none.
func secretOf(h http.Header) vigil.Secret {
	if key := h.Get("X-API-Key"); key != "" {
		return vigil.Secret(strings.TrimSpace(key))
	}
	scheme, key, _ := strings.Cut(strings.TrimSpace(h.Get("Authorization")), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return vigil.Secret(strings.TrimSpace(key))
}

var errKeyRefused = &vigil.Error{Kind: vigil.Unauthenticated, Code: "api_key_invalid",
	Message: "This API key is not valid. Check that it is complete and has not been revoked."}

// authenticate finds the key that a request carries. The store sees to it that a
// key which was revoked, by whichever process, is refused at once.
func (a *API) authenticate(r *request) error {
	secret := secretOf(r.Header)
	if secret == "" {
		return &vigil.Error{Kind: vigil.Unauthenticated, Code: "api_key_missing",
			Message: "Send your API key in the header X-API-Key, or as Authorization: Bearer <key>."}
	}
	if !secret.WellFormed() {
		return errKeyRefused
	}
	key, err := a.store.GetKeyByHash(r.Context(), secret.Hash())
	switch {
	case vigil.KindOf(err) == vigil.NotFound:
		return errKeyRefused
	case err != nil:
		return err
	case !key.Active(r.began):
		return errKeyRefused
	}
	r.key = key
	a.uses.add(key.ID, r.began)
	return nil
}

// keyUses remembers when keys were used, so that it can be written now and then
// instead of with each request.
type keyUses struct {
	mu   sync.Mutex
	last map[vigil.ID]time.Time
}

func (u *keyUses) add(id vigil.ID, now time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.last == nil {
		u.last = map[vigil.ID]time.Time{}
	}
	if u.last[id].Before(now) {
		u.last[id] = now
	}
}

func (u *keyUses) takeAll() map[vigil.ID]time.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	all := u.last
	u.last = nil
	return all
}

func (a *API) flushUses(ctx context.Context) error {
	used := a.uses.takeAll()
	if len(used) == 0 {
		return nil
	}
	err := a.store.Write(ctx, func(tx *store.Tx) error { return tx.UpdateKeysUsed(ctx, used) })
	if err != nil { // keep them for the next time
		for id, at := range used {
			a.uses.add(id, at)
		}
	}
	return err
}
