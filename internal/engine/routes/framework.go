package routes

import (
	"context"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
	"vigil/internal/engine/words"
)

// framework finds the routes that are declared in the way of one framework, or of
// several whose declarations look the same.
type framework struct {
	name string
	// endings are the extensions of the files that it reads, with the dot.
	endings []string
	// words is the prefilter: a file without any of them has nothing for the framework.
	// Case does not matter.
	words []string
	// place, if there is one, tells from the path alone that a file is to be read.
	place func(path string) bool
	// look records the facts of a file; nil if what the language records is enough.
	look func(*source)
	// link, if there is one, returns the routes of all files once all of them were read:
	// those that do not hang on routers, which the linker knows by itself.
	link func(*linker) []engine.Route
	// documents: link returns what descriptions of the API say, not what the code has.
	documents bool
}

// language is a set of frameworks, and what the linker needs to know about their files.
type language struct {
	name string
	// grammars are those of its files.
	grammars   []string
	frameworks []framework
	// names records the facts of a file that are the same for all frameworks: imports,
	// exports, constants, functions, classes.
	names func(*source)
	// module returns the file that an import in from leads to, "" if none of the tree.
	module func(l *linker, from, spec string) string
	// routerNames matches the names that a router usually has.
	routerNames *regexp.Regexp
	// wrapped returns the argument or object that a call stands for, 0 if it is a value of
	// its own.
	wrapped func(s *source, call match.NodeID) match.NodeID
	// libraryClass returns a class of a library by its name, nil if it is not known, and
	// the guards that it brings along.
	libraryClass func(name string) (*class, []string)
	// dispatch is the method of a class that answers if none is named after an HTTP method.
	dispatch string
}

// registry knows all languages and which frameworks a file may have something for.
type registry struct {
	frameworks []*framework
	byGrammar  map[string]*language
	byEnding   map[string]*prefilter
}

// prefilter is the words of all frameworks of files with one ending.
type prefilter struct {
	automaton  *words.Automaton
	owners     []*framework // of each word
	frameworks []*framework
}

// newRegistry returns a registry of languages. Frameworks are linked in their order.
func newRegistry(languages ...*language) *registry {
	r := &registry{byGrammar: map[string]*language{}, byEnding: map[string]*prefilter{}}
	texts := map[string][]string{}
	for _, l := range languages {
		for _, g := range l.grammars {
			r.byGrammar[g] = l
		}
		for i := range l.frameworks {
			w := &l.frameworks[i]
			r.frameworks = append(r.frameworks, w)
			for _, e := range w.endings {
				if r.byEnding[e] == nil {
					r.byEnding[e] = &prefilter{}
				}
				r.byEnding[e].frameworks = append(r.byEnding[e].frameworks, w)
				for _, t := range w.words {
					texts[e] = append(texts[e], strings.ToLower(t))
					r.byEnding[e].owners = append(r.byEnding[e].owners, w)
				}
			}
		}
	}
	for e, p := range r.byEnding {
		p.automaton = words.New(texts[e])
	}
	return r
}

// wants tells whether a file may have routes, by its path and the words in it.
func (r *registry) wants(file string, src []byte) bool { return len(r.candidates(file, src)) > 0 }

// mayWant tells whether a file may have routes, by its path alone.
func (r *registry) mayWant(file string) bool { return r.usual(file) != nil && !isTest(file) }

// candidates returns the frameworks that may have something to find in a file.
func (r *registry) candidates(file string, src []byte) []*framework {
	p := r.byEnding[strings.ToLower(path.Ext(file))]
	if p == nil || isTest(file) {
		return nil
	}
	found := map[*framework]bool{}
	for _, f := range p.frameworks {
		if f.place != nil && f.place(file) {
			found[f] = true
		}
	}
	p.automaton.Find(src, func(word int32, _ int) bool {
		found[p.owners[word]] = true
		return len(found) < len(p.frameworks)
	})
	var out []*framework
	for _, f := range p.frameworks {
		if found[f] {
			out = append(out, f)
		}
	}
	return out
}

// usual returns the frameworks for a file that others lead to, whatever words it has.
func (r *registry) usual(file string) []*framework {
	p := r.byEnding[strings.ToLower(path.Ext(file))]
	if p == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(p.frameworks), func(f *framework) bool { return f.place != nil })
}

// read returns the facts of a file that the registry wants.
func (r *registry) read(ctx context.Context, f *match.File) (*facts, error) {
	return r.look(ctx, f, r.candidates(f.Path, f.Source))
}

func (r *registry) look(ctx context.Context, f *match.File, frameworks []*framework) (x *facts, err error) {
	defer func() {
		if p := recover(); p != nil {
			// What it was about may be in the value, so it is not repeated.
			x, err = nil, fmt.Errorf("routes: the analysis failed")
		}
	}()
	s := newSource(ctx, f)
	if l := r.byGrammar[f.Language]; l != nil && f.Tree != nil {
		s.wrapped = l.wrapped
		if l.names != nil {
			l.names(s)
		}
	}
	for _, w := range frameworks {
		s.framework = w.name
		if w.look != nil {
			w.look(s)
		}
	}
	return s.facts, context.Cause(ctx)
}

// isTest tells whether a file is a test or third-party code: what it says about routes
// is not what is served.
func isTest(file string) bool {
	base := strings.ToLower(path.Base(file))
	for _, part := range strings.Split(path.Dir(file), "/") {
		switch part {
		case "spec", "specs":
			if !isSchema(base) { // descriptions of an API often lie in such a folder
				return true
			}
		case "node_modules", "test", "tests", "e2e", "__tests__", "__mocks__", "site-packages", "bower_components":
			return true
		}
	}
	return strings.Contains(base, ".test.") || strings.Contains(base, ".spec.") || strings.Contains(base, ".d.ts") || strings.HasPrefix(base, "test_") || strings.HasSuffix(base, "_test.py") ||
		base == "conftest.py" || base == "tests.py" || strings.HasSuffix(base, "_test.go") || strings.HasSuffix(base, "_spec.rb") || strings.HasSuffix(base, "_test.rb") ||
		testClass.MatchString(path.Base(file))
}

var testClass = regexp.MustCompile(`Tests?\.(java|kt|cs|php)$`)

// isSchema tells which files describe an API rather than being one.
func isSchema(base string) bool {
	switch path.Ext(base) {
	case ".json", ".yaml", ".yml", ".proto", ".graphql", ".graphqls", ".gql":
		return true
	}
	return false
}
