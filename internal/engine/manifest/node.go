package manifest

import "strings"

// nodeNeeds are the fields of a package.json, and of what lock files say of it, that name
// packages; those that are for development alone last.
var nodeNeeds = []string{"dependencies", "optionalDependencies", "peerDependencies", "devDependencies"}

// NodeNeeds returns what a package.json, or what a lock file says of one, needs.
func NodeNeeds(v *Value) (out []Need) {
	for i, field := range nodeNeeds {
		list := v.Field(field).Fields
		for j := range list {
			out = append(out, Need{Name: list[j].Name, Version: list[j].Value.String(), Field: field, At: list[j].At, Dev: i == len(nodeNeeds)-1, Wanted: Direct})
		}
	}
	return out
}

// PackageJSON reads a package.json.
func PackageJSON(text []byte) (*Manifest, error) {
	v, err := ParseJSON(text)
	m := &Manifest{Ecosystem: NPM, Needs: NodeNeeds(v)}
	for i := range v.Fields {
		f := &v.Fields[i]
		switch s := f.Value.String(); {
		case aboutFields[f.Name]:
			m.about(f.Name, s, f.At)
			if f.Name == "name" && s != "" {
				m.Module = Entry{Name: s, At: f.At}
			}
		case (f.Name == "main") && s != "":
			m.task("package.json: main", s, "", f.At)
		case f.Name == "bin" && s != "":
			m.task("package.json: bin", f.Name, s, f.At)
		case f.Name == "bin" || f.Name == "scripts":
			m.tasks("package.json: "+f.Name, &f.Value)
		}
	}
	return m, err
}

// ComposerJSON reads a composer.json. Names without a slash are those of PHP itself and of
// its extensions.
func ComposerJSON(text []byte) (*Manifest, error) {
	v, err := ParseJSON(text)
	m := &Manifest{Ecosystem: Packagist}
	for i := range v.Fields {
		f := &v.Fields[i]
		switch {
		case aboutFields[f.Name]:
			m.about(f.Name, f.Value.String(), f.At)
		case f.Name == "scripts":
			m.tasks("composer.json: scripts", &f.Value)
		case f.Name == "bin":
			for j := range f.Value.Items {
				if item := &f.Value.Items[j]; item.String() != "" {
					m.task("composer.json: bin", item.String(), "", item.At)
				}
			}
		case f.Name == "require" || f.Name == "require-dev":
			for j := range f.Value.Fields {
				if n := &f.Value.Fields[j]; strings.Contains(n.Name, "/") {
					m.Needs = append(m.Needs, Need{Name: n.Name, Version: n.Value.String(), Field: f.Name, At: n.At, Dev: f.Name == "require-dev", Wanted: Direct})
				}
			}
		}
	}
	return m, err
}

// tasks takes the commands of an object.
func (m *Manifest) tasks(kind string, v *Value) {
	for i := range v.Fields {
		if f := &v.Fields[i]; f.Value.String() != "" {
			m.task(kind, f.Name, f.Value.String(), f.At)
		}
	}
}
