package dependencies

import (
	"regexp"
	"strings"

	"vigil/internal/ecosystem"
	"vigil/internal/engine/manifest"
)

var pinRE = regexp.MustCompile(`^===?\s*([^,\s*]+)$`)

// parseRequirements reads a list of requirements. Only what is pinned has a version.
func parseRequirements(r *reader) error {
	m, err := manifest.Requirements(r.text)
	if err != nil {
		return err
	}
	for _, n := range m.Needs {
		d := dependency{kind: ecosystem.PyPI, name: n.Name, at: n.At, wanted: n.Wanted}
		if pin := pinRE.FindStringSubmatch(n.Version); pin != nil {
			d.version = pin[1]
		} else {
			d.open = "no exact version"
		}
		if err := r.add(d); err != nil {
			return err
		}
	}
	return nil
}

// pythonPackage is a table of a lock file while it is read.
type pythonPackage struct {
	dependency
	groups  []string
	foreign bool // it does not come from an index
}

// eachPackage calls done for each [[package]] of a lock file, after read was called with each
// of its keys.
func eachPackage(r *reader, read func(p *pythonPackage, l manifest.TOMLLine), done func(pythonPackage) error) error {
	var now *pythonPackage
	flush := func() error {
		if now == nil || now.name == "" || now.version == "" || now.foreign {
			return nil
		}
		return done(*now)
	}
	err := manifest.EachTOML(r.text, func(l manifest.TOMLLine) error {
		if l.Table == "package" && l.Array && l.Key == "" {
			err := flush()
			now = &pythonPackage{}
			now.at = l.At
			return err
		}
		if now == nil || l.Table != "package" && !strings.HasPrefix(l.Table, "package.") {
			return nil
		}
		switch {
		case l.Table == "package" && l.Key == "name":
			now.name, now.at = manifest.TOMLString(l.Value), l.At
		case l.Table == "package" && l.Key == "version":
			now.version = manifest.TOMLString(l.Value)
		case l.Key != "":
			read(now, l)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return flush()
}

// python adds a package of a lock file. Groups other than the main one are for development.
func (r *reader) python(p pythonPackage) error {
	p.kind = ecosystem.PyPI
	for i, g := range p.groups {
		if g = strings.ToLower(g); g == "main" || g == "default" {
			p.dev = false
			break
		} else if i == 0 {
			p.dev = true
		}
	}
	return r.add(p.dependency)
}

func parsePoetryLock(r *reader) error {
	return eachPackage(r, func(p *pythonPackage, l manifest.TOMLLine) {
		switch {
		case l.Table == "package" && l.Key == "category":
			p.groups = []string{manifest.TOMLString(l.Value)}
		case l.Table == "package" && l.Key == "groups":
			p.groups = manifest.TOMLStrings(l.Value)
		case l.Table == "package.source" && l.Key == "type":
			p.foreign = manifest.TOMLString(l.Value) != "legacy"
		}
	}, r.python)
}

func parsePDMLock(r *reader) error {
	return eachPackage(r, func(p *pythonPackage, l manifest.TOMLLine) {
		if l.Table != "package" {
			return
		}
		switch l.Key {
		case "groups":
			p.groups = manifest.TOMLStrings(l.Value)
		case "git", "path", "url":
			p.foreign = true
		}
	}, r.python)
}

// parseUVLock reads uv.lock. The packages that lie in the tree say which ones the code wants.
func parseUVLock(r *reader) error {
	wants := map[string]bool{}
	var all []pythonPackage
	var names, devNames []string
	own := false
	err := eachPackage(r, func(p *pythonPackage, l manifest.TOMLLine) {
		switch {
		case l.Table == "package" && l.Key == "source":
			from := manifest.TOMLFields(l.Value)
			own = from["virtual"] != "" || from["editable"] != "" || from["directory"] != ""
			p.foreign = from["registry"] == "" && !own
			names, devNames = nil, nil
		case l.Table == "package" && l.Key == "dependencies", l.Table == "package.optional-dependencies":
			names = append(names, uvNames(l.Value)...)
		case l.Table == "package.dev-dependencies":
			devNames = append(devNames, uvNames(l.Value)...)
		}
		if own {
			for _, name := range devNames {
				if _, there := wants[name]; !there {
					wants[name] = true
				}
			}
			for _, name := range names {
				wants[name] = false
			}
			p.groups = []string{"own"}
		}
	}, func(p pythonPackage) error {
		if len(p.groups) == 0 {
			all = append(all, p)
		}
		return nil
	})
	for _, p := range all {
		if err == nil {
			p.dependency = told(p.dependency, wants, p.name)
			err = r.python(p)
		}
	}
	return err
}

var uvNameRE = regexp.MustCompile(`\bname\s*=\s*"([^"]+)"`)

func uvNames(value string) (out []string) {
	for _, m := range uvNameRE.FindAllStringSubmatch(value, -1) {
		out = append(out, m[1])
	}
	return out
}

// parsePipfileLock reads Pipfile.lock.
func parsePipfileLock(r *reader) error {
	v, err := manifest.ParseJSON(r.text)
	if err != nil {
		return err
	}
	for _, group := range []string{"default", "develop"} {
		list := v.Field(group)
		for i := range list.Fields {
			f := &list.Fields[i]
			version, pinned := strings.CutPrefix(f.Value.Field("version").String(), "==")
			if !pinned { // from a repository or a folder
				continue
			}
			if err := r.add(dependency{kind: ecosystem.PyPI, name: f.Name, version: version, at: f.At, dev: group == "develop"}); err != nil {
				return err
			}
		}
	}
	return nil
}
