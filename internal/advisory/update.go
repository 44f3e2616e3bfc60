package advisory

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"vigil/internal/ecosystem"
)

// OSVAddress is the base URL of OSV's archives.
const OSVAddress = "https://osv-vulnerabilities.storage.googleapis.com"

// Limits of a download.
const (
	maxArchiveBytes = 2 << 30
	archiveTime     = 15 * time.Minute
)

// Download fetches the archive of an ecosystem into a folder. The client decides which
// addresses are allowed.
func Download(ctx context.Context, client *http.Client, base string, kind ecosystem.Kind, dir string) (path string, err error) {
	ctx, cancel := context.WithTimeout(ctx, archiveTime)
	defer cancel()
	address := strings.TrimRight(base, "/") + "/" + url.PathEscape(string(kind)) + "/all.zip"
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", fmt.Errorf("fetch advisories: %w", err)
	}
	answer, err := client.Do(r)
	if err != nil {
		return "", fmt.Errorf("fetch advisories: %w", err)
	}
	defer answer.Body.Close()
	switch {
	case answer.StatusCode != http.StatusOK:
		return "", fmt.Errorf("fetch advisories: %s answers %q", address, answer.Status)
	case answer.ContentLength > maxArchiveBytes:
		return "", fmt.Errorf("fetch advisories: %s is larger than %d GiB", address, maxArchiveBytes>>30)
	}
	f, err := os.Create(filepath.Join(dir, url.PathEscape(string(kind))+".zip"))
	if err != nil {
		return "", fmt.Errorf("keep advisories: %w", err)
	}
	defer f.Close()
	n, err := io.Copy(f, io.LimitReader(answer.Body, maxArchiveBytes+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("fetch advisories from %s: %w", address, err)
	case n > maxArchiveBytes:
		return "", fmt.Errorf("fetch advisories: %s is larger than %d GiB", address, maxArchiveBytes>>30)
	}
	return f.Name(), f.Close()
}
