package secrets

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"

	wordsearch "vigil/internal/engine/words"
)

// ruleFile is the format of a gitleaks rule file.
type ruleFile struct {
	Title       string
	Description string
	MinVersion  string
	Extend      map[string]any
	Rules       []ruleText
	Allowlist   *allowText // the older form
	Allowlists  []allowText
}

type ruleText struct {
	ID          string
	Description string
	Regex       string
	Path        string
	Entropy     float64
	SecretGroup int
	Keywords    []string
	Tags        []string
	Allowlist   *allowText // the older form
	Allowlists  []allowText
	Required    []map[string]any
	SkipReport  bool
}

type allowText struct {
	Description string
	Condition   string
	Commits     []string
	Paths       []string
	RegexTarget string
	Regexes     []string
	StopWords   []string
	TargetRules []string
}

// rule is one kind of secret.
type rule struct {
	id, description string
	regex           *lazyRegexp // nil: the path alone decides
	path            *lazyRegexp // nil: any
	entropy         float64
	group           int  // the secret's; 0: the first group that matched
	generic         bool // anything named like a key
	keywords        []string
	allow           []allowlist
	anchor          *anchor // nil: search the whole file

	keywordIDs []int32 // in the automaton of the rule set
	wordIDs    []int32 // of the anchor
}

// ruleSet is a rule file, ready for use.
type ruleSet struct {
	rules       []*rule
	unsupported map[string]string // rule -> why
	allow       []allowlist
	words       *wordsearch.Automaton
	wordLen     []int
}

// lazyRegexp is a valid expression that is compiled on first use: most files need
// few.
type lazyRegexp func() *regexp.Regexp

func newLazyRegexp(text string) (*lazyRegexp, *syntax.Regexp, error) {
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, nil, err
	}
	// An expression that parses may still be too large to compile.
	if _, err := syntax.Compile(parsed.Simplify()); err != nil {
		return nil, nil, err
	}
	re := lazyRegexp(sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) }))
	return &re, parsed, nil
}

// parseRules parses a rule file. A rule that cannot be used is listed as unsupported; a
// file that does not parse is an error.
func parseRules(text []byte) (*ruleSet, error) {
	var file ruleFile
	meta, err := toml.NewDecoder(bytes.NewReader(text)).Decode(&file)
	if err != nil {
		return nil, fmt.Errorf("read rules: %w", err)
	}
	if file.Extend != nil {
		return nil, errors.New("read rules: [extend] is not supported: give one file with all rules")
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("read rules: unknown key %s", unknown[0])
	}
	s := &ruleSet{unsupported: map[string]string{}}
	targeted := map[string][]allowText{}
	if file.Allowlist != nil {
		file.Allowlists = append(file.Allowlists, *file.Allowlist)
	}
	for _, a := range file.Allowlists {
		for _, id := range a.TargetRules {
			targeted[id] = append(targeted[id], a)
		}
		if len(a.TargetRules) > 0 {
			continue
		}
		list, err := newAllowlist(a)
		if err != nil {
			return nil, fmt.Errorf("read rules: allowlist: %w", err)
		}
		s.allow = append(s.allow, list)
	}
	seen := map[string]bool{}
	for _, t := range file.Rules {
		if t.ID == "" || seen[t.ID] {
			return nil, fmt.Errorf("read rules: a rule without a unique id: %q (%s)", t.ID, t.Description)
		}
		seen[t.ID] = true
		t.Allowlists = append(t.Allowlists, targeted[t.ID]...)
		r, err := newRule(t)
		if err != nil {
			s.unsupported[t.ID] = err.Error()
			continue
		}
		s.rules = append(s.rules, r)
	}
	for id := range targeted {
		if !seen[id] {
			return nil, fmt.Errorf("read rules: allowlist for %q: there is no such rule", id)
		}
	}
	s.index()
	return s, nil
}

func newRule(t ruleText) (*rule, error) {
	r := &rule{id: t.ID, description: t.Description, entropy: t.Entropy, group: t.SecretGroup}
	r.generic = strings.Contains(strings.ToLower(t.ID), "generic")
	switch {
	case len(t.Required) > 0:
		return nil, errors.New("required rules are not supported")
	case t.SkipReport:
		return nil, errors.New("skipReport is not supported")
	case t.Regex == "" && t.Path == "":
		return nil, errors.New("neither regex nor path")
	}
	for _, k := range t.Keywords {
		r.keywords = append(r.keywords, strings.ToLower(k))
	}
	var err error
	if t.Path != "" {
		if r.path, _, err = newLazyRegexp(t.Path); err != nil {
			return nil, fmt.Errorf("path: %w", err)
		}
	}
	if t.Regex != "" {
		var parsed *syntax.Regexp
		if r.regex, parsed, err = newLazyRegexp(t.Regex); err != nil {
			return nil, fmt.Errorf("regex: %w", err)
		}
		if r.group > parsed.MaxCap() {
			return nil, fmt.Errorf("secretGroup %d: the regex has %d", r.group, parsed.MaxCap())
		}
		if a, ok := findAnchor(parsed); ok {
			r.anchor = &a
		}
	}
	if t.Allowlist != nil {
		t.Allowlists = append(t.Allowlists, *t.Allowlist)
	}
	for _, text := range t.Allowlists {
		a, err := newAllowlist(text)
		if err != nil {
			return nil, fmt.Errorf("allowlist: %w", err)
		}
		r.allow = append(r.allow, a)
	}
	return r, nil
}

// index builds one automaton for the keywords and anchors of all rules.
func (s *ruleSet) index() {
	ids := map[string]int32{}
	var words []string
	number := func(list []string) []int32 {
		var out []int32
		for _, w := range list {
			id, ok := ids[w]
			if !ok {
				id = int32(len(words))
				ids[w] = id
				words = append(words, w)
				s.wordLen = append(s.wordLen, len(w))
			}
			out = append(out, id)
		}
		return out
	}
	for _, r := range s.rules {
		r.keywordIDs = number(r.keywords)
		if r.anchor != nil {
			r.wordIDs = number(r.anchor.words)
			slices.Sort(r.wordIDs)
		}
	}
	s.words = wordsearch.New(words)
}
