package engine

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// suppressions holds the ignore comments and ignore patterns of a tree.
type suppressions struct {
	mu         sync.Mutex
	ignoreFile string
	comments   []*ignoreComment
	skipped    []Skip // files that were not searched for them, nor classified
}

// ignoreComment is a comment in the code that suppresses a rule.
type ignoreComment struct {
	path   string
	line   int
	column int
	alone  bool // on a line of its own: it applies to the next line
	rule   string
	text   string // from the marker on
	used   bool   // it suppresses a finding
}

// commentRE requires the marker right after the start of a comment: elsewhere it is only
// mentioned.
var commentRE = regexp.MustCompile(`(?://+|#+|/?\*+|--|<!--|;+|%+|(?i:\brem)\b)[ \t]*(vigil:ignore)[ \t]+([A-Za-z0-9][A-Za-z0-9._/-]*)`)

var commentMark = []byte("vigil:ignore")

// maxComments limits the ignore comments of one file.
const maxComments = 1000

// read collects the suppressions in a file. It is safe for concurrent use.
func (s *suppressions) read(f *File, content []byte) {
	if f.Path == IgnoreFile {
		s.mu.Lock()
		s.ignoreFile = string(content)
		s.mu.Unlock()
		return
	}
	if f.Binary {
		return
	}
	var found []*ignoreComment
	line, start := 1, 0 // the current line and its offset
	for at, seen := 0, 0; len(found) < maxComments; {
		n := bytes.Index(content[at:], commentMark)
		if n < 0 {
			break
		}
		at += n
		passed := content[seen:at]
		line += bytes.Count(passed, []byte("\n"))
		if n := bytes.LastIndexByte(passed, '\n'); n >= 0 {
			start = seen + n + 1
		}
		seen = at
		end := min(len(content), at+300)
		if n := bytes.IndexByte(content[at:end], '\n'); n >= 0 {
			end = at + n
		}
		// In a very long line only the text around the marker is examined.
		from := max(start, at-100)
		text := content[from:end]
		for _, m := range commentRE.FindAllSubmatchIndex(text, -1) {
			found = append(found, &ignoreComment{
				path: f.Path, line: line, column: from - start + m[2] + 1,
				alone: from == start && !bytes.ContainsFunc(text[:m[0]], func(r rune) bool { return r != ' ' && r != '\t' }),
				rule:  string(text[m[4]:m[5]]),
				text:  strings.TrimSpace(string(text[m[2]:])),
			})
		}
		at = max(at+len(commentMark), end)
	}
	if len(found) > 0 {
		s.mu.Lock()
		s.comments = append(s.comments, found...)
		s.mu.Unlock()
	}
}

// apply removes suppressed findings, counts them in the coverages, and adds findings for
// stale suppressions.
func (s *suppressions) apply(tree *Tree, o Options, findings []Finding, coverages []Coverage) ([]Finding, []Coverage) {
	own := readIgnoreFile(s.ignoreFile, o.Now)
	findUnused(own, tree, o.LeftOut)
	patterns := own
	if o.IgnoreFile != nil {
		patterns = readIgnoreFile(*o.IgnoreFile, o.Now)
	}
	type place struct {
		path string
		line int
		rule string
	}
	comments := map[place][]*ignoreComment{}
	for _, c := range s.comments {
		p := place{c.path, c.line, c.rule}
		comments[p] = append(comments[p], c)
		if c.alone {
			p.line++
			comments[p] = append(comments[p], c)
		}
	}

	suppressed := map[string]map[Suppressed]int{}
	ignored := map[string]int{}
	kept := findings[:0]
	for _, f := range findings {
		by := ""
		for _, c := range comments[place{f.Path, f.StartLine, f.Rule}] {
			c.used = true
			if o.IgnoreFile == nil {
				by = fmt.Sprintf("%s:%d", c.path, c.line)
			}
		}
		line, ok := ignored[f.Path]
		if !ok {
			line = ignoredBy(patterns, f.Path)
			ignored[f.Path] = line
		}
		if line > 0 {
			by = fmt.Sprintf("%s:%d", IgnoreFile, line)
		}
		if by == "" {
			kept = append(kept, f)
			continue
		}
		if suppressed[f.Detector] == nil {
			suppressed[f.Detector] = map[Suppressed]int{}
		}
		suppressed[f.Detector][Suppressed{Path: f.Path, Rule: f.Rule, By: by}]++
	}
	for i := range coverages {
		c := &coverages[i]
		for what, n := range suppressed[c.Detector] {
			what.Count = n
			c.Suppressed = append(c.Suppressed, what)
		}
		slices.SortFunc(c.Suppressed, func(a, b Suppressed) int {
			return strings.Compare(a.Path+"\x00"+a.Rule+"\x00"+a.By, b.Path+"\x00"+b.Rule+"\x00"+b.By)
		})
	}

	stale := s.stale(own, coverages)
	sortFindings(stale)
	fingerprint(stale)
	setTitles(stale)
	kept = append(kept, stale...)
	sortFindings(kept)
	looked := Coverage{Detector: suppressionsName, Version: "1", Rules: []string{staleRule}, Files: len(tree.files) - len(s.skipped), Skipped: s.skipped}
	coverages = append(coverages, looked)
	for i := range coverages {
		excludeIgnored(patterns, coverages[i].Skipped)
	}
	return kept, coverages
}

