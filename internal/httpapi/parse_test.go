package httpapi

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"vigil"
)

func TestParseRepositoryPath(t *testing.T) {
	const id = "00000000-0000-4000-8000-00000000000a"
	name := func(s string) repositoryRef { return repositoryRef{fullName: s} }
	for _, c := range []struct {
		path   string
		pinned bool
		want   repositoryRef
		ok     bool
	}{
		{id, false, repositoryRef{id: id}, true},
		{strings.ToUpper(id), false, repositoryRef{id: id}, true},
		{id, true, repositoryRef{id: id}, true},
		{"acme", false, repositoryRef{}, false},
		{"acme%2Fapi", false, repositoryRef{}, false}, // a single segment is an id
		{id + "/scans", false, repositoryRef{id: id, sub: subScans}, true},
		{id + "/vulnerabilities", false, repositoryRef{id: id, sub: subVulnerabilities}, true},
		{id + "/scans", true, name(id + "/scans"), true},
		{id + "/api", false, name(id + "/api"), true}, // an owner may look like an id
		{id + "/api/scans", false, repositoryRef{fullName: id + "/api", sub: subScans}, true},
		{"acme/api", false, name("acme/api"), true},
		{"acme/platform/api", false, name("acme/platform/api"), true},
		{"acme/platform%2Fapi", false, name("acme/platform/api"), true},
		{"acme/api/scans", false, repositoryRef{fullName: "acme/api", sub: subScans}, true},
		{"acme/api/%73cans", false, repositoryRef{fullName: "acme/api", sub: subScans}, true},
		{"acme/tools/scans", true, name("acme/tools/scans"), true},
		{"acme/tools%2Fscans", false, name("acme/tools/scans"), true},
		{"acme/tools/scans/scans", false, repositoryRef{fullName: "acme/tools/scans", sub: subScans}, true},
		{"acme/scans", false, repositoryRef{}, false},
		{"acme/scans", true, name("acme/scans"), true},
		{"acme/scans/api", false, name("acme/scans/api"), true},
		{"acme/Scans", false, name("acme/Scans"), true}, // only the exact word is a sub-resource
		{"acme/a+b", false, name("acme/a+b"), true},
		{"acme/a%252Fb", false, name("acme/a%2Fb"), true}, // decoded once
		{"", false, repositoryRef{}, false}, {"acme/", false, repositoryRef{}, false}, {"/api", false, repositoryRef{}, false},
		{"acme//api", false, repositoryRef{}, false}, {"acme/..", false, repositoryRef{}, false}, {"acme/%2e%2e", false, repositoryRef{}, false},
		{"acme/a%2F..%2Fb", false, repositoryRef{}, false}, {"acme/a%00", false, repositoryRef{}, false}, {"acme/%ff", false, repositoryRef{}, false},
		{"acme/%zz", false, repositoryRef{}, false}, {"acme/" + strings.Repeat("x", 5000), false, repositoryRef{}, false},
	} {
		got, ok := parseRepositoryPath(c.path, c.pinned)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("%q pinned %v: %+v %v, want %+v %v", c.path, c.pinned, got, ok, c.want, c.ok)
		}
	}
}

func FuzzRepositoryPath(f *testing.F) {
	f.Add("acme/api/scans", false)
	f.Add("acme/tools%2Fscans", true)
	f.Fuzz(func(t *testing.T, path string, pinned bool) {
		ref, ok := parseRepositoryPath(path, pinned)
		if !ok {
			return
		}
		if (ref.id == "") == (ref.fullName == "") {
			t.Fatalf("%q: neither or both of id and name: %+v", path, ref)
		}
		if ref.fullName != "" && !vigil.ValidName(ref.fullName) {
			t.Fatalf("%q: not a name: %q", path, ref.fullName)
		}
		if pinned && ref.sub != "" {
			t.Fatalf("%q: pinned, yet %q", path, ref.sub)
		}
		// Every name has a path that leads to it.
		if ref.fullName != "" {
			back, ok := parseRepositoryPath("x/"+url.PathEscape(ref.fullName), false)
			parts := strings.Split(ref.fullName, "/")
			for i := range parts {
				parts[i] = url.PathEscape(parts[i])
			}
			if again, ok := parseRepositoryPath(strings.Join(parts, "/"), true); len(parts) > 1 && (!ok || again.fullName != ref.fullName) {
				t.Fatalf("%q does not lead back part by part: %+v %v", ref.fullName, again, ok)
			}
			if name := "x/" + ref.fullName; len(name) < vigil.MaxFullNameLength && (!ok || back.fullName != name) {
				t.Fatalf("%q does not lead back: %+v %v", ref.fullName, back, ok)
			}
		}
	})
}

