package dependencies

import (
	"strings"
)

// parsePNPMLock reads pnpm-lock.yaml. Versions 5 to 9 of it differ in how a package is
// written: /name/1.2.3, /name@1.2.3 or name@1.2.3, with what it was built for behind it.
func parsePNPMLock(r *reader) error {
	slashes := false // version 5
	wants := map[string]bool{}
	last := -1
	want := func(field, name, version string) {
		dev := field == "devDependencies"
		if field != "dependencies" && field != "optionalDependencies" && !dev {
			return
		}
		version, _, _ = strings.Cut(version, "(")
		version, _, _ = strings.Cut(version, "_")
		if was, there := wants[name+"@"+version]; !there || was {
			wants[name+"@"+version] = dev
		}
	}
	err := eachYAML(r.text, func(l yamlLine) error {
		p := l.path
		switch {
		case len(p) == 1 && p[0] == "lockfileVersion":
			slashes = strings.HasPrefix(l.value, "5")
		case len(p) == 2 && l.value != "":
			want(p[0], p[1], l.value)
		case len(p) == 3 && p[2] == "version":
			want(p[0], p[1], l.value)
		case len(p) == 4 && p[0] == "importers" && l.value != "":
			want(p[2], p[3], l.value)
		case len(p) == 5 && p[0] == "importers" && p[4] == "version":
			want(p[2], p[3], l.value)
		}
		if p[0] != "packages" {
			return nil
		}
		switch {
		case len(p) == 2:
			last = -1
			name, version := pnpmKey(p[1], slashes)
			before := len(r.found)
			if err := r.npm(dependency{name: name, version: version, at: l.at}); err != nil {
				return err
			}
			if version != "" && len(r.found) > before {
				last = before
			}
		case len(p) == 3 && p[2] == "dev" && l.value == "true" && last >= 0:
			r.found[last].dev = true
		}
		return nil
	})
	for i := range r.found {
		d := &r.found[i]
		*d = told(*d, wants, d.name+"@"+d.version)
	}
	return err
}

// pnpmKey reads the key of a package.
func pnpmKey(key string, slashes bool) (name, version string) {
	key = strings.TrimPrefix(key, "/")
	if slashes {
		if n := strings.LastIndexByte(key, '/'); n > 0 {
			version, _, _ = strings.Cut(key[n+1:], "_")
			return key[:n], version
		}
		return key, ""
	}
	key, _, _ = strings.Cut(key, "(")
	name, version = cutAt(key)
	version, _, _ = strings.Cut(version, "_")
	return name, version
}
