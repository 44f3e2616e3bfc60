package dependencies

import (
	"strings"

	"vigil/internal/ecosystem"
)

// parseGradleLock reads gradle.lockfile: group:artifact:version=where it is used.
func parseGradleLock(r *reader) error {
	for at := 0; at < len(r.text); {
		start := at
		line := strings.TrimSpace(nextLine(r.text, &at))
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
	err := eachTOML(r.text, func(l tomlLine) error {
		fields := tomlFields(l.value)
		switch {
		case l.table == "versions" && l.key != "":
			versions[l.key] = tomlString(l.value)
		case l.table == "libraries" && l.key != "":
			lib := library{dependency: dependency{kind: ecosystem.Maven, at: l.at, wanted: direct, vague: true}}
			switch whole := tomlString(l.value); {
			case strings.Count(whole, ":") == 2:
				n := strings.LastIndexByte(whole, ':')
				lib.name, lib.version = whole[:n], whole[n+1:]
			case fields["module"] != "":
				lib.name = tomlString(fields["module"])
			case fields["group"] != "":
				lib.name = tomlString(fields["group"]) + ":" + tomlString(fields["name"])
			}
			if lib.version == "" {
				lib.version = tomlString(fields["version"])
			}
			lib.ref = tomlString(fields["version.ref"])
			if inner := tomlFields(fields["version"]); inner["ref"] != "" {
				lib.ref = tomlString(inner["ref"])
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
