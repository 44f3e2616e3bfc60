package dependencies

import (
	"regexp"
	"strings"

	"vigil/internal/ecosystem"
)

// requirementRE is a package with what is wanted of it: extras, versions and, behind a
// semicolon, where it is wanted.
var requirementRE = regexp.MustCompile(`^([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*(?:\(([^)]*)\)|([=<>!~][^;@]*)?)(?:;.*)?$`)

var pinRE = regexp.MustCompile(`^===?\s*([^,\s*]+)$`)

// parseRequirements reads a list as pip does: a package a line, unless the line ends in a
// backslash. What pip-compile writes below a package says who wants it.
func parseRequirements(r *reader) error {
	last := -1
	for at := 0; at < len(r.text); {
		start := at
		line := strings.TrimRight(nextLine(r.text, &at), "\r ")
		lead := len(line) - len(strings.TrimLeft(line, " \t"))
		for strings.HasSuffix(line, `\`) && at < len(r.text) && len(line) < 10_000 {
			line = strings.TrimSuffix(line, `\`) + " " + strings.TrimSpace(nextLine(r.text, &at))
		}
		text := strings.TrimSpace(line)
		if note, ok := strings.CutPrefix(text, "#"); ok {
			if last >= 0 && lead > 0 {
				r.via(last, strings.TrimSpace(note))
			}
			continue
		}
		if n := strings.Index(text, " #"); n >= 0 {
			text = text[:n]
		}
		if n := strings.Index(text, " --"); n >= 0 { // hashes and the like
			text = text[:n]
		}
		var m []string
		if last = -1; len(text) < 1000 {
			m = requirementRE.FindStringSubmatch(strings.TrimSpace(text))
		}
		if m == nil { // an option, a file or an address
			continue
		}
		wants := strings.TrimSpace(m[2] + m[3])
		d := dependency{kind: ecosystem.PyPI, name: m[1], at: start + lead}
		if pin := pinRE.FindStringSubmatch(wants); pin != nil {
			d.version = pin[1]
		} else {
			d.open = "no exact version"
		}
		last = len(r.found)
		if err := r.add(d); err != nil {
			return err
		}
	}
	return nil
}

// via reads who wants a package: its list of requirements, or another package.
func (r *reader) via(last int, note string) {
	d := &r.found[last]
	note = strings.TrimSpace(strings.TrimPrefix(note, "via"))
	switch {
	case note == "":
	case strings.HasPrefix(note, "-r ") || strings.HasSuffix(note, "pyproject.toml)") || strings.HasSuffix(note, "setup.py)"):
		d.wanted = direct
	case d.wanted == notTold:
		d.wanted = transitive
	}
}

// pythonPackage is a table of a lock file while it is read.
type pythonPackage struct {
	dependency
	groups  []string
	foreign bool // it does not come from an index
}

// eachPackage calls done for each [[package]] of a lock file, after read was called with each
// of its keys.
func eachPackage(r *reader, read func(p *pythonPackage, l tomlLine), done func(pythonPackage) error) error {
	var now *pythonPackage
	flush := func() error {
		if now == nil || now.name == "" || now.version == "" || now.foreign {
			return nil
		}
		return done(*now)
	}
	err := eachTOML(r.text, func(l tomlLine) error {
		if l.table == "package" && l.array && l.key == "" {
			err := flush()
			now = &pythonPackage{}
			now.at = l.at
			return err
		}
		if now == nil || l.table != "package" && !strings.HasPrefix(l.table, "package.") {
			return nil
		}
		switch {
		case l.table == "package" && l.key == "name":
			now.name, now.at = tomlString(l.value), l.at
		case l.table == "package" && l.key == "version":
			now.version = tomlString(l.value)
		case l.key != "":
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
	return eachPackage(r, func(p *pythonPackage, l tomlLine) {
		switch {
		case l.table == "package" && l.key == "category":
			p.groups = []string{tomlString(l.value)}
		case l.table == "package" && l.key == "groups":
			p.groups = tomlStrings(l.value)
		case l.table == "package.source" && l.key == "type":
			p.foreign = tomlString(l.value) != "legacy"
		}
	}, r.python)
}

func parsePDMLock(r *reader) error {
	return eachPackage(r, func(p *pythonPackage, l tomlLine) {
		if l.table != "package" {
			return
		}
		switch l.key {
		case "groups":
			p.groups = tomlStrings(l.value)
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
	err := eachPackage(r, func(p *pythonPackage, l tomlLine) {
		switch {
		case l.table == "package" && l.key == "source":
			from := tomlFields(l.value)
			own = from["virtual"] != "" || from["editable"] != "" || from["directory"] != ""
			p.foreign = from["registry"] == "" && !own
			names, devNames = nil, nil
		case l.table == "package" && l.key == "dependencies", l.table == "package.optional-dependencies":
			names = append(names, uvNames(l.value)...)
		case l.table == "package.dev-dependencies":
			devNames = append(devNames, uvNames(l.value)...)
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
	v, err := parseJSON(r.text)
	if err != nil {
		return err
	}
	for _, group := range []string{"default", "develop"} {
		list := v.field(group)
		for i := range list.fields {
			f := &list.fields[i]
			version, pinned := strings.CutPrefix(f.value.field("version").string(), "==")
			if !pinned { // from a repository or a folder
				continue
			}
			if err := r.add(dependency{kind: ecosystem.PyPI, name: f.name, version: version, at: f.at, dev: group == "develop"}); err != nil {
				return err
			}
		}
	}
	return nil
}
