package secrets

import (
	"bytes"
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"vigil/internal/engine"
	"vigil/internal/engine/files"
)

const (
	highVector   = "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:L/A:N"
	mediumVector = "CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:N"

	remediation = "Revoke the credential first: anyone with access to the repository may have it, and it stays in the Git history even if you remove the line. " +
		"Then issue a new one and load it at runtime from a secret store or the environment."

	snippetLines = 2   // before and after the match
	snippetWidth = 240 // of a line, in bytes
	snippetMost  = 12  // lines in total
	matchMost    = 500 // bytes
)

var references = []string{
	"https://cwe.mitre.org/data/definitions/798.html",
	"https://cheatsheetseries.owasp.org/cheatsheets/Secrets_Management_Cheat_Sheet.html",
}

// writer turns the matches in one file into findings. It knows all secrets of the file,
// because one may be in the snippet of another.
type writer struct {
	key    []byte
	path   string
	text   []byte
	found  []find
	hidden []span // all that must be masked, in order
	lines  []int  // where each line begins
}

func newWriter(key []byte, path string, text []byte, found []find) *writer {
	w := &writer{key: key, path: path, text: text, found: found, lines: []int{0}}
	if len(found) > 0 {
		w.hidden = hidden(text, found)
		for i, b := range text {
			if b == '\n' {
				w.lines = append(w.lines, i+1)
			}
		}
	}
	return w
}

func (w *writer) finding(f *find) engine.Finding {
	out := engine.Finding{
		Rule: f.rule.id, Path: w.path, Identity: w.identity(f),
		Type: "HARDCODED_SECRET", CWE: "CWE-798", CVSS: highVector,
		Title: "Hard-coded secret: " + f.rule.id, Subject: engine.Subject{Within: cmp.Or(w.holder(f), endOf(w.path))},
		Description: f.rule.description, Remediation: remediation, References: references,
		Confidence: w.confidence(f),
	}
	if f.rule.generic || strings.Contains(f.rule.id, "public") || strings.HasSuffix(f.rule.id, "-id") {
		out.CVSS = mediumVector
	}
	if f.rule.regex == nil {
		out.StartLine, out.StartColumn, out.EndLine, out.EndColumn = 1, 1, 1, 1
		out.Match, out.Snippet = w.path, ""
		return out
	}
	if f.depth > 0 {
		out.Description += " The secret is encoded."
	}
	out.StartLine, out.StartColumn = w.position(f.match.start)
	out.EndLine, out.EndColumn = w.position(f.match.end)
	out.Match = w.masked(span{f.match.start, min(f.match.end, f.match.start+matchMost)})
	out.Snippet = w.snippet(f.match)
	out.Secret = engine.Range{Start: f.secret.start, End: f.secret.end}
	return out
}

var (
	// assignRE is the name that a secret is assigned to, before the secret. A call may come between.
	assignRE = regexp.MustCompile(`([A-Za-z_$@][\w$@.-]*)["'\])]{0,2}\s*(?::\s*[\w.<>?]+\s*=|=>|:=|\?=|\+=|=|:)\s*(?:[\w.]+\()?[brfu@$&]?["'` + "`" + `]{0,3}(?:(?i:Bearer|Basic|token)\s+)?[^\s"'` + "`" + `=]*$`)
	// variableRE is a variable with a type after its name, as in Go.
	variableRE = regexp.MustCompile(`\b(?:var|const)\s+(\w+)\s+[\w.\[\]]+\s*=\s*[^=\s]*$`)
	digitRE    = regexp.MustCompile(`[0-9]`)
	// elementRE is an element of XML.
	elementRE = regexp.MustCompile(`<([A-Za-z_][\w.:-]*)[^<>]*>\s*$`)
)

// holder is the name of the variable or key that has a secret as its value, "" if there is none. A name
// that overlaps a secret is none.
func (w *writer) holder(f *find) string {
	const most = 200 // bytes before the secret
	if f.rule.regex == nil {
		return ""
	}
	line, _ := w.position(f.secret.start)
	from := max(w.lines[line-1], f.secret.start-most)
	before := w.text[from:f.secret.start]
	for _, re := range []*regexp.Regexp{variableRE, assignRE, elementRE} {
		m := re.FindSubmatchIndex(before)
		if m == nil || bytes.HasPrefix(before[m[3]:], []byte("://")) {
			continue
		}
		name := span{from + m[2], from + m[3]}
		text := string(w.text[name.start:name.end])
		if len(w.hiddenIn(name)) == 0 && len(digitRE.FindAllString(text, 4)) < 4 { // many digits: it may be a key itself
			return text
		}
	}
	return ""
}

