package rules

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/dlclark/regexp2"
)

// Regexp is a PCRE-style regular expression. Those without lookaround run on Go's engine, in
// time linear in the text; the others on a backtracking engine with a time
// limit.
type Regexp struct {
	text  string
	fast  func() *regexp.Regexp // compiled on first use: most rules are for other languages
	slow  *regexp2.Regexp
	names []string // of the groups, "" if unnamed; [0] is the whole
}

// regexpTime limits one search with the backtracking engine.
const regexpTime = time.Second

// NewRegexp compiles a regular expression. In multi-line text, ^ and $ match at each
// line.
func NewRegexp(text string, anchored bool) (*Regexp, error) {
	r := &Regexp{text: text}
	body := text
	if anchored {
		body = `\A(?:` + text + "\n)" // the line feed ends a comment of (?x)
		if !strings.Contains(text, "(?x") {
			body = `\A(?:` + text + ")"
		}
	}
	flags := "(?m)"
	if anchored {
		flags = ""
	}
	if parsed, err := syntax.Parse(flags+forGo(body), syntax.Perl); err == nil {
		r.names = parsed.CapNames()
		r.fast = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(flags + forGo(body)) }) // it parsed
		return r, nil
	}
	options := regexp2.None
	if !anchored {
		options |= regexp2.Multiline
	}
	slow, err := regexp2.Compile(forBacktracking(body), options)
	if err != nil {
		return nil, fmt.Errorf("regular expression: %w", err)
	}
	slow.MatchTimeout = regexpTime
	r.slow = slow
	for _, n := range slow.GetGroupNumbers() {
		name := slow.GroupNameFromNumber(n)
		if name == fmt.Sprint(n) {
			name = ""
		}
		r.names = append(r.names, name)
	}
	return r, nil
}

// forGo rewrites syntax for Go's engine.
func forGo(s string) string {
	return rewrite(s, map[byte]string{'Z': `\z`, 'h': `[ \t]`, 'R': `(?:\r\n|[\n\r])`, 'e': `\x1b`, '_': `_`}, false)
}

// forBacktracking rewrites syntax for the backtracking engine.
func forBacktracking(s string) string {
	s = strings.ReplaceAll(s, "(?P<", "(?<")
	return rewrite(s, map[byte]string{'h': `[ \t]`, 'R': `(?:\r\n|[\n\r])`, '_': `_`}, true)
}

// rewrite replaces escapes by the character after the backslash. Without atomic groups, a
// possessive quantifier only affects performance in nearly all expressions, so its plus sign
// may be dropped.
func rewrite(s string, escapes map[byte]string, possessive bool) string {
	var b strings.Builder
	class, quantified := false, false
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\\' && i+1 < len(s) {
			i++
			to, ok := escapes[s[i]]
			switch {
			case ok && class:
				to = strings.Trim(to, "[]")
			case !ok:
				to = s[i-1 : i+1]
			}
			b.WriteString(to)
			quantified = false
			continue
		}
		switch {
		case possessive && !class && c == '+' && quantified:
			quantified = false
			continue
		case c == '[' && !class:
			class = true
			if i+1 < len(s) && s[i+1] == ']' || i+2 < len(s) && s[i+1:i+3] == "^]" { // a literal bracket
				n := strings.IndexByte(s[i:], ']')
				b.WriteString(s[i : i+n])
				b.WriteString(`\]`)
				i += n
				continue
			}
		case c == '[' && i+1 < len(s) && s[i+1] == ':': // [[:alpha:]]
			if n := strings.Index(s[i:], ":]"); n > 0 {
				b.WriteString(posix(s[i:i+n+2], possessive))
				i += n + 1
				continue
			}
		case c == '[':
			b.WriteByte('\\')
		case c == ']':
			class = false
		}
		quantified = !class && (c == '*' || c == '+' || c == '?' || c == '}')
		b.WriteByte(c)
	}
	return b.String()
}

// posix expands a class such as [:alpha:] for an engine without them.
func posix(name string, write bool) string {
	if !write {
		return name
	}
	switch strings.Trim(name, "[:]") {
	case "alpha":
		return "a-zA-Z"
	case "digit":
		return "0-9"
	case "alnum":
		return "a-zA-Z0-9"
	case "upper":
		return "A-Z"
	case "lower":
		return "a-z"
	case "space":
		return `\s`
	case "word":
		return `\w`
	case "xdigit":
		return "0-9a-fA-F"
	case "blank":
		return ` \t`
	case "punct":
		return "!-/:-@\\[-`{-~"
	}
	return name
}

func (r *Regexp) String() string { return r.text }

// Quick reports whether a search takes time linear in the text.
func (r *Regexp) Quick() bool { return r.fast != nil }

// Names returns the names of the groups, "" for one that has none. The first is the
// whole match.
func (r *Regexp) Names() []string { return r.names }

// Find returns where the expression matches, without overlap: for each match the start
// and end of the whole and of each group, -1 if it took no part.
func (r *Regexp) Find(text []byte) ([][]int, error) {
	if r.fast != nil {
		return r.fast().FindAllSubmatchIndex(text, -1), nil
	}
	m, err := r.slow.FindRunesMatch(decode(text))
	if m == nil && err == nil {
		return nil, nil
	}
	var out [][]int
	at := offsets(text)
	for ; m != nil && err == nil; m, err = r.slow.FindNextMatch(m) {
		out = append(out, groups(m, at))
	}
	return out, r.failed(err)
}

// groups returns where a match and its groups begin and end, of runes that begin at such offsets.
func groups(m *regexp2.Match, at []int) []int {
	var loc []int
	for _, g := range m.Groups() {
		if len(g.Captures) == 0 {
			loc = append(loc, -1, -1)
			continue
		}
		loc = append(loc, at[g.Index], at[g.Index+g.Length])
	}
	return loc
}

// failed says that a search was given up. What the engine says is left out: it repeats the
// whole text, with the secrets that may be in it.
func (r *Regexp) failed(err error) error {
	if err != nil {
		return fmt.Errorf("search for %s: timed out after %v", r.text, regexpTime)
	}
	return nil
}

// First returns where the expression matches first, as Find does; nil if it does not.
func (r *Regexp) First(text string) ([]int, error) {
	if r.fast != nil {
		return r.fast().FindStringSubmatchIndex(text), nil
	}
	m, err := r.slow.FindStringMatch(text)
	if m == nil || err != nil {
		return nil, r.failed(err)
	}
	return groups(m, offsets([]byte(text))), nil
}

// In reports whether the expression matches anywhere in a text, if that is quick to tell.
func (r *Regexp) In(text []byte) bool { return r.fast == nil || r.fast().Match(text) }

// Match reports whether the expression matches anywhere in text.
func (r *Regexp) Match(text string) bool {
	if r.fast != nil {
		return r.fast().MatchString(text)
	}
	ok, err := r.slow.MatchString(text)
	return ok && err == nil
}

// decode returns the runes of a text.
func decode(text []byte) []rune {
	runes := make([]rune, 0, utf8.RuneCount(text))
	for len(text) > 0 {
		c, size := utf8.DecodeRune(text)
		runes, text = append(runes, c), text[size:]
	}
	return runes
}

// offsets returns where each rune of a text begins, and where the last one ends.
func offsets(text []byte) []int {
	out := make([]int, 0, len(text)+1)
	for i := 0; i < len(text); {
		out = append(out, i)
		_, size := utf8.DecodeRune(text[i:])
		i += size
	}
	return append(out, len(text))
}
