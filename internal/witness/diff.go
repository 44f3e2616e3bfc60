package witness

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"vigil"
)

// Patch is a parsed unified diff.
type Patch []FilePatch

// FilePatch is the changes to one file.
type FilePatch struct {
	Path  string
	Hunks []Hunk
}

// Hunk replaces some lines of a file by others.
type Hunk struct {
	Start int // the first old line, from 1; 0 if there is none
	Lines []DiffLine
	// OldEnds and NewEnds: the last line has no line feed, because the file ends there.
	OldEnds, NewEnds bool

	old []string
}

// OldLines returns the first and the last line of the file that the hunk quotes.
func (h Hunk) OldLines() (first, last int) { return h.Start, h.Start + max(len(h.old), 1) - 1 }

// DiffLine is a line of a hunk: context (a space), removed (-), or added (+).
type DiffLine struct {
	Kind byte
	Text string
}

// Limits of a patch; its bytes and lines are those of a proposal.
const (
	maxPatchedFiles = 20
	maxHunks        = 100
	maxDiffLine     = 4 << 10
	maxDiffLines    = 1000 // of all hunks, with context
	maxLineNumber   = 10_000_000
	maxCompared     = 20_000_000 // lines, to find where hunks apply
)

// ParsePatch parses a unified diff that only changes lines of existing files. Whoever wrote it
// is not trusted: what it does not understand, it refuses.
func ParsePatch(text string) (Patch, error) {
	switch {
	case len(text) > vigil.MaxMendBytes:
		return nil, vigil.Refuse(vigil.MendTooLarge, "the diff is larger than %d bytes", vigil.MaxMendBytes)
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		return nil, vigil.Refuse(vigil.MendDoesNotApply, "the diff is not UTF-8 text")
	}
	p := &patchParser{lines: strings.Split(strings.TrimSuffix(text, "\n"), "\n")}
	for p.at < len(p.lines) {
		if err := p.file(); err != nil {
			return nil, err
		}
	}
	switch {
	case len(p.out) == 0:
		return nil, vigil.Refuse(vigil.MendDoesNotApply, "the diff changes no file")
	case p.changed > vigil.MaxMendLines:
		return nil, vigil.Refuse(vigil.MendTooLarge, "the diff changes %d lines; at most %d are allowed", p.changed, vigil.MaxMendLines)
	}
	return p.out, nil
}

// patchParser holds the state of ParsePatch.
type patchParser struct {
	lines          []string
	at             int
	out            Patch
	hunks, changed int
	seen           int // lines of hunks
}

func (p *patchParser) malformed(format string, args ...any) error {
	args = append([]any{p.at + 1}, args...)
	return vigil.Refuse(vigil.MendDoesNotApply, "line %d of the diff: "+format, args...)
}

// file parses the headers of a file and its hunks.
func (p *patchParser) file() error {
	line := p.lines[p.at]
	switch {
	case strings.TrimSpace(line) == "", strings.HasPrefix(line, "diff --git "), strings.HasPrefix(line, "index "):
		p.at++
		return nil
	case hasAnyPrefix(line, "new file", "deleted file", "old mode", "new mode", "rename ", "copy ", "similarity ", "dissimilarity ", "Binary ", "GIT binary"):
		return vigil.Refuse(vigil.MendNotSource, "line %d of the diff: only lines of existing files may be changed", p.at+1)
	case !strings.HasPrefix(line, "--- "):
		return p.malformed("expected the header of a file")
	case p.at+1 == len(p.lines) || !strings.HasPrefix(p.lines[p.at+1], "+++ "):
		return p.malformed("expected +++ after ---")
	}
	from, to := pathIn(line[4:], "a/"), pathIn(p.lines[p.at+1][4:], "b/")
	switch {
	case from != to:
		return vigil.Refuse(vigil.MendNotSource, "the diff creates, deletes, or renames %s", shown(to))
	case to == "" || len(to) > 1000 || path.Clean(to) != to || path.IsAbs(to) || strings.HasPrefix(to, "../") || to == "..":
		return vigil.Refuse(vigil.MendNotSource, "%s is no file of the repository", shown(to))
	case slices.ContainsFunc(p.out, func(f FilePatch) bool { return f.Path == to }):
		return p.malformed("%s is there twice", shown(to))
	case len(p.out) == maxPatchedFiles:
		return vigil.Refuse(vigil.MendTooLarge, "the diff changes more than %d files", maxPatchedFiles)
	}
	p.at += 2
	f := FilePatch{Path: to}
	for p.at < len(p.lines) && strings.HasPrefix(p.lines[p.at], "@@") {
		h, err := p.hunk()
		if err != nil {
			return err
		}
		f.Hunks = append(f.Hunks, h)
	}
	if len(f.Hunks) == 0 {
		return p.malformed("%s has no changes", shown(to))
	}
	p.out = append(p.out, f)
	return nil
}

