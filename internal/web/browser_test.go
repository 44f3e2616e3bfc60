package web_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	cd "github.com/chromedp/chromedp"

	"vigil"
	"vigil/internal/httpapi"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
	"vigil/internal/web"
)

// chromiumEnv is the variable with the path of Chromium, which `make test` sets. With
// screenshotsEnv, a folder, screenshots of all pages are saved there.
const (
	chromiumEnv    = "VIGIL_TEST_CHROMIUM"
	screenshotsEnv = "VIGIL_TEST_SCREENSHOTS"
)

// window is a real browser and the errors it logged.
type window struct {
	t   *testing.T
	ctx context.Context

	mu         sync.Mutex
	complaints []string
}

func openWindow(t *testing.T) *window {
	path := os.Getenv(chromiumEnv)
	if path == "" {
		t.Skipf("left out: %s is not set, so no page was looked at in a browser; `make test` does it all", chromiumEnv)
	}
	opts := append(cd.DefaultExecAllocatorOptions[:], cd.ExecPath(path), cd.NoSandbox, cd.DisableGPU, cd.UserDataDir(t.TempDir()), cd.WSURLReadTimeout(time.Minute),
		cd.Flag("disable-quic", true), cd.Flag("disable-component-update", true))
	ctx, stop := cd.NewExecAllocator(t.Context(), opts...)
	ctx, cancel := cd.NewContext(ctx)
	ctx, late := context.WithTimeout(ctx, 4*time.Minute)
	w := &window{t: t, ctx: ctx}
	var listening sync.WaitGroup
	t.Cleanup(func() {
		late()
		cancel()
		stop()
		listening.Wait()
		for _, complaint := range w.complaints {
			t.Errorf("the browser says: %s", complaint)
		}
	})
	w.do(cd.Navigate("about:blank")) // wait until the browser has started
	entries, exceptions, calls := cd.Events(ctx, log.EntryAdded), cd.Events(ctx, runtime.ExceptionThrown), cd.Events(ctx, runtime.ConsoleAPICalled)
	listening.Go(func() {
		for e, err := range entries {
			if err == nil && (e.Entry.Level == "error" || e.Entry.Level == "warning" || e.Entry.Source == "security") {
				w.complain(e.Entry.Text + " " + e.Entry.URL)
			}
		}
	})
	listening.Go(func() {
		for e, err := range exceptions {
			if err == nil {
				w.complain((&cd.ExceptionError{ExceptionDetails: e.ExceptionDetails}).Error())
			}
		}
	})
	listening.Go(func() {
		for e, err := range calls {
			if err == nil && (e.Type == "error" || e.Type == "assert") {
				w.complain(fmt.Sprint("console.", e.Type, " ", e.Args))
			}
		}
	})
	return w
}

func (w *window) complain(text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.complaints = append(w.complaints, text)
}

func (w *window) do(steps ...cd.Action[cd.Void]) {
	w.t.Helper()
	if err := cd.Do(w.ctx, steps...); err != nil {
		w.t.Fatal(err)
	}
}

func ask[T any](w *window, expression string) T {
	w.t.Helper()
	v, err := cd.Run(w.ctx, cd.Evaluate[T](expression))
	if err != nil {
		w.t.Fatal(err)
	}
	return v
}

// wait waits until an expression is true of a loaded page. During navigation there may be no
// page to evaluate it.
func (w *window) wait(expression string) {
	w.t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if is, err := cd.Run(w.ctx, cd.Evaluate[bool](`document.readyState == "complete" && Boolean(`+expression+`)`)); err == nil && is {
			return
		}
	}
	w.t.Fatalf("%s: not so on %s", expression, ask[string](w, `location.href + " " + document.body?.innerText.slice(0, 500)`))
}

// click follows a link and waits for the page it leads to.
func (w *window) click(selector, then string) {
	w.t.Helper()
	w.do(cd.Click(cd.CSS(selector)))
	w.wait(then)
}

