package rulescan

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/modules"
)

// Taint analysis across all files of a large tree, or of one in which all files call each other, would
// cost more than the rest of the scan. So it has a budget in bytes, which depends on nothing but the tree:
// neither on the machine nor on the number of workers. Ordinary projects stay below it. What exceeds it is
// analyzed in part, beginning with the files closest to a source by imports.

const (
	smallTree   = 3 << 19 // bytes of source in one language family up to which the first pass parses every file
	leastBytes  = 1 << 19 // bytes to search for ends in a family beyond the limit,
	onePart     = 12      // or one in so many, if that is more
	maxNearness = 3       // imports between a source and what is searched there
	workOfByte  = 3       // how often each of these bytes may be visited, for all rules together
)

// Limits bounds the data flow analysis across files, for each language family. Zero values are defaults.
type Limits struct {
	Bytes int64 // to be parsed for it alone
	Work  int64 // bytes to visit, times the rules they are visited for
}

func (l Limits) withDefaults() Limits {
	return Limits{Bytes: cmp.Or(l.Bytes, 4<<20), Work: cmp.Or(l.Work, 32<<20)}
}

func budgetOf(tree *engine.Tree, l Limits) budget {
	b := budget{Limits: l.withDefaults(), large: map[string]int64{}, work: map[string]int64{}, left: map[string]bool{}}
	all := map[string]int64{}
	for _, f := range tree.Files() {
		if family := familyOf(f); family != "" && takesPart(f) {
			all[family] += f.Size
		}
	}
	for family, size := range all {
		b.work[family] = b.Work
		if size > smallTree {
			b.large[family] = size
		}
	}
	return b
}

// gather finds the sources and sinks that the first pass left out.
//
// It ignores what cannot matter. Each file through which data passes from a source of a rule to a sink
// refers to the next or is referred to by it: by a call, a base class, or a type. So all of them are in one
// connected component of the graph of references, and the rule has a source and a sink there. If no rule has
// both in a component, none of its files takes part in a flow between files. The same holds for a file that is
// parsed already and has no ends to search for: its outline is all that the call graph needs.
func (x *crossing) gather(ctx context.Context, tree *engine.Tree) error {
	if len(x.large) == 0 {
		return nil
	}
	order, live := x.nearest()
	var missing []string
	rest := map[string]int64{}
	for _, path := range order {
		c, rules := x.files[path], live[path]
		c.waits = slices.DeleteFunc(c.waits, func(r *ruleFor) bool { return !rules[r] })
		if c.large && len(rules) > 0 && (c.outline == nil || len(c.waits) > 0) {
			missing = append(missing, path)
			rest[c.family] += c.size
		}
	}
	nearness := map[string]int{}
	for family, size := range rest {
		if nearness[family] = far; size > x.Bytes {
			rest[family], nearness[family] = max(leastBytes, x.large[family]/onePart), maxNearness
			x.work[family] = min(x.Work, rest[family]*workOfByte)
		}
	}
	chosen := map[string]bool{}
	for _, path := range missing {
		if c := x.files[path]; c.hops <= nearness[c.family] && rest[c.family] >= c.size {
			chosen[path] = true
			rest[c.family] -= c.size
		} else {
			x.left[path] = true
		}
	}
	_, skipped, err := tree.Each(ctx, func(engine.Finding) {}, func(ctx context.Context, f *engine.File, _ func(engine.Finding)) error {
		if !chosen[f.Path] {
			return nil
		}
		return x.endsOf(ctx, tree, f)
	})
	for _, s := range skipped {
		x.unsure[s.Path] = map[string]bool{"data flow between files: " + s.Reason: true}
	}
	return err
}

// nearest sorts the paths of files by the number of imports between them and a source. It also returns, for
// each path, the rules that may have a source and a sink in its component.
func (x *crossing) nearest() ([]string, map[string]map[*ruleFor]bool) {
	var outlines []*modules.Outline
	for _, c := range x.files {
		if o := cmp.Or(c.outline, c.sketch); o != nil {
			outlines = append(outlines, o)
		}
	}
	index := modules.NewIndex(outlines, x.goMods)
	files := make([]*crossed, len(index.Files))
	paths := make([]string, len(index.Files))
	near := make([][]int32, len(index.Files))
	for i, o := range index.Files {
		files[i], paths[i], near[i] = x.files[o.Path], o.Path, index.Near(int32(i))
	}
	rank(files, near)
	live := map[string]map[*ruleFor]bool{}
	for _, component := range components(index, near) {
		rules := liveRules(files, component)
		for _, i := range component {
			live[paths[i]] = rules
		}
	}
	slices.SortFunc(paths, func(a, b string) int {
		return cmp.Or(cmp.Compare(x.files[a].hops, x.files[b].hops), strings.Compare(a, b))
	})
	return paths, live
}

// hasSource reports whether a file has a source, or may have one if it was not parsed.
func (c *crossed) hasSource() bool {
	if len(c.begins) > 0 {
		return true
	}
	for _, e := range c.ends {
		if len(e.sources) > 0 {
			return true
		}
	}
	return false
}

// far is the distance of files that no source is connected with by imports.
const far = 1 << 20

