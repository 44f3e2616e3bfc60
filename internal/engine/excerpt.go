package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"vigil/internal/engine/files"
)

// Excerpt is a finding with the code around it, for a reader who must not see secrets.
type Excerpt struct {
	Finding Finding `json:"finding"` // without Match and Snippet; other texts are masked
	Code    []Code  `json:"code,omitempty"`
	// Withheld is why there is no code; empty if there is.
	Withheld string `json:"withheld,omitempty"`
}

// Code is some lines of a file, with secrets masked.
type Code struct {
	Path  string   `json:"path"`
	First int      `json:"first"` // the number of the first line
	Lines []string `json:"lines"`
}

// Limits of the code of an excerpt.
const (
	linesAround  = 30  // before and after the finding
	linesOfStep  = 4   // before and after a step of its data flow
	lineBytes    = 300 // of a line, the rest is cut off
	maxCodeLines = 240
	maxCodeBytes = 16 << 10
	maxCodeSteps = 12
)

// Excerpts returns findings with the code around them, in the same order. The detector of secrets
// scans the whole tree, whatever is suppressed in it, and every secret is masked wherever it occurs.
// The names that come with findings are searched as well. A file that it did not scan to the end is
// not quoted, and neither are files that hold credentials, or values of settings.
func Excerpts(ctx context.Context, tree *Tree, secrets Detector, findings []Finding, o Options) ([]Excerpt, error) {
	o = o.withDefaults()
	tree = tree.forScan(o.looking(func() {}))
	tree.files = slices.Insert(tree.files, 0, namesFile(findings)) // no path is shorter
	if _, _, err := tree.Each(ctx, nil, func(_ context.Context, f *File, _ func(Finding)) error {
		content, err := f.Bytes()
		f.Kind = files.Classify(f.Path, content)
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
	q := quoter{tree: tree, unread: map[string]bool{}, files: map[string][]string{}}
	for _, s := range coverage.Skipped {
		if s.Path == "" && s.Rule == "" {
			return nil, fmt.Errorf("detect %s: %s", secrets.Name(), s.Reason)
		}
		q.unread[s.Path] = true
	}
	if q.masker, err = maskerOfTree(tree, found); err != nil {
		return nil, err
	}
	out := make([]Excerpt, len(findings))
	for i, f := range findings {
		if out[i], err = q.excerpt(f); err != nil {
			return nil, err
		}
	}
	return out, nil
}

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

// quoter quotes lines of files.
type quoter struct {
	tree   *Tree
	masker masker
	unread map[string]bool
	files  map[string][]string // lines, masked
}

func (q *quoter) excerpt(f Finding) (Excerpt, error) {
	path := f.Path
	f.Match, f.Snippet = "", ""
	for _, text := range []*string{&f.Title, &f.Weakness, &f.Description, &f.Remediation, &f.Symbol} {
		*text = q.masker.mask(*text)
	}
	f.References = slices.Clone(f.References)
	for i := range f.References {
		f.References[i] = q.masker.mask(f.References[i])
	}
	f.Trace = slices.Clone(f.Trace)
	for i := range f.Trace {
		f.Trace[i].Message = q.masker.mask(f.Trace[i].Message)
	}
	if isCredentials(path) {
		return Excerpt{Finding: f, Withheld: "the file holds credentials"}, nil
	}
	if q.unread[path] {
		return Excerpt{Finding: f, Withheld: "the file was not searched for secrets"}, nil
	}
	spans := map[string][]Range{path: {{f.StartLine - linesAround, min(max(f.EndLine, f.StartLine), f.StartLine+2*linesAround) + linesAround}}}
	paths := []string{path}
	for i, s := range f.Trace {
		if i == maxCodeSteps {
			break
		}
		if !slices.Contains(paths, s.Path) {
			paths = append(paths, s.Path)
		}
		spans[s.Path] = append(spans[s.Path], Range{s.Line - linesOfStep, s.Line + linesOfStep})
	}
	x := Excerpt{Finding: f}
	lines, bytes := maxCodeLines, maxCodeBytes
	for _, p := range paths {
		text, err := q.lines(p)
		if err != nil {
			return x, err
		}
		for _, s := range merged(spans[p], len(text)) {
			c := Code{Path: p, First: s.Start}
			for n := s.Start; n <= s.End && lines > 0 && bytes > 0; n++ {
				line := text[n-1]
				if len(line) > lineBytes {
					line = strings.ToValidUTF8(line[:lineBytes], "") + "…"
				}
				c.Lines = append(c.Lines, line)
				lines--
				bytes -= len(line) + 1
			}
			if len(c.Lines) > 0 {
				x.Code = append(x.Code, c)
			}
		}
	}
	if len(x.Code) == 0 {
		x.Withheld = "the file has no lines to quote"
	}
	x.Finding.Path = q.masker.mask(path)
	for i := range x.Finding.Trace {
		x.Finding.Trace[i].Path = q.masker.mask(x.Finding.Trace[i].Path)
	}
	for i := range x.Code {
		x.Code[i].Path = q.masker.mask(x.Code[i].Path)
	}
	return x, nil
}

// lines returns the masked lines of a file, none if it must not be quoted.
func (q *quoter) lines(path string) ([]string, error) {
	if text, read := q.files[path]; read || q.unread[path] || isCredentials(path) {
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

// merged returns ranges of line numbers, both ends included, sorted and disjoint, within a file of
// so many lines.
func merged(spans []Range, most int) (out []Range) {
	slices.SortFunc(spans, func(a, b Range) int { return cmp.Compare(a.Start, b.Start) })
	for _, s := range spans {
		s.Start, s.End = max(s.Start, 1), min(s.End, most)
		if n := len(out); n > 0 && s.Start <= out[n-1].End+1 {
			out[n-1].End = max(out[n-1].End, s.End)
		} else if s.Start <= s.End {
			out = append(out, s)
		}
	}
	return out
}