func FuzzBody(f *testing.F) {
	f.Add([]byte(`{"name":"n","repository":"acme/api","provider":null,"permissions":["a",1]}`))
	f.Add([]byte(`{"name":"\ud800","name":{}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		b := parseBody(raw)
		s := required[string](b, "name")
		optional(b, "provider", vigil.Providers...)
		nullable(b, "fail_on_severity", vigil.Levels...)
		list := b.strings("permissions")
		r := reason(b)
		e := expiry(b)
		err := b.done()
		if kind := vigil.KindOf(err); err != nil && kind != vigil.Invalid {
			t.Fatalf("%q: %v is of kind %v", raw, err, kind)
		}
		if err != nil {
			return
		}
		for _, s := range append(list, s, r) {
			if !utf8.ValidString(s) || strings.ContainsRune(s, 0) {
				t.Fatalf("%q: accepted %q", raw, s)
			}
		}
		if s == "" || utf8.RuneCountInString(r) > vigil.MaxReasonLength || e.Nanosecond()%1e6 != 0 {
			t.Fatalf("%q: accepted name %q, reason %q, expiry %v", raw, s, r, e)
		}
	})
}

func TestParseRateLimit(t *testing.T) {
	for s, want := range map[string]RateLimit{"6000/m": {6000, time.Minute}, "1/s": {1, time.Second}, "2/h": {2, time.Hour}, "off": {}} {
		if got, err := ParseRateLimit(s); err != nil || got != want {
			t.Errorf("%s: %v, %v", s, got, err)
		}
	}
	for _, s := range []string{"", "6000", "0/m", "-1/m", "5/d", "x/m", "5/", "Off"} {
		if got, err := ParseRateLimit(s); err == nil {
			t.Errorf("%q is %v", s, got)
		}
	}
}

func TestWindowsEnd(t *testing.T) {
	l := NewLimiter(RateLimit{2, time.Minute})
	now := time.Now()
	steps := []struct {
		after time.Duration
		ok    bool
	}{{0, true}, {time.Second, true}, {59 * time.Second, false}, {time.Minute, true}, {90 * time.Second, true}, {100 * time.Second, false}, {2 * time.Minute, true}}
	for _, step := range steps {
		if err := l.Take(http.Header{}, "k", now.Add(step.after)); (err == nil) != step.ok {
			t.Errorf("after %s: %v", step.after, err)
		}
	}
	for i := range maxWindows + 10 {
		l.count(http.Header{}, vigil.ID(fmt.Sprint(i)), now)
	}
	l.count(http.Header{}, "one more", now.Add(time.Hour))
	if n := len(l.windows); n > 2 {
		t.Errorf("%d windows that are over are remembered", n)
	}
}

// TestWhoIsLimitedIsToldHowLong also where nobody set the header; a quota is no matter of
// time.
func TestWhoIsLimitedIsToldHowLong(t *testing.T) {
	for code, want := range map[string]string{"rate_limited": "5", "quota_exceeded": ""} {
		w := httptest.NewRecorder()
		New(Config{}).writeError(w, &request{Request: httptest.NewRequest(http.MethodPut, "/api/v1/rules", nil)}, &vigil.Error{Kind: vigil.RateLimited, Code: code})
		if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") != want {
			t.Errorf("%s: %d %v", code, w.Code, w.Header())
		}
	}
}

func TestPanicsAreAnswered(t *testing.T) {
	var log strings.Builder
	a := New(Config{Log: slog.New(slog.NewTextHandler(&log, nil))})
	a.handler = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("out of luck") })
	w := httptest.NewRecorder()
	a.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/v1/scans", nil))
	if w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), `"code":"internal_error"`) || strings.Contains(w.Body.String(), "luck") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if !strings.Contains(log.String(), "out of luck") || !strings.Contains(log.String(), w.Header().Get("X-Request-Id")) {
		t.Errorf("the log does not tell: %s", log.String())
	}
}

// TestPanicInTheMiddle: the connection is cut, so that nobody takes the part for the whole.
func TestPanicInTheMiddle(t *testing.T) {
	for _, with := range []any{"out of luck", http.ErrAbortHandler} {
		var log strings.Builder
		a := New(Config{Log: slog.New(slog.NewTextHandler(&log, nil))})
		a.handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte("half"))
			panic(with)
		})
		func() {
			defer func() {
				if p := recover(); p != http.ErrAbortHandler {
					t.Errorf("%v: ends with %v", with, p)
				}
			}()
			a.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/api/v1/scans", nil))
		}()
		if !strings.Contains(log.String(), "msg=request ") {
			t.Errorf("%v: the log does not tell: %s", with, log.String())
		}
	}
}

// TestRequestSum: JSON is compared by what it says, a digest by its bytes.
func TestRequestSum(t *testing.T) {
	sum := func(raw string, digest []byte) [32]byte {
		return requestSum(&request{Request: httptest.NewRequest(http.MethodPost, "/x", nil), raw: []byte(raw)}, digest)
	}
	if sum(`{"a":1,"b":2}`, nil) != sum(` {"b":2, "a":1} `+"\n", nil) {
		t.Error("order and spaces count")
	}
	if sum(`{"a":1}`, nil) == sum(`{"a":2}`, nil) {
		t.Error("values do not count")
	}
	for a, b := range map[string]string{"5\x01x": "5\x01y", "{}x": "{}y", "12 3": "12 4", "{} ": "{}"} {
		if sum("", []byte(a)) == sum("", []byte(b)) {
			t.Errorf("the digests %q and %q count as the same", a, b)
		}
	}
}
