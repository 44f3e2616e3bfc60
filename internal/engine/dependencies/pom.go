package dependencies

import (
	"path"
	"regexp"
	"strings"
	"sync"

	"vigil/internal/engine/files"
)

// pom is a pom.xml, as far as it decides on versions.
type pom struct {
	path       string
	root       *element
	parent     string // group:artifact
	parentPath string // where the parent should lie
	place      *places
	properties map[string]*element
	managed    []*element // the list of versions for others
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
			root, err := parseXML(text)
			if err != nil {
				continue
			}
			p := newPOM(name, text, root)
			fs.poms.byPath[name] = p
			own := p.ownName()
			if was := fs.poms.byName[own]; was == nil || name < was.path {
				fs.poms.byName[own] = p
			}
		}
	})
	return &fs.poms
}

func newPOM(name string, text []byte, root *element) *pom {
	p := &pom{path: name, root: root, place: newPlaces(name, text), properties: map[string]*element{}}
	if parent := root.child("parent"); parent.name != "" {
		p.parent = parent.child("groupId").text + ":" + parent.child("artifactId").text
		p.parentPath = "../pom.xml"
		if given := parent.child("relativePath"); given.name != "" {
			p.parentPath = given.text
		}
	}
	for _, e := range root.child("properties").children {
		p.properties[e.name] = e
	}
	p.managed = root.child("dependencyManagement").child("dependencies").children
	return p
}

func nameOf(e *element) string { return e.child("groupId").text + ":" + e.child("artifactId").text }

func (p *pom) ownName() string {
	group := p.root.child("groupId").text
	if group == "" {
		group, _, _ = strings.Cut(p.parent, ":")
	}
	return group + ":" + p.root.child("artifactId").text
}

// lineage is a pom and its parents in the tree, and whether all of them are there.
func (ps *poms) lineage(p *pom) (all []*pom, complete bool) {
	for len(all) < 16 {
		all = append(all, p)
		if p.parent == "" {
			return all, true
		}
		at := path.Join(path.Dir(p.path), p.parentPath)
		next := ps.byPath[at]
		if next == nil {
			next = ps.byPath[path.Join(at, "pom.xml")]
		}
		if p.parentPath == "" || next == nil || next.ownName() != p.parent {
			next = ps.byName[p.parent]
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
		if e := p.properties[name]; e != nil {
			return given{e.text, p.path, e.at}
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
		from := p.root
		if isParents {
			from, field = first.root.child("parent"), parent
		}
		if e := from.child(field); e.text != "" {
			return given{e.text, p.path, e.at}
		}
		if e := p.root.child("parent").child(field); e.text != "" && (field == "version" || field == "groupId") {
			return given{e.text, p.path, e.at}
		}
	}
	return given{}
}
