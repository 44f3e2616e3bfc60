package httpapi

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"unicode/utf8"

	"vigil"
	"vigil/internal/store"
)

// maxIdempotencyKey is the longest key, in characters.
const maxIdempotencyKey = 255

// idempotencyKey returns the key of a request, nil if it has none. The key is
// the team's own for one method and path; what was asked is kept beside it, to
// notice a key that is used again for something else.
func idempotencyKey(r *request) (*store.IdempotencyKey, error) {
	given := r.Header.Values("Idempotency-Key")
	if len(given) == 0 || given[0] == "" || r.Method == http.MethodDelete || r.Method == http.MethodPut { // which are the same when repeated
		return nil, nil
	}
	if len(given) > 1 {
		return nil, &vigil.Error{Kind: vigil.Invalid, Code: "parameter_duplicate", Param: "Idempotency-Key", Message: `"Idempotency-Key" is given more than once.`}
	}
	if utf8.RuneCountInString(given[0]) > maxIdempotencyKey {
		return nil, vigil.InvalidError("Idempotency-Key", "must be at most %d characters long", maxIdempotencyKey)
	}
	return &store.IdempotencyKey{Key: sha256.Sum256(fmt.Appendf(nil, "%s %s %s %s", r.team(), r.Method, r.URL.EscapedPath(), given[0]))}, nil
}

// requestSum identifies what a request asks for. Spaces and the order of
// fields do not matter.
func requestSum(r *request) [32]byte {
	var value any
	d := json.NewDecoder(bytes.NewReader(r.raw))
	d.UseNumber()
	canonical := r.raw
	// What stands for an archive is no JSON, but may begin like it.
	if d.Decode(&value) == nil && d.InputOffset() == int64(len(bytes.TrimRight(r.raw, " \t\r\n"))) {
		canonical, _ = json.Marshal(value) // what was decoded can be encoded
	}
	return sha256.Sum256(fmt.Appendf(nil, "%s\n%s", r.URL.RawQuery, canonical))
}

// serveChange answers a request that changes something: in one transaction with
// the change, the answer is kept under the request's idempotency key, if it has
// one. So a repetition, even at the same moment, changes nothing and is answered alike.
func (a *API) serveChange(w http.ResponseWriter, r *request, route route) error {
	key, err := idempotencyKey(r)
	if err != nil {
		return err
	}
	defer func() { a.memory.Return(r.team(), r.memory) }()
	if !route.noBody && !(route.mayBeEmpty && r.ContentLength == 0) {
		if err := a.readBody(r); err != nil {
			refuseBody(w, err)
			return err
		}
		defer r.limitTime()()
	}
	if route.sending > 0 {
		end, err := a.beginBody(w, r, route.sending)
		if err != nil {
			refuseBody(w, err)
			return err
		}
		defer end()
	}
	effect, err := route.write(r)
	if err != nil {
		if route.sending > 0 {
			refuseBody(w, err)
		}
		return err
	}
	if route.sending > 0 {
		defer r.limitTime()()
	}
	if key != nil {
		key.Request = requestSum(r)
	}
	if r.callOut != nil {
		earlier, err := a.callOut(r, key)
		if err != nil {
			return err
		}
		if earlier != nil {
			w.Header().Set("Idempotent-Replayed", "true")
			sendJSON(w, earlier.Status, earlier.Body)
			return nil
		}
	}
	var status int
	var body []byte
	var replayed bool
	var settle func(context.Context) error
	err = a.store.Write(r.Context(), func(tx *store.Tx) error {
		replayed, settle = false, nil
		if key != nil {
			earlier, err := tx.ClaimIdempotencyKey(r.Context(), *key, r.began)
			if err != nil {
				return err
			}
			if earlier != nil {
				status, body, replayed = earlier.Status, earlier.Body, true
				return sameRequest(*key, *earlier)
			}
		}
		out, err := effect(r.Context(), tx)
		if err != nil {
			return err
		}
		status, settle = out.status, out.settle
		if body, err = encode(nil, out.value); err != nil || key == nil {
			return err
		}
		kept := body
		if out.replay != nil {
			if kept, err = encode(nil, out.replay); err != nil {
				return err
			}
		}
		return tx.UpdateIdempotencyKey(r.Context(), *key, store.Answer{Status: status, Body: kept})
	})
	if err != nil {
		return err
	}
	if settle != nil {
		if err := settle(r.Context()); err != nil {
			return err
		}
	}
	if replayed {
		w.Header().Set("Idempotent-Replayed", "true")
	}
	sendJSON(w, status, body)
	return nil
}

// sameRequest returns an error if a key came with another request before.
func sameRequest(key store.IdempotencyKey, earlier store.Answer) error {
	if earlier.Request == key.Request {
		return nil
	}
	return &vigil.Error{Kind: vigil.Reused, Code: "idempotency_key_reused", Param: "Idempotency-Key",
		Message: "This Idempotency-Key came with another request before. Use a new key for each new request."}
}

// callOut lets a request ask others, unless it was answered before: then it returns
// that answer. It holds no transaction, so of requests that race all may ask; one of
// them then has the effect. If that was another and this one failed meanwhile, its
// answer counts too.
func (a *API) callOut(r *request, key *store.IdempotencyKey) (earlier *store.Answer, err error) {
	lookUp := func() (*store.Answer, error) {
		if key == nil {
			return nil, nil
		}
		earlier, err := a.store.GetAnswer(r.Context(), *key, r.began)
		if err == nil && earlier != nil {
			err = sameRequest(*key, *earlier)
		}
		return earlier, err
	}
	if earlier, err = lookUp(); err != nil || earlier != nil {
		return earlier, err
	}
	failure := r.callOut(r.Context())
	if failure == nil {
		return nil, nil
	}
	if earlier, err = lookUp(); err != nil || earlier == nil {
		return nil, failure
	}
	return earlier, nil
}

// forgetIdempotencyKeys deletes idempotency keys that are past their time.
func (a *API) forgetIdempotencyKeys(ctx context.Context) error {
	for {
		var n int64
		err := a.store.Write(ctx, func(tx *store.Tx) (err error) {
			n, err = tx.DeleteOldIdempotencyKeys(ctx, vigil.Now())
			return err
		})
		if err != nil || n == 0 {
			return err
		}
	}
}
