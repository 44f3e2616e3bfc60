package wiki

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/files"
)

// role is how a file is searched: a reader for one kind of file, or for source code.
type role struct {
	read     func(*gatherer)
	language *language // of source code
}

// choose picks the files that are looked at closely: manifests and the like, those at the
// top first, and source code, evenly from all of the tree if there is too much.
func (w *Wiki) choose(tree []*engine.File) {
	var special, sources []int
	for i, f := range tree {
		if len(f.Path) > 1000 || files.Installed(f.Path) {
			continue
		}
		if specialRole(f.Path) != nil {
			special = append(special, i)
		} else if languageOf(f.Path) != nil {
			sources = append(sources, i)
		}
	}
	if len(special) > maxSpecial {
		slices.SortStableFunc(special, func(a, b int) int {
			return cmp.Compare(strings.Count(tree[a].Path, "/"), strings.Count(tree[b].Path, "/"))
		})
		special = special[:maxSpecial]
	}
	all := len(sources)
	if all > maxSources {
		some := sources[:0]
		for i := range maxSources {
			some = append(some, sources[i*all/maxSources])
		}
		sources = some
	}
	w.sampled = [2]int{len(sources), all}
	chosen := slices.Concat(special, sources)
	slices.Sort(chosen) // by path
	w.chosen = make(map[*engine.File]int, len(chosen))
	for n, i := range chosen {
		w.chosen[tree[i]] = n
		w.roles = append(w.roles, role{specialRole(tree[i].Path), languageOf(tree[i].Path)})
	}
	w.limits = limitsFor(len(chosen))
}

// isOthers recognizes third-party code. Build and test configuration does not count as such, though
// it is often excluded with it.
func isOthers(f *engine.File) bool { return f.Vendored && !strings.HasPrefix(f.Path, ".github/") }

// look extracts the facts of a file.
func look(path string, r role, content []byte, l limits) *facts {
	g := &gatherer{path: path, src: content[:min(len(content), maxLookBytes)], limits: l}
	g.out.path = strings.Clone(path)
	if r.read != nil {
		r.read(g)
	} else {
		g.out.language = r.language.name
		r.language.read(g)
	}
	return &g.out
}

// size is how much there is of something.
type size struct{ files, lines int }

// totals counts all files.
type totals struct {
	languages                           map[string]*size
	files, lines                        int // of code that people wrote here
	others, binary, generated, vendored int
}

func (t *totals) add(f *engine.File, lines int) {
	switch {
	case isOthers(f):
		t.vendored++
		return
	case f.Generated || f.Minified:
		t.generated++
		return
	case f.Binary:
		t.binary++
		return
	}
	if !files.IsProgramming(f.Language) && !files.IsMarkup(f.Language) {
		t.others++
		return
	}
	s := t.languages[f.Language]
	if s == nil {
		s = &size{}
		t.languages[f.Language] = s
	}
	s.files++
	s.lines += lines
	t.files++
	t.lines += lines
}

func countLines(content []byte) int {
	n := bytes.Count(content, []byte("\n"))
	if len(content) > 0 && content[len(content)-1] != '\n' {
		n++
	}
	return n
}

// folder is a folder that the layout shows.
type folder struct {
	path      string
	files     int
	languages map[string]int // files
}

// folders are the folders down to depth 2 with the most files.
type folders struct {
	list    []*folder // by path
	byPath  map[string]*folder
	leftOut int
}

const (
	maxTopFolders = 80
	maxSubFolders = 160
)

// chooseFolders picks from sorted paths. Files of one folder follow each other there, so
// that not all folders need to be in memory.
func chooseFolders(paths []string) (out folders) {
	for i, most := range []int{maxTopFolders, maxSubFolders} {
		list, n := largestFolders(paths, i+1, most)
		out.list = append(out.list, list...)
		out.leftOut += n - len(list)
	}
	slices.SortFunc(out.list, func(a, b *folder) int { return strings.Compare(a.path, b.path) })
	out.byPath = map[string]*folder{}
	for _, f := range out.list {
		out.byPath[f.path] = f
	}
	return out
}

func largestFolders(paths []string, depth, most int) (list []*folder, n int) {
	shrink := func(limit int) {
		if len(list) > limit {
			slices.SortFunc(list, func(a, b *folder) int {
				return cmp.Or(cmp.Compare(b.files, a.files), strings.Compare(a.path, b.path))
			})
			list = list[:most]
		}
	}
	var last *folder
	for _, p := range paths {
		at := folderAt(p, depth)
		if at == "" || len(at) > 300 {
			continue
		}
		if last == nil || last.path != at {
			shrink(20 * most)
			last = &folder{path: at, languages: map[string]int{}}
			list = append(list, last)
			n++
		}
		last.files++
	}
	shrink(most)
	return list, n
}

// folderAt returns the folder of a path that lies so deep, "" if it lies higher.
func folderAt(p string, depth int) string {
	end := 0
	for range depth {
		n := strings.IndexByte(p[end:], '/')
		if n < 0 {
			return ""
		}
		end += n + 1
	}
	return p[:end-1]
}

func (x *folders) add(f *engine.File) {
	if f.Language == "" || isOthers(f) || f.Generated || f.Minified {
		return
	}
	for depth := 1; depth <= 2; depth++ {
		if in := x.byPath[folderAt(f.Path, depth)]; in != nil {
			in.languages[f.Language]++
		}
	}
}

func base(p string) string { return path.Base(p) }

func dir(p string) string {
	if d := path.Dir(p); d != "." {
		return d
	}
	return ""
}
