package hunt

import (
	"cmp"
	"context"
	"path"
	"slices"
	"sort"
	"sync"

	"vigil/internal/engine"
	"vigil/internal/engine/modules"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/syntax"
)

// Limits of the files that are parsed for what handlers call.
const (
	maxParsed     = 1 << 20   // bytes of a file
	maxParsedAll  = 128 << 20 // bytes of all files
	maxGoMod      = 1 << 20
	maxCandidates = 3 // definitions of one name in other files; with more it is not known which is meant
)

// index is the code that handlers may depend on.
type index struct {
	q       *engine.Quoter
	files   map[string]*file
	graph   *modules.Graph
	classes map[string][]definition // by name
	named   map[string][]definition // functions by name
}

// file is a file of the tree.
type file struct {
	*engine.File
	grammar string
	outline *modules.Outline // nil if it has none
	number  int32            // in the graph
	starts  []uint32         // offsets of lines
}

// definition is a class or function.
type definition struct {
	name string
	engine.Lines
	family string
	place  modules.Place
}

// lineOf returns the number of the line with an offset.
func (f *file) lineOf(offset uint32) int {
	return sort.Search(len(f.starts), func(i int) bool { return f.starts[i] > offset })
}

// isOurs reports whether a file belongs to the program itself.
func (x *index) isOurs(path string) bool {
	f := x.files[path]
	return f != nil && isOurs(f.File)
}

func isOurs(f *engine.File) bool {
	return !f.Binary && !f.Vendored && !f.Generated && !f.Minified && !f.IsTest() && !f.IsLibrary()
}

// newIndex parses the files that the handlers of routes may depend on: those in the same languages.
func newIndex(ctx context.Context, q *engine.Quoter, parsers *syntax.Engine, routes []engine.Route) (*index, error) {
	x := &index{q: q, files: map[string]*file{}, classes: map[string][]definition{}, named: map[string][]definition{}}
	for _, f := range q.Files() {
		x.files[f.Path] = &file{File: f, grammar: grammarOf(f)}
	}
	families, first := map[string]bool{}, map[string]bool{}
	for _, r := range routes {
		for _, p := range []string{r.File, bodyFile(r)} {
			if f := x.files[p]; f != nil && f.grammar != "" {
				families[modules.Family(f.grammar)], first[p] = true, true
			}
		}
	}
	wanted := x.wanted(families, first)
	pool := syntax.NewPool(parsers)
	var mu sync.Mutex
	var outlines []*modules.Outline
	goMods := map[string][]byte{}
	err := q.Each(ctx, func(ctx context.Context, f *engine.File) error {
		isMod := path.Base(f.Path) == "go.mod" && f.Size < maxGoMod
		if !isMod && !wanted[f.Path] {
			return nil
		}
		content, err := f.Bytes()
		if err != nil {
			return err
		}
		if isMod {
			mu.Lock()
			defer mu.Unlock()
			goMods[f.Path] = content
			return nil
		}
		mine := x.files[f.Path]
		tree, err := pool.Parse(ctx, mine.grammar, content)
		if err != nil {
			return engine.SkipError(err.Error()) // only what it calls is unknown
		}
		mine.outline, mine.starts = modules.Read(f.Path, tree), startsOf(content)
		mu.Lock()
		defer mu.Unlock()
		outlines = append(outlines, mine.outline)
		return nil
	})
	if err != nil {
		return nil, err
	}
	x.graph = modules.NewGraph(modules.NewIndex(outlines, goMods))
	x.define()
	return x, nil
}

// wanted returns the files to parse: those with handlers first, then by path.
func (x *index) wanted(families, first map[string]bool) map[string]bool {
	out, left := map[string]bool{}, int64(maxParsedAll)
	for _, pass := range []bool{true, false} {
		for _, f := range x.q.Files() {
			mine := x.files[f.Path]
			if first[f.Path] == pass && mine.grammar != "" && families[modules.Family(mine.grammar)] && f.Size <= maxParsed && f.Size <= left && isOurs(f) {
				out[f.Path] = true
				left -= f.Size
			}
		}
	}
	return out
}

