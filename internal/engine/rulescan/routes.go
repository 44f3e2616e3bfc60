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

// linkTime is how long the routes of all files may take to be linked.
const linkTime = 2 * time.Minute

// link says which routes the files that were looked at expose.
func (d *Detector) link(ctx context.Context, tree *engine.Tree, survey *routes.Collection) {
	ctx, cancel := context.WithTimeout(ctx, linkTime)
	defer cancel()
	files := map[string]*engine.File{}
	var paths []string
	for _, f := range tree.Files() {
		files[f.Path] = f
		paths = append(paths, f.Path)
	}
	tree.Survey(survey.Link(ctx, paths, func(p string) *match.File { return d.load(ctx, files[p]) }))
}

// load parses a file that has no routes itself, but what those of others need.
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
