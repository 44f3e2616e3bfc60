package dependencies

import (
	"cmp"
	"path"
	"regexp"
	"strings"

	"vigil/internal/ecosystem"
)

// hasNuGetLock reports whether a lock file beside a project decides.
func hasNuGetLock(fs *fileSet, name string) bool {
	return fs.has(path.Join(path.Dir(name), "packages.lock.json"))
}

// parseNuGetLock reads packages.lock.json: for each framework what it uses.
func parseNuGetLock(r *reader) error {
	v, err := parseJSON(r.text)
	if err != nil {
		return err
	}
	frameworks := v.field("dependencies")
	for i := range frameworks.fields {
		list := &frameworks.fields[i].value
		for j := range list.fields {
			f := &list.fields[j]
			d := dependency{kind: ecosystem.NuGet, name: f.name, version: f.value.field("resolved").string(), at: f.at, wanted: transitive}
			switch f.value.field("type").string() {
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
	root, err := parseXML(r.text)
	if err != nil {
		return err
	}
	root.each("package", func(e *element) {
		if v := e.attr("version"); v != "" && err == nil {
			err = r.add(dependency{kind: ecosystem.NuGet, name: e.attr("id"), version: v, at: e.at, dev: e.attr("developmentDependency") == "true"})
		}
	})
	return err
}

// project is a file that decides on the versions of a .NET project: its own or one above it.
type project struct {
	root  *element
	place *places
}

// parseProject reads the packages that a project refers to. Their versions may be given in
// Directory.Packages.props, and both may use properties.
func parseProject(r *reader) error {
	root, err := parseXML(r.text)
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
			if root, err := parseXML(text); err == nil {
				line = append(line, project{root, newPlaces(at, text)})
			}
			return true
		})
	}
	versions, properties := map[string]given{}, map[string]string{}
	for _, p := range line {
		for _, group := range p.root.children {
			for _, e := range group.children {
				if _, there := properties[e.name]; !there && group.name == "PropertyGroup" {
					properties[e.name] = e.text
				}
			}
		}
		p.root.each("PackageVersion", func(e *element) {
			if name := ecosystem.NuGet.Normal(e.attr("Include")); name != "" {
				versions[name] = versionOf(p, e, "Version")
			}
		})
	}
	root.each("PackageReference", func(e *element) {
		if err != nil || e.attr("Include") == "" {
			return
		}
		d := dependency{kind: ecosystem.NuGet, name: e.attr("Include"), at: e.at, wanted: direct}
		d.dev = strings.EqualFold(cmp.Or(e.attr("PrivateAssets"), e.child("PrivateAssets").text), "all")
		v := versionOf(line[0], e, "VersionOverride")
		if v.text == "" {
			v = versionOf(line[0], e, "Version")
		}
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
		err = r.add(d)
	})
	return err
}

// versionOf returns a version that is an attribute or a child of an element.
func versionOf(p project, e *element, name string) given {
	if v := e.attr(name); v != "" {
		return given{v, p.place.path, e.at}
	}
	if c := e.child(name); c.text != "" {
		return given{c.text, p.place.path, c.at}
	}
	return given{}
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
