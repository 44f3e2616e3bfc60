package rulescan

import (
	"slices"
	"sync"
	"sync/atomic"

	"vigil/internal/engine"
	"vigil/internal/engine/formula"
	"vigil/internal/engine/modules"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/syntax"
)

// crossing is the state of the interfile analysis of one scan.
type crossing struct {
	set     *Set
	version string // of the detector
	on      bool   // a rule requests it
	budget

	room     atomic.Int64 // left for trees that are kept
	mu       sync.Mutex
	files    map[string]*crossed
	goMods   map[string][]byte
	held     []engine.Finding           // by the first pass
	flows    map[sinkKey]*crossFlow     // by the second
	gone     map[sinkKey]bool           // findings of the first pass that the second does not confirm
	unsure   map[string]map[string]bool // files in which a flow may have been missed, and the reasons
	prepared *prepared
}

// sinkKey is the place of a finding.
type sinkKey struct {
	rule, path                                 string
	startLine, startColumn, endLine, endColumn int
}

func keyOf(f *engine.Finding) sinkKey {
	return sinkKey{f.Rule, f.Path, f.StartLine, f.StartColumn, f.EndLine, f.EndColumn}
}

// crossed is what the interfile analysis knows of one file.
type crossed struct {
	outline *modules.Outline
	ends    map[*ruleFor]*crossedEnds

	// In a large tree, work beyond the rules of the file itself is postponed until it is known which
	// files are close to a source.
	large  bool
	family string
	size   int64
	sketch *modules.Outline // if it was not parsed
	begins []*ruleFor       // rules of which it may have a source, if it was not parsed
	waits  []*ruleFor       // rules of which it may have an end that was not searched for
	hops   int              // distance from a file with a source

	tree *syntax.Tree  // if it is kept for the second pass
	room *atomic.Int64 // for trees of all files, in bytes of source
}

type crossedEnds struct{ sources, sinks []int32 } // functions

// budget limits the cost of the interfile analysis.
type budget struct {
	Limits
	large map[string]int64 // bytes of language families whose files the first pass does not all parse
	work  map[string]int64 // bytes that may be visited, by language family
	left  map[string]bool  // files beyond the budget
}

// job is a group of files that are analyzed together for some rules.
type job struct {
	files []int32
	rules []*ruleFor
}

// begin reads the outline of a file. For a file in two languages, the first one counts.
func (c *crossed) begin(tree *syntax.Tree, path string) {
	if c.outline == nil {
		c.outline = modules.Read(path, tree)
	}
}

// maxKept is how many bytes of source may be kept as trees, and how many of these are reserved for files
// with an end of a flow. A tree takes about seven times as much memory.
const (
	maxKept     = 6 << 20
	keptForEnds = 2 << 20
)

// keep keeps the tree of a file that the second pass may need.
func (c *crossed) keep(tree *syntax.Tree) {
	if c.tree != nil {
		return
	}
	size := int64(len(tree.Source))
	if left := c.room.Add(-size); left < 0 || left < keptForEnds && len(c.ends) == 0 {
		c.room.Add(size)
		return
	}
	c.tree = tree
}

// note remembers the functions in which a rule has sources and sinks.
func (c *crossed) note(in *taintRule) {
	if c.outline == nil || len(in.sources) == 0 && len(in.sinks) == 0 {
		return
	}
	e := &crossedEnds{}
	for _, p := range in.sources {
		e.sources = c.functions(e.sources, p.places)
	}
	for _, p := range in.sinks {
		e.sinks = c.functions(e.sinks, p.places)
	}
	c.ends[in.rule] = e
}

// functions adds the functions around places.
func (c *crossed) functions(to []int32, places []formula.Place) []int32 {
	for i := range places {
		for f := c.outline.FunctionAt(places[i].Start, places[i].End); f >= 0; f = c.outline.Functions[f].Parent {
			if slices.Contains(to, f) {
				break
			}
			to = append(to, f)
		}
	}
	return to
}

// later notes what the prefilter and the text reveal about a file that is not parsed yet.
func (c *crossed) later(in *compilation, t Target, p candidates) {
	if c.sketch == nil {
		c.sketch = modules.Sketch(t.Path, in.grammar, t.Source)
	}
	for _, r := range p.halves {
		c.waits = append(c.waits, r.ruleFor)
	}
	for _, r := range p.begins {
		c.begins = append(c.begins, r.ruleFor)
	}
}

// maxCrossed is the largest file that takes part: handwritten ones are smaller.
const maxCrossed = 256 << 10

func takesPart(f *engine.File) bool {
	return !f.Binary && !f.Vendored && !f.Generated && !f.Minified && f.Size <= maxCrossed && !f.IsTest()
}

// languageOf is the first language of a file whose grammar supports outlines.
func languageOf(f *engine.File) (language, in string, ok bool) {
	for _, l := range f.Languages() {
		if g := rules.Grammar(l, f.Path); modules.Knows(g) {
			return l, g, true
		}
	}
	return "", "", false
}

// familyOf is the language family within which a file can import others, "" if there is none.
func familyOf(f *engine.File) string {
	_, grammar, _ := languageOf(f)
	return modules.Family(grammar)
}
