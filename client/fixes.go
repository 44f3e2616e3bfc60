package client

import (
	"context"
	"net/http"
	"net/url"

	"vigil/api"
)

// RequestFix asks a language model for a fix of a vulnerability. A scan proves it.
func (c *Client) RequestFix(ctx context.Context, vulnerability, model string) (api.Fix, error) {
	return call[api.Fix](ctx, c, http.MethodPost, "/vulnerabilities/"+url.PathEscape(vulnerability)+"/fix", map[string]string{"model": model})
}

// Fix returns the latest fix of a vulnerability.
func (c *Client) Fix(ctx context.Context, vulnerability string) (api.Fix, error) {
	return call[api.Fix](ctx, c, http.MethodGet, "/vulnerabilities/"+url.PathEscape(vulnerability)+"/fix", nil)
}
