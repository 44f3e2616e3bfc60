// Package inbox takes in the hooks of source hosts: [Receiver] verifies and stores them, and
// [Runner] processes what is stored, in the background. A hook and its place in the queue are one
// row, and its effect and its outcome are one transaction: whenever a server is killed, a hook
// takes effect once. It does not know how hosts write hooks, which hooks does, nor HTTP routes.
package inbox

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"vigil"
	"vigil/internal/hooks"
	"vigil/internal/secretbox"
	"vigil/internal/service"
	"vigil/internal/store"
)

// Receiver verifies and stores hooks.
type Receiver struct {
	Store *store.Store
	Ring  *secretbox.Ring
	Log   *slog.Logger
}

// errRefused does not say which part was wrong, nor whether the team exists.
var errRefused = &vigil.Error{Kind: vigil.Unauthenticated, Code: "hook_refused",
	Message: "The hook could not be verified. Check the team in the URL, and that the secret at the source host is one of the team's hook secrets."}

// Verify returns the team, given by its ID or name, whose secret a hook came with, and that secret.
func (r *Receiver) Verify(ctx context.Context, provider vigil.Provider, team string, h http.Header, body []byte, now time.Time) (vigil.TeamID, vigil.ID, error) {
	if err := r.Ring.Usable(); err != nil { // first, or only existing teams would notice
		return "", "", err
	}
	if vigil.CheckTeamName(team) != nil {
		team = "" // no team has such a name, and not every database takes it
	}
	found, sealed, err := r.Store.FindHookSecrets(ctx, team, provider)
	if err != nil {
		return "", "", err
	}
	secrets := make([]hooks.Secret, 0, len(sealed))
	for _, s := range sealed {
		text, err := r.Ring.Open(s.Sealed, service.HookSecretPlace(s.ID))
		if err != nil {
			r.Log.ErrorContext(ctx, "hook secret cannot be decrypted", "hook_secret_id", s.ID, "err", err)
			continue
		}
		secrets = append(secrets, hooks.Secret{ID: s.ID, Method: s.Method, Text: string(text)})
	}
	by, genuine := hooks.Verify(provider, secrets, h, body, now)
	if !genuine {
		return "", "", errRefused
	}
	return found, by, nil
}

// usedEvery is how often the use of a secret is recorded.
const usedEvery = time.Minute

// Accept stores a hook that was verified with a secret of a team, to be processed. A hook that was
// received before is returned as it is now.
func (r *Receiver) Accept(ctx context.Context, team vigil.TeamID, secret vigil.ID, provider vigil.Provider, h http.Header, body []byte, now time.Time) (d vigil.HookDelivery, repeated bool, err error) {
	received, err := newHook(provider, h, body, now)
	if err != nil {
		return d, false, err
	}
	err = r.Store.Write(ctx, func(tx *store.Tx) (err error) {
		if err := tx.UpdateHookSecretUsed(ctx, secret, now, now.Add(-usedEvery)); err != nil {
			return err
		}
		d, repeated, err = tx.InsertHookDelivery(ctx, team, received)
		return err
	})
	return d, repeated, err
}

// newHook reads a hook. One that asks for nothing has ended already.
func newHook(provider vigil.Provider, h http.Header, body []byte, now time.Time) (out store.ReceivedHook, err error) {
	id, signed := hooks.DeliveryID(provider, h, body)
	if id == "" {
		param := map[vigil.Provider]string{vigil.GitHub: "X-GitHub-Delivery", vigil.GitLab: "webhook-id"}[provider]
		return out, &vigil.Error{Kind: vigil.Invalid, Code: "parameter_missing", Param: param, Message: fmt.Sprintf("The header %q is required: it tells a repeated hook from a new one.", param)}
	}
	event, err := hooks.Parse(provider, hooks.EventName(provider, h), body)
	if errors.Is(err, hooks.ErrMalformed) {
		return out, &vigil.Error{Kind: vigil.Invalid, Code: "invalid_json", Message: "The body is not valid JSON: it must be one object.", Err: err}
	}
	if err != nil {
		return out, err
	}
	if provider == vigil.GitLab && event.WebURL == "" && len(h.Get("X-Gitlab-Instance")) < 500 {
		event.WebURL = h.Get("X-Gitlab-Instance") // system hooks do not say where the project is
	}
	out.HookDelivery = vigil.HookDelivery{ID: vigil.NewID(), Provider: provider, SourceID: id, Event: event.Name, Action: event.Action, Repository: event.Repository,
		Status: vigil.HookPending, CreatedAt: now}
	if event.Kind == hooks.Nothing {
		out.Status, out.Outcome, out.EndedAt = vigil.HookIgnored, "ignored: "+event.Ignored, now
	}
	// GitHub does not sign the ID: whoever recorded a hook could send it again under another one.
	// A token, on the other hand, gives whoever has it any hook.
	if provider == vigil.GitHub && !signed {
		sum := sha256.Sum256(body)
		out.Digest = hex.EncodeToString(sum[:])
	}
	if out.Payload, err = json.Marshal(event); err != nil {
		return out, fmt.Errorf("encode hook: %w", err)
	}
	return out, nil
}
