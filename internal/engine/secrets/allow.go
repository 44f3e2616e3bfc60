package secrets

import (
	"errors"
	"fmt"
	"strings"

	wordsearch "vigil/internal/engine/words"
)

// allowlist excludes matches that are not secrets. It supports no commits: a tree has
// none.
type allowlist struct {
	all       bool        // all parts must match, not just one
	paths     *lazyRegexp // nil: none
	regexes   *lazyRegexp
	target    string // what regexes are applied to: "secret", "match" or "line"
	stopwords *wordsearch.Automaton
}

func newAllowlist(t allowText) (allowlist, error) {
	var a allowlist
	switch strings.ToUpper(t.Condition) {
	case "AND", "&&":
		a.all = true
	case "", "OR", "||":
	default:
		return a, fmt.Errorf("unknown condition %q", t.Condition)
	}
	switch t.RegexTarget {
	case "", "secret":
		a.target = "secret"
	case "match", "line":
		a.target = t.RegexTarget
	default:
		return a, fmt.Errorf("unknown regexTarget %q", t.RegexTarget)
	}
	if len(t.Commits)+len(t.Paths)+len(t.Regexes)+len(t.StopWords) == 0 {
		return a, errors.New("it has neither commits, paths, regexes nor stopwords")
	}
	if a.all && len(t.Commits) > 0 {
		return a, errors.New("commits are not supported where all conditions must hold")
	}
	var err error
	if a.paths, err = anyOf(t.Paths); err != nil {
		return a, fmt.Errorf("paths: %w", err)
	}
	if a.regexes, err = anyOf(t.Regexes); err != nil {
		return a, fmt.Errorf("regexes: %w", err)
	}
	if len(t.StopWords) > 0 {
		a.stopwords = wordsearch.New(t.StopWords)
	}
	return a, nil
}

// anyOf joins expressions like gitleaks: flags of one apply to those after it.
func anyOf(list []string) (*lazyRegexp, error) {
	if len(list) == 0 {
		return nil, nil
	}
	re, _, err := newLazyRegexp("(?:" + strings.Join(list, "|") + ")")
	return re, err
}

// allowsPath reports whether a file is excluded entirely.
func (a *allowlist) allowsPath(path string) bool {
	if a.paths == nil || a.all && (a.regexes != nil || a.stopwords != nil) {
		return false
	}
	return (*a.paths)().MatchString(path)
}

// allows reports whether a match is excluded. Lists of paths alone were checked before.
func (a *allowlist) allows(path string, secret, match, line []byte) bool {
	target := secret
	switch a.target {
	case "match":
		target = match
	case "line":
		target = line
	}
	regex := func() bool { return len(target) > 0 && (*a.regexes)().Match(target) }
	if !a.all {
		return a.stopwords != nil && a.stopwords.Contains(secret) || a.regexes != nil && regex()
	}
	return (a.paths == nil || (*a.paths)().MatchString(path)) &&
		(a.stopwords == nil || a.stopwords.Contains(secret)) &&
		(a.regexes == nil || regex())
}
