package client

import (
	"context"
	"net/http"
	"net/url"

	"vigil/api"
)

// RequestFix asks a language model for a fix of a vulnerability. A scan proves it and, if that is asked
// for, opens a pull request.
func (c *Client) RequestFix(ctx context.Context, vulnerability, model string, openPullRequest bool) (api.Fix, error) {
	return call[api.Fix](ctx, c, http.MethodPost, "/vulnerabilities/"+url.PathEscape(vulnerability)+"/fix", map[string]any{"model": model, "open_pull_request": openPullRequest})
}

// Fix returns the latest fix of a vulnerability.
func (c *Client) Fix(ctx context.Context, vulnerability string) (api.Fix, error) {
	return call[api.Fix](ctx, c, http.MethodGet, "/vulnerabilities/"+url.PathEscape(vulnerability)+"/fix", nil)
}
