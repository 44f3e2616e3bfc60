package dependencies

import (
	"strings"

	"vigil/internal/ecosystem"
)

// parseCargoLock reads Cargo.lock. Packages without a source lie in the tree: what they
// depend on is what the code itself wants.
func parseCargoLock(r *reader) error {
	wants := map[string]bool{}
	type crate struct {
		dependency
		source string
		needs  []string
	}
	var all []crate
	err := eachTOML(r.text, func(l tomlLine) error {
		if l.table == "package" && l.array && l.key == "" {
			all = append(all, crate{dependency: dependency{kind: ecosystem.Cargo, at: l.at}})
			return nil
		}
		if l.table != "package" || len(all) == 0 {
			return nil
		}
		now := &all[len(all)-1]
		switch l.key {
		case "name":
			now.name, now.at = tomlString(l.value), l.at
		case "version":
			now.version = tomlString(l.value)
		case "source":
			now.source = tomlString(l.value)
		case "dependencies":
			now.needs = tomlStrings(l.value)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, c := range all {
		if c.source == "" {
			for _, need := range c.needs { // name, and the version if there are several
				name, version, several := strings.Cut(need, " ")
				if several {
					version, _, _ = strings.Cut(version, " ")
					name += " " + version
				}
				wants[name] = false
			}
		}
	}
	for _, c := range all {
		if !strings.HasPrefix(c.source, "registry+") && !strings.HasPrefix(c.source, "sparse+") || c.version == "" {
			continue
		}
		d := told(c.dependency, wants, c.name)
		if _, exact := wants[c.name+" "+c.version]; exact {
			d = told(c.dependency, wants, c.name+" "+c.version)
		}
		if err := r.add(d); err != nil {
			return err
		}
	}
	return nil
}
