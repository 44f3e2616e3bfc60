package wiki

import (
	"regexp"
	"strings"
)

// eachSetting visits the settings of a TOML or INI text, line by line: of what a library
// would return nobody could say where it stands. Of a list, each text is visited.
func eachSetting(src []byte, visit func(section, key, value string, at int)) {
	section, key, list := "", "", false
	eachLine(src, func(line string, at int) bool {
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "" || trimmed[0] == '#' || trimmed[0] == ';':
			return true
		case list:
			list = !endsList(trimmed)
			for _, m := range texts.FindAllStringSubmatch(trimmed, 200) {
				visit(section, key, m[1]+m[2], at)
			}
			return true
		case trimmed[0] == '[' && strings.Contains(trimmed, "]"):
			section = strings.Trim(trimmed[:strings.LastIndexByte(trimmed, ']')], "[] ")
			key = ""
			return true
		case line[0] == ' ' || line[0] == '\t': // the value of an INI setting goes on
			if key != "" {
				visit(section, key, trimmed, at)
				return true
			}
		}
		k, v, ok := strings.Cut(trimmed, "=")
		if !ok {
			return true
		}
		key, v = strings.Trim(strings.TrimSpace(k), `"'`), strings.TrimSpace(v)
		switch {
		case strings.HasPrefix(v, "["):
			list = !endsList(v)
			for _, m := range texts.FindAllStringSubmatch(v, 200) {
				visit(section, key, m[1]+m[2], at)
			}
		case strings.HasPrefix(v, "{"):
			m := inline.FindStringSubmatch(v)
			if m == nil {
				m = []string{"", ""}
			}
			visit(section, key, m[1], at)
		default:
			if m := texts.FindStringSubmatch(v); m != nil && (v[0] == '"' || v[0] == '\'') {
				v = m[1] + m[2]
			}
			visit(section, key, v, at)
		}
		return true
	})
}

var (
	texts  = regexp.MustCompile(`"([^"]*)"|'([^']*)'`)
	inline = regexp.MustCompile(`\b(?:version|text)\s*=\s*["']([^"']*)["']`)
)

// endsList reports whether a list ends in a line: a bracket behind all texts.
func endsList(line string) bool { return strings.Contains(texts.ReplaceAllString(line, ""), "]") }

var requirement = regexp.MustCompile(`^([A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[^\]]*\])?\s*([^;#]*)`)

// require adds a requirement as Python writes it.
func (g *gatherer) require(s, in string, at int) {
	if m := requirement.FindStringSubmatch(strings.TrimSpace(s)); m != nil {
		g.at(at, fact{kind: dependency, group: in, name: strings.ToLower(strings.ReplaceAll(m[1], "_", "-")), text: strings.TrimSpace(m[2])})
	}
}

func pyproject(g *gatherer) {
	eachSetting(g.src, func(section, key, value string, at int) {
		switch section {
		case "project", "tool.poetry":
			switch key {
			case "name", "description", "license":
				g.at(at, fact{kind: about, name: key, text: value})
			case "dependencies":
				g.require(value, pypi, at)
			}
		case "project.scripts", "tool.poetry.scripts", "project.gui-scripts":
			g.at(at, fact{kind: task, group: "pyproject.toml: scripts", name: key, text: value})
		case "tool.poetry.dependencies":
			if key != "python" {
				g.at(at, fact{kind: dependency, group: pypi, name: strings.ToLower(key), text: value})
			}
		case "project.optional-dependencies", "dependency-groups":
			g.require(value, pypi+" (development)", at)
		case "tool.poetry.dev-dependencies", "tool.poetry.group.dev.dependencies":
			g.at(at, fact{kind: dependency, group: pypi + " (development)", name: strings.ToLower(key), text: value})
		}
	})
}

func pipfile(g *gatherer) {
	eachSetting(g.src, func(section, key, value string, at int) {
		switch section {
		case "packages":
			g.at(at, fact{kind: dependency, group: pypi, name: strings.ToLower(key), text: value})
		case "dev-packages":
			g.at(at, fact{kind: dependency, group: pypi + " (development)", name: strings.ToLower(key), text: value})
		}
	})
}

func setupCfg(g *gatherer) {
	eachSetting(g.src, func(section, key, value string, at int) {
		switch {
		case value == "":
		case section == "metadata" && (key == "name" || key == "description" || key == "license"):
			g.at(at, fact{kind: about, name: key, text: value})
		case section == "options" && key == "install_requires":
			g.require(value, pypi, at)
		case section == "options.entry_points" && key == "console_scripts":
			name, to, _ := strings.Cut(value, "=")
			g.at(at, fact{kind: task, group: "setup.cfg: console_scripts", name: strings.TrimSpace(name), text: strings.TrimSpace(to)})
		}
	})
}

func cargo(g *gatherer) {
	eachSetting(g.src, func(section, key, value string, at int) {
		switch {
		case section == "package" && (key == "name" || key == "description" || key == "license"):
			g.at(at, fact{kind: about, name: key, text: value})
		case section == "bin" && key == "name":
			g.at(at, fact{kind: task, group: "Cargo.toml: bin", name: value})
		case section == "dependencies" || section == "workspace.dependencies":
			g.at(at, fact{kind: dependency, group: crates, name: key, text: value})
		case strings.HasPrefix(section, "dependencies."):
			if key == "version" {
				g.at(at, fact{kind: dependency, group: crates, name: strings.TrimPrefix(section, "dependencies."), text: value})
			}
		case section == "dev-dependencies":
			g.at(at, fact{kind: dependency, group: crates + " (development)", name: key, text: value})
		}
	})
}
