package secrets

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	// maxFinds is how many finds in one file are looked at more closely: each is
	// compared with others.
	maxFinds = 3000
	// lineMost is how much of a line, on each side of a match, its allow lists see.
	lineMost = 2 << 10
)

// find is a place in a file where a rule found a secret.
type find struct {
	rule    *rule
	match   span
	secret  span
	entropy float64
}

// allowMark in a line tells gitleaks to leave it alone. People have written it into
// their code; it holds here as well.
var allowMark = []byte("gitleaks:allow")

// searchPath finds by the path alone.
func (s *ruleSet) searchPath(path string) []find {
	var out []find
	for _, r := range s.rules {
		if r.regex == nil && r.appliesTo(path) {
			out = append(out, find{rule: r})
		}
	}
	return out
}

// search finds the secrets in a text, in order. More tells that there are too many
// for all to be in it.
func (s *ruleSet) search(ctx context.Context, path string, text []byte) (found []find, more bool, err error) {
	hits := s.hits(text)
	out := s.searchPath(path)
	var words []span
	for _, r := range s.rules {
		if r.regex == nil || !r.wanted(hits) || !r.appliesTo(path) {
			continue
		}
		words = s.wordsOf(r, hits, words[:0])
		before := len(out)
		for m := range r.matches(text, words) {
			if err := ctx.Err(); err != nil {
				return nil, false, err
			}
			if f, ok := s.judge(r, path, text, m); ok {
				out = append(out, f)
			}
			if len(out)-before > maxFinds {
				break
			}
		}
	}
	slices.SortStableFunc(out, func(a, b find) int {
		return cmp.Or(cmp.Compare(a.match.start, b.match.start), strings.Compare(a.rule.id, b.rule.id))
	})
	more = len(out) > maxFinds
	return specific(text, out[:min(len(out), maxFinds)]), more, nil
}

// hits returns where each word of the rule set ends in text.
func (s *ruleSet) hits(text []byte) [][]int {
	out := make([][]int, len(s.wordLen))
	s.words.find(text, func(word int32, end int) bool {
		out[word] = append(out[word], end)
		return true
	})
	return out
}

// wordsOf appends to out where the words of a rule's anchor are, in the order of their
// ends.
func (s *ruleSet) wordsOf(r *rule, hits [][]int, out []span) []span {
	for _, id := range r.wordIDs {
		for _, end := range hits[id] {
			out = append(out, span{end - s.wordLen[id], end})
		}
	}
	if len(r.wordIDs) > 1 {
		slices.SortFunc(out, func(a, b span) int { return cmp.Compare(a.end, b.end) })
	}
	return out
}

// wanted tells whether the words are there without which the rule is not tried.
func (r *rule) wanted(hits [][]int) bool {
	if len(r.keywordIDs) == 0 {
		return true
	}
	for _, id := range r.keywordIDs {
		if len(hits[id]) > 0 {
			return true
		}
	}
	return false
}

func (r *rule) appliesTo(path string) bool {
	for i := range r.allow {
		if r.allow[i].allowsPath(path) {
			return false
		}
	}
	return r.path == nil || (*r.path)().MatchString(path)
}

// judge decides whether a match is a secret.
func (s *ruleSet) judge(r *rule, path string, text []byte, m span) (find, bool) {
	for m.start < m.end && text[m.end-1] == '\n' {
		m.end--
	}
	for m.start < m.end && text[m.start] == '\n' {
		m.start++
	}
	match := text[m.start:m.end]
	near := text[max(0, m.start-lineMost):min(len(text), m.end+lineMost)]
	shift := max(0, m.start-lineMost)
	line := near[lineStart(near, m.start-shift):lineEnd(near, m.end-shift)]
	if bytes.Contains(line, allowMark) {
		return find{}, false
	}
	f := find{rule: r, match: m, secret: m}
	if groups := (*r.regex)().FindSubmatchIndex(match); len(groups) > 2 {
		for i := 1; i < len(groups)/2; i++ {
			from, to := groups[2*i], groups[2*i+1]
			if r.group == i || r.group == 0 && to > from {
				f.secret = span{m.start + from, m.start + to}
				if from < 0 {
					f.secret = span{m.start, m.start}
				}
				break
			}
		}
	}
	secret := text[f.secret.start:f.secret.end]
	f.entropy = entropy(secret)
	if r.entropy != 0 && f.entropy <= r.entropy {
		return find{}, false
	}
	for _, lists := range [][]allowlist{s.allow, r.allow} {
		for i := range lists {
			if lists[i].allows(path, secret, match, line) {
				return find{}, false
			}
		}
	}
	return f, true
}

// specific drops what a generic rule found where another rule knows better. The
// finds must be sorted.
func specific(text []byte, found []find) []find {
	better := map[int][][]byte{} // by line
	lines := make([]int, len(found))
	line, at := 0, 0
	for i, f := range found {
		line += bytes.Count(text[at:f.match.start], newline)
		at = f.match.start
		lines[i] = line
		if !f.rule.generic() {
			better[line] = append(better[line], text[f.secret.start:f.secret.end])
		}
	}
	kept := found[:0]
	for i, f := range found {
		if f.rule.generic() && slices.ContainsFunc(better[lines[i]], func(secret []byte) bool {
			return bytes.Contains(secret, text[f.secret.start:f.secret.end])
		}) {
			continue
		}
		kept = append(kept, f)
	}
	return kept
}

var newline = []byte("\n")

func (r *rule) generic() bool { return strings.Contains(strings.ToLower(r.id), "generic") }

// entropy is Shannon's, in bits for each character. As in gitleaks, characters are
// counted but divided by the number of bytes.
func entropy(b []byte) float64 {
	var ascii [128]int
	var rest map[rune]int
	for i := 0; i < len(b); {
		r, size := decode(b[i:])
		i += size
		if r < utf8.RuneSelf {
			ascii[r]++
			continue
		}
		if rest == nil {
			rest = map[rune]int{}
		}
		rest[r]++
	}
	out := 0.0
	add := func(n int) {
		p := float64(n) / float64(len(b))
		out -= p * math.Log2(p)
	}
	for _, n := range ascii {
		if n > 0 {
			add(n)
		}
	}
	// Sorted: a sum of floats depends on its order.
	counts := make([]int, 0, len(rest))
	for _, n := range rest {
		counts = append(counts, n)
	}
	slices.Sort(counts)
	for _, n := range counts {
		add(n)
	}
	return out
}

func lineStart(text []byte, at int) int { return bytes.LastIndexByte(text[:at], '\n') + 1 }

func lineEnd(text []byte, at int) int {
	if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(text)
}
