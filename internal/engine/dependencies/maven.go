package dependencies

import (
	"strings"

	"vigil/internal/ecosystem"
)

// parsePOM reads pom.xml. Versions may be those of properties and of the parents that are in
// the tree; what other parents, or lists of others, decide is left open.
func parsePOM(r *reader) error {
	root, err := parseXML(r.text)
	if err != nil {
		return err
	}
	all := r.files.allPOMs()
	line, complete := all.lineage(newPOM(r.path, r.text, root))
	lists := map[string]managed{}
	all.manage(line, lists, map[*pom]bool{})
	list := root.child("dependencies").children
	for _, profile := range root.child("profiles").children {
		list = append(list, profile.child("dependencies").children...)
	}
	for _, e := range list {
		if e.name != "dependency" {
			continue
		}
		if err := r.add(r.mavenDependency(line, lists, complete, e)); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) mavenDependency(line []*pom, lists map[string]managed, complete bool, e *element) dependency {
	in := func(e *element, name string) given { return given{e.child(name).text, r.path, e.child(name).at} }
	group, artifact := value(line, in(e, "groupId")).text, value(line, in(e, "artifactId")).text
	d := dependency{kind: ecosystem.Maven, name: group + ":" + artifact, at: e.at, wanted: direct}
	version, scope := in(e, "version"), in(e, "scope").text
	if version.text == "" || scope == "" {
		if m, there := lists[d.name]; there {
			if version.text == "" {
				version = given{m.child("version").text, m.from.path, m.child("version").at}
			}
			if scope == "" {
				scope = m.child("scope").text
			}
		}
	}
	d.dev = scope == "test"
	v := value(line, version)
	exact := strings.TrimSuffix(strings.TrimPrefix(v.text, "["), "]")
	switch {
	case v.text == "" && complete:
		d.open = "version managed by a BOM outside this repository"
	case v.text == "":
		d.open = "version managed by a parent POM outside this repository"
	case strings.ContainsAny(exact, "${}"):
		d.open = "version property " + v.text + " not defined in this repository"
	case strings.ContainsAny(exact, "[](),"):
		d.open = "version range"
	default:
		d.version = exact
	}
	if at := e.child("version"); at.name != "" {
		d.at = at.at
	}
	if v.path != r.path && d.version != "" {
		if p := r.files.allPOMs().byPath[v.path]; p != nil {
			line, _ := p.place.of(v.at)
			d.given = place{v.path, line}
		}
	}
	return d
}

// managed is what a list says of a package.
type managed struct {
	from *pom
	*element
}

// maxManaged is how many packages lists can name together.
const maxManaged = 100_000

// manage collects what a line of poms says of packages, by name: the nearest counts, and what
// it says itself before the lists of the tree that it imports.
func (ps *poms) manage(line []*pom, into map[string]managed, seen map[*pom]bool) {
	for _, p := range line {
		if seen[p] {
			continue
		}
		seen[p] = true
		var imports []string
		for _, e := range p.managed {
			name := value(line, given{text: nameOf(e)}).text
			if e.child("scope").text == "import" {
				imports = append(imports, name)
			} else if _, there := into[name]; !there && len(into) < maxManaged {
				into[name] = managed{p, e}
			}
		}
		for _, name := range imports {
			if list := ps.byName[name]; list != nil {
				imported, _ := ps.lineage(list)
				ps.manage(imported, into, seen)
			}
		}
	}
}
