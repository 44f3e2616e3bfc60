package codehost

import (
	"context"
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"

	"vigil"
)

type gitLab struct{ caller }

func (h gitLab) call(ctx context.Context, what, method, route string, body, answer any) error {
	address := strings.TrimSuffix(h.URL, "/") + "/api/v4/projects/" + url.PathEscape(h.FullName) + route
	return h.caller.call(ctx, what, method, address, map[string]string{"PRIVATE-TOKEN": string(h.Token)}, body, answer)
}

func (h gitLab) open(ctx context.Context, c Change) (vigil.PullRequest, error) {
	actions := []map[string]string{}
	for _, path := range c.paths() {
		actions = append(actions, map[string]string{
			"action": "update", "file_path": path, "content": base64.StdEncoding.EncodeToString(c.Files[path].New), "encoding": "base64",
		})
	}
	commit := map[string]any{"branch": c.Branch, "start_sha": c.Commit, "commit_message": c.Title, "actions": actions}
	err := h.call(ctx, "commit", http.MethodPost, "/repository/commits", commit, nil)
	if err != nil && !hasStatus(err, http.StatusBadRequest) { // the branch exists
		return vigil.PullRequest{}, err
	}
	if err != nil {
		for _, path := range c.paths() {
			if err := h.same(ctx, c, path); err != nil {
				return vigil.PullRequest{}, err
			}
		}
	}
	return h.request(ctx, c)
}

// same requires that a file on the branch is as the change has it.
func (h gitLab) same(ctx context.Context, c Change, path string) error {
	var now struct {
		BlobID string `json:"blob_id"`
	}
	if err := h.call(ctx, "read file", http.MethodGet, "/repository/files/"+url.PathEscape(path)+"?ref="+url.QueryEscape(c.Branch), nil, &now); err != nil {
		return err
	}
	if now.BlobID != blobID(c.Files[path].New) {
		return ErrOtherChange
	}
	return nil
}

// request returns the open merge request of the branch, or opens one.
func (h gitLab) request(ctx context.Context, c Change) (vigil.PullRequest, error) {
	type merge struct {
		IID    int64  `json:"iid"`
		WebURL string `json:"web_url"`
	}
	var open []merge
	if err := h.call(ctx, "find merge request", http.MethodGet, "/merge_requests?state=opened&source_branch="+url.QueryEscape(c.Branch), nil, &open); err != nil {
		return vigil.PullRequest{}, err
	}
	if len(open) > 0 {
		return h.caller.request(open[0].IID, open[0].WebURL)
	}
	var made merge
	body := map[string]any{"source_branch": c.Branch, "target_branch": c.Onto, "title": c.Title, "description": c.Body, "remove_source_branch": true}
	if err := h.call(ctx, "open merge request", http.MethodPost, "/merge_requests", body, &made); err != nil {
		return vigil.PullRequest{}, err
	}
	return h.caller.request(made.IID, made.WebURL)
}
