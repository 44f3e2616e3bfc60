// Package routes discovers the API routes that a codebase exposes, by static analysis.
//
// Start with [Collection]. Discovery has two phases: each file is read on its own and
// leaves facts (package facts), then the facts of all files are linked into routes. The
// frameworks are in one package per language; languages.go lists them. No syntax tree is
// kept between the phases.
//
// This package knows no framework and no syntax: it collects, merges what the code has
// with what API descriptions say, and writes the result as an OpenAPI document.
package routes

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

// Name identifies route discovery in coverage reports.
const Name = "routes"

// Version is bumped whenever discovery may return different routes for the same tree.
const Version = "2"

// Collection gathers the facts of a tree. It is safe for concurrent use.
type Collection struct {
	mu      sync.Mutex
	files   map[string]*facts.File
	skipped []engine.Skip
}

// New returns a collection for a tree.
func New() *Collection { return &Collection{files: map[string]*facts.File{}} }

// Wants reports whether a file may declare routes, judging by its path and the prefilter.
func (c *Collection) Wants(path string, src []byte) bool { return registry().Wants(path, src) }

// Look records the facts of a file: one that Wants accepted or that Link requested.
func (c *Collection) Look(ctx context.Context, f *match.File) {
	x, err := registry().Read(ctx, f)
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil {
		c.skipped = append(c.skipped, engine.Skip{Path: f.Path, Reason: err.Error(), Kind: engine.Incomplete})
		return
	}
	c.files[f.Path] = x
}

// Skip records that a file could not be analyzed.
func (c *Collection) Skip(path, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.skipped = append(c.skipped, engine.Skip{Path: path, Reason: reason, Kind: engine.Incomplete})
}

// Missed records that a file was never read. It counts only if its name suggests routes and
// it was not analyzed otherwise.
func (c *Collection) Missed(s engine.Skip) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s.Path == "" || c.files[s.Path] != nil || !registry().MayWant(s.Path) {
		return
	}
	if !slices.ContainsFunc(c.skipped, func(other engine.Skip) bool { return other.Path == s.Path }) {
		c.skipped = append(c.skipped, s)
	}
}

// Freeze returns the recorded facts of a file for a cache, nil if there are none that bytes can
// hold.
func (c *Collection) Freeze(path string) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if f := c.files[path]; f != nil {
		if text, ok := registry().Freeze(f); ok {
			return text
		}
	}
	return nil
}

// Restore records facts that Freeze returned for the same path and content. It reports whether it
// could.
func (c *Collection) Restore(path string, text []byte) bool {
	f, err := registry().Thaw(text)
	if err != nil || f.Path != path {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.files[path] = f
	return true
}

// Source has files that the prefilter rejected but that others refer to.
type Source = facts.Source

// Link returns the routes of all files, sorted, and the coverage.
func (c *Collection) Link(ctx context.Context, paths []string, source Source) ([]engine.Route, engine.Coverage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	found := facts.NewLinker(ctx, registry(), c.files, paths, source).Link()
	cover := engine.Coverage{Detector: Name, Version: Version, Files: len(c.files), Skipped: slices.Clone(c.skipped)}
	for path, f := range c.files {
		if f.Cut {
			cover.Skipped = append(cover.Skipped, engine.Skip{Path: path, Reason: fmt.Sprintf("more than %d routes, or too much work", facts.MaxFileFacts), Kind: engine.Incomplete})
		}
	}
	for _, reason := range found.Failed {
		cover.Skipped = append(cover.Skipped, engine.Skip{Rule: Name, Reason: reason, Kind: engine.Incomplete})
	}
	out := merge(found.Routes, found.Documented)
	for i := range out {
		out[i].Params = facts.TidyParams(out[i].Path, out[i].Params)
		if len(out[i].Params) >= facts.MaxParams {
			cover.Skipped = append(cover.Skipped, engine.Skip{Path: out[i].File, Reason: fmt.Sprintf("a route with %d parameters or more; only the first are listed", facts.MaxParams), Kind: engine.Incomplete})
		}
	}
	open(out)
	slices.SortFunc(out, compare)
	out = slices.CompactFunc(out, func(a, b engine.Route) bool { return a.Method == b.Method && a.Path == b.Path })
	if len(out) > facts.MaxRoutes {
		cut := map[string]bool{}
		for _, r := range out[facts.MaxRoutes:] {
			cut[r.File] = true
		}
		for path := range cut {
			cover.Skipped = append(cover.Skipped, engine.Skip{Path: path, Reason: fmt.Sprintf("more than %d routes in this scan", facts.MaxRoutes), Kind: engine.Incomplete})
		}
		out = out[:facts.MaxRoutes]
	}
	if found.Stopped != "" {
		cover.Skipped = append(cover.Skipped, engine.Skip{Rule: Name, Reason: found.Stopped, Kind: engine.Incomplete})
	}
	slices.SortFunc(cover.Skipped, func(a, b engine.Skip) int { return strings.Compare(a.Path+"\x00"+a.Reason, b.Path+"\x00"+b.Reason) })
	cover.Skipped = slices.Compact(cover.Skipped)
	return out, cover
}

// open forgets where the handlers of guarded routes are if a route without a guard has the
// same handler: of two routes with one path only one stays.
func open(list []engine.Route) {
	unguarded := map[engine.Lines]bool{}
	for _, r := range list {
		if r.Guard == "" && r.Body != nil {
			unguarded[*r.Body] = true
		}
	}
	for i := range list {
		if r := &list[i]; r.Guard != "" && r.Body != nil && unguarded[*r.Body] {
			r.Body = nil
		}
	}
}

// compare orders routes by path, then method. Of two that are the same only the first
// stays: what lies deeper in the tree is more likely a sample or a copy.
func compare(a, b engine.Route) int {
	switch {
	case a.Path != b.Path:
		return strings.Compare(a.Path, b.Path)
	case a.Method != b.Method:
		return strings.Compare(a.Method, b.Method)
	case a.NotInCode != b.NotInCode:
		if a.NotInCode {
			return 1
		}
		return -1
	case strings.Count(a.File, "/") != strings.Count(b.File, "/"):
		return strings.Count(a.File, "/") - strings.Count(b.File, "/")
	case a.File != b.File:
		return strings.Compare(a.File, b.File)
	}
	return a.Line - b.Line
}
