package web

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"vigil"
	"vigil/internal/store"
)

type repositoryList struct {
	pager
	Items []vigil.Repository
}

func (s *site) listRepositories(r *request) (page, error) {
	q := r.query()
	p := r.page(q, []string{"full_name", "created_at", "last_scan_at"}, "full_name")
	if err := q.Done(); err != nil {
		return page{}, err
	}
	l, err := s.store.ListRepositories(r.Context(), r.team(), p.page)
	return page{view: "repositories", Title: "Repositories", Section: "/repositories", Content: repositoryList{of(p, l), l.Items}}, err
}

type repositoryPage struct {
	vigil.Repository
	Scans   []vigil.Scan
	Failure string // why the latest scan failed, if none ever completed
	// Witnesses are the newest ones; MoreWitnesses: there are others.
	Witnesses     []vigil.Witness
	MoreWitnesses bool
}

func (s *site) showRepository(r *request) (page, error) {
	id, err := r.id("repository")
	if err != nil {
		return page{}, err
	}
	var p repositoryPage
	if p.Repository, err = s.store.GetRepository(r.Context(), r.team(), id); err != nil {
		return page{}, err
	}
	if r.key.Allows(vigil.ScansRead) {
		if p.Scans, err = s.latestScans(r, []vigil.ID{id}); err != nil {
			return page{}, err
		}
		if p.LastScanAt.IsZero() {
			if p.Failure, err = s.latestFailure(r, p.Scans); err != nil {
				return page{}, err
			}
		}
	}
	if r.key.Allows(vigil.VulnerabilitiesRead) {
		const shown = 25
		l, err := s.store.ListWitnesses(r.Context(), r.team(), id, nil, vigil.Page{Limit: shown, Sort: "created_at", Desc: true})
		if err != nil {
			return page{}, err
		}
		p.Witnesses, p.MoreWitnesses = l.Items, l.Next != nil
	}
	return page{view: "repository", Title: p.FullName, Section: "/repositories", Content: p}, nil
}

// latestFailure returns why the latest of some scans failed that did, or "".
func (s *site) latestFailure(r *request, scans []vigil.Scan) (string, error) {
	for _, scan := range scans { // the latest first
		if scan.Status == vigil.ScanFailed {
			c, err := s.store.GetScanCoverage(r.Context(), r.team(), scan.ID)
			return c.Failure, err
		}
	}
	return "", nil
}

// deleteRepository deletes a repository whose name was typed to confirm it.
func (s *site) deleteRepository(r *request) (effect, error) {
	id, err := r.id("repository")
	if err != nil {
		return nil, err
	}
	name := r.PostForm.Get("name")
	return func(ctx context.Context, tx *store.Tx) (string, error) {
		repository, err := tx.GetRepository(ctx, r.team(), id)
		if err != nil {
			return "", err
		}
		if name != repository.FullName {
			return "", vigil.InvalidError("name", "must be %s to confirm the deletion", repository.FullName)
		}
		return "/repositories", s.service.DeleteRepository(ctx, tx, r.team(), id)
	}, nil
}

// changeGate sets the severity at which scans of a repository fail.
func (s *site) changeGate(r *request) (effect, error) {
	id, err := r.id("repository")
	if err != nil {
		return nil, err
	}
	level := vigil.Level(r.PostForm.Get("fail_on_severity"))
	if level != "" && !level.Valid() {
		return nil, vigil.InvalidError("fail_on_severity", "must be one of %v, or empty", vigil.Levels)
	}
	return func(ctx context.Context, tx *store.Tx) (string, error) {
		_, err := s.service.UpdateRepository(ctx, tx, r.team(), id, &level)
		return "/repositories/" + string(id), err
	}, nil
}

// sourceURL returns the page of a file at the code host, as of the scanned commit, or "".
func sourceURL(repository vigil.Repository, commit, path string, line int) string {
	if !strings.HasPrefix(repository.WebURL, "https://") || commit == "" || path == "" {
		return ""
	}
	blob := "/blob/"
	if repository.Provider == vigil.GitLab {
		blob = "/-/blob/"
	}
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if part == "" || part == "." || part == ".." {
			return "" // not a path in a repository
		}
		parts[i] = url.PathEscape(part)
	}
	out := repository.WebURL + blob + url.PathEscape(commit) + "/" + strings.Join(parts, "/")
	if line > 0 {
		out += "#L" + strconv.Itoa(line)
	}
	return out
}