// rank sets the distance of each file from a source.
func rank(files []*crossed, near [][]int32) {
	var queue, importers []int32
	for i, c := range files {
		if c.hops = far; c.hasSource() {
			c.hops = 0
			queue = append(queue, int32(i))
		}
	}
	// A file that imports a source may pass on what it returns.
	for i, c := range files {
		if c.hops > 0 && slices.ContainsFunc(near[i], func(to int32) bool { return files[to].hops == 0 }) {
			importers = append(importers, int32(i))
		}
	}
	for _, i := range importers {
		files[i].hops = 1
	}
	for hops := 1; len(queue) > 0; hops++ {
		var next []int32
		for _, i := range queue {
			for _, to := range near[i] {
				if c := files[to]; c.hops > hops {
					c.hops = hops
					next = append(next, to)
				}
			}
		}
		if queue = next; hops == 1 {
			queue = append(queue, importers...)
		}
	}
}

// components returns the connected components of files. References of PHP and Ruby are resolved by name
// wherever the name is defined, also by functions that a sketch does not know, and a method of Go may be called
// through an interface that its file does not import; so all files of these families are one component.
func components(index *modules.Index, near [][]int32) [][]int32 {
	parent := make([]int32, len(near))
	for i := range parent {
		parent[i] = int32(i)
	}
	find := func(i int32) int32 {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	whole := map[string]int32{}
	for i, o := range index.Files {
		for _, to := range near[i] {
			parent[find(int32(i))] = find(to)
		}
		switch o.Family {
		case "php", "ruby", "go":
			if first, ok := whole[o.Family]; ok {
				parent[find(int32(i))] = find(first)
			} else {
				whole[o.Family] = int32(i)
			}
		}
	}
	at := map[int32]int{}
	var out [][]int32
	for i := range near {
		root := find(int32(i))
		if _, ok := at[root]; !ok {
			at[root] = len(out)
			out = append(out, nil)
		}
		out[at[root]] = append(out[at[root]], int32(i))
	}
	return out
}

// liveRules returns the rules that may have both a source and a sink in a component of at least two files.
func liveRules(files []*crossed, component []int32) map[*ruleFor]bool {
	if len(component) < 2 {
		return nil
	}
	begun, ended := map[*ruleFor]bool{}, map[*ruleFor]bool{}
	for _, i := range component {
		for r, e := range files[i].ends {
			begun[r] = begun[r] || len(e.sources) > 0
			ended[r] = ended[r] || len(e.sinks) > 0
		}
		for _, r := range files[i].begins {
			begun[r] = true
		}
		for _, r := range files[i].waits {
			ended[r] = true
		}
	}
	maps.DeleteFunc(begun, func(r *ruleFor, ok bool) bool { return !ok || !ended[r] })
	return begun
}

// endsOf finds the sources and sinks of a file for the rules that still need them, or recalls
// them.
func (x *crossing) endsOf(ctx context.Context, tree *engine.Tree, f *engine.File) error {
	c := x.files[f.Path]
	key := append([]string{"ends", x.version, f.Input()}, slices.Sorted(slices.Values(keysOf(c.waits)))...)
	var s storedEnds
	if f.Input() != "" && tree.Recall(&s, key...) && x.set.knows(&storedFile{storedEnds: s}) {
		x.set.restoreEnds(c, s)
		return nil
	}
	err := x.ends(ctx, f)
	if err == nil && f.Input() != "" && !x.set.dated.Load() {
		tree.Remember(x.set.storeEnds(c), key...)
	}
	return err
}

// ends finds the sources and sinks of a file for the rules that still need them.
func (x *crossing) ends(ctx context.Context, f *engine.File) error {
	c := x.files[f.Path]
	language, in, ok := languageOf(f)
	if !ok {
		return nil
	}
	content, err := f.Bytes()
	if err != nil {
		return err
	}
	compiled, err := x.set.compile(ctx, language, in)
	if err != nil {
		return err
	}
	s, err := x.set.scope(ctx, compiled, Target{Path: f.Path, Source: content, tree: c.tree}, compiled.filter.Scan(f.Path, content), false)
	if err != nil {
		return ctx.Err() // if it cannot be parsed, no rule matches it
	}
	c.begin(s.File.Tree, f.Path)
	c.large = false
	s.crossed = c
	for _, r := range compiled.rules {
		if r.taint != nil && slices.Contains(c.waits, r.ruleFor) {
			r.taint.ends(s.forRule(r.Options))
		}
	}
	c.keep(s.File.Tree)
	return ctx.Err()
}

// cut drops the jobs that exceed the budget. Jobs closest to sources take precedence, then smaller ones.
func (x *crossing) cut(jobs map[string][]*job, graph *modules.Graph) {
	var all []*job
	for _, list := range jobs {
		all = append(all, list...)
	}
	first := func(j *job) *crossed { return x.files[graph.Files[j.files[0]].Path] }
	work := func(j *job) (w int64) {
		for _, f := range j.files {
			w += x.files[graph.Files[f].Path].size
		}
		return w * int64(1+len(j.rules))
	}
	slices.SortFunc(all, func(a, b *job) int {
		return cmp.Or(cmp.Compare(first(a).hops, first(b).hops), cmp.Compare(work(a), work(b)), slices.Compare(a.files, b.files), cmp.Compare(a.rules[0].number, b.rules[0].number))
	})
	spent := map[string]int64{}
	for _, j := range all {
		family := first(j).family
		if w := work(j); spent[family]+w <= x.work[family] {
			spent[family] += w
			continue
		}
		path := graph.Files[j.files[0]].Path
		jobs[path] = slices.DeleteFunc(jobs[path], func(o *job) bool { return o == j })
		x.left[path] = true
	}
}

// beyond reports how many files the budget left out.
func (x *crossing) beyond() []engine.Skip {
	if len(x.left) == 0 {
		return nil
	}
	return []engine.Skip{{Reason: fmt.Sprintf("data flow between files: limit reached; files far from sources that were analyzed separately: %d", len(x.left)), Kind: engine.Incomplete}}
}
