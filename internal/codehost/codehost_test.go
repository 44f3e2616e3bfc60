package codehost

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"vigil"
)

const token = "t0ken-do-not-show"

// host is a fake of both hosts, with one repository. It checks each request.
type host struct {
	t   *testing.T
	URL string

	mu       sync.Mutex
	branches map[string]map[string]string // contents by branch and path
	requests []string                     // branches with an open request
	status   int                          // of every answer, if not 0
	failAt   string                       // fail once at a request with this in its method and path
	wrote    []string
}

func newHost(t *testing.T) *host {
	h := &host{t: t, branches: map[string]map[string]string{"main": {"src/a b.py": "old\n", "other.py": "x\n"}}}
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	h.URL = s.URL
	return h
}

func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.status != 0 {
		http.Error(w, "internal details", h.status)
		return
	}
	gitHub := strings.HasPrefix(r.URL.Path, "/api/v3/")
	if gitHub && r.Header.Get("Authorization") != "Bearer "+token || !gitHub && r.Header.Get("PRIVATE-TOKEN") != token {
		http.Error(w, "who are you", http.StatusUnauthorized)
		return
	}
	var body map[string]any
	if r.Method != http.MethodGet {
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			h.t.Errorf("%s %s: %v", r.Method, r.URL, err)
		}
		h.wrote = append(h.wrote, r.Method+" "+r.URL.Path)
	}
	if h.failAt != "" && strings.Contains(r.Method+" "+r.URL.Path, h.failAt) {
		h.failAt = ""
		http.Error(w, "", http.StatusBadGateway)
		return
	}
	status, answer := http.StatusNotFound, any(map[string]string{"message": "no such route"})
	if gitHub {
		status, answer = h.gitHub(r, body)
	} else {
		status, answer = h.gitLab(r, body)
	}
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer)
}

// text returns a required field.
func (h *host) text(body map[string]any, name string) string {
	s, ok := body[name].(string)
	if !ok || s == "" {
		h.t.Errorf("%s is missing in %v", name, body)
	}
	return s
}

func (h *host) branch(name string) bool {
	if h.branches[name] != nil {
		return false
	}
	h.branches[name] = map[string]string{}
	for path, content := range h.branches["main"] {
		h.branches[name][path] = content
	}
	return true
}

func (h *host) gitHub(r *http.Request, body map[string]any) (int, any) {
	route, ok := strings.CutPrefix(r.URL.Path, "/api/v3/repos/acme/shop")
	path, isContent := strings.CutPrefix(route, "/contents/")
	switch {
	case !ok:
		return 404, nil
	case route == "/git/refs" && r.Method == "POST":
		if h.text(body, "sha") != "c0ffee" {
			return 422, nil
		}
		if !h.branch(strings.TrimPrefix(h.text(body, "ref"), "refs/heads/")) {
			return 422, map[string]string{"message": "Reference already exists"}
		}
		return 201, nil
	case isContent && r.Method == "GET":
		content, ok := h.branches[r.URL.Query().Get("ref")][path]
		if !ok {
			return 404, nil
		}
		return 200, map[string]string{"sha": blobID([]byte(content))}
	case isContent && r.Method == "PUT":
		on := h.branches[h.text(body, "branch")]
		content, err := base64.StdEncoding.DecodeString(h.text(body, "content"))
		if h.text(body, "message") == "" || err != nil || on == nil || body["sha"] != blobID([]byte(on[path])) {
			return 409, nil
		}
		on[path] = string(content)
		return 200, nil
	case route == "/pulls" && r.Method == "GET":
		out := []any{}
		for i, b := range h.requests {
			if r.URL.Query().Get("head") == "acme:"+b && r.URL.Query().Get("state") == "open" {
				out = append(out, map[string]any{"number": i + 1, "html_url": fmt.Sprintf("%s/acme/shop/pull/%d", h.URL, i+1)})
			}
		}
		return 200, out
	case route == "/pulls" && r.Method == "POST":
		if h.text(body, "base") != "main" || h.text(body, "title") == "" || h.text(body, "body") == "" {
			return 422, nil
		}
		h.requests = append(h.requests, h.text(body, "head"))
		return 201, map[string]any{"number": len(h.requests), "html_url": fmt.Sprintf("%s/acme/shop/pull/%d", h.URL, len(h.requests))}
	}
	return 404, nil
}

