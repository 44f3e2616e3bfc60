package main_test

import (
	"context"
	"os"
	"testing"
	"time"

	cd "github.com/chromedp/chromedp"
)

// TestScreenshot takes the picture in the README: the findings of the demo as a new user
// sees them. `make screenshot` names the file in VIGIL_SCREENSHOT.
func TestScreenshot(t *testing.T) {
	file, browser := os.Getenv("VIGIL_SCREENSHOT"), os.Getenv("VIGIL_TEST_CHROMIUM")
	if file == "" || browser == "" {
		t.Skip("skipped: VIGIL_SCREENSHOT or VIGIL_TEST_CHROMIUM is not set; `make screenshot` sets both")
	}
	s := start(t, t.TempDir(), "--demo")
	awaitText(t, s.log, "is scanned: ")

	options := append(cd.DefaultExecAllocatorOptions[:], cd.ExecPath(browser), cd.NoSandbox, cd.DisableGPU, cd.UserDataDir(t.TempDir()),
		cd.WSURLReadTimeout(time.Minute), cd.Flag("disable-component-update", true), cd.Flag("hide-scrollbars", true))
	ctx, stop := cd.NewExecAllocator(t.Context(), options...)
	defer stop()
	ctx, cancel := cd.NewContext(ctx)
	defer cancel()
	ctx, late := context.WithTimeout(ctx, 4*time.Minute)
	defer late()
	if err := cd.Do(ctx, cd.EmulateViewport(1440, 900), cd.Navigate(s.url), cd.WaitReady(cd.CSS("#key")),
		cd.SendKeys(cd.CSS("#key"), s.key()), cd.Click(cd.CSS(".signin button")), cd.WaitReady(cd.CSS(`a[href="/vulnerabilities"]`)),
		cd.Navigate(s.url+"/vulnerabilities?sort=severity"), cd.WaitReady(cd.CSS("tbody tr"))); err != nil {
		t.Fatal(err)
	}
	png, err := cd.Run(ctx, cd.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	if len(png) > 300<<10 {
		t.Errorf("the picture has %d bytes, more than 300 KB", len(png))
	}
	if err := os.WriteFile(file, png, 0o644); err != nil {
		t.Fatal(err)
	}
}
