package client_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"vigil"
	"vigil/client"
	"vigil/internal/store/storetest"
)

// published returns the code sample of the documentation in a language.
func published(t *testing.T, language string) []byte {
	t.Helper()
	page, err := os.ReadFile("../docs/howto/clients.md")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("(?s)\n```" + language + "\n(.*?\n)```\n").FindSubmatch(page)
	if m == nil {
		t.Fatalf("the page has no sample in %s", language)
	}
	return m[1]
}

// sampled runs a sample against a server with two pages of vulnerabilities.
func sampled(t *testing.T, sample *exec.Cmd) {
	t.Helper()
	var came atomic.Pointer[http.Request] // with the URL and the key
	c, db, team := serve(t, func(_ http.ResponseWriter, r *http.Request) bool {
		came.Store(r)
		return false
	})
	started, err := c.StartScan(ctx, client.NewScan{Name: "n", Repository: "acme/api"})
	if err != nil {
		t.Fatal(err)
	}
	scan, err := db.GetScan(ctx, team.ID, vigil.ID(started.ID))
	if err != nil {
		t.Fatal(err)
	}
	storetest.Record(t, db, team.ID, scan, storetest.Vulnerabilities(scan, 300, func(_ int, v *vigil.Vulnerability) { v.Status, v.Severity = vigil.Open, 98 }))
	sample.Env = append(os.Environ(), "VIGIL_URL=http://"+came.Load().Host, "VIGIL_API_KEY="+came.Load().Header.Get("X-Api-Key"))
	out, err := sample.CombinedOutput()
	if err != nil || !regexp.MustCompile(`^started [0-9a-f-]{36} queued\n`).Match(out) || strings.Count(string(out), "\ncritical ") != 300 {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestPublishedTypeScript generates types from the OpenAPI document, and compiles and runs the
// sample with them.
func TestPublishedTypeScript(t *testing.T) {
	modules := os.Getenv("VIGIL_TEST_NODE")
	if modules == "" {
		t.Skip("left out: VIGIL_TEST_NODE names no folder with what makes a client for TypeScript, see scripts/with-node")
	}
	description, err := filepath.Abs("../api/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	// Errors that must not compile show that the types are effective.
	const wrong = `
export async function wrong() {
  // @ts-expect-error
  await vigil.GET("/scnas");
  // @ts-expect-error
  await vigil.GET("/scans", { params: { query: { limt: 1 } } });
  // @ts-expect-error
  return scan.satus;
}
`
	for name, content := range map[string][]byte{"sample.ts": append(published(t, "ts"), wrong...), "package.json": []byte(`{"type": "module"}`)} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(modules, "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"openapi-typescript", description, "-o", "vigil.d.ts"},
		{"tsc", "--strict", "--target", "es2022", "--module", "es2022", "--moduleResolution", "bundler", "--types", "node", "--skipLibCheck", "sample.ts"},
	} {
		c := exec.Command(filepath.Join(modules, "node_modules", ".bin", args[0]), args[1:]...)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", args[0], err, out)
		}
	}
	sample := exec.Command("node", "sample.js")
	sample.Dir = dir
	sampled(t, sample)
}

func TestPublishedGo(t *testing.T) {
	dir := t.TempDir()
	file, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "sample")
	if err := os.WriteFile(file, published(t, "go"), 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-o", program, file)
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	sampled(t, exec.Command(program))
}
