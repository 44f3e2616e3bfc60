package httpapi

import (
	"bytes"
	"context"
	"html/template"
	"net/http"
	"path"
	"strings"
	"time"

	"vigil"
	"vigil/api"
)

// pages returns the handler of the whole server: the API, and the few pages
// beside it that need no key.
func (a *API) pages(metrics http.HandlerFunc) http.Handler {
	routes := a.mux()
	// keyed lets through to h only requests with a valid key.
	keyed := func(h http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, hr *http.Request) {
			r := requestOf(hr)
			if err := a.authenticate(r); err != nil {
				a.limiter.show(w.Header())
				a.writeError(w, r, err)
				return
			}
			h(w, hr)
		}
	}
	mux := http.NewServeMux()
	page := func(path string, show http.HandlerFunc) {
		mux.HandleFunc(path, func(w http.ResponseWriter, hr *http.Request) {
			r := requestOf(hr)
			r.route = path
			if hr.Method != http.MethodGet && hr.Method != http.MethodHead {
				a.writeError(w, r, methods{http.MethodGet: {}}.refuse(w, r))
				return
			}
			show(w, hr)
		})
	}
	page("/healthz", func(w http.ResponseWriter, _ *http.Request) { sendText(w, http.StatusOK, "ok\n") })
	page("/readyz", a.ready)
	page("/metrics", metrics)
	page("/docs/errors", showErrors)
	page(prefix+"/openapi.yaml", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/yaml")
		sendBytes(w, http.StatusOK, api.OpenAPI)
	})
	for _, provider := range []vigil.Provider{vigil.GitHub, vigil.GitLab} {
		path := "/hooks/" + string(provider) + "/{team}"
		mux.HandleFunc(path, func(w http.ResponseWriter, hr *http.Request) {
			r := requestOf(hr)
			r.route = "POST " + path
			if err := a.receiveHook(w, r, provider); err != nil {
				a.writeError(w, r, err)
			}
		})
	}
	mux.HandleFunc(prefix, keyed(routes.ServeHTTP))
	mux.HandleFunc(prefix+"/", keyed(routes.ServeHTTP))
	for pattern, h := range a.web {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, hr *http.Request) {
			requestOf(hr).route = pattern
			h.ServeHTTP(w, hr)
		})
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, hr *http.Request) {
		a.writeError(w, requestOf(hr), vigil.MissingError("page"))
	})
	return http.HandlerFunc(func(w http.ResponseWriter, hr *http.Request) {
		// The mux would send a client with empty or dot segments in its path on
		// to a clean one. No route of ours has any, and nobody should be sent
		// where they did not ask to go.
		if clean := path.Clean(hr.URL.Path); hr.URL.Path == clean || hr.URL.Path == clean+"/" {
			mux.ServeHTTP(w, hr)
			return
		}
		if strings.HasPrefix(hr.URL.Path, prefix+"/") {
			keyed(a.noRoute)(w, hr)
			return
		}
		a.writeError(w, requestOf(hr), vigil.MissingError("page"))
	})
}

// ready says whether requests can be served: whether the database answers.
func (a *API) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	if err := a.store.Ping(ctx); err != nil {
		sendText(w, http.StatusServiceUnavailable, "the database does not answer\n")
		return
	}
	sendText(w, http.StatusOK, "ready\n")
}

func sendText(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	sendBytes(w, status, []byte(text))
}

// ErrorCode explains an error code to people.
type ErrorCode struct {
	Code, Meaning, Remedy string
	Status                int
}

func showErrors(w http.ResponseWriter, _ *http.Request) {
	var page bytes.Buffer
	_ = errorsPage.Execute(&page, ErrorCodes) // a buffer takes all
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	sendBytes(w, http.StatusOK, page.Bytes())
}

var errorsPage = template.Must(template.New("errors").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Errors of the Vigil API</title>
<style>body{font:16px/1.5 system-ui;max-width:44em;margin:2em auto;padding:0 1em}h2{font:600 1.1em ui-monospace,monospace;margin:1.5em 0 0}:target{background:#ffef9f}p{margin:.2em 0}</style>
<h1>Errors of the Vigil API</h1>
<p>Every error has the body <code>{"error": {"type", "code", "message", "param", "doc_url", "request_id"}}</code>. The request id is in the server's log too.</p>
{{range .}}<h2 id="{{.Code}}">{{.Code}}</h2><p>{{.Meaning}} Status {{.Status}}.</p><p>{{.Remedy}}</p>
{{end}}</html>
`))