// define notes where classes and functions are, in order.
func (x *index) define() {
	for i, o := range x.graph.Files {
		f := x.files[o.Path]
		f.number = int32(i)
		at := func(start, end uint32) engine.Lines {
			return engine.Lines{File: o.Path, First: f.lineOf(start), Last: f.lineOf(max(end, 1) - 1)}
		}
		for _, c := range o.Classes {
			if c.End > 0 && c.Name != "" {
				x.classes[c.Name] = append(x.classes[c.Name], definition{name: c.Name, Lines: at(c.Start, c.End), family: o.Family})
			}
		}
		for k, fn := range o.Functions {
			if k > 0 && fn.Name != "" {
				d := definition{fn.Name, at(fn.Start, fn.End), o.Family, modules.Place{File: int32(i), Function: int32(k)}}
				x.named[fn.Name] = append(x.named[fn.Name], d)
			}
		}
	}
}

// choose returns the definitions that a name in a file may mean: those of the same file, or the few
// in others that a file of its language could see.
func (x *index) choose(all []definition, from string) (out []definition) {
	f := x.files[from]
	if f == nil || f.outline == nil {
		return nil
	}
	var others []definition
	for _, d := range all {
		switch {
		case d.File == from:
			out = append(out, d)
		case d.family == f.outline.Family:
			others = append(others, d)
		}
	}
	if len(out) > 0 {
		return out[:min(len(out), maxCandidates)]
	}
	if bound := slices.DeleteFunc(slices.Clone(others), func(d definition) bool { return !x.sees(f.number, d.File) }); len(bound) > 0 {
		others = bound
	}
	if len(others) > maxCandidates {
		return nil
	}
	return others
}

// sees reports whether a file refers to another.
func (x *index) sees(from int32, to string) bool {
	n := x.files[to].number
	return slices.ContainsFunc(x.graph.Bound[from], func(b modules.Binding) bool {
		return slices.ContainsFunc(b.Targets, func(t modules.Target) bool { return t.File == n })
	})
}

// functionsIn returns the functions within some lines, or else the one around them.
func (x *index) functionsIn(l engine.Lines) (out []modules.Place) {
	f := x.files[l.File]
	if f == nil || f.outline == nil || l.First < 1 || l.First > len(f.starts) {
		return nil
	}
	for k, fn := range f.outline.Functions {
		if k > 0 && f.lineOf(fn.Start) >= l.First && f.lineOf(max(fn.End, 1)-1) <= l.Last {
			out = append(out, modules.Place{File: f.number, Function: int32(k)})
		}
	}
	if len(out) == 0 {
		start := f.starts[l.First-1]
		if k := f.outline.FunctionAt(start, start); k > 0 {
			out = append(out, modules.Place{File: f.number, Function: k})
		}
	}
	return out
}

// calledBy returns the functions with a name that some functions may call: those of the same file
// first. A name that has many definitions is left out.
func (x *index) calledBy(from []modules.Place, file string) (out []definition) {
	byName := map[string][]definition{}
	var names []string
	for _, p := range from {
		for _, to := range x.graph.Calls(p) {
			o := x.graph.Files[to.File]
			fn := o.Functions[to.Function]
			if to.Function == 0 || fn.Name == "" {
				continue
			}
			f := x.files[o.Path]
			d := definition{fn.Name, engine.Lines{File: o.Path, First: f.lineOf(fn.Start), Last: f.lineOf(max(fn.End, 1) - 1)}, o.Family, to}
			if byName[fn.Name] == nil {
				names = append(names, fn.Name)
			}
			if !slices.Contains(byName[fn.Name], d) {
				byName[fn.Name] = append(byName[fn.Name], d)
			}
		}
	}
	slices.Sort(names)
	for _, name := range names {
		list := byName[name]
		if own := slices.DeleteFunc(slices.Clone(list), func(d definition) bool { return d.File != file }); len(own) > 0 {
			list = own
		}
		if len(list) <= maxCandidates {
			out = append(out, list...)
		}
	}
	slices.SortStableFunc(out, func(a, b definition) int {
		own := func(d definition) int {
			if d.File == file {
				return 0
			}
			return 1
		}
		return cmp.Or(own(a)-own(b), cmp.Compare(a.File, b.File), a.First-b.First)
	})
	return out
}

func bodyFile(r engine.Route) string {
	if r.Body == nil {
		return ""
	}
	return r.Body.File
}

// grammarOf is the first grammar of a file that has outlines.
func grammarOf(f *engine.File) string {
	for _, l := range f.Languages() {
		if g := rules.Grammar(l, f.Path); modules.Knows(g) {
			return g
		}
	}
	return ""
}

// startsOf returns the offsets of lines.
func startsOf(content []byte) []uint32 {
	out := []uint32{0}
	for i, c := range content {
		if c == '\n' {
			out = append(out, uint32(i+1))
		}
	}
	return out
}
