package cli

import (
	"fmt"
	"strings"

	"vigil/internal/engine"
)

// scanSuppressed is how much was found and is left out, for somebody decided so.
type scanSuppressed struct {
	Findings     int              `json:"findings"`
	ByComments   int              `json:"by_comments"`
	ByIgnoreFile int              `json:"by_ignore_file"`
	IgnoredFiles int              `json:"ignored_files"` // whose findings the ignore file left out
	Data         []scanSuppressor `json:"data"`
}

// scanSuppressor is what was suppressed in one place, by one rule.
type scanSuppressor struct {
	Path  string `json:"path"`
	Rule  string `json:"rule"`
	By    string `json:"by"`
	Count int    `json:"count"`
}

// newSuppression is a suppression that what was scanned adds to what it is compared with.
type newSuppression struct {
	FilePath string `json:"file_path"`
	Line     int    `json:"line"`
	Text     string `json:"text"`
}

// suppress counts what a detector found and was told to leave.
func (r *scanResult) suppress(all []engine.Suppressed, files map[string]bool) {
	for _, s := range all {
		r.Suppressed.Findings += s.Count
		if strings.HasPrefix(s.By, engine.IgnoreFile+":") {
			r.Suppressed.ByIgnoreFile += s.Count
			files[s.Path] = true
		} else {
			r.Suppressed.ByComments += s.Count
		}
		r.Suppressed.Data = append(r.Suppressed.Data, scanSuppressor(s))
	}
	r.Suppressed.IgnoredFiles = len(files)
}

// suppressAnew names the suppressions that do not count.
func (r *scanResult) suppressAnew(all []engine.Suppression) {
	for _, s := range all {
		r.NewSuppressions = append(r.NewSuppressions, newSuppression{s.Path, s.Line, s.Text})
	}
}

// suppressed says how much was suppressed, and how much not, though it was meant to be.
func (r *scanResult) suppressed() (out []string) {
	if s := r.Suppressed; s.Findings > 0 {
		var by []string
		if s.ByComments > 0 {
			by = append(by, fmt.Sprintf("%d by comments", s.ByComments))
		}
		if s.ByIgnoreFile > 0 {
			by = append(by, fmt.Sprintf("%d by %s in %s", s.ByIgnoreFile, engine.IgnoreFile, several(s.IgnoredFiles, "file")))
		}
		out = append(out, fmt.Sprintf("%d suppressed (%s)", s.Findings, strings.Join(by, ", ")))
	}
	if n := len(r.NewSuppressions); n > 0 {
		out = append(out, several(n, "new suppression")+", ignored")
	}
	return out
}

// caveats is what to know of the numbers: what was suppressed, and what was not looked at.
func (r *scanResult) caveats() string {
	text := ""
	for _, s := range r.suppressed() {
		text += "; " + s
	}
	return text + r.cut()
}

// remarks are the caveats that are no skips, one by one.
func (r *scanResult) remarks() []string {
	out := r.suppressed()
	for _, s := range r.NewSuppressions {
		out = append(out, fmt.Sprintf("new suppression, ignored: %s:%d: %s", s.FilePath, s.Line, s.Text))
	}
	if r.Unconfined != nil {
		out = append(out, "the scan was not confined: "+*r.Unconfined)
	}
	return out
}

func several(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
