package rulescan

import (
	"context"
	"path"
	"time"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
	"vigil/internal/engine/rules"
)

// Survey discovers the API routes of a tree. That is not a detector of its own, so that each file
// is parsed only once. Package routes implements it.
type Survey interface {
	// Wants reports whether a file may declare routes.
	Wants(path string, src []byte) bool
	// Look reads a parsed file that Wants accepted.
	Look(ctx context.Context, f *match.File)
	// Skip records that a file that Wants accepted could not be parsed.
	Skip(path, reason string)
	// Missed records that a file was never read.
	Missed(s engine.Skip)
	// Freeze returns the facts of a file for a cache, nil if there are none that bytes can hold.
	Freeze(path string) []byte
	// Restore records facts that Freeze returned for the same path and content. It reports
	// whether it could.
	Restore(path string, facts []byte) bool
	// Link returns the routes of all files. Source has further files that others refer to.
	Link(ctx context.Context, paths []string, source Source) ([]engine.Route, engine.Coverage)
}

// Source is facts.Source of package routes: the same interface, so that neither imports the other.
type Source = interface {
	Load(path string) *match.File
	Recall(path string) []byte
	Remember(path string, facts []byte)
}

// linkTime limits the time for linking the routes of all files.
const linkTime = 2 * time.Minute

// maxLinked limits the size of files that are parsed only because others refer to them.
const maxLinked = 1 << 20

// link links the routes of the scanned files and records them.
func (d *Detector) link(ctx context.Context, tree *engine.Tree, survey Survey) {
	ctx, cancel := context.WithTimeout(ctx, linkTime)
	defer cancel()
	files := map[string]*engine.File{}
	var paths []string
	for _, f := range tree.Files() {
		files[f.Path] = f
		paths = append(paths, f.Path)
	}
	tree.Survey(survey.Link(ctx, paths, &referred{ctx, d, tree, files}))
}

// referred is the Source: it has the files that routes of others need.
type referred struct {
	ctx   context.Context
	d     *Detector
	tree  *engine.Tree
	files map[string]*engine.File
}

func (r *referred) Load(path string) *match.File { return r.d.load(r.ctx, r.files[path]) }

func (r *referred) Recall(path string) []byte {
	if f := r.files[path]; f != nil && f.Input() != "" {
		return r.tree.RecallBytes("referred", f.Input())
	}
	return nil
}

func (r *referred) Remember(path string, facts []byte) {
	if f := r.files[path]; f != nil && f.Input() != "" {
		r.tree.RememberBytes(facts, "referred", f.Input())
	}
}

// load parses a file that has no routes itself but is needed for those of others.
func (d *Detector) load(ctx context.Context, f *engine.File) *match.File {
	if f == nil || f.Binary || f.Minified || f.Vendored || f.Size > maxLinked {
		return nil
	}
	languages := f.Languages()
	isText := path.Base(f.Path) == "go.mod" // which tells what imports mean
	if len(languages) == 0 && !isText {
		return nil
	}
	content, err := f.Bytes()
	if err != nil {
		return nil
	}
	if isText {
		return match.NewTextFile(content, f.Path)
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	tree, err := d.set.parsers.Parse(ctx, rules.Grammar(languages[0], f.Path), content)
	if err != nil {
		return nil
	}
	return match.NewFile(tree, f.Path)
}
