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
	// maxFinds limits the matches in one file that are examined: each is compared
	// with others.
	maxFinds = 3000
	// lineMost is how much of a line on each side of a match its allowlists see.
	lineMost = 2 << 10
	// longestMatch is the maximum length of a match where there are too many.
	longestMatch = 64 << 10
)

// find is a match of a rule.
type find struct {
	rule    *rule
	match   span
	secret  span
	value   []byte // the secret, decoded if necessary
	entropy float64
	depth   int // number of decodings
}

const (
	// privateKey is the rule whose match may be only the header and footer of a key: their
	// names, or expressions that search for them.
	privateKey = "private-key"
	// keyRun is the minimum run of base64 characters in a key.
	keyRun = 32
)

// holdsKey reports whether there is a key between its header and footer: a run of base64
// characters of all kinds.
func holdsKey(text []byte) bool {
	length, kinds := 0, 0
	for _, c := range text {
		switch {
		case 'a' <= c && c <= 'z':
			kinds |= 1
		case 'A' <= c && c <= 'Z':
			kinds |= 2
		case '0' <= c && c <= '9':
			kinds |= 4
		case c != '+' && c != '/':
			length, kinds = 0, 0
			continue
		}
		if length++; length >= keyRun && kinds == 7 {
			return true
		}
	}
	return false
}

// allowMark on a line suppresses findings in gitleaks. Existing code contains it, so it is
// honored here as well.
var allowMark = []byte("gitleaks:allow")

// searchPath matches rules by the path alone.
func (s *ruleSet) searchPath(path string) []find {
	var out []find
	for _, r := range s.rules {
		if r.regex == nil && r.appliesTo(path) {
			out = append(out, find{rule: r})
		}
	}
	return out
}

// search finds the secrets in a file, in order. Short is the reason why there may be more,
// "" if there are not.
func (s *ruleSet) search(ctx context.Context, path string, text []byte) (found []find, short string, err error) {
	l := &looker{ruleSet: s, path: path, file: text, limit: len(text), found: s.searchPath(path)}
	l.hits = make([][]int32, len(s.wordLen))
	l.applies = make(map[*rule]bool)
	if err := l.look(ctx, &layer{text: text, place: span{0, len(text)}}); err != nil {
		return nil, "", err
	}
	tooMuch := false
	for decoded := range layers(text, &tooMuch) {
		if decoded.place.start > l.limit {
			break
		}
		if err := l.look(ctx, decoded); err != nil {
			return nil, "", err
		}
	}
	l.sort()
	switch {
	case l.more || len(l.found) > maxFinds:
		short = "too many secrets"
	case tooMuch:
		short = "too much encoded text"
	}
	return specific(text, l.found[:min(len(l.found), maxFinds)]), short, nil
}

// looker is the search in one file.
type looker struct {
	*ruleSet
	path    string
	file    []byte
	applies map[*rule]bool
	found   []find
	more    bool // than are useful
	limit   int  // matches that begin after it are not among the first

	hits  [][]int32 // where each word ends in the layer
	words []span
}

// look searches one layer of the file.
func (l *looker) look(ctx context.Context, in *layer) error {
	for i := range l.hits {
		l.hits[i] = l.hits[i][:0]
	}
	l.ruleSet.words.Find(in.text, func(word int32, end int) bool {
		l.hits[word] = append(l.hits[word], int32(end))
		return true
	})
	for _, r := range l.rules {
		if r.regex == nil || !r.wanted(l.hits) {
			continue
		}
		applies, known := l.applies[r]
		if !known {
			applies = r.appliesTo(l.path)
			l.applies[r] = applies
		}
		if !applies {
			continue
		}
		if err := l.lookWith(ctx, r, in); err != nil {
			return err
		}
	}
	return nil
}

