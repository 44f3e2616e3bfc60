package httpapi

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
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

// requestSum identifies what a request asks for: its digest, or its JSON body, in which
// whitespace and the order of fields do not matter.
func requestSum(r *request, digest []byte) [32]byte {
	canonical := digest
	if digest == nil {
		canonical = r.raw
		var value any
		d := json.NewDecoder(bytes.NewReader(r.raw))
		d.UseNumber()
		if d.Decode(&value) == nil {
			canonical, _ = json.Marshal(value) // what was decoded can be encoded
		}
	}
	return sha256.Sum256(fmt.Appendf(nil, "%s\n%s", r.URL.RawQuery, canonical))
}

// serveChange answers a request that changes something: it receives the body, has the
// writer validate it, and makes the change.
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
	if route.mayBeEmpty && len(r.raw) == 0 {
		r.raw = []byte("{}")
	}
	if route.sending > 0 {
		end, err := a.beginBody(w, r, route.sending)
		if err != nil {
			refuseBody(w, err)
			return err
		}
		defer end()
	}
	c, err := route.write(r)
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
		key.Request = requestSum(r, c.digest)
	}
	out, replayed, err := a.makeChange(r, key, c)
	if err != nil {
		return err
	}
	if replayed {
		w.Header().Set("Idempotent-Replayed", "true")
	}
	sendJSON(w, out.Status, out.Body)
	return nil
}

// makeChange makes a change and keeps its answer, in one transaction, under the request's
// idempotency key if it has one. So a repetition, even at the same moment, changes nothing
// and gets the same answer.
func (a *API) makeChange(r *request, key *store.IdempotencyKey, c change) (answered store.Answer, replayed bool, err error) {
	if c.before != nil {
		earlier, err := a.prepare(r, key, c.before)
		if err != nil {
			return store.Answer{}, false, err
		}
		if earlier != nil {
			return *earlier, true, nil
		}
	}
	err = a.store.Write(r.Context(), func(tx *store.Tx) error {
		replayed = false
		if key != nil {
			earlier, err := tx.ClaimIdempotencyKey(r.Context(), *key, r.began)
			if err != nil {
				return err
			}
			if earlier != nil {
				answered, replayed = *earlier, true
				return sameRequest(*key, *earlier)
			}
		}
		out, err := c.apply(r.Context(), tx)
		if err != nil {
			return err
		}
		body, err := encode(nil, out.value)
		answered = store.Answer{Status: out.status, Body: body}
		if err != nil || key == nil {
			return err
		}
		kept := answered
		if out.replay != nil {
			if kept.Body, err = encode(nil, out.replay); err != nil {
				return err
			}
		}
		return tx.UpdateIdempotencyKey(r.Context(), *key, kept)
	})
	if c.discard != nil && (err != nil || replayed) {
		late, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), 5*time.Second)
		defer cancel()
		if failed := c.discard(late); failed != nil { // what remains is swept later
			a.log.WarnContext(late, "what a refused request had prepared was not discarded", "request_id", r.id, "err", failed)
		}
	}
	if err == nil && !replayed && c.after != nil {
		err = c.after(r.Context())
	}
	return answered, replayed, err
}

// sameRequest returns an error if a key came with another request before.
func sameRequest(key store.IdempotencyKey, earlier store.Answer) error {
	if earlier.Request == key.Request {
		return nil
	}
	return &vigil.Error{Kind: vigil.Reused, Code: "idempotency_key_reused", Param: "Idempotency-Key",
		Message: "This Idempotency-Key came with another request before. Use a new key for each new request."}
}

// prepare runs the part of a change that comes before the transaction, unless the request
// was answered before: then it returns that answer. Of requests that race all may run it;
// one of them then makes the change. If that was another one and this one failed meanwhile,
// the other's answer counts too.
func (a *API) prepare(r *request, key *store.IdempotencyKey, before func(context.Context) error) (earlier *store.Answer, err error) {
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
	failure := before(r.Context())
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
