package httpapi

import (
	"context"
	"encoding/csv"
	"io"
	"iter"
	"net/http"
	"strings"

	"vigil"
	"vigil/api"
	"vigil/internal/sarif"
	"vigil/internal/store"
)

// exportPage is how many vulnerabilities are read at a time, and evidencePage how many
// with their evidence, of which each can have half a megabyte.
const (
	exportPage   = 250
	evidencePage = 50
)

// exportedGate is a gate without the violations, which are among the results.
type exportedGate struct {
	Passed         *bool              `json:"passed"`
	Reason         string             `json:"reason"`
	FailOnSeverity *string            `json:"fail_on_severity"`
	New            api.CountsAndTotal `json:"new"`
	Persisting     api.CountsAndTotal `json:"persisting"`
	Fixed          api.CountsAndTotal `json:"fixed"`
}

// getScanSARIF shows what a scan saw to other tools.
func (a *API) getScanSARIF(r *request) (answer, error) {
	id, err := r.onlyID("scan")
	if err != nil {
		return answer{}, err
	}
	scan, err := a.store.GetScan(r.Context(), r.team(), id)
	if err != nil {
		return answer{}, err
	}
	h := sarif.Header{Version: vigil.Version, Commit: scan.CommitSHA, Branch: scan.Branch, Compared: scan.Status.Done()}
	if repository, err := a.store.GetRepository(r.Context(), r.team(), scan.RepositoryID); err == nil {
		h.Repository = repository.WebURL
	} else if vigil.KindOf(err) != vigil.NotFound {
		return answer{}, err
	}
	gate, err := a.store.GetGate(r.Context(), r.team(), id)
	if err != nil {
		return answer{}, err
	}
	shown := api.NewGate(gate)
	h.Gate = exportedGate{shown.Passed, shown.Reason, shown.FailOnSeverity, shown.New, shown.Persisting, shown.Fixed}
	return answer{file: &file{mediaType: "application/sarif+json", name: "vigil-" + string(id) + ".sarif", log: a.log, write: func(w io.Writer) error {
		return sarif.Write(w, h, a.exported(r, scan))
	}}}, nil
}

// exported reads what a scan saw, bit by bit.
func (a *API) exported(r *request, scan vigil.Scan) iter.Seq2[sarif.Result, error] {
	return func(yield func(sarif.Result, error) bool) {
		var after vigil.ID
		for {
			page, err := patiently(r.caller, func() ([]store.Exported, error) {
				return a.store.ListExported(r.caller, r.team(), scan.ID, after, evidencePage)
			})
			if err != nil {
				yield(sarif.Result{}, err)
				return
			}
			for _, e := range page {
				result, err := sarif.NewResult(e.Vulnerability, e.Finding, e.Reason)
				result.Known = e.CreatedAt.Before(scan.EndedAt)
				if !yield(result, err) {
					return
				}
				after = e.ID
			}
			if len(page) < evidencePage {
				return
			}
		}
	}
}

// patiently reads part of a file, again if too much else of the team is being read: an
// answer that has begun can no longer say so.
func patiently[T any](ctx context.Context, read func() (T, error)) (T, error) {
	for {
		part, err := read()
		if vigil.KindOf(err) != vigil.RateLimited || ctx.Err() != nil {
			return part, err
		}
	}
}

// wantsCSV reports whether a list shall be written as a table.
func wantsCSV(r *http.Request) bool {
	for _, accept := range r.Header.Values("Accept") {
		for part := range strings.SplitSeq(accept, ",") {
			if mediaType, _, _ := strings.Cut(part, ";"); strings.TrimSpace(strings.ToLower(mediaType)) == "text/csv" {
				return true
			}
		}
	}
	return false
}

// vulnerabilityTable is a list as a table: all of it, from the page that was asked
// for on, or as much as limit says if one was given.
func (a *API) vulnerabilityTable(r *request, filter store.VulnerabilityFilter, page vigil.Page, limited bool) answer {
	most := page.Limit
	if !limited {
		page.Limit = exportPage
	}
	expand := expansion{repository: r.key.Allows(vigil.RepositoriesRead)}
	return answer{file: &file{mediaType: "text/csv; charset=utf-8", name: "vulnerabilities.csv", log: a.log, write: func(w io.Writer) error {
		table := csv.NewWriter(w)
		_ = table.Write(api.VulnerabilityColumns()) // Error says it below
		for left := most; ; {
			found, err := patiently(r.caller, func() (store.List[vigil.Vulnerability], error) {
				return a.store.ListVulnerabilities(r.caller, r.team(), filter, page)
			})
			if err != nil {
				return err
			}
			shown, err := a.showVulnerabilities(r.caller, r.team(), found.Items, expand)
			if err != nil {
				return err
			}
			for _, v := range shown {
				_ = table.Write(v.Row())
			}
			table.Flush()
			if err := table.Error(); err != nil {
				return err
			}
			left -= len(shown)
			if page.After = found.Next; found.Next == nil || limited && left <= 0 {
				return nil
			}
		}
	}}}
}
