package codehost

import (
	"context"
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"

	"vigil"
)

type gitHub struct{ caller }

// api returns the address of a route of the repository. GitHub Enterprise has the API below /api/v3.
func (h gitHub) api(route string) string {
	base := strings.TrimSuffix(h.URL, "/") + "/api/v3"
	if base == "https://github.com/api/v3" {
		base = "https://api.github.com"
	}
	owner, name, _ := strings.Cut(h.FullName, "/")
	return base + "/repos/" + url.PathEscape(owner) + "/" + url.PathEscape(name) + route
}

func (h gitHub) call(ctx context.Context, what, method, route string, body, answer any) error {
	header := map[string]string{"Authorization": "Bearer " + string(h.Token), "X-GitHub-Api-Version": "2022-11-28"}
	return h.caller.call(ctx, what, method, h.api(route), header, body, answer)
}

func (h gitHub) open(ctx context.Context, c Change) (vigil.PullRequest, error) {
	ref := map[string]string{"ref": "refs/heads/" + c.Branch, "sha": c.Commit}
	err := h.call(ctx, "create branch", http.MethodPost, "/git/refs", ref, nil)
	if err != nil && !hasStatus(err, http.StatusUnprocessableEntity) { // it exists
		return vigil.PullRequest{}, err
	}
	for _, path := range c.paths() {
		if err := h.put(ctx, c, path); err != nil {
			return vigil.PullRequest{}, err
		}
	}
	return h.request(ctx, c)
}

// put changes a file on the branch, unless it is changed.
func (h gitHub) put(ctx context.Context, c Change, path string) error {
	f := c.Files[path]
	route := "/contents/" + escapePath(path)
	var now struct{ SHA string }
	if err := h.call(ctx, "read file", http.MethodGet, route+"?ref="+url.QueryEscape(c.Branch), nil, &now); err != nil {
		return err
	}
	switch now.SHA {
	case blobID(f.New):
		return nil
	case blobID(f.Old):
		return h.call(ctx, "commit", http.MethodPut, route, map[string]string{
			"message": c.Title, "content": base64.StdEncoding.EncodeToString(f.New), "sha": now.SHA, "branch": c.Branch,
		}, nil)
	}
	return ErrOtherChange
}

// request returns the open pull request of the branch, or opens one.
func (h gitHub) request(ctx context.Context, c Change) (vigil.PullRequest, error) {
	type pull struct {
		Number  int64  `json:"number"`
		HTMLURL string `json:"html_url"`
	}
	owner, _, _ := strings.Cut(h.FullName, "/")
	var open []pull
	if err := h.call(ctx, "find pull request", http.MethodGet, "/pulls?state=open&head="+url.QueryEscape(owner+":"+c.Branch), nil, &open); err != nil {
		return vigil.PullRequest{}, err
	}
	if len(open) > 0 {
		return h.caller.request(open[0].Number, open[0].HTMLURL)
	}
	var made pull
	body := map[string]any{"title": c.Title, "head": c.Branch, "base": c.Onto, "body": c.Body}
	if err := h.call(ctx, "open pull request", http.MethodPost, "/pulls", body, &made); err != nil {
		return vigil.PullRequest{}, err
	}
	return h.caller.request(made.Number, made.HTMLURL)
}

// escapePath escapes the parts of a path.
func escapePath(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		parts[i] = url.PathEscape(p)
	}
	return strings.Join(parts, "/")
}
