package report

import (
	"fmt"
	"strings"

	"vigil/internal/engine"
)

// scanSuppressed counts suppressed findings.
type scanSuppressed struct {
	Findings     int              `json:"findings"`
	ByComments   int              `json:"by_comments"`
	ByIgnoreFile int              `json:"by_ignore_file"`
	IgnoredFiles int              `json:"ignored_files"` // with findings suppressed by the ignore file
	Data         []scanSuppressor `json:"data"`
}

// scanSuppressor is the findings of one rule that one suppression hides.
type scanSuppressor struct {
	Path  string `json:"path"`
	Rule  string `json:"rule"`
	By    string `json:"by"`
	Count int    `json:"count"`
}

// newSuppression is a suppression that the scanned code adds to its baseline.
type newSuppression struct {
	FilePath string `json:"file_path"`
	Line     int    `json:"line"`
	Text     string `json:"text"`
}

// suppress counts the suppressed findings of a detector.
func (r *Result) suppress(all []engine.Suppressed, files map[string]bool) {
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

// AddNewSuppressions lists suppressions that are ignored because the baseline lacks them.
func (r *Result) AddNewSuppressions(all []engine.Suppression) {
	for _, s := range all {
		r.NewSuppressions = append(r.NewSuppressions, newSuppression{s.Path, s.Line, s.Text})
	}
}

// suppressed returns how many findings were suppressed and how many suppressions were ignored.
func (r *Result) suppressed() (out []string) {
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

// caveats returns what qualifies the numbers: suppressions, and what was not analyzed.
func (r *Result) caveats() string {
	text := ""
	for _, s := range r.suppressed() {
		text += "; " + s
	}
	return text + r.cut()
}

// remarks returns the caveats other than skips, one by one.
func (r *Result) remarks() []string {
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
