package dependencies

import (
	"path"

	"vigil/internal/ecosystem"
)

// parseComposerLock reads composer.lock. Branches have no version that could be compared.
func parseComposerLock(r *reader) error {
	v, err := parseJSON(r.text)
	if err != nil {
		return err
	}
	wants := map[string]bool{}
	if text := r.files.read(path.Join(path.Dir(r.path), "composer.json")); text != nil {
		if v, err := parseJSON(text); err == nil {
			for _, field := range []string{"require", "require-dev"} {
				for _, f := range v.field(field).fields {
					wants[ecosystem.Packagist.Normal(f.name)] = false
				}
			}
		}
	}
	for _, field := range []string{"packages", "packages-dev"} {
		list := v.field(field)
		for i := range list.items {
			item := &list.items[i]
			d := dependency{kind: ecosystem.Packagist, name: item.field("name").string(), version: item.field("version").string(), at: item.field("name").at, dev: field == "packages-dev"}
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