// endOf is a path without its outermost folders if it is too long for a title.
func endOf(path string) string {
	const most = 38 // bytes
	if len(path) <= most {
		return path
	}
	for len(path) > most {
		_, rest, ok := strings.Cut(path, "/")
		if !ok {
			return path
		}
		path = rest
	}
	return "…/" + path
}

// identity is a keyed hash of the value, without line endings and indentation: a private
// key has several lines.
func (w *writer) identity(f *find) string {
	value := f.value
	if f.rule.regex == nil {
		value = w.text
	}
	mac := hmac.New(sha256.New, w.key)
	for i, line := range bytes.Split(value, newline) {
		if i > 0 {
			mac.Write(newline)
			line = bytes.TrimLeft(line, " \t")
		}
		mac.Write(bytes.TrimRight(line, " \t\r"))
	}
	return hex.EncodeToString(mac.Sum(nil))
}

// confidence is high where the secret itself has a unique format, lower where only the words
// around it identify it, and lowest for anything named like a key.
func (w *writer) confidence(f *find) float64 {
	c := 6.0
	switch value := bytes.ToLower(f.value); {
	case f.rule.generic:
		c = 3
	case f.rule.regex == nil:
		c = 7
	case slices.ContainsFunc(f.rule.keywords, func(k string) bool { return len(k) >= 3 && bytes.Contains(value, []byte(k)) }):
		c = 9
	}
	// Random characters have about 4 to 6 bits each, words and numbers less.
	c = min(c+min(max((f.entropy-4)/2, -1), 1), 10)
	if files.Test(w.path) {
		c -= 3 // most often made for it
	}
	return math.Round(max(c, 0)*10) / 10
}

// position returns line and column, from 1, of an offset. Columns count characters.
func (w *writer) position(at int) (line, column int) {
	i, found := slices.BinarySearch(w.lines, at)
	if !found {
		i--
	}
	return i + 1, utf8.RuneCount(w.text[w.lines[i]:at]) + 1
}

// snippet returns the lines around a match, long ones truncated, with all secrets masked.
func (w *writer) snippet(m span) string {
	first, _ := w.position(m.start)
	last, _ := w.position(m.end)
	var lines []string
	for n := max(1, first-snippetLines); n <= min(len(w.lines), last+snippetLines) && len(lines) < snippetMost; n++ {
		cut := span{w.lines[n-1], len(w.text)}
		if n < len(w.lines) {
			cut.end = w.lines[n] - 1
		} else if cut.start == len(w.text) && n > last {
			break // there is no line after the last line break
		}
		// Truncate so that the match stays visible.
		if n == first && m.start-cut.start > snippetWidth/3 {
			cut.start = m.start - snippetWidth/3
		}
		cut.end = min(cut.end, cut.start+snippetWidth)
		lines = append(lines, strings.TrimSuffix(w.masked(cut), "\r"))
	}
	return strings.Join(lines, "\n")
}

// masked returns part of the text with each secret masked. One that is only partly inside
// is masked as a whole.
func (w *writer) masked(s span) string {
	var b strings.Builder
	at := s.start
	for _, h := range w.hiddenIn(s) {
		if h.start > at {
			b.Write(w.text[at:h.start])
		}
		b.WriteString(mask(w.text[h.start:h.end]))
		at = h.end
	}
	if at < s.end {
		b.Write(w.text[at:s.end])
	}
	return strings.ToValidUTF8(b.String(), "\uFFFD")
}

// hiddenIn returns the spans to mask that touch s.
func (w *writer) hiddenIn(s span) []span {
	from, _ := slices.BinarySearchFunc(w.hidden, s.start, func(x span, at int) int {
		if x.end <= at {
			return -1
		}
		return 1
	})
	to := from
	for to < len(w.hidden) && w.hidden[to].start < s.end {
		to++
	}
	return w.hidden[from:to]
}
