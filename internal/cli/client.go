package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"vigil/api"
	"vigil/internal/server"
)

// clientFlags say which server a command talks to, and with which key.
type clientFlags struct{ url, data string }

func (f *clientFlags) declare(flags *pflag.FlagSet) {
	setting(flags, &f.url, "url", "VIGIL_URL", "http://127.0.0.1:8080", "the server to talk to")
	setting(flags, &f.data, "data", "VIGIL_DATA", "./vigil-data", "folder with the key of a server on this machine, unless VIGIL_API_KEY holds one")
}

// client talks to the API of a server.
type client struct{ base, key string }

func (f *clientFlags) client() (*client, error) {
	u, err := url.Parse(f.url)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, usagef("--url must be the address of a server, such as https://vigil.example.com, not %q", f.url)
	}
	key := os.Getenv("VIGIL_API_KEY") // no flag: arguments can be seen by others
	if key == "" {
		file := filepath.Join(f.data, server.AdminKeyFile)
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, usagef("there is no API key: set VIGIL_API_KEY, or name with --data the folder that has %s", server.AdminKeyFile)
		}
		key = strings.TrimSpace(string(text))
	}
	return &client{base: strings.TrimSuffix(trimURL(f.url), "/api/v1") + "/api/v1", key: key}, nil
}

// do sends a request. An answer that is none of success is an error that says why.
func (c *client) do(ctx context.Context, method, path string, header http.Header, body string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, method, c.base+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	for name, values := range header {
		r.Header[name] = values
	}
	r.Header.Set("X-API-Key", c.key)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode/100 == 2 {
		return answer, nil
	}
	defer answer.Body.Close()
	var e api.ErrorBody
	if json.NewDecoder(io.LimitReader(answer.Body, 1<<20)).Decode(&e) != nil || e.Error.Message == "" {
		e.Error.Message = "no explanation came with it"
	}
	return nil, &refusedError{answer.StatusCode, e.Error.Message}
}

// refusedError is an answer of the server that is no success.
type refusedError struct {
	status  int
	message string
}

func (e *refusedError) Error() string {
	return fmt.Sprintf("the server answered %d: %s", e.status, e.message)
}

// retryable reports whether it is worth while to ask again.
func (e *refusedError) retryable() bool { return e.status == 429 || e.status >= 500 }

// pause waits, unless ctx ends first.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
