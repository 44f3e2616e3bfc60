package web

import (
	"cmp"
	"context"
	"strings"

	"vigil"
	"vigil/internal/listquery"
	"vigil/internal/service"
	"vigil/internal/store"
)

// hookList is the data of the page of inbound hooks.
type hookList struct {
	pager
	Secrets  []vigil.HookSecret
	Items    []vigil.HookDelivery
	Statuses []string
	Address  string // of the server, as source hosts reach it
	Team     vigil.TeamID
}

// AllStatuses returns the options of the status filter.
func (hookList) AllStatuses() []vigil.HookStatus { return vigil.HookStatuses }

func (s *site) listHooks(r *request) (page, error) {
	q := r.query()
	statuses := listquery.Choices(q.Query, "status", vigil.HookStatuses)
	p := r.page(q, vigil.HookDeliverySorts, "")
	if err := q.Done(); err != nil {
		return page{}, err
	}
	secrets, err := s.store.ListHookSecrets(r.Context(), r.team(), vigil.Page{Limit: 2 * vigil.MaxHookSecrets, Sort: "created_at"})
	if err != nil {
		return page{}, err
	}
	l, err := s.store.ListHookDeliveries(r.Context(), r.team(), store.HookDeliveryFilter{Statuses: statuses}, p.page)
	out := hookList{pager: of(p, l), Secrets: secrets.Items, Items: l.Items, Address: s.address(r), Team: r.team()}
	for _, status := range statuses {
		out.Statuses = append(out.Statuses, string(status))
	}
	return page{view: "hooks", Title: "Hooks", Section: "/hooks", Content: out}, err
}

// address returns where the server is reached.
func (s *site) address(r *request) string {
	scheme := "http"
	if s.secure || r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		scheme = "https"
	}
	return cmp.Or(s.publicURL, scheme+"://"+r.Host)
}

// newHookSecret is the data of the page that shows a secret, once.
type newHookSecret struct {
	vigil.HookSecret
	URL, Text string
}

func (s *site) addHookSecret(r *request) (showing, error) {
	field := func(name string) string { return strings.TrimSpace(r.PostForm.Get(name)) }
	provider, method, _ := strings.Cut(field("kind"), " ") // such as "gitlab token"
	in := service.NewHookSecret{Provider: vigil.Provider(provider), Method: vigil.HookMethod(method), Name: field("name"), Secret: field("secret")}
	if in.Method != "" && in.Method != vigil.HookSignature && in.Method != vigil.HookToken {
		return nil, vigil.InvalidError("kind", "must name a source host and a method")
	}
	return func(ctx context.Context, tx *store.Tx) (page, error) {
		made, text, err := s.service.AddHookSecret(ctx, tx, r.team(), in)
		out := newHookSecret{HookSecret: made, URL: s.address(r) + "/hooks/" + string(made.Provider) + "/" + string(r.team()), Text: text}
		return page{view: "hooksecret", Title: "Hook secret", Section: "/hooks", Content: out}, err
	}, nil
}

func (s *site) removeHookSecret(r *request) (effect, error) {
	id, err := r.id("hook secret")
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, tx *store.Tx) (string, error) {
		return "/hooks", s.service.RemoveHookSecret(ctx, tx, r.team(), id)
	}, nil
}

func (s *site) replayHook(r *request) (effect, error) {
	id, err := r.id("received hook")
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, tx *store.Tx) (string, error) {
		_, err := s.service.ReplayHook(ctx, tx, r.key, id)
		return "/hooks", err
	}, nil
}
