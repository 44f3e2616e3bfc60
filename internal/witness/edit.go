package witness

import (
	"fmt"
	"slices"
	"strings"

	"vigil"
)

// Diff returns edits as a unified diff. Content returns that of a file, nil if there is no such
// file. The error is a *vigil.RefusedError or one of content.
func Diff(edits []vigil.Edit, content func(path string) ([]byte, error)) (string, error) {
	if len(edits) == 0 || len(edits) > vigil.MaxEdits {
		return "", vigil.Refuse(vigil.ProposalInvalid, "a change has 1 to %d edits", vigil.MaxEdits)
	}
	byFile := map[string][]vigil.Edit{}
	for _, e := range edits {
		byFile[e.File] = append(byFile[e.File], e)
	}
	paths := make([]string, 0, len(byFile))
	for path := range byFile {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	var b strings.Builder
	for _, path := range paths {
		text, err := content(path)
		switch {
		case err != nil:
			return "", err
		case text == nil:
			return "", vigil.Refuse(vigil.MendNotSource, "the repository has no file %s", shown(path))
		case strings.ContainsAny(path, "\n\r\t"):
			return "", vigil.Refuse(vigil.MendNotSource, "%s cannot be named in a diff", shown(path))
		}
		if err := diffFile(&b, path, string(text), byFile[path]); err != nil {
			return "", err
		}
		if b.Len() > vigil.MaxMendBytes {
			return "", vigil.Refuse(vigil.MendTooLarge, "the diff is larger than %d bytes", vigil.MaxMendBytes)
		}
	}
	return b.String(), nil
}

// span is some lines of a file, from an index on, and what replaces them.
type span struct {
	at       int
	old, new []string
}

// diffFile writes the changes to one file.
func diffFile(b *strings.Builder, path, text string, edits []vigil.Edit) error {
	lines := strings.Split(strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n")
	ends := !strings.HasSuffix(text, "\n") // no line feed at the end
	left := maxCompared
	var spans []span
	for _, e := range edits {
		s := span{old: linesOf(e.Old), new: linesOf(e.New)}
		if len(s.old) == 0 {
			return vigil.Refuse(vigil.MendDoesNotApply, "%s: an edit replaces nothing", shown(path))
		}
		if s.at = (Hunk{old: s.old}).find(lines, 0, &left); s.at < 0 {
			return vigil.Refuse(vigil.MendDoesNotApply, "%s: the lines to be replaced are not in the file, or more than once", shown(path))
		}
		spans = append(spans, s.trimmed())
	}
	slices.SortFunc(spans, func(a, b span) int { return a.at - b.at })
	fmt.Fprintf(b, "--- a/%s\n+++ b/%s\n", path, path)
	shift := 0 // new line numbers minus old ones
	for first := 0; first < len(spans); {
		last := first
		for last+1 < len(spans) && spans[last+1].at-spans[last].end() <= 2*contextLines {
			if spans[last+1].at < spans[last].end() {
				return vigil.Refuse(vigil.MendDoesNotApply, "%s: edits overlap", shown(path))
			}
			last++
		}
		shift += writeHunk(b, lines, spans[first:last+1], shift, ends)
		first = last + 1
	}
	return nil
}

// contextLines is how many unchanged lines a hunk has before and after changes.
const contextLines = 3

func (s span) end() int { return s.at + len(s.old) }

// trimmed returns the span without the lines at its ends that stay.
func (s span) trimmed() span {
	for len(s.old) > 0 && len(s.new) > 0 && s.old[0] == s.new[0] {
		s.at, s.old, s.new = s.at+1, s.old[1:], s.new[1:]
	}
	for len(s.old) > 0 && len(s.new) > 0 && s.old[len(s.old)-1] == s.new[len(s.new)-1] {
		s.old, s.new = s.old[:len(s.old)-1], s.new[:len(s.new)-1]
	}
	return s
}

// writeHunk writes changes and the lines around them. It returns by how many lines the file grows.
func writeHunk(b *strings.Builder, lines []string, spans []span, shift int, ends bool) (grown int) {
	from, to := max(0, spans[0].at-contextLines), min(len(lines), spans[len(spans)-1].end()+contextLines)
	for _, s := range spans {
		grown += len(s.new) - len(s.old)
	}
	start := func(first, count int) int { // a hunk without lines names the line before
		if count == 0 {
			return first
		}
		return first + 1
	}
	was, is := to-from, to-from+grown
	fmt.Fprintf(b, "@@ -%d,%d +%d,%d @@\n", start(from, was), was, start(from+shift, is), is)
	atEnd := ends && to == len(lines)
	write := func(kind byte, text string, last bool) {
		b.WriteByte(kind)
		b.WriteString(text)
		b.WriteByte('\n')
		if last {
			b.WriteString("\\ No newline at end of file\n")
		}
	}
	at := from
	for _, s := range spans {
		for ; at < s.at; at++ {
			write(' ', lines[at], false)
		}
		for i, text := range s.old {
			write('-', text, atEnd && at+i+1 == len(lines))
		}
		at = s.end()
		for i, text := range s.new {
			write('+', text, atEnd && at == len(lines) && i+1 == len(s.new))
		}
	}
	for ; at < to; at++ {
		write(' ', lines[at], atEnd && at+1 == len(lines))
	}
	return grown
}

// linesOf returns the lines of a text, none for an empty one.
func linesOf(s string) []string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	if s == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(s, "\n"), "\n")
}
