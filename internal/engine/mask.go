package engine

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

const (
	stars = "********"
	// minMasked is the shortest line of a secret that is masked everywhere: shorter ones
	// occur in any code.
	minMasked = 4
)

// maskSecrets masks the secrets of each file in the findings of other detectors, whose
// snippets would show them. The findings must be sorted.
func maskSecrets(tree *Tree, findings []Finding) error {
	sources := map[string][]*Finding{} // findings with a source in another file, by that file
	for i := range findings {
		if f := &findings[i]; f.Subject.Source != "" && f.Subject.SourceFile != f.Path {
			sources[f.Subject.SourceFile] = append(sources[f.Subject.SourceFile], f)
		}
	}
	for len(findings) > 0 {
		n := slices.IndexFunc(findings, func(f Finding) bool { return f.Path != findings[0].Path })
		if n < 0 {
			n = len(findings)
		}
		if err := maskFile(tree, findings[:n], sources[findings[0].Path]); err != nil {
			return err
		}
		findings = findings[n:]
	}
	return nil
}

// maskFile is maskSecrets for the findings of one file, and those with a source in it.
func maskFile(tree *Tree, findings []Finding, sources []*Finding) error {
	isSecret := func(f Finding) bool { return f.Secret.End > f.Secret.Start }
	if !slices.ContainsFunc(findings, isSecret) || len(sources) == 0 && !slices.ContainsFunc(findings, func(f Finding) bool { return !isSecret(f) }) {
		return nil
	}
	i, there := slices.BinarySearchFunc(tree.files, findings[0].Path, func(f *File, path string) int { return cmp.Compare(f.Path, path) })
	if !there {
		return nil
	}
	content, err := tree.files[i].Bytes()
	if err != nil {
		return err
	}
	m := maskerOf(content, findings)
	for _, f := range sources {
		f.Subject.Source = m.mask(f.Subject.Source)
	}
	for i := range findings {
		if f := &findings[i]; !isSecret(*f) {
			f.Match, f.Snippet, f.Description, f.Identity = m.mask(f.Match), m.mask(f.Snippet), m.mask(f.Description), m.mask(f.Identity)
			f.Subject.Source, f.Subject.Construct, f.Subject.Within = m.mask(f.Subject.Source), m.mask(f.Subject.Construct), m.mask(f.Subject.Within)
			f.Trace = slices.Clone(f.Trace)
			for j := range f.Trace {
				f.Trace[j].Message = m.mask(f.Trace[j].Message)
			}
		}
	}
	return nil
}

// maskerOf returns a masker of the secrets among the findings of a file.
func maskerOf(content []byte, findings []Finding) masker {
	var lines []string
	for _, f := range findings {
		if f.Secret.End > f.Secret.Start && f.Secret.End <= len(content) {
			for line := range bytes.Lines(content[f.Secret.Start:f.Secret.End]) {
				if line = bytes.TrimSpace(line); len(line) >= minMasked {
					text := strings.ToValidUTF8(string(line), "\uFFFD")
					lines = append(lines, text, strings.Join(strings.Fields(text), " ")) // the form used in identities
				}
			}
		}
	}
	return newMasker(lines)
}

// newMasker returns a masker of lines.
func newMasker(lines []string) masker {
	// The longest first: one may be a prefix of another.
	slices.SortFunc(lines, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
	lines = slices.Compact(lines)
	pairs := make([]string, 0, 2*len(lines))
	for _, line := range lines {
		pairs = append(pairs, line, stars)
	}
	return masker{lines, strings.NewReplacer(pairs...)}
}

// masker masks the lines of secrets.
type masker struct {
	lines    []string
	replacer *strings.Replacer
}

// mask masks whole lines, and a prefix of one where a long text was truncated: the value of
// a metavariable is truncated within a message.
func (m masker) mask(text string) string {
	const cut = "…"
	parts := strings.Split(m.replacer.Replace(text), cut)
	for i := range parts[:len(parts)-1] {
		parts[i] = m.maskEnd(parts[i])
	}
	return strings.Join(parts, cut)
}

func (m masker) maskEnd(head string) string {
	for _, line := range m.lines {
		for n := min(len(line), len(head)); n >= minMasked; n-- {
			if strings.HasSuffix(head, line[:n]) {
				return head[:len(head)-n] + stars
			}
		}
	}
	return head
}
