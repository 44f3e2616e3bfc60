package httpapi

import (
	"context"
	"mime"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/listquery"
	"vigil/internal/service"
	"vigil/internal/store"
)

// Hooks takes the hooks of source hosts. [vigil/internal/hooks/inbox.Receiver] implements it.
type Hooks interface {
	// Verify returns the team, given by its ID or name, whose secret a hook came with.
	Verify(ctx context.Context, provider vigil.Provider, team string, h http.Header, body []byte, now time.Time) (vigil.TeamID, vigil.ID, error)
	// Accept stores a verified hook, and reports whether it was stored before.
	Accept(ctx context.Context, team vigil.TeamID, secret vigil.ID, provider vigil.Provider, h http.Header, body []byte, now time.Time) (d vigil.HookDelivery, repeated bool, err error)
}

const (
	// maxHook is the largest hook that is read. GitHub sends up to 25 MB, but of what Vigil acts on
	// nothing comes near it: a push lists at most 2,048 commits.
	maxHook = 2 << 20
	// hookTime is how long a host may take to send one.
	hookTime = 10 * time.Second
)

// receiveHook takes a hook: it verifies and stores it, and leaves the rest to the inbox.
func (a *API) receiveHook(w http.ResponseWriter, r *request, provider vigil.Provider) error {
	if r.Method != http.MethodPost {
		return methods{http.MethodPost: {}}.refuse(w, r)
	}
	body, err := a.readHook(w, r)
	defer func() { a.memory.Return(r.team(), r.memory) }() // of no team: its key is not known
	if err != nil {
		refuseBody(w, err)
		return err
	}
	defer r.limitTime()()
	if a.hooks == nil {
		return vigil.MissingError("page")
	}
	from := sender(r.RemoteAddr)
	team, secret, err := a.hooks.Verify(r.Context(), provider, r.PathValue("team"), r.Header, body, r.began)
	if vigil.KindOf(err) == vigil.Unauthenticated && a.forged.add(from, r.began) {
		w.Header().Set("Retry-After", "60")
		return &vigil.Error{Kind: vigil.RateLimited, Code: "rate_limited", Message: "Too many hooks from this address could not be verified. Wait a minute."}
	}
	if err != nil {
		return err
	}
	// As if they came with a key of their own.
	if err := a.limiter.Take(w.Header(), vigil.ID("hooks of "+team), r.began); err != nil {
		return err
	}
	d, repeated, err := a.hooks.Accept(r.Context(), team, secret, provider, r.Header, body, r.began)
	if err != nil {
		return err
	}
	out := answer{status: http.StatusAccepted, value: api.NewHookDelivery(d)}
	if repeated {
		out.status = http.StatusOK
	}
	return out.send(w)
}

// readHook reads the body of a hook.
func (a *API) readHook(w http.ResponseWriter, r *request) ([]byte, error) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return nil, &vigil.Error{Kind: vigil.Unsupported, Code: "unsupported_media_type",
			Message: "Send hooks as JSON: choose the content type application/json in the settings of the webhook."}
	}
	tooLarge := &vigil.Error{Kind: vigil.TooLarge, Code: "body_too_large", Message: "The hook is larger than 2 MiB."}
	if r.ContentLength > maxHook {
		return nil, tooLarge
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(hookTime)) // a test's recorder has none
	body, err := a.readIntoMemory(r, r.Body, maxHook)
	switch {
	case isBodyError(err):
		return nil, err
	case err != nil:
		return nil, invalidJSON("could not be read completely")
	case len(body) > maxHook:
		return nil, tooLarge
	}
	return body, nil
}

// sender is the network that a request came from: for IPv6 the prefix that one customer has.
func sender(remote string) string {
	at, err := netip.ParseAddrPort(remote)
	if err != nil {
		return remote
	}
	bits := 32
	if !at.Addr().Unmap().Is4() {
		bits = 64
	}
	network, _ := at.Addr().Unmap().WithZone("").Prefix(bits) // bits is at most the length of the address
	return network.String()
}

// refusals counts hooks that could not be verified, by sender. Guessing a secret is hopeless; this
// only tells senders to stop. A genuine hook is accepted regardless: behind a proxy all hooks come
// from one address.
type refusals struct {
	mu   sync.Mutex
	from map[string]*window
}

const (
	maxRefusals = 60 // in a minute
	maxSenders  = 10_000
)

// add counts a refusal, and reports whether there were too many.
func (f *refusals) add(from string, now time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.from == nil || len(f.from) >= maxSenders {
		f.from = map[string]*window{}
	}
	w := f.from[from]
	if w == nil || !now.Before(w.ends) {
		w = &window{ends: now.Add(time.Minute)}
		f.from[from] = w
	}
	w.used = min(w.used+1, maxRefusals+1)
	return w.used > maxRefusals
}

func (a *API) listHookSecrets(r *request) (answer, error) {
	q := r.query()
	page, cursor := r.page(q, vigil.HookSecretSorts)
	if err := q.Done(); err != nil {
		return answer{}, err
	}
	secrets, err := a.store.ListHookSecrets(r.Context(), r.team(), page)
	if err != nil {
		return answer{}, err
	}
	return listAnswer(secrets, cursor, api.NewHookSecret), nil
}

func (a *API) addHookSecret(r *request) (change, error) {
	b := parseBody(r.raw)
	in := service.NewHookSecret{
		Provider: required(b, "provider", vigil.GitHub, vigil.GitLab),
		Method:   optional(b, "method", vigil.HookMethods...),
		Name:     optional[string](b, "name"),
		Secret:   optional[string](b, "secret"),
	}
	if err := b.done(); err != nil {
		return change{}, err
	}
	return change{apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		s, text, err := a.service.AddHookSecret(ctx, tx, r.team(), in)
		if err != nil {
			return answer{}, err
		}
		shown := api.NewHookSecret(s)
		out := created(shown)
		out.replay = shown // the secret is shown once
		shown.Secret = text
		out.value = shown
		return out, nil
	}}, r.query().Done()
}

func (a *API) removeHookSecret(r *request) (change, error) {
	id, err := r.onlyID("hook secret")
	if err != nil {
		return change{}, err
	}
	return change{apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		err := a.service.RemoveHookSecret(ctx, tx, r.team(), id)
		return ok(api.Deleted{Object: "hook_secret", ID: string(id), Deleted: true}), err
	}}, nil
}

func (a *API) listHookDeliveries(r *request) (answer, error) {
	q := r.query()
	page, cursor := r.page(q, vigil.HookDeliverySorts)
	f := store.HookDeliveryFilter{Statuses: listquery.Choices(q, "status", vigil.HookStatuses)}
	if err := q.Done(); err != nil {
		return answer{}, err
	}
	deliveries, err := a.store.ListHookDeliveries(r.Context(), r.team(), f, page)
	if err != nil {
		return answer{}, err
	}
	return listAnswer(deliveries, cursor, api.NewHookDelivery), nil
}

func (a *API) getHookDelivery(r *request) (answer, error) {
	id, err := r.onlyID("hook delivery")
	if err != nil {
		return answer{}, err
	}
	d, err := a.store.GetHookDelivery(r.Context(), r.team(), id)
	return ok(api.NewHookDelivery(d)), err
}

func (a *API) replayHook(r *request) (change, error) {
	id, err := r.onlyID("hook delivery")
	if err != nil {
		return change{}, err
	}
	return change{apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		d, err := a.service.ReplayHook(ctx, tx, r.key, id)
		return answer{status: http.StatusAccepted, value: api.NewHookDelivery(d)}, err
	}}, nil
}
