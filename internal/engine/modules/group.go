package modules

import (
	"slices"
)

// Place is a function of a file.
type Place struct{ File, Function int32 }

// Group is files worth analyzing together: the first has a function in which data from a source
// and a path to a sink can meet.
type Group struct {
	Files []int32
	Left  []int32 // files that would have belonged to it, but are too many
}

// Bounds of groups.
const (
	maxGroup  = 24 // files
	maxGroups = 8  // that begin with the same file
)

// marks of a function: what it can reach by calls, itself included.
const (
	near = 1 << iota // without leaving its file
	far              // in another file
	here             // in the function itself
)

// Groups returns the groups for sources and sinks, by their first file. The files in
// alone have both and a flow between them; they are grouped with those that they call.
func (g *Graph) Groups(sources, sinks []Place, alone []int32) []Group {
	from := g.reach(sources)
	to := g.reach(sinks)
	meets := map[int32][]int32{} // entries of each file
	for f := range g.fileOf {
		if from[f] != 0 && to[f] != 0 && (from[f]|to[f])&far != 0 && g.meets(int32(f), from, to) {
			file := g.fileOf[f]
			meets[file] = append(meets[file], int32(f))
		}
	}
	for _, file := range alone {
		for k := range g.Files[file].Functions {
			if f := g.first[file] + int32(k); from[f] != 0 || to[f] != 0 {
				meets[file] = append(meets[file], f)
			}
		}
	}
	var out []Group
	for file := range g.Files {
		entries := meets[int32(file)]
		if len(entries) == 0 {
			continue
		}
		slices.Sort(entries)
		out = append(out, g.group(int32(file), slices.Compact(entries), from, to)...)
	}
	return out
}

// reach marks the functions from which some places can be reached.
func (g *Graph) reach(places []Place) []uint8 {
	marks := make([]uint8, len(g.fileOf))
	type state struct {
		f    int32
		mark uint8
	}
	var queue []state
	for _, p := range places {
		if f := g.first[p.File] + p.Function; marks[f] == 0 {
			marks[f] = near | here
			queue = append(queue, state{f, near})
		}
	}
	for range maxHops {
		var next []state
		for _, s := range queue {
			for _, c := range g.callers[s.f] {
				mark := s.mark
				if g.fileOf[c] != g.fileOf[s.f] {
					mark = far
				}
				if marks[c]&mark == 0 {
					marks[c] |= mark
					next = append(next, state{c, mark})
				}
			}
		}
		queue = next
	}
	return marks
}

// meets reports whether data can meet a sink in a function itself, rather than in one that it calls.
func (g *Graph) meets(f int32, from, to []uint8) bool {
	if (from[f]|to[f])&here != 0 {
		return true // the other one is elsewhere
	}
	var oneFrom, oneTo int32 = -1, -1
	for _, c := range g.calls[f] {
		if from[c] != 0 {
			if oneFrom >= 0 && oneTo >= 0 {
				return true
			}
			oneFrom = c
		}
		if to[c] != 0 {
			if oneTo >= 0 && oneFrom >= 0 && (oneFrom != c || oneTo != c) {
				return true
			}
			oneTo = c
		}
	}
	return oneFrom >= 0 && oneTo >= 0 && oneFrom != oneTo
}

// group collects the files on the paths from entries to sources and sinks. If there are too many, each path
// of an entry stays together.
func (g *Graph) group(file int32, entries []int32, from, to []uint8) []Group {
	var branches [][]int32
	var helpers []int32 // files of other callees: they may be sanitizers
	seen := map[int32]bool{}
	for _, e := range entries {
		for _, c := range g.calls[e] {
			if from[c] == 0 && to[c] == 0 {
				helpers = append(helpers, g.fileOf[c])
			} else if files := g.branch(file, c, from, to, seen); len(files) > 0 {
				branches = append(branches, files)
			}
		}
	}
	var out []Group
	one := Group{Files: []int32{file}}
	var left []int32
	for _, b := range branches {
		more := slices.DeleteFunc(slices.Clone(b), func(f int32) bool { return slices.Contains(one.Files, f) })
		if len(one.Files)+len(more) > maxGroup && len(one.Files) > 1 {
			out = append(out, one)
			one, more = Group{Files: []int32{file}}, b
		}
		fit := min(len(more), maxGroup-len(one.Files))
		if len(out) >= maxGroups {
			fit = 0
		}
		one.Files, left = append(one.Files, more[:fit]...), append(left, more[fit:]...)
	}
	out = append(out, one)
	for _, f := range left {
		if !slices.ContainsFunc(out, func(x Group) bool { return slices.Contains(x.Files, f) }) {
			out[0].Left = append(out[0].Left, f)
		}
	}
	for i := range out {
		group := &out[i]
		add := func(f int32) {
			if len(group.Files) < maxGroup && !slices.Contains(group.Files, f) {
				group.Files = append(group.Files, f)
			}
		}
		for _, f := range slices.Clone(group.Files) {
			for _, t := range g.types(f) {
				add(t)
			}
		}
		for _, h := range helpers {
			add(h)
		}
	}
	return slices.DeleteFunc(out, func(x Group) bool { return len(x.Files) == 1 && len(x.Left) == 0 })
}

