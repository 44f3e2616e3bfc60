// Package codehost opens pull requests at GitHub and merge requests at GitLab. Hosts are untrusted:
// one may be slow, hostile, or something else. Start with [Client].
//
// The package must not know the database. It writes only to branches that it creates.
package codehost

import (
	"bytes"
	"context"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"

	"vigil"
	"vigil/internal/netguard"
)

// Client calls hosts.
type Client struct {
	// HTTP is a client of package netguard: tenants choose hosts.
	HTTP *http.Client
}

// Repository is where to open a pull request, and with which right.
type Repository struct {
	Provider vigil.Provider
	URL      string // of the host, such as https://github.com
	FullName string
	Token    vigil.AccessToken
}

// Change is a commit on a new branch.
type Change struct {
	Branch string // to create
	Onto   string // the branch that it is to be merged into
	Commit string // of that branch, which the change is based on
	Title  string // also the message of the commit
	Body   string
	Files  map[string]vigil.ChangedFile
}

// ErrOtherChange says that the branch exists with another content.
var ErrOtherChange = errors.New("the branch exists, and has other changes: delete it first")

// Open creates the branch of a change and a pull request for it. If both exist with the same
// content, because an earlier attempt was interrupted, it returns them.
func (c *Client) Open(ctx context.Context, r Repository, change Change) (vigil.PullRequest, error) {
	if r.Token == "" {
		return vigil.PullRequest{}, errors.New("there is no credential for the host")
	}
	h := caller{c.HTTP, r}
	switch r.Provider {
	case vigil.GitHub:
		return gitHub{h}.open(ctx, change)
	case vigil.GitLab:
		return gitLab{h}.open(ctx, change)
	}
	return vigil.PullRequest{}, fmt.Errorf("%s has no pull requests", r.Provider)
}

// paths returns the paths of a change in order.
func (c Change) paths() []string { return slices.Sorted(maps.Keys(c.Files)) }

// blobID is the identifier that git gives a content.
func blobID(content []byte) string {
	h := sha1.New()
	fmt.Fprintf(h, "blob %d\x00", len(content))
	h.Write(content)
	return hex.EncodeToString(h.Sum(nil))
}

// caller makes requests to one host.
type caller struct {
	http *http.Client
	Repository
}

// maxAnswer limits the response that is read.
const maxAnswer = 4 << 20

// statusError is an answer that is no success.
type statusError struct {
	status int
	what   string
}

// Error implements error. What the host says is not part of it: it must not reveal what answers on
// an address that the caller cannot reach.
func (e *statusError) Error() string {
	reason := ""
	switch e.status {
	case http.StatusUnauthorized, http.StatusForbidden:
		reason = ": the credential may not do that"
	case http.StatusNotFound:
		reason = ": the repository does not exist, or the credential may not see it"
	case http.StatusTooManyRequests:
		reason = ": too many requests"
	}
	return fmt.Sprintf("%s: the host answered with status %d%s", e.what, e.status, reason)
}

func hasStatus(err error, status ...int) bool {
	e, ok := errors.AsType[*statusError](err)
	return ok && slices.Contains(status, e.status)
}

// call makes a request with a JSON body and reads a JSON answer. What says what it is for.
func (h caller) call(ctx context.Context, what, method, url string, header map[string]string, body, answer any) error {
	var in io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		in = bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(ctx, method, url, in)
	if err != nil {
		return fmt.Errorf("%s: the address of the host is wrong", what)
	}
	for name, value := range header {
		r.Header.Set(name, value)
	}
	r.Header.Set("Accept", "application/json")
	r.Header.Set("User-Agent", "vigil")
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	res, err := h.http.Do(r)
	if refused, ok := errors.AsType[*netguard.RefusedError](err); ok {
		return fmt.Errorf("%s: %s", what, refused.Reason)
	}
	if err != nil {
		return fmt.Errorf("%s: the host did not answer", what)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	switch {
	case err != nil:
		return fmt.Errorf("%s: the host did not answer to the end", what)
	case res.StatusCode >= 300:
		return &statusError{res.StatusCode, what}
	case answer != nil && json.Unmarshal(text, answer) != nil:
		return fmt.Errorf("%s: the host does not answer as expected", what)
	}
	return nil
}

// request is a pull request in an answer. Only a link to the host itself is believed.
func (h caller) request(number int64, link string) (vigil.PullRequest, error) {
	if number < 1 {
		return vigil.PullRequest{}, errors.New("the host does not answer as expected")
	}
	if !strings.HasPrefix(link, strings.TrimSuffix(h.URL, "/")+"/") || strings.ContainsAny(link, " \"'<>\n\r\t") || len(link) > 1000 {
		link = ""
	}
	return vigil.PullRequest{Number: number, URL: link}, nil
}
