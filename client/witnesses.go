package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"

	"vigil/api"
)

// Witnesses lists the witnesses of a repository, by its name or ID, in any of some states; none: all.
func (c *Client) Witnesses(ctx context.Context, repository string, states ...string) iter.Seq2[api.Witness, error] {
	return list[api.Witness](ctx, c, "/repositories/"+repositoryPath(repository)+"/witnesses", url.Values{"state": states})
}

// NewWitness is the request of ProposeWitness. Branch is optional.
type NewWitness struct {
	api.WitnessProposal
	Branch string `json:"branch,omitempty"`
}

// ProposeWitness proposes a weakness of a repository. A scan proves it.
func (c *Client) ProposeWitness(ctx context.Context, repository string, w NewWitness) (api.Witness, error) {
	return call[api.Witness](ctx, c, http.MethodPost, "/repositories/"+repositoryPath(repository)+"/witnesses", w)
}

// Witness returns a witness.
func (c *Client) Witness(ctx context.Context, id string) (api.Witness, error) {
	return call[api.Witness](ctx, c, http.MethodGet, "/witnesses/"+url.PathEscape(id), nil)
}

// PromoteWitness adds the rule of a witness to the rules of the team.
func (c *Client) PromoteWitness(ctx context.Context, id string) (api.Witness, error) {
	return call[api.Witness](ctx, c, http.MethodPost, "/witnesses/"+url.PathEscape(id)+"/promote", nil)
}

// DeleteWitness retires a witness.
func (c *Client) DeleteWitness(ctx context.Context, id string) error {
	return c.Call(ctx, http.MethodDelete, "/witnesses/"+url.PathEscape(id), nil, nil, nil)
}