// branch returns the files on the ways from a function on, nearest first, and behind them those of what
// else is called there.
func (g *Graph) branch(file, f int32, from, to []uint8, seen map[int32]bool) []int32 {
	var out, helpers []int32
	in := map[int32]bool{file: true}
	visit := func(c int32) {
		if !in[g.fileOf[c]] {
			in[g.fileOf[c]] = true
			out = append(out, g.fileOf[c])
		}
	}
	visit(f)
	if seen[f] {
		return out
	}
	seen[f] = true
	queue := []int32{f}
	for range maxHops {
		var next []int32
		for _, f := range queue {
			for _, c := range g.calls[f] {
				switch {
				case from[c] == 0 && to[c] == 0:
					helpers = append(helpers, g.fileOf[c])
					continue
				case len(out) < 4*maxGroup:
					visit(c)
				}
				if !seen[c] {
					seen[c] = true
					next = append(next, c)
				}
			}
		}
		queue = next
	}
	for _, h := range helpers {
		if len(out) < maxGroup/2 && !in[h] {
			in[h] = true
			out = append(out, h)
		}
	}
	return out
}

// above returns the files of what the classes of a file extend, and what these do in turn. In PHP and Ruby
// a controller has most of its helpers from there.
func (g *Graph) above(file int32) []int32 {
	if f := g.Files[file].Family; f != "php" && f != "ruby" {
		return nil
	}
	var out []int32
	next := []int32{file}
	for range 4 {
		var further []int32
		for _, f := range next {
			for _, b := range g.Bound[f] {
				if !slices.ContainsFunc(g.Files[f].Classes, func(c Class) bool { return slices.Contains(c.Bases, b.Name) }) {
					continue
				}
				for _, t := range b.Targets {
					if t.File != file && !slices.Contains(out, t.File) && len(out) < maxTargets {
						out, further = append(out, t.File), append(further, t.File)
					}
				}
			}
		}
		next = further
	}
	return out
}

// types returns the files in which types of a file of Go are declared: those of which it has methods, and
// those of other packages that it names. In PHP and Ruby they are those of what is extended, in Java and C#
// those of classes that only hold data.
func (g *Graph) types(file int32) []int32 {
	var out []int32
	f := g.Files[file]
	switch f.Family {
	case "go":
	case "java", "csharp":
		return g.data(file)
	default:
		return g.above(file)
	}
	for _, b := range g.Bound[file] {
		for _, t := range b.Targets {
			switch {
			case t.Symbol != "" && hasClass(g.Files[t.File], t.Symbol) && hasClass(f, t.Symbol),
				t.Symbol == "" && slices.ContainsFunc(g.Files[t.File].Classes, func(c Class) bool { return c.Declared && uses(f, c.Name) }):
				out = append(out, t.File)
			}
		}
	}
	return out
}

// data returns the files of classes and enumerations that a file names and that call nothing: the types of their
// fields say what in them is harmless.
func (g *Graph) data(file int32) []int32 {
	var out []int32
	for _, b := range g.Bound[file] {
		for _, t := range b.Targets {
			to := g.Files[t.File]
			if t.File != file && hasClass(to, t.Symbol) && !slices.ContainsFunc(to.Functions, func(f Function) bool { return len(f.Calls) > 0 }) {
				out = append(out, t.File)
			}
		}
	}
	return out
}

func uses(f *Outline, name string) bool {
	_, ok := slices.BinarySearch(f.Uses, name)
	return ok
}

func hasClass(f *Outline, name string) bool {
	return slices.ContainsFunc(f.Classes, func(c Class) bool { return c.Name == name })
}
