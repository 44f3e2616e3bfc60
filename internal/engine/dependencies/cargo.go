package dependencies

import (
	"strings"

	"vigil/internal/ecosystem"
	"vigil/internal/engine/manifest"
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
	err := manifest.EachTOML(r.text, func(l manifest.TOMLLine) error {
		if l.Table == "package" && l.Array && l.Key == "" {
			all = append(all, crate{dependency: dependency{kind: ecosystem.Cargo, at: l.At}})
			return nil
		}
		if l.Table != "package" || len(all) == 0 {
			return nil
		}
		now := &all[len(all)-1]
		switch l.Key {
		case "name":
			now.name, now.at = manifest.TOMLString(l.Value), l.At
		case "version":
			now.version = manifest.TOMLString(l.Value)
		case "source":
			now.source = manifest.TOMLString(l.Value)
		case "dependencies":
			now.needs = manifest.TOMLStrings(l.Value)
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
