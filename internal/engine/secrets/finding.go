package secrets

import (
	"bytes"
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"vigil/internal/engine"
)

const (
	highVector   = "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:L/A:N"
	mediumVector = "CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:N"

	remediation = "Revoke the credential first: whoever read the repository may have it, and removing the line leaves it in the history. " +
		"Then issue a new one and read it at run time from a secret store or the environment."

	snippetLines = 2   // before and behind the match
	snippetWidth = 240 // of a line, in bytes
	snippetMost  = 12  // lines in all
	matchMost    = 500 // bytes
)

var references = []string{
	"https://cwe.mitre.org/data/definitions/798.html",
	"https://cheatsheetseries.owasp.org/cheatsheets/Secrets_Management_Cheat_Sheet.html",
}

// writer turns the finds of one file into findings. It knows all secrets of the file,
// for one may lie in the surroundings of another.
type writer struct {
	key     []byte
	path    string
	text    []byte
	found   []find
	secrets []span   // all places, in order, joined where they overlap
	values  [][]byte // the distinct values
	lines   []int    // where each line begins
}

func newWriter(key []byte, path string, text []byte, found []find) *writer {
	w := &writer{key: key, path: path, text: text, found: found}
	seen := map[string]bool{}
	for _, f := range found {
		if f.secret.end == f.secret.start {
			continue
		}
		w.secrets = append(w.secrets, f.secret)
		if v := text[f.secret.start:f.secret.end]; !seen[string(v)] {
			seen[string(v)] = true
			w.values = append(w.values, v)
		}
	}
	w.secrets = join(w.secrets)
	w.lines = []int{0}
	if len(found) > 0 {
		for i, b := range text {
			if b == '\n' {
				w.lines = append(w.lines, i+1)
			}
		}
	}
	return w
}

// join sorts spans and makes one of those that overlap.
func join(spans []span) []span {
	slices.SortFunc(spans, func(a, b span) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end)) })
	var out []span
	for _, s := range spans {
		if n := len(out); n > 0 && s.start < out[n-1].end {
			out[n-1].end = max(out[n-1].end, s.end)
			continue
		}
		out = append(out, s)
	}
	return out
}

func (w *writer) finding(f *find) engine.Finding {
	out := engine.Finding{
		Rule: f.rule.id, Path: w.path, Identity: w.identity(f),
		Type: "HARDCODED_SECRET", CWE: "CWE-798", CVSS: highVector,
		Title:       "Hard-coded secret: " + f.rule.id,
		Description: f.rule.description, Remediation: remediation, References: references,
		Confidence: w.confidence(f),
	}
	if f.rule.generic() || strings.Contains(f.rule.id, "public") || strings.HasSuffix(f.rule.id, "-id") {
		out.CVSS = mediumVector
	}
	if f.rule.regex == nil {
		out.StartLine, out.StartColumn, out.EndLine, out.EndColumn = 1, 1, 1, 1
		out.Match, out.Snippet = w.path, ""
		return out
	}
	out.StartLine, out.StartColumn = w.position(f.match.start)
	out.EndLine, out.EndColumn = w.position(f.match.end)
	out.Match = w.masked(span{f.match.start, min(f.match.end, f.match.start+matchMost)})
	out.Snippet = w.snippet(f.match)
	return out
}

// identity is a keyed hash of the value. Line endings do not count: a private key
// has several lines.
func (w *writer) identity(f *find) string {
	value := w.text[f.secret.start:f.secret.end]
	if f.rule.regex == nil {
		value = w.text
	}
	mac := hmac.New(sha256.New, w.key)
	mac.Write(bytes.ReplaceAll(value, []byte("\r\n"), []byte("\n")))
	return hex.EncodeToString(mac.Sum(nil))
}

// confidence is high where the secret itself has a form that nothing else has, lower
// where only the words around it tell, and lowest for whatever is called a key.
func (w *writer) confidence(f *find) float64 {
	c := 6.0
	switch value := bytes.ToLower(w.text[f.secret.start:f.secret.end]); {
	case f.rule.generic():
		c = 3
	case f.rule.regex == nil:
		c = 7
	case slices.ContainsFunc(f.rule.keywords, func(k string) bool { return len(k) >= 3 && bytes.Contains(value, []byte(k)) }):
		c = 9
	}
	// Random characters have some 4 to 6 bits each, words and numbers less.
	c += min(max((f.entropy-4)/2, -1), 1)
	return math.Round(min(c, 10)*10) / 10
}

// position returns line and column, in bytes from 1, of an offset.
func (w *writer) position(at int) (line, column int) {
	i, found := slices.BinarySearch(w.lines, at)
	if !found {
		i--
	}
	return i + 1, at - w.lines[i] + 1
}

// snippet returns the lines around a match, long ones cut, without any secret.
func (w *writer) snippet(m span) string {
	first, _ := w.position(m.start)
	last, _ := w.position(m.end)
	var lines []string
	for n := max(1, first-snippetLines); n <= min(len(w.lines), last+snippetLines) && len(lines) < snippetMost; n++ {
		cut := span{w.lines[n-1], len(w.text)}
		if n < len(w.lines) {
			cut.end = w.lines[n] - 1
		} else if cut.start == len(w.text) && n > last {
			break // behind the last line break there is no line
		}
		// The match shall be in what is left of its line.
		if n == first && m.start-cut.start > snippetWidth/3 {
			cut.start = m.start - snippetWidth/3
		}
		cut.end = min(cut.end, cut.start+snippetWidth)
		lines = append(lines, strings.TrimSuffix(w.masked(cut), "\r"))
	}
	return strings.Join(lines, "\n")
}

// masked returns part of the text with each secret in it, known by its place or by
// its value, replaced by its mask. What is cut in half is replaced as a whole.
func (w *writer) masked(s span) string {
	hide := slices.Clone(w.secretsIn(s))
	for _, v := range w.values {
		from := max(0, s.start-len(v)+1)
		to := min(len(w.text), s.end+len(v)-1)
		for from < to {
			n := bytes.Index(w.text[from:to], v)
			if n < 0 {
				break
			}
			hide = append(hide, span{from + n, from + n + len(v)})
			from += n + 1
		}
	}
	var b strings.Builder
	at := s.start
	for _, h := range join(hide) {
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

// secretsIn returns the places of secrets that touch s.
func (w *writer) secretsIn(s span) []span {
	from, _ := slices.BinarySearchFunc(w.secrets, s.start, func(x span, at int) int {
		if x.end <= at {
			return -1
		}
		return 1
	})
	to := from
	for to < len(w.secrets) && w.secrets[to].start < s.end {
		to++
	}
	return w.secrets[from:to]
}

const (
	maskShown = 4  // characters of a secret that are shown,
	maskLong  = 20 // if it has at least that many
)

// mask shows the beginning of a long secret, which tells its kind, and not even the
// length of the rest.
func mask(secret []byte) string {
	const stars = "********"
	if utf8.RuneCount(secret) < maskLong {
		return stars
	}
	end := 0
	for range maskShown {
		_, size := utf8.DecodeRune(secret[end:])
		end += size
	}
	return string(secret[:end]) + stars
}
