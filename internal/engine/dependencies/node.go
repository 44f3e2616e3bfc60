package dependencies

import (
	"path"
	"strings"

	"vigil/internal/ecosystem"
	"vigil/internal/engine/manifest"
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

// wants collects the names of packages that the code itself wants, with whether that is for
// development alone.
func wants(needs []manifest.Need, into map[string]bool) {
	for _, n := range needs {
		if was, there := into[n.Name]; !there || was {
			into[n.Name] = n.Dev
		}
	}
}

// directOf is what the package.json beside a lock file wants.
func (r *reader) directOf() map[string]bool {
	out := map[string]bool{}
	if text := r.files.read(path.Join(path.Dir(r.path), "package.json")); text != nil {
		if m, err := manifest.PackageJSON(text); err == nil {
			wants(m.Needs, out)
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
	v, err := manifest.ParseJSON(r.text)
	if err != nil {
		return err
	}
	packages := v.Field("packages")
	if packages.Kind != '{' {
		return r.npmTree(v.Field("dependencies"), r.directOf(), 0)
	}
	wanted := map[string]bool{}
	for i := range packages.Fields {
		if f := &packages.Fields[i]; !strings.Contains(f.Name, "node_modules/") {
			wants(manifest.NodeNeeds(&f.Value), wanted) // the code itself, and its workspaces
		}
	}
	for i := range packages.Fields {
		f := &packages.Fields[i]
		n := strings.LastIndex(f.Name, "node_modules/")
		if n < 0 || f.Value.Field("link").IsTrue() {
			continue
		}
		alias := f.Name[n+len("node_modules/"):]
		name := alias
		if real := f.Value.Field("name").String(); real != "" {
			name = real
		}
		d := dependency{name: name, version: f.Value.Field("version").String(), at: f.At}
		if n == 0 { // what lies deeper is there for another
			d = told(d, wanted, alias)
		} else {
			d.wanted = transitive
		}
		d.dev = f.Value.Field("dev").IsTrue()
		if err := r.npm(d); err != nil {
			return err
		}
	}
	return nil
}

// npmTree reads the nested list of version 1.
func (r *reader) npmTree(list *manifest.Value, wants map[string]bool, depth int) error {
	for i := range list.Fields {
		f := &list.Fields[i]
		name, version := npmAlias(f.Name, f.Value.Field("version").String())
		d := dependency{name: name, version: version, at: f.At, wanted: transitive}
		if depth == 0 {
			d.wanted = notTold
			d = told(d, wants, f.Name)
		}
		d.dev = f.Value.Field("dev").IsTrue()
		if err := r.npm(d); err != nil {
			return err
		}
		if err := r.npmTree(f.Value.Field("dependencies"), wants, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// parseBunLock reads bun.lock: a package is a list that begins with name@version.
func parseBunLock(r *reader) error {
	v, err := manifest.ParseJSON(r.text)
	if err != nil {
		return err
	}
	wanted := map[string]bool{}
	workspaces := v.Field("workspaces")
	for i := range workspaces.Fields {
		wants(manifest.NodeNeeds(&workspaces.Fields[i].Value), wanted)
	}
	packages := v.Field("packages")
	for i := range packages.Fields {
		f := &packages.Fields[i]
		if len(f.Value.Items) == 0 {
			continue
		}
		name, version := cutAt(f.Value.Items[0].String())
		if err := r.npm(told(dependency{name: name, version: version, at: f.At}, wanted, f.Name)); err != nil {
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
	m, err := manifest.PackageJSON(r.text)
	if err != nil {
		return err
	}
	for _, n := range m.Needs {
		if n.Field == "peerDependencies" { // somebody else installs them
			continue
		}
		name, version := npmAlias(n.Name, n.Version)
		if version == "" || strings.ContainsAny(version, "/:") { // from somewhere else
			continue
		}
		d := dependency{name: name, version: strings.TrimPrefix(version, "="), at: n.At, wanted: direct, dev: n.Dev}
		if !ecosystem.NPM.Valid(d.version) || strings.Count(d.version, ".") < 2 { // 1.2 is a range
			d.version, d.open = "", "version range without a lockfile"
		}
		if err := r.npm(d); err != nil {
			return err
		}
	}
	return nil
}