// picture saves a screenshot, if any are wanted.
func (w *window) picture(name string) {
	w.t.Helper()
	dir := os.Getenv(screenshotsEnv)
	if dir == "" {
		return
	}
	png, err := cd.Run(w.ctx, cd.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644)
	}
	if err != nil {
		w.t.Error(err)
	}
}

// TestBrowser signs in, reads, filters, and triages in a real browser.
func TestBrowser(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t, storetest.SQLite(t))
	verbs := &service.Service{GitHubURL: "https://github.com"}
	h := httptest.NewServer(httpapi.New(httpapi.Config{Store: db, Service: verbs, Log: slog.New(slog.DiscardHandler), Web: web.New(web.Config{Store: db, Service: verbs})}))
	defer h.Close()
	w := openWindow(t)
	b := seedBoard(t, db)
	_, secret := b.newKey(b.team)
	scan := b.endedScan()

	w.do(cd.Navigate(h.URL))
	w.wait(`location.pathname == "/sign-in"`)
	w.picture("sign-in")
	w.do(cd.SendKeys(cd.CSS("#key"), string(secret)))
	w.click(".signin button", `location.pathname == "/overview"`)
	w.picture("overview")

	// Filter, sort, select the whole page, triage.
	w.click(`a[href="/vulnerabilities"]`, `location.pathname == "/vulnerabilities"`)
	w.do(cd.Click(cd.CSS(`input[name="severity"][value="critical"]`)), cd.SendKeys(cd.CSS("#cwe"), "89"))
	w.click(".filters button", `location.search.includes("cwe=89")`)
	rows := ask[int](w, `document.querySelectorAll("tbody tr").length`)
	w.click(`th a[href*="confidence_score"]`, `location.search.includes("sort=confidence_score")`)
	if again := ask[int](w, `document.querySelectorAll("tbody tr").length`); rows == 0 || again != rows {
		t.Errorf("%d rows, sorted %d", rows, again)
	}
	w.do(cd.Click(cd.CSS("#all input")))
	if checked := ask[int](w, `document.querySelectorAll("tbody input:checked").length`); checked != rows {
		t.Errorf("%d of %d are chosen", checked, rows)
	}
	w.do(cd.SetValue(cd.CSS("#action"), "confirm"), cd.SendKeys(cd.CSS("#reason"), "we mend these <b>now</b>"))
	w.click(".bulk button", `location.search.includes("triaged=")`)
	if text := ask[string](w, `document.querySelector("[role=status]").innerText`); text != fmt.Sprintf("%d triaged.", rows) {
		t.Errorf("it says %q", text)
	}

	// Triage one on its own page.
	w.click("tbody td a", `location.pathname.startsWith("/vulnerabilities/")`)
	w.do(cd.SetValue(cd.CSS("#action"), "resolve"), cd.SendKeys(cd.CSS("#reason"), "done"))
	w.click(".triage button", `document.querySelectorAll(".history li").length == 2`)
	history := ask[string](w, `document.querySelector(".history").innerText`)
	for _, text := range []string{"tester", "in progress", "fixed", "done", "we mend these <b>now</b>"} {
		if !strings.Contains(history, text) {
			t.Errorf("the history lacks %q: %s", text, history)
		}
	}

	paths := []string{"/overview", "/repositories", "/repositories/" + string(b.repository.ID), "/scans", "/scans/" + string(scan.ID), "/scans/" + string(scan.ID) + "/routes",
		"/scans/" + string(scan.ID) + "/wiki", "/vulnerabilities", "/vulnerabilities/" + string(b.found[0].ID), "/schedules", "/webhooks", "/docs/guide", "/docs/errors"}
	for _, size := range []struct {
		name          string
		width, height int64
	}{{"wide", 1280, 900}, {"narrow", 400, 800}} {
		w.do(cd.EmulateViewport(size.width, size.height))
		for _, path := range paths {
			w.do(cd.Navigate(h.URL+path), cd.WaitReady(cd.CSS("h1")))
			w.picture(size.name + strings.ReplaceAll(path, "/", "-"))
			if width := ask[int](w, `document.documentElement.scrollWidth`); width > int(size.width) {
				t.Errorf("%s is %d wide on a screen of %d", path, width, size.width)
			}
			if unnamed := ask[string](w, `[...document.querySelectorAll("input:not([type=hidden]), select, textarea, button")].filter((e) => !e.labels?.length && !e.ariaLabel && !e.textContent).map((e) => e.outerHTML).join("\n")`); unnamed != "" {
				t.Errorf("%s: without a label: %s", path, unnamed)
			}
		}
	}
	w.do(cd.EmulateViewport(1280, 900))
	dark := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}}
	if _, err := cd.Call(w.ctx, emulation.SetEmulatedMedia, dark); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/overview", "/vulnerabilities", "/vulnerabilities/" + string(b.found[0].ID)} {
		w.do(cd.Navigate(h.URL + path))
		w.picture("dark" + strings.ReplaceAll(path, "/", "-"))
	}

	// The API reference is rendered by a third-party script.
	w.do(cd.Navigate(h.URL + "/docs"))
	w.wait(`document.body.innerText.includes("/vulnerabilities/{id}/evidence")`)

	w.do(cd.Navigate(h.URL + "/overview"))
	w.click(`form[action="/sign-out"] button`, `location.pathname == "/sign-in"`)
	w.do(cd.Navigate(h.URL + "/vulnerabilities"))
	w.wait(`location.pathname == "/sign-in"`)
}

