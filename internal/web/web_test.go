package web_test

import (
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vigil/docs"
	"vigil/internal/web"
)

func get(t *testing.T, path string) *httptest.ResponseRecorder {
	t.Helper()
	mux := http.NewServeMux()
	for pattern, h := range web.New(web.Config{}) {
		mux.Handle(pattern, h)
	}
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w
}

// TestEveryPage: every page of the documentation renders, and its links resolve.
func TestEveryPage(t *testing.T) {
	link := regexp.MustCompile(` (?:href|src)="([^"]+)"`)
	seen := map[string]bool{}
	n := 0
	err := fs.WalkDir(docs.Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		n++
		w := get(t, "/docs/guide/"+strings.TrimSuffix(name, ".md"))
		body := w.Body.String()
		if w.Code != 200 || !strings.Contains(body, "<h1") || w.Header().Get("Content-Security-Policy") == "" {
			t.Errorf("%s: %d", name, w.Code)
		}
		for _, m := range link.FindAllStringSubmatch(body, -1) {
			to, _, _ := strings.Cut(m[1], "#")
			if to == "" || strings.Contains(to, "://") || strings.HasPrefix(to, "/docs/errors") || strings.HasPrefix(to, "/api/") || seen[to] {
				continue
			}
			seen[to] = true
			if w := get(t, to); w.Code != 200 && w.Code != 303 {
				t.Errorf("%s: the link to %s leads to %d", name, m[1], w.Code)
			}
		}
		return nil
	})
	if err != nil || n < 30 {
		t.Errorf("%d pages, %v", n, err)
	}
}

func TestPages(t *testing.T) {
	for path, want := range map[string]string{
		"/docs": `src="/assets/redoc.standalone.js"`, "/docs/guide": "<h1", "/docs/guide/howto/keys": `aria-current="page"`,
		"/docs/guide/reference/dependencies": "<table>", "/assets/vigil.css": "color-scheme", "/assets/reference.js": "Redoc.init", "/assets/redoc.LICENSE.txt": "MIT",
	} {
		if w := get(t, path); w.Code != 200 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %.200s", path, w.Code, w.Body)
		}
	}
	w := get(t, "/docs/guide/reference/rules/python-sql-injection").Body.String()
	menu, _, _ := strings.Cut(w, "<article")
	if !strings.Contains(menu, `href="/docs/guide/reference/rules" aria-current="page"`) || strings.Contains(menu, "reference/rules/") {
		t.Errorf("the menu beside a rule: %s", menu)
	}
	for _, path := range []string{"/docs/guide/nope", "/docs/guide/..%2f..%2fgo.mod", "/docs/guide/docs.go", "/assets/nope", "/assets/../web.go", "/docs/nope"} {
		if w := get(t, path); w.Code/100 == 2 {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	if w := get(t, "/"); w.Code != http.StatusSeeOther {
		t.Errorf("/: %d", w.Code)
	}
}

// TestNothingComesFromElsewhere: no page loads anything from another server.
func TestNothingComesFromElsewhere(t *testing.T) {
	outside := regexp.MustCompile(`(?:src|href)="(?:https?:)?//`)
	for _, path := range []string{"/docs", "/docs/guide/concepts"} {
		w := get(t, path)
		head, _, _ := strings.Cut(w.Body.String(), "<main")
		if outside.MatchString(head) || strings.Contains(w.Header().Get("Content-Security-Policy"), "http") {
			t.Errorf("%s: %s", path, head)
		}
	}
}

// TestPatterns: the mux of the API delegates these paths, exactly or with everything below.
func TestPatterns(t *testing.T) {
	want := []string{"/assets/", "/docs", "/docs/", "/hooks", "/hooks/", "/overview", "/repositories", "/repositories/", "/scans", "/scans/", "/schedules", "/sign-in", "/sign-out",
		"/vulnerabilities", "/vulnerabilities/", "/webhooks", "/witnesses/", "/{$}"}
	if got := slices.Sorted(maps.Keys(web.New(web.Config{}))); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
