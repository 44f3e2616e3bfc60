package dependencies

import (
	"strings"

	"vigil/internal/ecosystem"
	"vigil/internal/engine/manifest"
)

// parseGradleLock reads gradle.lockfile: group:artifact:version=where it is used.
func parseGradleLock(r *reader) error {
	for at := 0; at < len(r.text); {
		start := at
		line := strings.TrimSpace(manifest.NextLine(r.text, &at))
		what, where, ok := strings.Cut(line, "=")
		parts := strings.Split(what, ":")
		if !ok || line[0] == '#' || len(parts) != 3 {
			continue
		}
		d := dependency{kind: ecosystem.Maven, name: parts[0] + ":" + parts[1], version: parts[2], at: start, dev: true}
		for _, use := range strings.Split(where, ",") {
			d.dev = d.dev && strings.HasPrefix(strings.ToLower(use), "test")
		}
		if err := r.add(d); err != nil {
			return err
		}
	}
	return nil
}

// parseGradleCatalog reads a catalog of versions, which says what may be used by which name.
func parseGradleCatalog(r *reader) error {
	versions := map[string]string{}
	type library struct {
		dependency
		ref string
	}
	var all []library
	err := manifest.EachTOML(r.text, func(l manifest.TOMLLine) error {
		fields := manifest.TOMLFields(l.Value)
		switch {
		case l.Table == "versions" && l.Key != "":
			versions[l.Key] = manifest.TOMLString(l.Value)
		case l.Table == "libraries" && l.Key != "":
			lib := library{dependency: dependency{kind: ecosystem.Maven, at: l.At, wanted: direct, vague: true}}
			switch whole := manifest.TOMLString(l.Value); {
			case strings.Count(whole, ":") == 2:
				n := strings.LastIndexByte(whole, ':')
				lib.name, lib.version = whole[:n], whole[n+1:]
			case fields["module"] != "":
				lib.name = manifest.TOMLString(fields["module"])
			case fields["group"] != "":
				lib.name = manifest.TOMLString(fields["group"]) + ":" + manifest.TOMLString(fields["name"])
			}
			if lib.version == "" {
				lib.version = manifest.TOMLString(fields["version"])
			}
			lib.ref = manifest.TOMLString(fields["version.ref"])
			if inner := manifest.TOMLFields(fields["version"]); inner["ref"] != "" {
				lib.ref = manifest.TOMLString(inner["ref"])
			}
			all = append(all, lib)
		}
		return nil
	})
	for _, lib := range all {
		if err != nil {
			break
		}
		if lib.ref != "" {
			lib.version = versions[lib.ref]
		}
		if lib.version == "" || strings.ContainsAny(lib.version, "+[](), ") {
			lib.version, lib.open = "", "no exact version"
		}
		err = r.add(lib.dependency)
	}
	return err
}
