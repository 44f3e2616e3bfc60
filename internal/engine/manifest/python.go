package manifest

import (
	"bytes"
	"regexp"
	"strings"
)

// requirementRE is a package with what is wanted of it: extras, versions and, behind a
// semicolon, where it is wanted.
var requirementRE = regexp.MustCompile(`^([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*(?:\(([^)]*)\)|([=<>!~][^;@]*)?)(?:;.*)?$`)

// Requirement reads a requirement as Python writes it. One from an address or a folder is
// none: it has no version of an index.
func Requirement(s string) (name, version string, ok bool) {
	if len(s) >= 1000 {
		return "", "", false
	}
	m := requirementRE.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return "", "", false
	}
	return m[1], strings.TrimSpace(m[2] + m[3]), true
}

func (m *Manifest) require(s string, at int, dev bool) {
	if name, version, ok := Requirement(s); ok {
		m.need(name, version, at, dev)
	}
}

// Requirements reads a list as pip does: a package a line, unless the line ends in a
// backslash. What pip-compile writes behind or below a package says who wants it.
func Requirements(text []byte) (*Manifest, error) {
	m := &Manifest{Ecosystem: PyPI}
	var last *Need
	for at := 0; at < len(text); {
		start := at
		line := strings.TrimRight(NextLine(text, &at), "\r ")
		lead := len(line) - len(strings.TrimLeft(line, " \t"))
		for strings.HasSuffix(line, `\`) && at < len(text) && len(line) < 10_000 {
			line = strings.TrimSuffix(line, `\`) + " " + strings.TrimSpace(NextLine(text, &at))
		}
		code := strings.TrimSpace(line)
		if note, ok := strings.CutPrefix(code, "#"); ok {
			if last != nil && lead > 0 {
				last.via(note)
			}
			continue
		}
		code, note, _ := strings.Cut(code, " #")
		code, _, _ = strings.Cut(code, " --") // hashes and the like
		name, version, ok := Requirement(code)
		if last = nil; !ok { // an option, a file or an address
			continue
		}
		m.need(name, version, start+lead, false)
		if last = &m.Needs[len(m.Needs)-1]; strings.HasPrefix(strings.TrimSpace(note), "via ") {
			last.via(note)
		}
	}
	return m, nil
}

// via reads who wants a package: its list of requirements, or another package.
func (n *Need) via(note string) {
	note = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(note), "via"))
	switch {
	case note == "":
	case strings.HasPrefix(note, "-r ") || strings.HasSuffix(note, "pyproject.toml)") || strings.Contains(note, "(setup."):
		n.Wanted = Direct
	case n.Wanted == NotTold:
		n.Wanted = Transitive
	}
}

// PyProject reads a pyproject.toml, also with what Poetry adds to it.
func PyProject(text []byte) (*Manifest, error) {
	m := &Manifest{Ecosystem: PyPI}
	err := EachTOML(text, func(l TOMLLine) error {
		switch l.Table {
		case "project", "tool.poetry":
			switch {
			case l.Key == "license" && strings.HasPrefix(l.Value, "{"):
				m.about(l.Key, TOMLString(TOMLFields(l.Value)["text"]), l.At)
			case aboutFields[l.Key]:
				m.about(l.Key, TOMLString(l.Value), l.At)
			case l.Key == "dependencies":
				l.eachText(func(s string, at int) { m.require(s, at, false) })
			}
		case "project.scripts", "tool.poetry.scripts", "project.gui-scripts":
			if l.Key != "" {
				m.task("pyproject.toml: scripts", l.Key, TOMLString(l.Value), l.At)
			}
		case "project.optional-dependencies", "dependency-groups":
			l.eachText(func(s string, at int) { m.require(s, at, true) })
		case "tool.poetry.dependencies", "tool.poetry.dev-dependencies", "tool.poetry.group.dev.dependencies":
			if l.Key != "" && l.Key != "python" {
				m.need(l.Key, tomlVersion(l.Value), l.At, l.Table != "tool.poetry.dependencies")
			}
		}
		return nil
	})
	return m, err
}

// Pipfile reads a Pipfile.
func Pipfile(text []byte) (*Manifest, error) {
	m := &Manifest{Ecosystem: PyPI}
	err := EachTOML(text, func(l TOMLLine) error {
		if l.Key != "" && (l.Table == "packages" || l.Table == "dev-packages") {
			m.need(l.Key, tomlVersion(l.Value), l.At, l.Table == "dev-packages")
		}
		return nil
	})
	return m, err
}

// SetupCfg reads a setup.cfg, whose values go on in lines that are indented.
func SetupCfg(text []byte) (*Manifest, error) {
	m := &Manifest{Ecosystem: PyPI}
	section, key := "", ""
	eachLine(text, func(line string, at int) {
		value := strings.TrimSpace(line)
		switch {
		case value == "" || value[0] == '#' || value[0] == ';':
			return
		case value[0] == '[':
			section, key = strings.Trim(value, "[] "), ""
			return
		case line[0] != ' ' && line[0] != '\t':
			key, value, _ = strings.Cut(value, "=")
			key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		}
		switch {
		case value == "":
		case section == "metadata" && aboutFields[key]:
			m.about(key, value, at)
		case section == "options" && key == "install_requires":
			m.require(value, at, false)
		case section == "options.entry_points" && key == "console_scripts":
			name, to, _ := strings.Cut(value, "=")
			m.task("setup.cfg: console_scripts", strings.TrimSpace(name), strings.TrimSpace(to), at)
		}
	})
	return m, nil
}

var (
	setupField = regexp.MustCompile(`\b(name|description|license)\s*=\s*["']([^"']+)["']`)
	setupList  = regexp.MustCompile(`\b(install_requires|console_scripts)["']?\s*[=:]\s*\[([^\]]*)\]`)
)

// SetupPy reads a setup.py, as far as it is not computed.
func SetupPy(text []byte) (*Manifest, error) {
	m := &Manifest{Ecosystem: PyPI}
	if !bytes.Contains(text, []byte("setup(")) || !bytes.Contains(text, []byte("setuptools")) && !bytes.Contains(text, []byte("distutils")) {
		return m, nil
	}
	for _, f := range setupField.FindAllSubmatchIndex(text, 20) {
		m.about(string(text[f[2]:f[3]]), string(text[f[4]:f[5]]), f[0])
	}
	for _, f := range setupList.FindAllSubmatchIndex(text, 20) {
		list := string(text[f[2]:f[3]])
		TOMLLine{Value: string(text[f[4]:f[5]]), ValueAt: f[4]}.eachText(func(s string, at int) {
			if list == "install_requires" {
				m.require(s, at, false)
				return
			}
			name, to, _ := strings.Cut(s, "=")
			m.task("setup.py: console_scripts", strings.TrimSpace(name), strings.TrimSpace(to), at)
		})
	}
	return m, nil
}