func (h *host) gitLab(r *http.Request, body map[string]any) (int, any) {
	route, ok := strings.CutPrefix(r.URL.EscapedPath(), "/api/v4/projects/acme%2Fshop")
	file, isFile := strings.CutPrefix(route, "/repository/files/")
	switch {
	case !ok:
		return 404, nil
	case route == "/repository/commits" && r.Method == "POST":
		name := h.text(body, "branch")
		if h.text(body, "start_sha") != "c0ffee" || h.text(body, "commit_message") == "" || !h.branch(name) {
			return 400, map[string]string{"message": "A branch called that already exists"}
		}
		for _, a := range body["actions"].([]any) {
			a := a.(map[string]any)
			content, err := base64.StdEncoding.DecodeString(h.text(a, "content"))
			if err != nil || a["encoding"] != "base64" || a["action"] != "update" || h.branches[name][h.text(a, "file_path")] == "" {
				return 400, nil
			}
			h.branches[name][h.text(a, "file_path")] = string(content)
		}
		return 201, nil
	case isFile && r.Method == "GET":
		path, _ := url.PathUnescape(file)
		content, ok := h.branches[r.URL.Query().Get("ref")][path]
		if !ok {
			return 404, nil
		}
		return 200, map[string]string{"blob_id": blobID([]byte(content))}
	case route == "/merge_requests" && r.Method == "GET":
		out := []any{}
		for i, b := range h.requests {
			if r.URL.Query().Get("source_branch") == b && r.URL.Query().Get("state") == "opened" {
				out = append(out, map[string]any{"iid": i + 1, "web_url": fmt.Sprintf("%s/acme/shop/-/merge_requests/%d", h.URL, i+1)})
			}
		}
		return 200, out
	case route == "/merge_requests" && r.Method == "POST":
		if h.text(body, "target_branch") != "main" || h.text(body, "title") == "" || h.text(body, "description") == "" {
			return 422, nil
		}
		h.requests = append(h.requests, h.text(body, "source_branch"))
		return 201, map[string]any{"iid": len(h.requests), "web_url": "https://elsewhere.example/phishing"}
	}
	return 404, nil
}

func change() Change {
	return Change{Branch: "vigil-fix/1", Onto: "main", Commit: "c0ffee", Title: "Fix: x", Body: "Fixes vigil#1",
		Files: map[string]vigil.ChangedFile{"src/a b.py": {Old: []byte("old\n"), New: []byte("new\n")}, "other.py": {Old: []byte("x\n"), New: []byte("y\n")}}}
}

func TestOpen(t *testing.T) {
	for _, provider := range []vigil.Provider{vigil.GitHub, vigil.GitLab} {
		t.Run(string(provider), func(t *testing.T) {
			h := newHost(t)
			c := &Client{HTTP: http.DefaultClient}
			r := Repository{Provider: provider, URL: h.URL, FullName: "acme/shop", Token: token}
			open := func() (vigil.PullRequest, error) { return c.Open(context.Background(), r, change()) }

			// Each step fails once. Whatever was done before that is found by the next attempt.
			for _, step := range []string{"POST", "PUT", "GET", "GET /api/v3/repos/acme/shop/pulls", "POST /api/v3/repos/acme/shop/pulls", "merge_requests", "POST /api/v4/projects/acme/shop/merge_requests"} {
				h.failAt = step
				if _, err := open(); err == nil && h.failAt == "" {
					t.Errorf("%s failed without an error", step)
				}
			}
			h.failAt = ""
			for range 2 {
				got, err := open()
				if err != nil || got.Number != 1 {
					t.Fatalf("%+v, %v", got, err)
				}
				if provider == vigil.GitHub && got.URL != h.URL+"/acme/shop/pull/1" {
					t.Errorf("%+v", got)
				}
			}
			branch := h.branches["vigil-fix/1"]
			if len(h.requests) != 1 || branch["src/a b.py"] != "new\n" || branch["other.py"] != "y\n" || h.branches["main"]["other.py"] != "x\n" {
				t.Errorf("%v, %v", h.requests, h.branches)
			}

			// Somebody else's commits on the branch are left alone.
			branch["other.py"] = "mine\n"
			h.wrote, h.requests = nil, nil
			if _, err := open(); !errors.Is(err, ErrOtherChange) || branch["other.py"] != "mine\n" || len(h.requests) > 0 {
				t.Errorf("%v, %v", err, h.wrote)
			}

			for _, status := range []int{302, 401, 403, 404, 429, 500} {
				h.status = status
				if _, err := open(); err == nil || strings.Contains(err.Error(), "internal details") || strings.Contains(err.Error(), token) || !strings.Contains(err.Error(), fmt.Sprint(status)) {
					t.Errorf("%d: %v", status, err)
				}
			}
			r.Token = ""
			if _, err := open(); err == nil {
				t.Error("opened without a token")
			}
		})
	}
}

// TestLink: an address that leads elsewhere is not shown.
func TestLink(t *testing.T) {
	h := caller{nil, Repository{URL: "https://github.com"}}
	for link, want := range map[string]string{
		"https://github.com/a/b/pull/1": "https://github.com/a/b/pull/1", "https://github.com.evil.example/": "", "javascript:alert(1)": "", "https://github.com/\"onclick": "",
	} {
		if got, err := h.request(1, link); err != nil || got.URL != want {
			t.Errorf("%s: %+v, %v", link, got, err)
		}
	}
	if _, err := h.request(0, "https://github.com/a"); err == nil {
		t.Error("a request without a number")
	}
}

func TestBlobID(t *testing.T) {
	if got := blobID([]byte("hello\n")); got != "ce013625030ba8dba906f756967f9e9ca394464a" { // git hash-object
		t.Error(got)
	}
}
