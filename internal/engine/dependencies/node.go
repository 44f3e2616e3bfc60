package dependencies

import (
	"path"
	"strings"

	"vigil/internal/ecosystem"
)

// nodeLocks are the lock files that decide in place of a package.json.
var nodeLocks = []string{"package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock"}

// hasNodeLock reports whether a lock file decides what a package.json wants: beside it, or
// above it as for workspaces.
func hasNodeLock(fs *fileSet, name string) bool {
	return above(name, func(dir string) bool {
		for _, lock := range nodeLocks {
			if fs.has(path.Join(dir, lock)) {
				return true
			}
		}
		return false
	})
}

// nodeNeeds are the fields of a package.json, and of what lock files say of it, that name
// packages; those that are for development alone last.
var nodeNeeds = []string{"dependencies", "optionalDependencies", "peerDependencies", "devDependencies"}

// wants collects the names of packages that the code itself wants, with whether that is for
// development alone.
func (v *jsonValue) wants(into map[string]bool) {
	for i, field := range nodeNeeds {
		for _, f := range v.field(field).fields {
			onlyDev := i == len(nodeNeeds)-1
			if was, there := into[f.name]; !there || was {
				into[f.name] = onlyDev
			}
		}
	}
}

// directOf is what the package.json beside a lock file wants.
func (r *reader) directOf() map[string]bool {
	out := map[string]bool{}
	if text := r.files.read(path.Join(path.Dir(r.path), "package.json")); text != nil {
		if v, err := parseJSON(text); err == nil {
			v.wants(out)
		}
	}
	return out
}

// told says of a package what is known of who wants it. With no list at all, nothing is.
func told(d dependency, wants map[string]bool, name string) dependency {
	if len(wants) == 0 {
		return d
	}
	d.wanted = transitive
	if dev, there := wants[name]; there {
		d.wanted, d.dev = direct, d.dev || dev
	}
	return d
}

// npmAlias returns the real name and version if one is written as npm:real@1.2.3.
func npmAlias(name, version string) (string, string) {
	rest, ok := strings.CutPrefix(version, "npm:")
	if !ok {
		return name, version
	}
	if n := strings.LastIndexByte(rest, '@'); n > 0 {
		return rest[:n], rest[n+1:]
	}
	return name, rest
}

// npm adds a package of npm, if it comes from a registry: others have no such version.
func (r *reader) npm(d dependency) error {
	d.kind = ecosystem.NPM
	if d.version != "" && !d.kind.Valid(d.version) {
		return nil
	}
	return r.add(d)
}

// parseNPMLock reads package-lock.json and npm-shrinkwrap.json, of versions 1 to 3.
func parseNPMLock(r *reader) error {
	v, err := parseJSON(r.text)
	if err != nil {
		return err
	}
	packages := v.field("packages")
	if packages.kind != '{' {
		return r.npmTree(v.field("dependencies"), r.directOf(), 0)
	}
	wants := map[string]bool{}
	for i := range packages.fields {
		if f := &packages.fields[i]; !strings.Contains(f.name, "node_modules/") {
			f.value.wants(wants) // the code itself, and its workspaces
		}
	}
	for i := range packages.fields {
		f := &packages.fields[i]
		n := strings.LastIndex(f.name, "node_modules/")
		if n < 0 || f.value.field("link").isTrue() {
			continue
		}
		alias := f.name[n+len("node_modules/"):]
		name := alias
		if real := f.value.field("name").string(); real != "" {
			name = real
		}
		d := dependency{name: name, version: f.value.field("version").string(), at: f.at}
		if n == 0 { // what lies deeper is there for another
			d = told(d, wants, alias)
		} else {
			d.wanted = transitive
		}
		d.dev = f.value.field("dev").isTrue()
		if err := r.npm(d); err != nil {
			return err
		}
	}
	return nil
}

// npmTree reads the nested list of version 1.
func (r *reader) npmTree(list *jsonValue, wants map[string]bool, depth int) error {
	for i := range list.fields {
		f := &list.fields[i]
		name, version := npmAlias(f.name, f.value.field("version").string())
		d := dependency{name: name, version: version, at: f.at, wanted: transitive}
		if depth == 0 {
			d.wanted = notTold
			d = told(d, wants, f.name)
		}
		d.dev = f.value.field("dev").isTrue()
		if err := r.npm(d); err != nil {
			return err
		}
		if err := r.npmTree(f.value.field("dependencies"), wants, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// parseBunLock reads bun.lock: a package is a list that begins with name@version.
func parseBunLock(r *reader) error {
	v, err := parseJSON(r.text)
	if err != nil {
		return err
	}
	wants := map[string]bool{}
	workspaces := v.field("workspaces")
	for i := range workspaces.fields {
		workspaces.fields[i].value.wants(wants)
	}
	packages := v.field("packages")
	for i := range packages.fields {
		f := &packages.fields[i]
		if len(f.value.items) == 0 {
			continue
		}
		name, version := cutAt(f.value.items[0].string())
		if err := r.npm(told(dependency{name: name, version: version, at: f.at}, wants, f.name)); err != nil {
			return err
		}
	}
	return nil
}

// cutAt divides name@version. A scope begins with the same sign.
func cutAt(s string) (name, version string) {
	if n := strings.LastIndexByte(s, '@'); n > 0 {
		return s[:n], s[n+1:]
	}
	return s, ""
}

// parsePackageJSON reads package.json, where no lock file decides.
func parsePackageJSON(r *reader) error {
	v, err := parseJSON(r.text)
	if err != nil {
		return err
	}
	for i, field := range nodeNeeds {
		if field == "peerDependencies" { // somebody else installs them
			continue
		}
		list := v.field(field)
		for j := range list.fields {
			f := &list.fields[j]
			name, version := npmAlias(f.name, f.value.string())
			if version == "" || strings.ContainsAny(version, "/:") { // from somewhere else
				continue
			}
			d := dependency{name: name, version: strings.TrimPrefix(version, "="), at: f.at, wanted: direct, dev: i == len(nodeNeeds)-1}
			if !ecosystem.NPM.Valid(d.version) || strings.Count(d.version, ".") < 2 { // 1.2 is a range
				d.version, d.open = "", "version range without a lockfile"
			}
			if err := r.npm(d); err != nil {
				return err
			}
		}
	}
	return nil
}
