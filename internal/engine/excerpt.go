package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"
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

// Excerpts returns findings with the code around them, in the same order. See Quoter. The names that
// come with findings are searched for secrets as well.
func Excerpts(ctx context.Context, tree *Tree, secrets Detector, findings []Finding, o Options) ([]Excerpt, error) {
	q, err := newQuoter(ctx, tree, secrets, o, namesFile(findings))
	if err != nil {
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

func (q *Quoter) excerpt(f Finding) (Excerpt, error) {
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
		text, err := q.Lines(p)
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
