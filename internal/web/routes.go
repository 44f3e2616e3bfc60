package web

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"vigil"
)

// maxRoutes limits the routes shown for a scan; the API has them all.
const maxRoutes = 2000

type routesPage struct {
	scanPage
	Routes    []foundRoute
	Left      int  // number of routes not shown
	Unguarded bool // only routes without a guard are shown
}

// foundRoute is an API route of the scanned code.
type foundRoute struct {
	Method, Path, Handler, Framework, Guard, Candidate, File, URL string
	Line                                                          int
	Undocumented, NotInCode                                       bool
}

// operation is an operation in the OpenAPI document of a scan.
type operation struct {
	declaration
	Handler      string        `json:"x-handler"`
	Framework    string        `json:"x-framework"`
	Undocumented bool          `json:"x-undocumented"`
	NotInCode    bool          `json:"x-not-in-code"`
	Also         []declaration `json:"x-also"` // declarations whose paths differ in parameter names only
}

type declaration struct {
	Path      string `json:"path"`
	Guard     string `json:"x-guard"` // empty: none is proven
	Candidate string `json:"x-guard-candidate"`
	Source    struct {
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
	if kept.Format == "" {
		return page{view: "routes", Title: "Routes: " + p.Name, Section: "/scans", Content: p}, nil
	}
	description, err := s.store.OpenScanRoutes(r.Context(), r.team(), p.ID, kept, "json")
	if err != nil {
		return page{}, err
	}
	err = readRoutes(description, func(found foundRoute) {
		switch {
		case p.Unguarded && (found.Guard != "" || found.NotInCode):
		case len(p.Routes) == maxRoutes:
			p.Left++
		default:
			found.URL = sourceURL(repository, p.CommitSHA, found.File, found.Line)
			p.Routes = append(p.Routes, found)
		}
	})
	if err != nil {
		return page{}, fmt.Errorf("read routes of scan %s: %w", p.ID, err)
	}
	return page{view: "routes", Title: "Routes: " + p.Name, Section: "/scans", Content: p}, nil
}

// repositoryOf returns a repository to link to, or a zero one if the key may not see it.
func (s *site) repositoryOf(r *request, id vigil.ID) (vigil.Repository, error) {
	if !r.key.Allows(vigil.RepositoriesRead) {
		return vigil.Repository{}, nil
	}
	return s.store.GetRepository(r.Context(), r.team(), id)
}

var methods = []string{"get", "post", "put", "patch", "delete", "head", "options", "trace"}

// readRoutes calls visit for each route of an OpenAPI document, in the order of paths. The
// document can be long, so it is decoded one path at a time.
func readRoutes(description io.Reader, visit func(foundRoute)) error {
	d := json.NewDecoder(description)
	return eachMember(d, func(key string) error {
		if key != "paths" {
			var other json.RawMessage
			return d.Decode(&other)
		}
		return eachMember(d, func(path string) error {
			var operations map[string]json.RawMessage
			if err := d.Decode(&operations); err != nil {
				return err
			}
			return visitOperations(path, operations, visit)
		})
	})
}

// eachMember calls f at the value of each member of an object. f must read the value.
func eachMember(d *json.Decoder, f func(key string) error) error {
	t, err := d.Token()
	if err == nil && t != json.Delim('{') {
		err = fmt.Errorf("an object is expected, not %v", t)
	}
	if err != nil {
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		if err := f(key.(string)); err != nil { // the decoder accepts only strings as keys
			return err
		}
	}
	_, err = d.Token()
	return err
}

func visitOperations(path string, operations map[string]json.RawMessage, visit func(foundRoute)) error {
	for _, method := range methods {
		raw, there := operations[method]
		if !there {
			continue
		}
		var o operation
		if err := json.Unmarshal(raw, &o); err != nil {
			return err
		}
		o.Path = path
		for _, d := range append([]declaration{o.declaration}, o.Also...) {
			visit(foundRoute{
				Method: strings.ToUpper(method), Path: d.Path, Guard: d.Guard, Candidate: d.Candidate, File: d.Source.File, Line: d.Source.Line,
				Handler: o.Handler, Framework: o.Framework, Undocumented: o.Undocumented, NotInCode: o.NotInCode,
			})
			o.Handler = "" // the handlers of the others are unknown
		}
	}
	return nil
}