// excludeIgnored marks incomplete scans of ignored files as excluded: whatever is found in such
// a file is suppressed anyway.
func excludeIgnored(patterns []*ignorePattern, skips []Skip) {
	if len(patterns) == 0 {
		return
	}
	for i := range skips {
		if s := &skips[i]; s.Path != "" && s.IsIncomplete() && ignoredBy(patterns, s.Path) > 0 {
			s.Kind = Excluded
		}
	}
}

// list returns all suppressions of the tree, by location.
func (s *suppressions) list() []Suppression {
	var out []Suppression
	for _, p := range readIgnoreFile(s.ignoreFile, time.Time{}) {
		text := p.text
		if p.until != "" {
			text += " (until " + p.until + ")"
		}
		out = append(out, Suppression{IgnoreFile, p.line, shortText(text)})
	}
	for _, c := range s.comments {
		out = append(out, Suppression{c.path, c.line, shortText(c.text)})
	}
	slices.SortStableFunc(out, func(a, b Suppression) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
	})
	return out
}

// shortText makes a text from the tree fit to be shown.
func shortText(text string) string {
	if len(text) > 200 {
		text = strings.ToValidUTF8(text[:200], "") + "…"
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}

const (
	suppressionsName = "suppressions"
	staleRule        = "stale-suppression"
)

// stale returns a finding for each suppression that has no effect. A comment whose rule was
// not applied to its file may still have one: it is not stale.
func (s *suppressions) stale(patterns []*ignorePattern, coverages []Coverage) []Finding {
	var out []Finding
	for _, p := range patterns {
		if p.problem != "" {
			out = append(out, staleFinding(IgnoreFile, p.line, 1, p.text, p.problem))
		}
	}
	applied := map[string][]map[string]bool{} // for each rule, the files skipped by each of its detectors
	for _, c := range coverages {
		skipped := map[string]bool{}
		for _, skip := range c.Skipped {
			skipped[skip.Path] = true
		}
		for _, rule := range c.Rules {
			applied[rule] = append(applied[rule], skipped)
		}
	}
	for _, c := range s.comments {
		skips := applied[c.rule]
		if c.used || len(skips) == 0 || slices.ContainsFunc(skips, func(m map[string]bool) bool { return m[c.path] }) {
			continue
		}
		out = append(out, staleFinding(c.path, c.line, c.column, string(commentMark)+" "+c.rule, "the rule reports nothing there"))
	}
	return out
}

func staleFinding(path string, line, column int, text, why string) Finding {
	text = shortText(text)
	return Finding{
		Detector: suppressionsName, Rule: staleRule, Path: path,
		StartLine: line, StartColumn: column, EndLine: line, EndColumn: column + len(text),
		Match: text, Snippet: text, Identity: text,
		Type: "MISCONFIGURATION", CWE: "CWE-1164",
		CVSS:        "CVSS:3.1/AV:L/AC:H/PR:L/UI:N/S:U/C:L/I:N/A:N",
		Confidence:  9,
		Title:       "Stale suppression",
		Subject:     Subject{Construct: text},
		Description: "This suppression has no effect: " + why + ".",
		Remediation: "Remove it, or fix it if it should still apply: a stale suppression may hide a future finding.",
	}
}
