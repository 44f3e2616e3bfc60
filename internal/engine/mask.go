package engine

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

const (
	stars = "********"
	// minMasked is how long a line of a secret is at least for it to be masked wherever it
	// stands: shorter ones are words of any code.
	minMasked = 4
)

// maskSecrets hides the secrets of each file in what other detectors report of it: code
// around a secret is shown with it. The findings must be sorted.
func maskSecrets(tree *Tree, findings []Finding) error {
	for len(findings) > 0 {
		n := slices.IndexFunc(findings, func(f Finding) bool { return f.Path != findings[0].Path })
		if n < 0 {
			n = len(findings)
		}
		if err := maskFile(tree, findings[:n]); err != nil {
			return err
		}
		findings = findings[n:]
	}
	return nil
}

// maskFile is maskSecrets for the findings of one file.
func maskFile(tree *Tree, findings []Finding) error {
	isSecret := func(f Finding) bool { return f.Secret.End > f.Secret.Start }
	if !slices.ContainsFunc(findings, isSecret) || !slices.ContainsFunc(findings, func(f Finding) bool { return !isSecret(f) }) {
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
	var lines []string
	for _, f := range findings {
		if isSecret(f) && f.Secret.End <= len(content) {
			for line := range bytes.Lines(content[f.Secret.Start:f.Secret.End]) {
				if line = bytes.TrimSpace(line); len(line) >= minMasked {
					text := strings.ToValidUTF8(string(line), "\uFFFD")
					lines = append(lines, text, strings.Join(strings.Fields(text), " ")) // as identities have it
				}
			}
		}
	}
	// The longest first: one may begin as another does.
	slices.SortFunc(lines, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
	lines = slices.Compact(lines)
	pairs := make([]string, 0, 2*len(lines))
	for _, line := range lines {
		pairs = append(pairs, line, stars)
	}
	m := masker{lines, strings.NewReplacer(pairs...)}
	for i := range findings {
		if f := &findings[i]; !isSecret(*f) {
			f.Match, f.Snippet, f.Description, f.Identity = m.mask(f.Match), m.mask(f.Snippet), m.mask(f.Description), m.mask(f.Identity)
			f.Trace = slices.Clone(f.Trace)
			for j := range f.Trace {
				f.Trace[j].Message = m.mask(f.Trace[j].Message)
			}
		}
	}
	return nil
}

// masker hides the lines of secrets.
type masker struct {
	lines    []string
	replacer *strings.Replacer
}

// mask hides whole lines, and the beginning of one where a long text was cut off: that of
// a metavariable is cut off in the middle of a message.
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
