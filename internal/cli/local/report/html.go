package report

import (
	"bufio"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"vigil"
	"vigil/internal/cli/command"
)

//go:embed report.html
var reportPage string

var report = template.Must(template.New("report").Funcs(template.FuncMap{
	"plain": command.Plain,
	"lines": func(s string) string { return strings.Join(command.PlainLines(s), "\n") },
}).Parse(reportPage))

// writeHTML writes a self-contained page without scripts.
func writeHTML(w io.Writer, r *Result, _ Style) error {
	b := bufio.NewWriter(w)
	var failed error
	page := struct {
		Summary, Cut, Unseen, Repository, Branch, Commit, Version string
		Files                                                     int
		Levels                                                    []vigil.Level
		Counts                                                    vigil.Counts
		Findings                                                  func(func(reportFinding) bool)
		Skipped                                                   []scanSkip
		NewSuppressions                                           []newSuppression
		Unconfined                                                *string
		Model                                                     []string
	}{
		Summary: r.summary(), Cut: r.caveats(), Unseen: r.unseen(), Repository: r.subject.Repository, Branch: r.subject.Branch, Commit: r.subject.Commit, Version: vigil.Version,
		Files: r.subject.Files, Levels: vigil.Levels, Counts: r.counts, Skipped: r.Skipped,
		NewSuppressions: r.NewSuppressions, Unconfined: r.Unconfined, Model: r.modelLines(),
		Findings: func(yield func(reportFinding) bool) {
			for f, err := range r.sorted() {
				if failed = err; err != nil || !yield(reportFinding{f}) {
					return
				}
			}
		},
	}
	if err := report.Execute(b, page); err != nil {
		return fmt.Errorf("write page: %w", err)
	}
	if failed != nil {
		return failed
	}
	return b.Flush()
}

// reportFinding is a finding as the template sees it.
type reportFinding struct{ scanFinding }

func (f reportFinding) Level() vigil.Level   { return f.level }
func (f reportFinding) Snippet() string      { return f.full.Snippet }
func (f reportFinding) Description() string  { return f.full.Description }
func (f reportFinding) Remediation() string  { return f.full.Remediation }
func (f reportFinding) SecondLook() string   { return f.Opinion.text() }
func (f reportFinding) References() []string { return f.full.References }
