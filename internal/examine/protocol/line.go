package protocol

import (
	"fmt"

	"vigil/internal/engine"
	"vigil/internal/engine/hunt"
	"vigil/internal/engine/routes"
	"vigil/internal/engine/wiki"
)

// Line is one line of the sandboxed process's output: a message of the engine, a part of the API
// description, or a cache entry.
type Line struct {
	engine.Message
	Description *DescriptionPart `json:"description,omitempty"`
	Entry       *CacheEntry      `json:"entry,omitempty"` // to be stored
	Used        []byte           `json:"used,omitempty"`  // see scancache.Cache.Used
	Excerpt     *engine.Excerpt  `json:"excerpt,omitempty"`
	Task        *Task            `json:"task,omitempty"`
	Outline     *engine.Outline  `json:"outline,omitempty"`
}

// Task is a handler of routes with the code that it depends on.
type Task = hunt.Task

// DescriptionPart is a gzip-compressed chunk of the API description.
type DescriptionPart struct {
	Own    string `json:"own"`    // the format of the tree's own API description
	Format string `json:"format"` // of this text
	Packed []byte `json:"packed"`
}

// CacheEntry is a result that the sandboxed process wants to be stored.
type CacheEntry struct {
	Key   []byte `json:"key"`
	Value []byte `json:"value"`
}

// Check validates the route, the task, or the wiki of a line. Findings, coverage, and descriptions are
// checked by what collects them.
func (l *Line) Check(r *Request) error {
	switch {
	case l.Route != nil && (r.Title != "" || !routes.Valid(*l.Route)):
		return fmt.Errorf("read engine output: %q is not a route", l.Route.Method)
	case l.Task != nil && !l.Task.Valid():
		return fmt.Errorf("read engine output: a task is malformed or too large")
	case l.Wiki != nil && !wiki.Valid(*l.Wiki):
		return fmt.Errorf("read engine output: %d bytes are not a wiki", len(*l.Wiki))
	}
	return nil
}
