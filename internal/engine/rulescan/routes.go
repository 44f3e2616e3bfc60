package rulescan

import (
	"context"
	"path"
	"time"

	"vigil/internal/engine"
	"vigil/internal/engine/files"
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes"
)

// linkTime limits the time for linking the routes of all files.
const linkTime = 2 * time.Minute

// link links the routes of the scanned files and records them.
func (d *Detector) link(ctx context.Context, tree *engine.Tree, survey *routes.Collection) {
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

// referred has the files that routes of others need.
type referred struct {
	ctx   context.Context
	d     *Detector
	tree  *engine.Tree
	files map[string]*engine.File
}

func (r *referred) Load(path string) *match.File { return r.d.load(r.ctx, r.files[path]) }

func (r *referred) Recall(path string) []byte {
	if f := r.files[path]; f != nil && f.Input() != "" {
		return r.tree.RecallBytes("referred", routes.Version, f.Input())
	}
	return nil
}

func (r *referred) Remember(path string, facts []byte) {
	if f := r.files[path]; f != nil && f.Input() != "" {
		r.tree.RememberBytes(facts, "referred", routes.Version, f.Input())
	}
}

// load parses a file that has no routes itself but is needed for those of others.
func (d *Detector) load(ctx context.Context, f *engine.File) *match.File {
	if f == nil || f.Binary || f.Minified || f.Vendored || f.Size > routes.MaxDemandedBytes {
		return nil
	}
	languages := files.Languages(f.Path, f.Language)
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
	tree, err := d.set.parse(ctx, grammar(languages[0], f.Path), content)
	if err != nil {
		return nil
	}
	return match.NewFile(tree, f.Path)
}
