package dependencies

import (
	"strings"

	"vigil/internal/ecosystem"
	"vigil/internal/engine/manifest"
)

// parsePOM reads pom.xml. Versions may be those of properties and of the parents that are in
// the tree; what other parents, or lists of others, decide is left open.
func parsePOM(r *reader) error {
	own, err := newPOM(r.path, r.text)
	if err != nil {
		return err
	}
	all := r.files.allPOMs()
	line, complete := all.lineage(own)
	lists := map[string]managed{}
	all.manage(line, lists, map[*pom]bool{})
	for _, e := range own.Dependencies {
		if err := r.add(r.mavenDependency(line, lists, complete, e)); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) mavenDependency(line []*pom, lists map[string]managed, complete bool, e *manifest.Element) dependency {
	in := func(e *manifest.Element, name string) given {
		return given{e.Child(name).Text, r.path, e.Child(name).At}
	}
	group, artifact := value(line, in(e, "groupId")).text, value(line, in(e, "artifactId")).text
	d := dependency{kind: ecosystem.Maven, name: group + ":" + artifact, at: manifest.MavenAt(e), wanted: direct}
	version, scope := in(e, "version"), in(e, "scope").text
	if version.text == "" || scope == "" {
		if m, there := lists[d.name]; there {
			if version.text == "" {
				version = given{m.Child("version").Text, m.from.path, m.Child("version").At}
			}
			if scope == "" {
				scope = m.Child("scope").Text
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
	*manifest.Element
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
		for _, e := range p.Managed {
			name := value(line, given{text: manifest.MavenName(e)}).text
			if e.Child("scope").Text == "import" {
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
