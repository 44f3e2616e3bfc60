package dependencies

import (
	"path"

	"vigil/internal/ecosystem"
	"vigil/internal/engine/manifest"
)

// parseComposerLock reads composer.lock. Branches have no version that could be compared.
func parseComposerLock(r *reader) error {
	v, err := manifest.ParseJSON(r.text)
	if err != nil {
		return err
	}
	wants := map[string]bool{}
	if text := r.files.read(path.Join(path.Dir(r.path), "composer.json")); text != nil {
		if m, err := manifest.ComposerJSON(text); err == nil {
			for _, n := range m.Needs {
				wants[ecosystem.Packagist.Normal(n.Name)] = false
			}
		}
	}
	for _, field := range []string{"packages", "packages-dev"} {
		list := v.Field(field)
		for i := range list.Items {
			item := &list.Items[i]
			d := dependency{kind: ecosystem.Packagist, name: item.Field("name").String(), version: item.Field("version").String(), at: item.Field("name").At, dev: field == "packages-dev"}
			if d.version == "" || !d.kind.Valid(d.version) {
				continue
			}
			if err := r.add(told(d, wants, d.kind.Normal(d.name))); err != nil {
				return err
			}
		}
	}
	return nil
}