// lookWith searches one layer with one rule.
func (l *looker) lookWith(ctx context.Context, r *rule, in *layer) error {
	text := in.text
	if in.depth == 0 && l.limit+longestMatch < len(text) {
		text = text[:l.limit+longestMatch]
	}
	l.words = l.wordsOf(r, l.hits, len(text), l.words[:0])
	for m := range r.matches(ctx, text, l.words) {
		if ctx.Err() != nil {
			break
		}
		if !in.isNew(m) || in.isCut(m, len(l.file)) || m.end == len(text) && len(text) < len(in.text) {
			continue
		}
		f, ok := l.judge(r, l.path, in.text, m)
		if !ok {
			continue
		}
		if in.depth > 0 {
			f.depth = in.depth
			f.match, f.secret, f.value = in.inFile(f.match), in.inFile(f.secret), bytes.Clone(f.value)
		}
		if f.match.start > l.limit {
			break
		}
		if l.has(&f) || bytes.Contains(lineOf(l.file, f.match), allowMark) {
			continue
		}
		if l.found = append(l.found, f); len(l.found) > 2*maxFinds {
			l.cut()
		}
	}
	return ctx.Err()
}

// has reports whether a rule already found a secret at the same position with fewer decodings:
// a rule that matches the name of a key matches both its encoded and its decoded form.
func (l *looker) has(f *find) bool {
	return f.depth > 0 && slices.ContainsFunc(l.found, func(g find) bool {
		return g.rule == f.rule && g.depth < f.depth && g.secret.start < f.secret.end && f.secret.start < g.secret.end
	})
}

// cut keeps the first of too many matches.
func (l *looker) cut() {
	l.sort()
	l.found = l.found[:maxFinds]
	l.limit = l.found[maxFinds-1].match.start
	l.more = true
}

func (l *looker) sort() {
	slices.SortStableFunc(l.found, func(a, b find) int {
		return cmp.Or(cmp.Compare(a.match.start, b.match.start), strings.Compare(a.rule.id, b.rule.id))
	})
}

// wordsOf appends to out the positions of the words of a rule's anchor in the first bytes of
// a text, ordered by their ends.
func (s *ruleSet) wordsOf(r *rule, hits [][]int32, first int, out []span) []span {
	for _, id := range r.wordIDs {
		for _, end := range hits[id] {
			if int(end) > first {
				break
			}
			out = append(out, span{int(end) - s.wordLen[id], int(end)})
		}
	}
	if len(r.wordIDs) > 1 {
		slices.SortFunc(out, func(a, b span) int { return cmp.Compare(a.end, b.end) })
	}
	return out
}

// wanted reports whether the words that the rule requires are there.
func (r *rule) wanted(hits [][]int32) bool {
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
	f.value = text[f.secret.start:f.secret.end]
	f.entropy = entropy(f.value)
	if r.entropy != 0 && f.entropy <= r.entropy || r.id == privateKey && !holdsKey(f.value) {
		return find{}, false
	}
	line := lineOf(text, m)
	for _, lists := range [][]allowlist{s.allow, r.allow} {
		for i := range lists {
			if lists[i].allows(path, f.value, match, line) {
				return find{}, false
			}
		}
	}
	return f, true
}

// specific drops matches of generic rules where a specific rule matches. The matches must be
// sorted.
func specific(text []byte, found []find) []find {
	better := map[int][][]byte{} // by line
	lines := make([]int, len(found))
	line, at := 0, 0
	for i, f := range found {
		line += bytes.Count(text[at:f.match.start], newline)
		at = f.match.start
		lines[i] = line
		if !f.rule.generic {
			better[line] = append(better[line], f.value)
		}
	}
	kept := found[:0]
	for i, f := range found {
		if f.rule.generic && slices.ContainsFunc(better[lines[i]], func(secret []byte) bool {
			return bytes.Contains(secret, f.value)
		}) {
			continue
		}
		kept = append(kept, f)
	}
	return kept
}

var newline = []byte("\n")

// entropy is the Shannon entropy, in bits per character. As in gitleaks, characters are
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
	// Sorted: a floating-point sum depends on its order.
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

// lineOf returns the line or lines around s, up to lineMost.
func lineOf(text []byte, s span) []byte {
	shift := max(0, s.start-lineMost)
	near := text[shift:min(len(text), s.end+lineMost)]
	start := bytes.LastIndexByte(near[:s.start-shift], '\n') + 1
	if n := bytes.IndexByte(near[s.end-shift:], '\n'); n >= 0 {
		return near[start : s.end-shift+n]
	}
	return near[start:]
}
