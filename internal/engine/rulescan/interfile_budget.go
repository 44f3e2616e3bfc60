package rulescan

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/embedded"
	"vigil/internal/engine/modules"
)

// Taint analysis across all files of a large tree, or of one in which all files call each other, would
// cost more than the rest of the scan. So it has a budget, which depends on nothing but the tree: in a
// small tree every file takes part, in a large one those closest to a source by imports.

const (
	smallTree   = 3 << 19 // bytes of source in one language family up to which every file takes part
	leastBytes  = 1 << 19 // bytes that take part in a larger tree,
	onePart     = 12      // or one in so many, if that is more
	maxNearness = 3       // imports between a source and what takes part
	workOfByte  = 3       // how often each byte of the budget may be visited, for all rules together
	workOfSmall = 12      // the same for each byte of a small tree,
	leastWork   = 4 << 20 // or so many bytes, if that is more
)

func budgetOf(tree *engine.Tree) budget {
	all := map[string]int64{}
	for _, f := range tree.Files() {
		if family := familyOf(f); family != "" && takesPart(f) {
			all[family] += f.Size
		}
	}
	b := budget{bytes: map[string]int64{}, work: map[string]int64{}, left: map[string]bool{}}
	for family, size := range all {
		if size > smallTree {
			b.bytes[family] = max(leastBytes, size/onePart)
			b.work[family] = b.bytes[family] * workOfByte
		} else {
			b.work[family] = max(leastWork, size*workOfSmall)
		}
	}
	return b
}

// gather finds the sources and sinks that the first pass left out, in the files closest to sources.
func (x *crossing) gather(ctx context.Context, tree *engine.Tree) error {
	if len(x.bytes) == 0 {
		return nil
	}
	begun := map[*ruleFor]bool{} // rules with a source somewhere
	for _, c := range x.files {
		for r, e := range c.ends {
			begun[r] = begun[r] || len(e.sources) > 0
		}
		for _, r := range c.begins {
			begun[r] = true
		}
	}
	chosen, rest := map[string]bool{}, maps.Clone(x.bytes)
	for _, path := range x.nearest() {
		c := x.files[path]
		c.waits = slices.DeleteFunc(c.waits, func(r *ruleFor) bool { return !begun[r] })
		switch {
		case !c.large || c.outline != nil && len(c.waits) == 0:
		case c.hops <= maxNearness && rest[c.family] >= c.size:
			chosen[path] = true
			rest[c.family] -= c.size
		case len(c.waits) > 0:
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

// nearest sorts the paths of files by the number of imports between them and a source.
func (x *crossing) nearest() []string {
	var outlines []*modules.Outline
	for _, c := range x.files {
		if o := cmp.Or(c.outline, c.sketch); o != nil {
			outlines = append(outlines, o)
		}
	}
	index := modules.NewIndex(outlines, x.goMods)
	near := make([][]int32, len(index.Files))
	const far = 1 << 20
	var queue, importers []int32
	for i, o := range index.Files {
		near[i] = index.Near(int32(i))
		c := x.files[o.Path]
		c.hops = far
		begins := len(c.begins) > 0
		for _, e := range c.ends {
			begins = begins || len(e.sources) > 0
		}
		if begins {
			c.hops = 0
			queue = append(queue, int32(i))
		}
	}
	// A file that imports a source may pass on what it returns.
	for i := range index.Files {
		c := x.files[index.Files[i].Path]
		if c.hops > 0 && slices.ContainsFunc(near[i], func(to int32) bool { return x.files[index.Files[to].Path].hops == 0 }) {
			importers = append(importers, int32(i))
		}
	}
	for _, i := range importers {
		x.files[index.Files[i].Path].hops = 1
	}
	for hops := 1; hops <= maxNearness; hops++ {
		var next []int32
		for _, i := range queue {
			for _, to := range near[i] {
				if c := x.files[index.Files[to].Path]; c.hops > hops {
					c.hops = hops
					next = append(next, to)
				}
			}
		}
		if queue = next; hops == 1 {
			queue = append(queue, importers...)
		}
	}
	paths := make([]string, len(index.Files))
	for i, o := range index.Files {
		paths[i] = o.Path
	}
	slices.SortFunc(paths, func(a, b string) int {
		return cmp.Or(cmp.Compare(x.files[a].hops, x.files[b].hops), strings.Compare(a, b))
	})
	return paths
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
	s, err := x.set.scope(ctx, compiled, Target{Path: f.Path, Source: content, tree: c.tree}, compiled.filter.Scan(embedded.Code(f.Path, in, content)), false)
	if err != nil {
		return ctx.Err() // if it cannot be parsed, no rule matches it
	}
	c.begin(s.file.Tree, f.Path)
	c.large = false
	s.crossed = c
	for _, r := range compiled.rules {
		if r.taint != nil && slices.Contains(c.waits, r.ruleFor) {
			r.taint.ends(s.forRule(r.Options))
		}
	}
	c.keep(s.file.Tree)
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
