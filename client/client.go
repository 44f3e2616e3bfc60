// Package client is a Go client for the API of Vigil. It returns the types of package
// api. Start with [New].
//
//	c := client.New("https://vigil.example.com", os.Getenv("VIGIL_API_KEY"))
//	scan, err := c.StartScan(ctx, client.NewScan{Name: "nightly", Repository: "acme/api"})
//	for v, err := range c.Vulnerabilities(ctx, client.VulnerabilityFilter{Severity: []string{"critical"}}) { … }
//
// Requests that fail temporarily (a server restart, a rate limit) are retried with
// backoff. Those that change state carry an idempotency key, so that retries have one
// effect.
package client

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"vigil/api"
)

// Client is a client of one server with one key. It is safe for concurrent use. Its
// fields may be set before the first request.
type Client struct {
	// HTTP sends the requests. Nil: a client with a timeout of 60 seconds.
	HTTP *http.Client
	// Tries is the maximum number of attempts per request. 0: 4.
	Tries int
	// Pause is the backoff before the second attempt; it doubles with each. A Retry-After
	// header takes precedence. 0: 250 ms.
	Pause time.Duration
	// UserAgent identifies the program. Empty: vigil-client.
	UserAgent string

	base, key string
}

// New returns a client of the server at a URL such as https://vigil.example.com, with
// or without /api/v1.
func New(address, key string) *Client {
	base := strings.TrimSuffix(strings.TrimRight(address, "/"), "/api/v1") + "/api/v1"
	return &Client{base: base, key: key}
}

// Error is an error response of the server.
type Error struct {
	Status int
	Said   api.Error
}

func (e *Error) Error() string {
	if e.Said.Param != "" {
		return fmt.Sprintf("%s (%d %s, %s)", e.Said.Message, e.Status, e.Said.Code, e.Said.Param)
	}
	return fmt.Sprintf("%s (%d %s)", e.Said.Message, e.Status, e.Said.Code)
}

// IsNotFound reports whether err is a 404: the resource does not exist, or not for
// this key.
func IsNotFound(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Status == http.StatusNotFound
}

// Call sends a request that package client has no method for, and decodes the response
// into out unless that is nil. The path is relative to /api/v1. A body is sent as
// JSON.
func (c *Client) Call(ctx context.Context, method, path string, query url.Values, in, out any) error {
	var body []byte
	header := http.Header{"Accept": {"application/json"}}
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			return fmt.Errorf("encode request: %w", err)
		}
		header.Set("Content-Type", "application/json")
	}
	answer, err := c.Do(ctx, method, path, query, header, func() io.Reader { return bytes.NewReader(body) })
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	switch out := out.(type) {
	case nil:
		return nil
	case *string:
		text, err := io.ReadAll(answer.Body)
		*out = string(text)
		return err
	}
	if err := json.NewDecoder(answer.Body).Decode(out); err != nil {
		return fmt.Errorf("read answer of %s %s: %w", method, path, err)
	}
	return nil
}

// Do sends a request, with retries, and returns the first successful response. Its
// body must be closed. body returns a new reader for each attempt; nil means no body.
func (c *Client) Do(ctx context.Context, method, path string, query url.Values, header http.Header, body func() io.Reader) (*http.Response, error) {
	address := c.base + path
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	header = header.Clone()
	if header == nil {
		header = http.Header{}
	}
	if (method == http.MethodPost || method == http.MethodPatch) && header.Get("Idempotency-Key") == "" {
		header.Set("Idempotency-Key", rand.Text())
	}
	header.Set("X-API-Key", c.key)
	header.Set("User-Agent", cmp.Or(c.UserAgent, "vigil-client"))
	tries := cmp.Or(c.Tries, 4)
	pause := cmp.Or(c.Pause, 250*time.Millisecond)
	for try := 1; ; try++ {
		answer, wait, err := c.try(ctx, method, address, header, body)
		if err == nil {
			return answer, nil
		}
		if wait < 0 || try >= tries || ctx.Err() != nil {
			return nil, err
		}
		// Jitter: clients that were refused together should not come back together.
		wait = max(wait, pause/2+mathrand.N(pause))
		pause *= 2
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(wait):
		}
	}
}

// try sends a request once. If it should be retried, wait is the minimum delay that the server
// asks for; else it is negative.
func (c *Client) try(ctx context.Context, method, address string, header http.Header, body func() io.Reader) (answer *http.Response, wait time.Duration, err error) {
	var content io.Reader
	if body != nil {
		content = body()
	}
	r, err := http.NewRequestWithContext(ctx, method, address, content)
	if err != nil {
		return nil, -1, err
	}
	r.Header = header
	sender := *cmp.Or(c.HTTP, standard)
	sender.CheckRedirect = stay
	answer, err = sender.Do(r)
	if err != nil {
		return nil, 0, err
	}
	if answer.StatusCode/100 == 2 {
		return answer, 0, nil
	}
	defer answer.Body.Close()
	failed := &Error{Status: answer.StatusCode}
	var said api.ErrorBody
	if json.NewDecoder(io.LimitReader(answer.Body, 1<<20)).Decode(&said) == nil && said.Error.Message != "" {
		failed.Said = said.Error
	} else if to := answer.Header.Get("Location"); answer.StatusCode/100 == 3 && to != "" {
		failed.Said.Message, failed.Said.Code = "The server is not here, it sends you to "+to+".", "redirected"
	} else {
		failed.Said.Message, failed.Said.Code = "The server gave no explanation.", strings.ToLower(strings.ReplaceAll(http.StatusText(answer.StatusCode), " ", "_"))
	}
	if failed.Said.Code == "idempotency_key_in_use" { // an earlier attempt is still being processed
		return nil, 0, failed
	}
	switch answer.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		seconds, _ := strconv.Atoi(answer.Header.Get("Retry-After"))
		return nil, time.Duration(min(max(seconds, 0), 60)) * time.Second, failed
	}
	return nil, -1, failed
}

var standard = &http.Client{Timeout: 60 * time.Second}

// stay follows no redirects: they could send the key to another server.
func stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
