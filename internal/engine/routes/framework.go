package routes

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"vigil/internal/engine/words"
)

// framework finds the routes that are declared in the way of one framework.
type framework struct {
	name string
	// endings are those of the files that it looks at, with the dot.
	endings []string
	// words are literals without which no file can have anything for it; capitals and
	// small letters are the same.
	words []string
	// place, if there is one, tells from the path alone that a file is one to look at.
	place func(path string) bool
	look  func(*source)
}

// frameworks is the list of all. Their files register nothing by themselves.
var frameworks = slices.Concat(
	javascriptFrameworks,
	pythonFrameworks,
	familyFrameworks,
)

// language is what linking needs to know of one: how its files name each other.
type language struct {
	// names takes the facts that are the same for all frameworks: imports, exports,
	// constants, functions.
	names func(*source)
	// module returns the file that an import in from leads to, "" if none of the tree.
	module func(l *linker, from, spec string) string
}

// languages has those whose files lead to each other, by grammar.
var languages = map[string]*language{
	"javascript": &javascript, "typescript": &javascript, "tsx": &javascript,
	"python": &python,
}

// wanted is the words of all frameworks of files with one ending.
type wanted struct {
	automaton  *words.Automaton
	owners     []*framework // of each word
	frameworks []*framework
}

var byEnding = sync.OnceValue(func() map[string]*wanted {
	out := map[string]*wanted{}
	texts := map[string][]string{}
	for i := range frameworks {
		w := &frameworks[i]
		for _, e := range w.endings {
			if out[e] == nil {
				out[e] = &wanted{}
			}
			out[e].frameworks = append(out[e].frameworks, w)
			for _, t := range w.words {
				texts[e] = append(texts[e], strings.ToLower(t))
				out[e].owners = append(out[e].owners, w)
			}
		}
	}
	for e, w := range out {
		w.automaton = words.New(texts[e])
	}
	return out
})

// candidates returns the frameworks that may be at home in a file.
func candidates(file string, src []byte) []*framework {
	w := byEnding()[strings.ToLower(path.Ext(file))]
	if w == nil || isTest(file) {
		return nil
	}
	found := map[*framework]bool{}
	for _, f := range w.frameworks {
		if f.place != nil && f.place(file) {
			found[f] = true
		}
	}
	w.automaton.Find(src, func(word int32, _ int) bool {
		found[w.owners[word]] = true
		return len(found) < len(w.frameworks)
	})
	var out []*framework
	for _, f := range w.frameworks {
		if found[f] {
			out = append(out, f)
		}
	}
	return out
}

// usual returns the frameworks for a file that others lead to, whatever words it has.
func usual(file string) []*framework {
	w := byEnding()[strings.ToLower(path.Ext(file))]
	if w == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(w.frameworks), func(f *framework) bool { return f.place != nil })
}

// isTest tells whether a file is a test or somebody else's code: what it says of routes
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
