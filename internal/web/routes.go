package web

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"vigil"
)

// maxRoutes is how many routes are shown of a scan; the API has them all.
const maxRoutes = 2000

type routesPage struct {
	scanPage
	Routes    []foundRoute
	Left      int  // how many there are besides
	Unguarded bool // only those without a guard are shown
}

// foundRoute is a route of the code that was scanned.
type foundRoute struct {
	Method, Path, Handler, Framework, Guard, File, URL string
	Line                                               int
	Undocumented, NotInCode                            bool
}

// operation is what is read of the description that a scan made of the routes it found.
type operation struct {
	declaration
	Handler      string        `json:"x-handler"`
	Framework    string        `json:"x-framework"`
	Undocumented bool          `json:"x-undocumented"`
	NotInCode    bool          `json:"x-not-in-code"`
	Also         []declaration `json:"x-also"` // for paths that differ in names of parameters
}

type declaration struct {
	Path   string `json:"path"`
	Guard  string `json:"x-guard"` // empty: none was seen
	Source struct {
		File string `json:"file"`
		Line int    `json:"line"`
	} `json:"x-source"`
}

func (s *site) showRoutes(r *request) (page, error) {
	scan, err := s.scanOf(r, "routes")
	if err != nil {
		return page{}, err
	}
	p := routesPage{scanPage: scan, Unguarded: r.URL.Query().Get("guard") == "none"}
	kept, err := s.store.GetScanRoutes(r.Context(), r.team(), p.ID)
	if err != nil {
		return page{}, err
	}
	repository, err := s.repositoryOf(r, p.RepositoryID)
	if err != nil {
		return page{}, err
	}
	all, err := readRoutes(kept.JSON)
	if err != nil {
		return page{}, fmt.Errorf("read routes of scan %s: %w", p.ID, err)
	}
	for _, found := range all {
		if p.Unguarded && (found.Guard != "" || found.NotInCode) {
			continue
		}
		if len(p.Routes) == maxRoutes {
			p.Left++
			continue
		}
		found.URL = sourceURL(repository, p.CommitSHA, found.File, found.Line)
		p.Routes = append(p.Routes, found)
	}
	return page{view: "routes", Title: "Routes: " + p.Name, Section: "/scans", Content: p}, nil
}

// repositoryOf returns a repository to link to, or none if the key may not see it.
func (s *site) repositoryOf(r *request, id vigil.ID) (vigil.Repository, error) {
	if !r.key.Allows(vigil.RepositoriesRead) {
		return vigil.Repository{}, nil
	}
	return s.store.GetRepository(r.Context(), r.team(), id)
}

var methods = []string{"get", "post", "put", "patch", "delete", "head", "options", "trace"}

// readRoutes takes the routes out of a description in OpenAPI, by path and method.
func readRoutes(description []byte) (out []foundRoute, err error) {
	if len(description) == 0 {
		return nil, nil
	}
	var doc struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	if err := json.Unmarshal(description, &doc); err != nil {
		return nil, err
	}
	for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
		for _, method := range methods {
			raw, there := doc.Paths[path][method]
			if !there {
				continue
			}
			var o operation
			if err := json.Unmarshal(raw, &o); err != nil {
				return nil, err
			}
			o.Path = path
			for _, d := range append([]declaration{o.declaration}, o.Also...) {
				out = append(out, foundRoute{
					Method: strings.ToUpper(method), Path: d.Path, Guard: d.Guard, File: d.Source.File, Line: d.Source.Line,
					Handler: o.Handler, Framework: o.Framework, Undocumented: o.Undocumented, NotInCode: o.NotInCode,
				})
				o.Handler = "" // that of the others is not told
			}
		}
	}
	return out, nil
}
