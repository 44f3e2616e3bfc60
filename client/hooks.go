package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"

	"vigil/api"
)

// NewHookSecret is the request of AddHookSecret. Only the provider is required.
type NewHookSecret struct {
	Provider string `json:"provider"`
	Method   string `json:"method,omitempty"`
	Name     string `json:"name,omitempty"`
	Secret   string `json:"secret,omitempty"` // default: a random one
}

// AddHookSecret adds a secret that hooks of a source host are verified with. Its text is in this
// response only.
func (c *Client) AddHookSecret(ctx context.Context, s NewHookSecret) (api.HookSecret, error) {
	return call[api.HookSecret](ctx, c, http.MethodPost, "/hooks/secrets", s)
}

// HookSecrets lists the hook secrets of the team, without their text.
func (c *Client) HookSecrets(ctx context.Context) iter.Seq2[api.HookSecret, error] {
	return list[api.HookSecret](ctx, c, "/hooks/secrets", nil)
}

// RemoveHookSecret removes a hook secret.
func (c *Client) RemoveHookSecret(ctx context.Context, id string) error {
	return c.Call(ctx, http.MethodDelete, "/hooks/secrets/"+url.PathEscape(id), nil, nil, nil)
}

// HookDeliveries lists received hooks, newest first, with one of the statuses if any are given.
func (c *Client) HookDeliveries(ctx context.Context, statuses ...string) iter.Seq2[api.HookDelivery, error] {
	var query url.Values
	if len(statuses) > 0 {
		query = url.Values{"status": statuses}
	}
	return list[api.HookDelivery](ctx, c, "/hooks/deliveries", query)
}

// HookDelivery returns a received hook.
func (c *Client) HookDelivery(ctx context.Context, id string) (api.HookDelivery, error) {
	return call[api.HookDelivery](ctx, c, http.MethodGet, "/hooks/deliveries/"+url.PathEscape(id), nil)
}

// ReplayHook has a received hook processed again.
func (c *Client) ReplayHook(ctx context.Context, id string) (api.HookDelivery, error) {
	return call[api.HookDelivery](ctx, c, http.MethodPost, "/hooks/deliveries/"+url.PathEscape(id)+"/replay", nil)
}
