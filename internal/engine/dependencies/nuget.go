package dependencies

import (
	"path"
	"regexp"
	"strings"

	"vigil/internal/ecosystem"
	"vigil/internal/engine/manifest"
)

// hasNuGetLock reports whether a lock file beside a project decides.
func hasNuGetLock(fs *fileSet, name string) bool {
	return fs.has(path.Join(path.Dir(name), "packages.lock.json"))
}

// parseNuGetLock reads packages.lock.json: for each framework what it uses.
func parseNuGetLock(r *reader) error {
	v, err := manifest.ParseJSON(r.text)
	if err != nil {
		return err
	}
	frameworks := v.Field("dependencies")
	for i := range frameworks.Fields {
		list := &frameworks.Fields[i].Value
		for j := range list.Fields {
			f := &list.Fields[j]
			d := dependency{kind: ecosystem.NuGet, name: f.Name, version: f.Value.Field("resolved").String(), at: f.At, wanted: transitive}
			switch f.Value.Field("type").String() {
			case "Project":
				continue
			case "Direct":
				d.wanted = direct
			}
			if d.version == "" {
				continue
			}
			if err := r.add(d); err != nil {
				return err
			}
		}
	}
	return nil
}

// parsePackagesConfig reads packages.config, which lists all packages, also those that others
// brought.
func parsePackagesConfig(r *reader) (err error) {
	root, err := manifest.ParseXML(r.text)
	if err != nil {
		return err
	}
	root.Each("package", func(e *manifest.Element) {
		if v := e.Attr("version"); v != "" && err == nil {
			err = r.add(dependency{kind: ecosystem.NuGet, name: e.Attr("id"), version: v, at: e.At, dev: e.Attr("developmentDependency") == "true"})
		}
	})
	return err
}

// project is a file that decides on the versions of a .NET project: its own or one above it.
type project struct {
	root  *manifest.Element
	place *places
}

// parseProject reads the packages that a project refers to. Their versions may be given in
// Directory.Packages.props, and both may use properties.
func parseProject(r *reader) error {
	root, err := manifest.ParseXML(r.text)
	if err != nil {
		return err
	}
	line := []project{{root, newPlaces(r.path, r.text)}}
	for _, name := range []string{"Directory.Build.props", "Directory.Packages.props"} {
		above(r.path, func(dir string) bool { // the nearest counts
			at := path.Join(dir, name)
			text := r.files.read(at)
			if text == nil {
				return false
			}
			if root, err := manifest.ParseXML(text); err == nil {
				line = append(line, project{root, newPlaces(at, text)})
			}
			return true
		})
	}
	versions, properties := map[string]given{}, map[string]string{}
	for _, p := range line {
		for _, group := range p.root.Children {
			for _, e := range group.Children {
				if _, there := properties[e.Name]; !there && group.Name == "PropertyGroup" {
					properties[e.Name] = e.Text
				}
			}
		}
		for _, ref := range manifest.References(p.root, "PackageVersion") {
			versions[ecosystem.NuGet.Normal(ref.Name)] = given{ref.Version, p.place.path, ref.VersionAt}
		}
	}
	for _, ref := range manifest.References(root, "PackageReference") {
		d := dependency{kind: ecosystem.NuGet, name: ref.Name, at: ref.At, wanted: direct, dev: ref.Dev}
		v := given{ref.Version, r.path, ref.VersionAt}
		if v.text == "" {
			v = versions[d.kind.Normal(d.name)]
		}
		v.text = withProperties(v.text, properties)
		exact := strings.TrimSuffix(strings.TrimPrefix(v.text, "["), "]")
		switch {
		case v.text == "":
			d.open = "version not defined in this repository"
		case !d.kind.Valid(exact):
			d.open = "not an exact version: " + v.text
		default:
			d.version = exact
		}
		if d.version != "" && v.path != r.path {
			for _, p := range line {
				if p.place.path == v.path {
					line, _ := p.place.of(v.at)
					d.given = place{v.path, line}
				}
			}
		}
		if err := r.add(d); err != nil {
			return err
		}
	}
	return nil
}

var netPropertyRE = regexp.MustCompile(`\$\(([A-Za-z_][\w.-]*)\)`)

// withProperties puts in what properties stand for.
func withProperties(text string, properties map[string]string) string {
	for range 8 {
		m := netPropertyRE.FindStringSubmatchIndex(text)
		if m == nil || len(text) > 1000 || properties[text[m[2]:m[3]]] == "" {
			break
		}
		text = text[:m[0]] + properties[text[m[2]:m[3]]] + text[m[1]:]
	}
	return text
}