// endedScan stores a completed scan with all its details.
func (b *board) endedScan() vigil.Scan {
	storeDocuments(b.t, b, b.scan.ID, `{"paths":{"/orders/{id}":{"get":{"x-guard":"requireLogin","x-source":{"file":"src/orders.js","line":12},"x-handler":"show","x-framework":"express"},
		"delete":{"x-guard":null,"x-source":{"file":"src/orders.js","line":30},"x-handler":"remove","x-framework":"express","x-undocumented":true}}}}`,
		"# The shop\n\nOrders come in by `src/app.py`, see [the code](src/app.py#L4).\n\n```mermaid\ngraph TD\n  a --> b\n```\n\n| part | files |\n|---|---|\n| api | 12 |\n\n<script>alert(1)</script>\n")
	b.addEvidence(b.found[0], map[string]any{
		"detector": "code", "rule": "python.sql-injection", "path": "src/handler0.py", "start_line": 14, "end_line": 14, "match": `db.execute("SELECT " + name)`,
		"snippet":     "def search(request):\n    name = request.args[\"name\"]\n    rows = db.execute(\"SELECT * FROM users WHERE name = '\" + name + \"'\")  # <script>alert(1)</script>\n    return rows",
		"remediation": "Pass the value as a parameter of the query.", "references": []string{"https://cheatsheetseries.owasp.org/"},
		"trace": []map[string]any{{"path": "src/handler0.py", "line": 13, "message": "Untrusted data comes in here."}, {"path": "src/db.py", "line": 4, "message": "It reaches a query here."}},
	})
	storetest.Write(b.t, b.store, func(tx *store.Tx) error {
		coverage := `{"detectors":[{"detector":"code","version":"1","rules":319,"files":12,"skipped":{"total":1,"data":[{"path":"big.js","rule":null,"reason":"larger than 1 MiB"}]},"suppressed":{"total":0,"data":[]}}]}`
		if err := tx.InsertScanCoverage(ctx, b.scan.ID, []byte(coverage)); err != nil {
			return err
		}
		if err := tx.UpdateRepositoryGate(ctx, b.team.ID, b.repository.ID, vigil.High); err != nil {
			return err
		}
		_, err := tx.UpdateScanEnded(ctx, b.team.ID, b.scan.ID, vigil.ScanFailed, vigil.Now())
		return err
	})
	return b.scan
}
