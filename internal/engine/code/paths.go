package code

import (
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"

	"vigil/internal/engine/rules"
)

// paths are those of the files that rules look at. Rules that say the same about them share one.
type paths struct{ include, exclude gitignore.Matcher } // nil: none

// pathsOf returns the paths of a rule, nil if it looks at all files.
func pathsOf(r *rules.Rule, all map[string]*paths) *paths {
	if len(r.Include) == 0 && len(r.Exclude) == 0 {
		return nil
	}
	key := strings.Join(r.Include, "\n") + "\n\n" + strings.Join(r.Exclude, "\n")
	p := all[key]
	if p == nil {
		p = &paths{include: globs(r.Include), exclude: globs(r.Exclude)}
		all[key] = p
	}
	return p
}

// globs compiles the paths of a rule. Unlike in a .gitignore, a path with a slash in
// it may begin in any folder.
func globs(patterns []string) gitignore.Matcher {
	if len(patterns) == 0 {
		return nil
	}
	var out []gitignore.Pattern
	for _, p := range patterns {
		p = strings.TrimPrefix(p, "./")
		if !strings.HasPrefix(p, "/") && !strings.HasPrefix(p, "**/") {
			p = "**/" + p
		}
		p = strings.TrimSuffix(p, "/**")
		out = append(out, gitignore.ParsePattern(p, nil))
	}
	return gitignore.NewMatcher(out)
}

// wants tells whether rules look at a file.
func (p *paths) wants(file string) bool {
	if p == nil {
		return true
	}
	parts := strings.Split(file, "/")
	return (p.include == nil || p.include.Match(parts, false)) && (p.exclude == nil || !p.exclude.Match(parts, false))
}

// wants returns what tells whether a rule looks at the file.
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