// pathIn returns the path in a header without its prefix and timestamp.
func pathIn(header, prefix string) string {
	header, _, _ = strings.Cut(strings.TrimRight(header, "\r"), "\t")
	return strings.TrimPrefix(header, prefix)
}

// hunk parses a hunk. The counts in its header are binding: they tell where it ends.
func (p *patchParser) hunk() (h Hunk, err error) {
	if p.hunks++; p.hunks > maxHunks {
		return h, vigil.Refuse(vigil.MendTooLarge, "the diff has more than %d hunks", maxHunks)
	}
	start, oldLines, newLines, ok := parseRange(strings.TrimRight(p.lines[p.at], "\r"))
	if !ok {
		return h, p.malformed("expected @@ -from,count +from,count @@")
	}
	h.Start = start
	p.at++
	for oldLines > 0 || newLines > 0 {
		if p.at == len(p.lines) {
			return h, p.malformed("the hunk ends early: its header promises %d more old and %d more new lines", oldLines, newLines)
		}
		line := p.lines[p.at]
		if p.seen++; len(line) > maxDiffLine || p.seen > maxDiffLines {
			return h, vigil.Refuse(vigil.MendTooLarge, "line %d of the diff: a line has at most %d bytes, and all hunks have at most %d lines", p.at+1, maxDiffLine, maxDiffLines)
		}
		kind := byte(' ') // editors and models drop the space of an empty line
		if line = strings.TrimSuffix(line, "\r"); line != "" {
			kind, line = line[0], line[1:]
		}
		switch kind {
		case ' ':
			oldLines, newLines = oldLines-1, newLines-1
		case '-':
			oldLines--
			p.changed++
		case '+':
			newLines--
			p.changed++
		default:
			return h, p.malformed("the hunk ends early, or a line begins with %q", kind)
		}
		if oldLines < 0 || newLines < 0 {
			return h, p.malformed("the hunk has more lines than its header says")
		}
		h.Lines = append(h.Lines, DiffLine{kind, line})
		if kind != '+' {
			h.old = append(h.old, line)
		}
		p.at++
		if p.at < len(p.lines) && strings.HasPrefix(p.lines[p.at], `\ `) { // no line feed at the end of the file
			h.OldEnds = h.OldEnds || kind != '+'
			h.NewEnds = h.NewEnds || kind != '-'
			p.at++
		}
	}
	if !slices.ContainsFunc(h.Lines, func(l DiffLine) bool { return l.Kind != ' ' }) {
		return h, p.malformed("the hunk changes nothing")
	}
	return h, nil
}

// parseRange parses "@@ -1,2 +3,4 @@ …".
func parseRange(line string) (start, oldLines, newLines int, ok bool) {
	fields := strings.SplitN(line, " ", 5)
	if len(fields) < 4 || fields[0] != "@@" || fields[3] != "@@" {
		return 0, 0, 0, false
	}
	start, oldLines, ok = parseCount(fields[1], "-")
	if !ok {
		return 0, 0, 0, false
	}
	_, newLines, ok = parseCount(fields[2], "+")
	return start, oldLines, newLines, ok && oldLines+newLines > 0
}

