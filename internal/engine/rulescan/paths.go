package rulescan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"

	"vigil/internal/engine/rules"
)

// paths selects the files that rules apply to. Rules with the same paths share one.
type paths struct{ include, exclude *globs } // nil: none

// pathsOf returns the paths of a rule, nil if it applies to all files.
func pathsOf(r *rules.Rule, all map[string]*paths) *paths {
	if len(r.Include) == 0 && len(r.Exclude) == 0 {
		return nil
	}
	key := fmt.Sprintf("%q %q", r.Include, r.Exclude)
	p := all[key]
	if p == nil {
		p = &paths{newGlobs(r.Include), newGlobs(r.Exclude)}
		all[key] = p
	}
	return p
}

// globs are patterns of paths.
type globs struct {
	matcher gitignore.Matcher
	parts   []string // substrings: every matching path has one, which is cheaper to check; nil if unknown
}

// newGlobs compiles the paths of a rule. Unlike in a .gitignore, a path that contains a slash
// may begin in any folder.
func newGlobs(patterns []string) *globs {
	if len(patterns) == 0 {
		return nil
	}
	var out []gitignore.Pattern
	var parts []string
	for _, p := range patterns {
		if !strings.ContainsAny(p, `/?[]\! `) {
			parts = append(parts, slices.MaxFunc(strings.Split(p, "*"), func(a, b string) int { return cmp.Compare(len(a), len(b)) }))
		}
		p = strings.TrimPrefix(p, "./")
		if !strings.HasPrefix(p, "/") && !strings.HasPrefix(p, "**/") {
			p = "**/" + p
		}
		p = strings.TrimSuffix(p, "/**")
		out = append(out, gitignore.ParsePattern(p, nil))
	}
	if len(parts) < len(patterns) {
		parts = nil
	}
	return &globs{gitignore.NewMatcher(out), parts}
}

func (g *globs) match(file string) bool {
	if g.parts != nil && !slices.ContainsFunc(g.parts, func(part string) bool { return strings.Contains(file, part) }) {
		return false
	}
	return g.matcher.Match(strings.Split(file, "/"), false)
}

// wants reports whether the rules apply to a file.
func (p *paths) wants(file string) bool {
	return p == nil || (p.include == nil || p.include.match(file)) && (p.exclude == nil || !p.exclude.match(file))
}

// wants returns a function that reports whether a rule applies to the file.
func (t *Target) wants() func(*compiledRule) bool {
	known := map[*paths]bool{}
	return func(r *compiledRule) bool {
		if t.AllPaths || r.paths == nil {
			return true
		}
		wanted, asked := known[r.paths]
		if !asked {
			wanted = r.paths.wants(t.Path)
			known[r.paths] = wanted
		}
		return wanted
	}
}
