package dependencies

import (
	"vigil/internal/ecosystem"
	"vigil/internal/engine/manifest"
)

// parseGoMod reads go.mod: requirements and replacements. A module replaced by a folder is part of
// this tree, or not published at all. The version of Go itself is left out: the file says which one
// is required, not which one builds.
func parseGoMod(r *reader) error {
	f := manifest.ParseGoMod(r.text)
	for _, n := range f.Requires {
		d := dependency{kind: ecosystem.Go, name: n.Name, version: n.Version, at: n.At, wanted: n.Wanted}
		if f.Excluded[manifest.GoVersion{Path: d.name, Version: d.version}] {
			d.version, d.open = "", "the version is excluded, so Go uses the next higher one"
		}
		to, there := f.Replaced[manifest.GoVersion{Path: d.name, Version: d.version}]
		if !there {
			to, there = f.Replaced[manifest.GoVersion{Path: d.name}]
		}
		switch {
		case there && to.Version == "": // a folder
			continue
		case there:
			d.name, d.version, d.open = to.Path, to.Version, ""
		}
		if err := r.add(d); err != nil {
			return err
		}
	}
	return nil
}
