package web

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"vigil"
	"vigil/internal/store"
)

type vulnerabilityList struct {
	pager
	Items []listedVulnerability
	// The current filters, for the form.
	Severities, Statuses, Types, CWEs, Repositories []string
	Lowest                                          string // minimum severity, if it is a number
	CreatedAfter, CreatedBefore, PullRequest        string
	SeenBy                                          vigil.ID // filter by scan; empty: all
	Triaged                                         int64    // number just triaged, for a notice
}

// listedVulnerability is a vulnerability with the name of its repository, empty if the key may
// not see it.
type listedVulnerability struct {
	vigil.Vulnerability
	Repository string
}

// Back returns the query of this page of the list.
func (l vulnerabilityList) Back() string {
	return strings.TrimPrefix(l.q.with("cursor", l.q.values.Get("cursor")), "?")
}

// More reports whether one of the collapsed filters is in use.
func (l vulnerabilityList) More() bool {
	return l.CreatedAfter != "" || l.CreatedBefore != "" || l.PullRequest != "" || l.Lowest != ""
}

// Sorts returns the sort columns. Unlike in the API, severity is the default.
func (vulnerabilityList) Sorts() []string {
	return []string{"severity", "created_at", "confidence_score"}
}

func (s *site) listVulnerabilities(r *request) (page, error) {
	q := r.query()
	f, repositories := q.AllVulnerabilities()
	slices.Sort(f.CWEs)
	out := vulnerabilityList{
		Severities: q.All("severity"), Statuses: q.All("status"), Types: f.Types, CWEs: f.CWEs, Repositories: repositories,
		CreatedAfter: q.One("created_after"), CreatedBefore: q.One("created_before"), PullRequest: q.One("pull_request"),
		SeenBy: f.SeenBy,
	}
	if n, err := strconv.ParseInt(q.triaged, 10, 64); err == nil && n > 0 {
		out.Triaged = n
	}
	if f.MinSeverity > 0 {
		out.Lowest = f.MinSeverity.String()
	}
	out.pager = r.page(q, out.Sorts(), "")
	err := q.Done()
	if err != nil {
		return page{}, err
	}
	if f.Repositories, err = s.store.FindRepositories(r.Context(), r.team(), out.Repositories); err != nil {
		return page{}, err
	}
	if err := f.Check(); err != nil {
		return page{}, err
	}
	l, err := s.store.ListVulnerabilities(r.Context(), r.team(), f, out.pager.page)
	if err != nil {
		return page{}, err
	}
	out.pager = of(out.pager, l)
	out.Items, err = s.named(r, l.Items)
	return page{view: "vulnerabilities", Title: "Vulnerabilities", Section: "/vulnerabilities", Content: out}, err
}

// named adds the names of repositories.
func (s *site) named(r *request, vs []vigil.Vulnerability) ([]listedVulnerability, error) {
	repositories := map[vigil.ID]vigil.Repository{}
	if r.key.Allows(vigil.RepositoriesRead) {
		var ids []vigil.ID
		for _, v := range vs {
			if !slices.Contains(ids, v.RepositoryID) {
				ids = append(ids, v.RepositoryID)
			}
		}
		var err error
		if repositories, err = s.store.GetRepositories(r.Context(), r.team(), ids); err != nil {
			return nil, err
		}
	}
	out := make([]listedVulnerability, len(vs))
	for i, v := range vs {
		out[i] = listedVulnerability{v, repositories[v.RepositoryID].FullName}
	}
	return out, nil
}

// triage applies an action to the vulnerabilities selected in a list, or to the one on its own
// page.
func (s *site) triage(r *request) (effect, error) {
	action := vigil.Action(r.PostForm.Get("action"))
	if _, ok := action.Outcome(); !ok {
		return nil, vigil.InvalidError("action", "must be one of %v", vigil.Actions)
	}
	reason := strings.ReplaceAll(r.PostForm.Get("reason"), "\r\n", "\n")
	switch {
	case !utf8.ValidString(reason) || strings.ContainsRune(reason, 0):
		return nil, vigil.InvalidError("reason", "must be text")
	case utf8.RuneCountInString(reason) > vigil.MaxReasonLength:
		return nil, vigil.InvalidError("reason", "must be at most %d characters long", vigil.MaxReasonLength)
	}
	var ids []vigil.ID
	for _, given := range r.PostForm["id"] {
		id, ok := vigil.ParseID(given)
		if !ok {
			return nil, vigil.MissingError("vulnerability")
		}
		ids = append(ids, id)
	}
	switch {
	case len(ids) == 0:
		return nil, &vigil.Error{Kind: vigil.Invalid, Message: "No vulnerability was chosen: go back and check some."}
	case len(ids) > vigil.MaxTriageAtOnce: // a page has fewer entries
		return nil, vigil.InvalidError("id", "must be given at most %d times", vigil.MaxTriageAtOnce)
	}
	next := "/vulnerabilities/" + string(ids[0])
	if r.PostForm.Has("back") {
		back, err := queryOf(r.PostForm.Get("back"))
		if err != nil {
			return nil, err
		}
		next = "/vulnerabilities" + back.with("cursor", back.values.Get("cursor"), "triaged", strconv.Itoa(len(ids)))
	}
	return func(ctx context.Context, tx *store.Tx) (string, error) {
		_, err := s.service.TriageAll(ctx, tx, r.key, ids, action, reason)
		return next, err
	}, nil
}

// weaknessURL returns the MITRE page of a CWE, or "".
func weaknessURL(cwe string) string {
	digits, is := strings.CutPrefix(cwe, "CWE-")
	if _, err := strconv.ParseUint(digits, 10, 32); !is || err != nil {
		return ""
	}
	return fmt.Sprintf("https://cwe.mitre.org/data/definitions/%s.html", digits)
}
