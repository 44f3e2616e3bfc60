package dependencies

import (
	"path"
	"regexp"
	"strings"
	"sync"

	"vigil/internal/engine/files"
	"vigil/internal/engine/manifest"
)

// pom is a pom.xml of the tree.
type pom struct {
	*manifest.POM
	path  string
	place *places
}

// poms are those of a tree. They are read when the first is needed: any can be the parent of
// any.
type poms struct {
	once   sync.Once
	byPath map[string]*pom
	byName map[string]*pom
}

// maxPOMs is how many are read.
const maxPOMs = 5000

func (fs *fileSet) allPOMs() *poms {
	fs.poms.once.Do(func() {
		fs.poms.byPath, fs.poms.byName = map[string]*pom{}, map[string]*pom{}
		for name := range fs.byPath {
			if path.Base(name) != "pom.xml" || files.Installed(name) || len(fs.poms.byPath) == maxPOMs {
				continue
			}
			text := fs.read(name)
			p, err := newPOM(name, text)
			if err != nil {
				continue
			}
			fs.poms.byPath[name] = p
			own := p.ownName()
			if was := fs.poms.byName[own]; was == nil || name < was.path {
				fs.poms.byName[own] = p
			}
		}
	})
	return &fs.poms
}

func newPOM(name string, text []byte) (*pom, error) {
	p, err := manifest.ParsePOM(text)
	if err != nil {
		return nil, err
	}
	return &pom{POM: p, path: name, place: newPlaces(name, text)}, nil
}

func (p *pom) ownName() string {
	group := p.Root.Child("groupId").Text
	if group == "" {
		group, _, _ = strings.Cut(p.Parent, ":")
	}
	return group + ":" + p.Root.Child("artifactId").Text
}

// lineage is a pom and its parents in the tree, and whether all of them are there.
func (ps *poms) lineage(p *pom) (all []*pom, complete bool) {
	for len(all) < 16 {
		all = append(all, p)
		if p.Parent == "" {
			return all, true
		}
		at := path.Join(path.Dir(p.path), p.ParentPath)
		next := ps.byPath[at]
		if next == nil {
			next = ps.byPath[path.Join(at, "pom.xml")]
		}
		if p.ParentPath == "" || next == nil || next.ownName() != p.Parent {
			next = ps.byName[p.Parent]
		}
		if next == nil || next == p {
			return all, false
		}
		p = next
	}
	return all, false
}

// given is a text of a pom and where it stands.
type given struct {
	text string
	path string
	at   int
}

var propertyRE = regexp.MustCompile(`\$\{([^${}]+)\}`)

// value puts in what properties stand for, as far as it is known. The place is the one of the
// last property, if the text is nothing else.
func value(line []*pom, g given) given {
	for range 8 {
		m := propertyRE.FindStringSubmatchIndex(g.text)
		if m == nil || len(g.text) > 1000 {
			break
		}
		name := g.text[m[2]:m[3]]
		found := property(line, name)
		if found.path == "" {
			break
		}
		whole := m[0] == 0 && m[1] == len(g.text)
		g.text = g.text[:m[0]] + found.text + g.text[m[1]:]
		if whole {
			g.path, g.at = found.path, found.at
		}
	}
	return g
}

func property(line []*pom, name string) given {
	for _, p := range line {
		if e := p.Properties[name]; e != nil {
			return given{e.Text, p.path, e.At}
		}
	}
	first := line[0]
	field, ok := strings.CutPrefix(name, "project.")
	if !ok {
		field, ok = strings.CutPrefix(name, "pom.")
	}
	if !ok {
		return given{}
	}
	parent, isParents := strings.CutPrefix(field, "parent.")
	for _, p := range line {
		from := p.Root
		if isParents {
			from, field = first.Root.Child("parent"), parent
		}
		if e := from.Child(field); e.Text != "" {
			return given{e.Text, p.path, e.At}
		}
		if e := p.Root.Child("parent").Child(field); e.Text != "" && (field == "version" || field == "groupId") {
			return given{e.Text, p.path, e.At}
		}
	}
	return given{}
}