func parseCount(field, sign string) (start, count int, ok bool) {
	field, ok = strings.CutPrefix(field, sign)
	if !ok {
		return 0, 0, false
	}
	first, rest, counted := strings.Cut(field, ",")
	start, err := strconv.Atoi(first)
	count = 1
	if err == nil && counted {
		count, err = strconv.Atoi(rest)
	}
	return start, count, err == nil && start >= 0 && start <= maxLineNumber && count >= 0 && count <= maxLineNumber
}

// Apply returns the content of a file after the changes. A hunk applies at the line it names or,
// if its old lines are elsewhere, at the only place that has them.
func (f FilePatch) Apply(content []byte) ([]byte, error) {
	text := string(content)
	ends := !strings.HasSuffix(text, "\n") // no line feed at the end
	crlf := strings.Contains(text, "\r\n")
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if text == "" {
		lines = nil
	}
	var out []string
	done, left := 0, maxCompared // lines of the file that are in out or removed; comparisons
	for i, h := range f.Hunks {
		at := h.find(lines, done, &left)
		if at < 0 {
			return nil, vigil.Refuse(vigil.MendDoesNotApply, "%s: the old lines of hunk %d are not in the file, or more than once", f.Path, i+1)
		}
		atEnd := at+len(h.old) == len(lines)
		if h.OldEnds && !(atEnd && ends) || h.NewEnds && !atEnd {
			return nil, vigil.Refuse(vigil.MendDoesNotApply, "%s: hunk %d says that the file ends there", f.Path, i+1)
		}
		out = append(out, lines[done:at]...)
		done = at
		for _, l := range h.Lines {
			switch l.Kind {
			case ' ':
				out = append(out, lines[done])
				done++
			case '-':
				done++
			case '+':
				if crlf {
					l.Text += "\r"
				}
				out = append(out, l.Text)
			}
		}
		if h.OldEnds || h.NewEnds {
			ends = h.NewEnds
		}
	}
	out = append(out, lines[done:]...)
	result := strings.Join(out, "\n")
	if !ends && len(out) > 0 {
		result += "\n"
	}
	return []byte(result), nil
}

// find returns the index of the line that a hunk begins with, -1 if it does not apply after
// the first done lines.
func (h Hunk) find(lines []string, done int, left *int) int {
	if len(h.old) == 0 { // lines are inserted after line Start
		if h.Start < done || h.Start > len(lines) {
			return -1
		}
		return h.Start
	}
	if at := h.Start - 1; at >= done && h.fits(lines, at, left) {
		return at
	}
	found := -1
	for at := done; at+len(h.old) <= len(lines) && *left > 0; at++ {
		if h.fits(lines, at, left) {
			if found >= 0 {
				return -1
			}
			found = at
		}
	}
	if *left <= 0 {
		return -1
	}
	return found
}

func (h Hunk) fits(lines []string, at int, left *int) bool {
	if at+len(h.old) > len(lines) {
		return false
	}
	for i, line := range h.old {
		*left--
		if strings.TrimSuffix(lines[at+i], "\r") != line {
			return false
		}
	}
	return true
}

// Added calls visit for each line that the patch adds.
func (p Patch) Added(visit func(path, line string)) {
	for _, f := range p {
		for _, h := range f.Hunks {
			for _, l := range h.Lines {
				if l.Kind == '+' {
					visit(f.Path, l.Text)
				}
			}
		}
	}
}

func hasAnyPrefix(s string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}

// shown quotes a text of a proposal in a message.
func shown(s string) string {
	if len(s) > 200 {
		s = strings.ToValidUTF8(s[:200], "") + "…"
	}
	return strconv.Quote(s)
}
