package facts

import (
	"context"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"vigil/internal/engine"
	"vigil/internal/engine/files"
	"vigil/internal/engine/freeze"
	"vigil/internal/engine/imports"
	"vigil/internal/engine/match"
	"vigil/internal/engine/words"
)

// Framework discovers the routes of one framework, or of several with the same
// declarations.
type Framework struct {
	Name string
	// Endings are the file extensions it applies to, with the dot.
	Endings []string
	// Words is the prefilter: a file must contain at least one of them.
	// Case is ignored.
	Words []string
	// Place, if set, accepts a file by its path alone.
	Place func(path string) bool
	// Look records the facts of a file; nil if those of the language suffice.
	Look func(*Reader)
	// Link, if set, returns routes once all files have been read:
	// those that do not depend on routers, which the linker handles itself.
	Link func(*Linker) []engine.Route
	// Documents: Link returns routes from API descriptions, not from code.
	Documents bool
}

// Language is a set of frameworks, with what the linker needs to know about their files.
type Language struct {
	Name string
	// Grammars are the grammars of its files.
	Grammars   []string
	Frameworks []Framework
	// Names records the facts that all frameworks share: imports,
	// exports, constants, functions, classes.
	Names func(*Reader)
	// Module returns the file that an import in from leads to, "" if none of the tree.
	Module func(t *imports.Tree, from, spec string) string
	// RouterNames matches the names that a router usually has.
	RouterNames *regexp.Regexp
	// Wrapped returns the argument or receiver that a call passes through, 0 if it makes a value of
	// its own.
	Wrapped func(s *Reader, call match.NodeID) match.NodeID
	// LibraryClass returns a known library class by name, or nil, and
	// the guards it implies.
	LibraryClass func(name string) (*Class, []Guard)
	// KnownGuard reports whether a function or class of a library, by its module and name,
	// refuses callers.
	KnownGuard func(name string) bool
	// Lenient reports whether a call of such a function makes it let everybody pass.
	Lenient func(s *Reader, call match.NodeID) bool
	// Predicates are the methods by which a class refuses; true: by what they return.
	Predicates map[string]bool
	// Demands returns what must not refuse before a function is called, as symbols.
	Demands func(s *Reader, function match.NodeID) []string
	// Slots, Values and Functions are what the facts of a file may hold of this language: slots,
	// values in interfaces, and functions. Files with others are read in each scan.
	Slots     []AnySlot
	Values    []any
	Functions []any
	// Dispatch is the method of a class that handles requests if none is named after an HTTP method.
	Dispatch string
}

// Registry holds all languages and decides which frameworks apply to a file.
type Registry struct {
	frameworks []*Framework
	byGrammar  map[string]*Language
	byEnding   map[string]*prefilter
	codec      func() *freeze.Codec
	slots      []AnySlot
}

// prefilter matches the words of all frameworks for one file extension.
type prefilter struct {
	automaton  *words.Automaton
	owners     []*Framework // of each word
	frameworks []*Framework
}

// NewRegistry returns a registry of languages. Frameworks are linked in the order given.
func NewRegistry(languages ...*Language) *Registry {
	r := &Registry{byGrammar: map[string]*Language{}, byEnding: map[string]*prefilter{}}
	texts := map[string][]string{}
	var functions, values []any
	for _, l := range languages {
		r.slots = append(r.slots, l.Slots...)
		functions, values = append(functions, l.Functions...), append(values, l.Values...)
		for _, g := range l.Grammars {
			r.byGrammar[g] = l
		}
		for i := range l.Frameworks {
			w := &l.Frameworks[i]
			r.frameworks = append(r.frameworks, w)
			for _, e := range w.Endings {
				if r.byEnding[e] == nil {
					r.byEnding[e] = &prefilter{}
				}
				r.byEnding[e].frameworks = append(r.byEnding[e].frameworks, w)
				for _, t := range w.Words {
					texts[e] = append(texts[e], strings.ToLower(t))
					r.byEnding[e].owners = append(r.byEnding[e].owners, w)
				}
			}
		}
	}
	for e, p := range r.byEnding {
		p.automaton = words.New(texts[e])
	}
	r.codec = sync.OnceValue(func() *freeze.Codec {
		for _, s := range r.slots {
			values = append(values, s.empty())
		}
		return freeze.New(functions, values)
	})
	return r
}

// Wants reports whether a file may declare routes, judging by its path and the prefilter.
func (r *Registry) Wants(file string, src []byte) bool { return len(r.candidates(file, src)) > 0 }

// MayWant tells whether a file may have routes, by its path alone.
func (r *Registry) MayWant(file string) bool { return r.usual(file) != nil && !isForeign(file) }

// candidates returns the frameworks that may apply to a file.
func (r *Registry) candidates(file string, src []byte) []*Framework {
	p := r.byEnding[strings.ToLower(path.Ext(file))]
	if p == nil || isForeign(file) {
		return nil
	}
	found := map[*Framework]bool{}
	for _, f := range p.frameworks {
		if f.Place != nil && f.Place(file) {
			found[f] = true
		}
	}
	p.automaton.Find(src, func(word int32, _ int) bool {
		found[p.owners[word]] = true
		return len(found) < len(p.frameworks)
	})
	var out []*Framework
	for _, f := range p.frameworks {
		if found[f] {
			out = append(out, f)
		}
	}
	return out
}

// usual returns the frameworks for a file that others refer to, regardless of the
// prefilter.
func (r *Registry) usual(file string) []*Framework {
	p := r.byEnding[strings.ToLower(path.Ext(file))]
	if p == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(p.frameworks), func(f *Framework) bool { return f.Place != nil })
}

// Read returns the facts of a file that passed the prefilter.
func (r *Registry) Read(ctx context.Context, f *match.File) (*File, error) {
	return r.look(ctx, f, r.candidates(f.Path, f.Source))
}

func (r *Registry) look(ctx context.Context, f *match.File, frameworks []*Framework) (x *File, err error) {
	defer func() {
		if p := recover(); p != nil {
			// The panic value may contain source code, so it is not repeated.
			x, err = nil, fmt.Errorf("routes: the analysis failed")
		}
	}()
	s := newSource(ctx, f)
	if l := r.byGrammar[f.Language]; l != nil && f.Tree != nil {
		s.wrapped, s.lenient = l.Wrapped, l.Lenient
		if l.Names != nil {
			l.Names(s)
		}
		if l.KnownGuard != nil {
			s.summarize(l)
		}
	}
	for _, w := range frameworks {
		s.Framework = w.Name
		if w.Look != nil {
			w.Look(s)
		}
	}
	return s.Facts, context.Cause(ctx)
}

// isForeign reports whether what a file says about routes is not what is served: it is
// a test, third-party code, or a declaration of types.
func isForeign(file string) bool {
	return files.Test(file) || files.Installed(file) || strings.HasSuffix(strings.ToLower(file), ".d.ts")
}
