package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"vigil/internal/engine/files"
)

// Quoter quotes code of a tree for a reader who must not see its secrets. The detector of secrets
// scans the whole tree, whatever is suppressed in it, and every secret is masked wherever it occurs.
// A file that it did not scan to the end is not quoted, and neither are files that hold credentials,
// or values of settings.
type Quoter struct {
	tree   *Tree
	masker masker
	unread map[string]bool
	files  map[string][]string // lines, masked

	ignored []*ignorePattern
}

// NewQuoter scans a tree for secrets.
func NewQuoter(ctx context.Context, tree *Tree, secrets Detector, o Options) (*Quoter, error) {
	return newQuoter(ctx, tree, secrets, o)
}

// newQuoter is NewQuoter for a tree with more files, whose paths are before all others.
func newQuoter(ctx context.Context, tree *Tree, secrets Detector, o Options, more ...*File) (*Quoter, error) {
	o = o.withDefaults()
	tree = tree.forScan(o.looking(func() {}))
	tree.files = slices.Insert(tree.files, 0, more...)
	q := &Quoter{tree: tree, unread: map[string]bool{}, files: map[string][]string{}}
	if _, _, err := tree.Each(ctx, nil, func(_ context.Context, f *File, _ func(Finding)) error {
		content, err := f.Bytes()
		f.Kind = files.Classify(f.Path, content)
		if f.Path == IgnoreFile && err == nil {
			q.ignored = readIgnoreFile(string(content), o.Now)
		}
		return err
	}); err != nil {
		return nil, err
	}
	found, coverage, err := detect(ctx, tree, secrets)
	if err != nil {
		return nil, fmt.Errorf("detect %s: %w", secrets.Name(), err)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, s := range coverage.Skipped {
		if s.Path == "" && s.Rule == "" {
			return nil, fmt.Errorf("detect %s: %s", secrets.Name(), s.Reason)
		}
		q.unread[s.Path] = true
	}
	q.masker, err = maskerOfTree(tree, found)
	return q, err
}

// Files returns the files of the tree, classified and sorted by path.
func (q *Quoter) Files() []*File { return q.tree.files }

// Each is that of the tree, for a look that reports nothing.
func (q *Quoter) Each(ctx context.Context, look func(ctx context.Context, f *File) error) error {
	_, _, err := q.tree.Each(ctx, func(Finding) {}, func(ctx context.Context, f *File, _ func(Finding)) error { return look(ctx, f) })
	return err
}

// Routes returns the routes of the tree that a detector discovers.
func (q *Quoter) Routes(ctx context.Context, d Detector) ([]Route, error) {
	if _, _, err := detect(ctx, q.tree, d); err != nil {
		return nil, fmt.Errorf("detect %s: %w", d.Name(), err)
	}
	return q.tree.routes, ctx.Err()
}

// IsWithheld reports whether a file is not quoted: it may have secrets that are not known.
func (q *Quoter) IsWithheld(path string) bool { return q.unread[path] || isCredentials(path) }

// IsIgnored reports whether the ignore file of the tree suppresses the findings in a file.
func (q *Quoter) IsIgnored(path string) bool { return ignoredBy(q.ignored, path) > 0 }

// Mask masks the secrets in a text.
func (q *Quoter) Mask(text string) string { return q.masker.mask(text) }

// maskerOfTree returns a masker of all secrets of a tree.
func maskerOfTree(tree *Tree, found []Finding) (masker, error) {
	byPath := map[string][]Finding{}
	for _, f := range found {
		byPath[f.Path] = append(byPath[f.Path], f)
	}
	var lines []string
	for _, file := range tree.files {
		if len(byPath[file.Path]) == 0 {
			continue
		}
		content, err := file.Bytes()
		if err != nil {
			return masker{}, err
		}
		lines = append(lines, maskerOf(content, byPath[file.Path]).lines...)
	}
	return newMasker(lines), nil
}

// Lines returns the masked lines of a file, none if it must not be quoted.
func (q *Quoter) Lines(path string) ([]string, error) {
	if text, read := q.files[path]; read || q.IsWithheld(path) {
		return text, nil
	}
	i, there := slices.BinarySearchFunc(q.tree.files, path, func(f *File, path string) int { return cmp.Compare(f.Path, path) })
	if !there || q.tree.files[i].Binary {
		return nil, nil
	}
	content, err := q.tree.files[i].Bytes()
	if err != nil {
		return nil, err
	}
	q.files[path] = strings.Split(q.masker.replacer.Replace(strings.ToValidUTF8(string(content), "\uFFFD")), "\n")
	if isSettings(path) {
		q.files[path] = maskSettings(q.files[path])
	}
	return q.files[path], nil
}
