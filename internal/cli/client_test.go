package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"vigil"
	"vigil/api"
	"vigil/internal/server"
)

// clean leaves no setting of whoever runs the tests.
func clean(t *testing.T) (home string) {
	home = t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", home)
	for _, name := range []string{"VIGIL_URL", "VIGIL_API_KEY", "VIGIL_DATA"} {
		t.Setenv(name, "")
	}
	t.Chdir(t.TempDir())
	return home
}

// TestKeyIsForItsServer holds keys to the servers that they were given for.
func TestKeyIsForItsServer(t *testing.T) {
	const kept, local, given, elsewhere = "kept", "local", "given", "https://elsewhere.example.com"
	for name, c := range map[string]struct {
		url, data, env string
		loggedInTo     string
		address, key   string // key empty: refused
	}{
		"nothing given":                            {address: defaultURL, key: local},
		"logged in":                                {loggedInTo: elsewhere, address: elsewhere, key: kept},
		"another spelling":                         {loggedInTo: elsewhere, url: "https://Elsewhere.example.com/api/v1/", address: elsewhere, key: kept},
		"another server":                           {loggedInTo: elsewhere, url: "https://third.example.com"},
		"another port":                             {loggedInTo: elsewhere, url: elsewhere + ":8443"},
		"not encrypted":                            {loggedInTo: elsewhere, url: "http://elsewhere.example.com"},
		"this machine":                             {loggedInTo: elsewhere, url: "http://localhost:8080", address: "http://localhost:8080", key: local},
		"the folder was named":                     {loggedInTo: elsewhere, data: defaultData, address: defaultURL, key: local},
		"the folder and the server were named":     {loggedInTo: elsewhere, url: elsewhere, data: defaultData, address: elsewhere, key: local},
		"the folder was named, and has none":       {loggedInTo: elsewhere, data: "/nowhere"},
		"the key is in the environment":            {loggedInTo: elsewhere, env: given, address: elsewhere, key: given},
		"the key is in the environment, elsewhere": {url: "https://third.example.com", env: given, address: "https://third.example.com", key: given},
	} {
		t.Run(name, func(t *testing.T) {
			clean(t)
			if err := os.MkdirAll(defaultData, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(defaultData, server.AdminKeyFile), []byte(local+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			t.Setenv("VIGIL_API_KEY", c.env)
			if c.loggedInTo != "" {
				if err := (login{c.loggedInTo, kept}).write(); err != nil {
					t.Fatal(err)
				}
			}
			address, key, err := (&clientFlags{url: c.url, data: c.data}).target()
			if address != c.address || key != c.key || (err == nil) != (c.key != "") {
				t.Errorf("%q %q %v", address, key, err)
			}
		})
	}
}

// TestWatchGoesOn has a server that is away for a while as somebody waits for a scan.
func TestWatchGoesOn(t *testing.T) {
	clean(t)
	running, completed := "running", "completed"
	asked := 0
	fake := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/coverage") {
			_ = json.NewEncoder(w).Encode(api.ScanCoverage{})
			return
		}
		switch asked++; asked {
		case 1:
			_ = json.NewEncoder(w).Encode(api.Scan{ID: "x", Status: &running})
		case 2, 3:
			panic(http.ErrAbortHandler)
		case 4:
			w.WriteHeader(http.StatusServiceUnavailable)
		default:
			_ = json.NewEncoder(w).Encode(api.Scan{ID: "x", Status: &completed, IsDone: true})
		}
	}))
	defer fake.Close()
	t.Setenv("VIGIL_URL", fake.URL)
	t.Setenv("VIGIL_API_KEY", "k")
	var out, notes bytes.Buffer
	if code := Main(context.Background(), []string{"scans", "watch", "x"}, &out, &notes); code != exitOK || asked != 5 || !strings.Contains(out.String(), "completed") {
		t.Errorf("exit %d after %d requests: %s%s", code, asked, out.String(), notes.String())
	}
}

// TestTriageOfMany decides about more than a server takes at once, each id once.
func TestTriageOfMany(t *testing.T) {
	clean(t)
	var came []int
	fake := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in struct{ IDs []string }
		_ = json.NewDecoder(r.Body).Decode(&in)
		if came = append(came, len(in.IDs)); len(came) == 3 {
			w.WriteHeader(http.StatusNotFound)
		}
		_ = json.NewEncoder(w).Encode(api.BulkTriage{Status: "fixed", Count: len(in.IDs), VulnerabilityIDs: in.IDs})
	}))
	defer fake.Close()
	t.Setenv("VIGIL_URL", fake.URL)
	t.Setenv("VIGIL_API_KEY", "k")
	var ids []string
	for range 2100 {
		ids = append(ids, string(vigil.NewID()))
	}
	var out, notes bytes.Buffer
	code := Main(context.Background(), append([]string{"vulns", "triage", "--action", "resolve", ids[7]}, ids...), &out, &notes)
	if code != exitFailure || !slices.Equal(came, []int{1000, 1000, 100}) || !strings.Contains(notes.String(), "2000 of 2100 are done") {
		t.Errorf("exit %d, %v: %s", code, came, notes.String())
	}
}

func TestDidYouMean(t *testing.T) {
	there := []string{"critical", "high", "medium", "low", "scans", "scan"}
	for word, want := range map[string]string{"hihg": "high", "HIGH": "high", "criticl": "critical", "sacns": "scans", "lo": "low", "x": "", "something": "", "": ""} {
		if got := didYouMean(word, there); !strings.Contains(got, want) || (got == "") != (want == "") {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

// FuzzEscape holds what is shown to the terminal to what shows itself, and JSON to what
// it means.
func FuzzEscape(f *testing.F) {
	f.Add("plain")
	f.Add("\x1b[31m\u202e\x00\xff\U000e0041\n\t\\\"")
	f.Fuzz(func(t *testing.T, s string) {
		if out := plain(s); strings.ContainsAny(out, "\x00\a\b\t\n\r\x1b\x7f\u0085\u009b\u200f\u2028\u202e\ufeff") || plain(out) != out {
			t.Errorf("%q", out)
		}
		var b bytes.Buffer
		if err := writeValue(&b, s, ""); err != nil {
			t.Fatal(err)
		}
		var back string
		if err := json.Unmarshal(b.Bytes(), &back); err != nil || back != s && utf8.ValidString(s) {
			t.Errorf("%q became %q: %v", s, back, err)
		}
	})
}

// TestEveryCommandIsDescribed keeps help and manual pages whole.
func TestEveryCommandIsDescribed(t *testing.T) {
	var visit func(*cobra.Command)
	visit = func(c *cobra.Command) {
		if c.Short == "" || strings.HasSuffix(c.Short, ".") {
			t.Errorf("%s: the short description is %q", c.CommandPath(), c.Short)
		}
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit(newRoot())
}

// TestInterruptEndsReading has somebody give up while a command waits for their input.
func TestInterruptEndsReading(t *testing.T) {
	from, to := io.Pipe()
	defer to.Close()
	ctx, cancel := context.WithCancel(context.Background())
	c := new(cobra.Command)
	c.SetContext(ctx)
	c.SetIn(from)
	go func() { _, _ = io.WriteString(to, "one") }()
	text := make([]byte, 10)
	if n, err := (stdin{c}).Read(text); err != nil || string(text[:n]) != "one" {
		t.Errorf("%q %v", text[:n], err)
	}
	cancel()
	if _, err := (stdin{c}).Read(text); explain("", err).Error() != "interrupted" {
		t.Error(err)
	}
}
