// Package gitlab makes the few calls to GitLab instances that Vigil needs. Instances are
// untrusted: one may be slow, hostile, or not GitLab at all. Start with [Client].
package gitlab

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"time"

	"vigil"
	"vigil/internal/netguard"
)

// Client calls instances.
type Client struct {
	// HTTP is a client of package netguard: tenants choose the instances.
	HTTP *http.Client
}

// maxAnswer limits the response that is read. The one about a token has half a kilobyte.
const maxAnswer = 64 << 10

// CheckToken checks a token with its instance and returns when it expires, zero for never. The
// code of an error tells whether the token is invalid (integration_token_invalid,
// integration_token_scope), the instance may not be contacted (parameter_invalid), or it did
// not respond like GitLab (integration_unreachable).
func (c *Client) CheckToken(ctx context.Context, instance string, token vigil.AccessToken, now time.Time) (expires time.Time, err error) {
	if !token.WellFormed() {
		return time.Time{}, invalidToken("holds characters that no token has: check that it was copied without spaces and line breaks")
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, instance+"/api/v4/personal_access_tokens/self", nil)
	if err != nil {
		return time.Time{}, vigil.InvalidError("instance_url", "must be the address of a GitLab instance, such as https://gitlab.example.com")
	}
	r.Header.Set("PRIVATE-TOKEN", string(token))
	r.Header.Set("Accept", "application/json")
	r.Header.Set("User-Agent", "vigil")
	answer, err := c.HTTP.Do(r)
	if refused, ok := errors.AsType[*netguard.RefusedError](err); ok {
		return time.Time{}, vigil.InvalidError("instance_url", "%s", refused.Reason)
	}
	if err != nil {
		return time.Time{}, unreachable("did not answer, or not over a secure connection that we trust", err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return time.Time{}, unreachable("did not answer to the end", err)
	}
	return judge(answer.StatusCode, body, now)
}

// judge interprets the response about the token itself. See
// https://docs.gitlab.com/api/personal_access_tokens/#self-inform.
func judge(status int, body []byte, now time.Time) (expires time.Time, err error) {
	var token struct {
		Error     string   `json:"error"` // in place of the other fields
		Active    *bool    `json:"active"`
		Revoked   bool     `json:"revoked"`
		Scopes    []string `json:"scopes"`
		ExpiresAt *string  `json:"expires_at"` // a date, or null
	}
	isJSON := json.Unmarshal(body, &token) == nil
	switch {
	case status == http.StatusForbidden && isJSON && token.Error == "insufficient_scope":
		return time.Time{}, missingScope()
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return time.Time{}, invalidToken("was not accepted by the instance: check that it is complete, belongs to this instance and was not revoked")
	case status >= 300 && status < 400:
		return time.Time{}, unreachable("answered with a redirect, which is not followed: give the address that it leads to", nil)
	case status == http.StatusNotFound:
		return time.Time{}, unreachable("knows no /api/v4/personal_access_tokens/self: give the address of GitLab's front page, of version 15.5 or newer", nil)
	case status != http.StatusOK:
		return time.Time{}, unreachable("is out of order", nil)
	case !isJSON || token.Active == nil || token.Scopes == nil:
		return time.Time{}, unreachable("does not answer like GitLab", nil)
	case token.Revoked:
		return time.Time{}, invalidToken("was revoked: make a new one")
	}
	if token.ExpiresAt != nil {
		if expires, err = time.Parse(time.DateOnly, *token.ExpiresAt); err != nil {
			return time.Time{}, unreachable("does not answer like GitLab", nil)
		}
		if !now.Before(expires) { // it expires at the start of that day, in UTC
			return time.Time{}, invalidToken("has expired: make a new one")
		}
	}
	switch {
	case !*token.Active:
		return time.Time{}, invalidToken("is not active: make a new one")
	case !slices.Contains(token.Scopes, "api"):
		return time.Time{}, missingScope()
	}
	return expires, nil
}

func invalidToken(why string) error {
	return &vigil.Error{Kind: vigil.Invalid, Code: "integration_token_invalid", Param: "access_token", Message: `"access_token" ` + why + "."}
}

func missingScope() error {
	return &vigil.Error{Kind: vigil.Invalid, Code: "integration_token_scope", Param: "access_token",
		Message: `"access_token" lacks the scope "api": make a token that has it.`}
}

// unreachable returns an error about the instance. Its response is not part of the message: it
// must not reveal what answers on an address that the caller cannot reach (SSRF).
func unreachable(why string, cause error) error {
	return &vigil.Error{Kind: vigil.Unreachable, Code: "integration_unreachable", Message: "The GitLab instance " + why + ".", Err: cause}
}
