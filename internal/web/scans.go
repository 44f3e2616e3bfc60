package web

import (
	"cmp"
	"context"
	"strings"

	"vigil"
	"vigil/api"
	"vigil/internal/listquery"
	"vigil/internal/service"
	"vigil/internal/store"
)

type scanList struct {
	pager
	Items        []vigil.Scan
	Statuses     []string
	Repositories []string
	PullRequest  int64
}

// scanStatuses are the values of the status filter.
var scanStatuses = []vigil.ScanStatus{vigil.ScanQueued, vigil.ScanRunning, vigil.ScanCompleted, vigil.ScanFailed, vigil.ScanCanceled}

// AllStatuses returns the options of the status filter.
func (scanList) AllStatuses() []vigil.ScanStatus { return scanStatuses }

// Sorts returns the sort columns.
func (scanList) Sorts() []string { return vigil.ScanSorts }

func (s *site) listScans(r *request) (page, error) {
	q := r.query()
	listquery.Choices(q.Query, "status", scanStatuses)
	out := scanList{Statuses: q.All("status"), Repositories: q.All("repository"), PullRequest: q.PullRequest()}
	p := r.page(q, vigil.ScanSorts, "")
	if err := q.Done(); err != nil {
		return page{}, err
	}
	repositories, err := s.store.FindRepositories(r.Context(), r.team(), out.Repositories)
	if err != nil {
		return page{}, err
	}
	l, err := s.store.ListScans(r.Context(), r.team(), store.ScanFilter{Statuses: out.Statuses, Repositories: repositories, PullRequest: out.PullRequest}, p.page)
	out.pager, out.Items = of(p, l), l.Items
	return page{view: "scans", Title: "Scans", Section: "/scans", Content: out}, err
}

// startScan queues a scan of a branch.
func (s *site) startScan(r *request) (effect, error) {
	field := func(name string) string { return strings.TrimSpace(r.PostForm.Get(name)) }
	in := service.NewScan{
		Name: cmp.Or(field("name"), "Manual scan"), Repository: field("repository"), Branch: field("branch"), Provider: vigil.Provider(field("provider")),
	}
	if in.Provider != "" && in.Provider != vigil.GitHub && in.Provider != vigil.GitLab {
		return nil, vigil.InvalidError("provider", "must be github or gitlab")
	}
	return func(ctx context.Context, tx *store.Tx) (string, error) {
		scan, err := s.service.StartScan(ctx, tx, r.team(), in)
		return "/scans/" + string(scan.ID), err
	}, nil
}

func (s *site) cancelScan(r *request) (effect, error) {
	id, err := r.id("scan")
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, tx *store.Tx) (string, error) {
		_, err := s.service.CancelScan(ctx, tx, r.team(), id)
		return "/scans/" + string(id), err
	}, nil
}

// scanPage is a scan, or one of its tabs.
type scanPage struct {
	vigil.Scan
	Tab             string
	Coverage        api.ScanCoverage
	Gate            vigil.Gate
	Vulnerabilities []vigil.Vulnerability // the most severe
	Usage           []vigil.ModelUsage
}

// Took returns the duration of the scan so far.
func (p scanPage) Took() string {
	if p.EndedAt.IsZero() {
		return ""
	}
	return p.EndedAt.Sub(p.CreatedAt).Round(100 * 1e6).String()
}

// scanOf returns the scan that the path names, with what its tabs have in common.
func (s *site) scanOf(r *request, tab string) (scanPage, error) {
	id, err := r.id("scan")
	if err != nil {
		return scanPage{}, err
	}
	scan, err := s.store.GetScan(r.Context(), r.team(), id)
	return scanPage{Scan: scan, Tab: tab}, err
}

func (s *site) showScan(r *request) (page, error) {
	p, err := s.scanOf(r, "scan")
	if err != nil {
		return page{}, err
	}
	kept, err := s.store.GetScanCoverage(r.Context(), r.team(), p.ID)
	if err != nil {
		return page{}, err
	}
	if p.Gate, err = s.store.GetGate(r.Context(), r.team(), p.ID); err != nil {
		return page{}, err
	}
	if p.Coverage, err = api.NewScanCoverage(p.Scan, kept.Coverage, kept.Failure, p.Gate); err != nil {
		return page{}, err
	}
	if p.Usage, err = s.store.ListModelUsage(r.Context(), r.team(), p.ID); err != nil {
		return page{}, err
	}
	if r.key.Allows(vigil.VulnerabilitiesRead) {
		const worst = 20
		l, err := s.store.ListVulnerabilities(r.Context(), r.team(), store.VulnerabilityFilter{SeenBy: p.ID}, vigil.Page{Limit: worst, Sort: "severity", Desc: true})
		if err != nil {
			return page{}, err
		}
		p.Vulnerabilities = l.Items
	}
	return page{view: "scan", Title: p.Name + ": " + p.Repository, Section: "/scans", Content: p, Refresh: !p.Status.Done()}, nil
}
