package wiki

import (
	"bytes"
	"regexp"
	"strings"
)

// Manifests and scripts that are read line by line.

// requirements reads what pip installs. One that pip-compile wrote says of each package
// who wants it: only what the project itself wants is kept.
func requirements(g *gatherer) {
	compiled := strings.Contains(string(g.src), "# via")
	name, direct, at, via := "", false, 0, false
	flush := func() {
		if name != "" && (direct || !compiled) {
			g.require(name, pypi, at)
		}
		name, direct, via = "", false, false
	}
	eachLine(g.src, func(line string, offset int) bool {
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "# via"), via && strings.HasPrefix(trimmed, "#"):
			via = true
			direct = direct || strings.Contains(trimmed, "-r ") || strings.Contains(trimmed, "(pyproject.toml)") || strings.Contains(trimmed, "(setup.")
		case trimmed == "" || trimmed[0] == '#' || trimmed[0] == '-':
		default:
			flush()
			name, at = trimmed, offset
			direct = strings.Contains(trimmed, "# via -r ")
		}
		return true
	})
	flush()
}

var (
	setupField = regexp.MustCompile(`\b(name|description|license)\s*=\s*["']([^"']+)["']`)
	setupList  = regexp.MustCompile(`\b(install_requires|console_scripts)["']?\s*[=:]\s*\[([^\]]*)\]`)
)

func setupPy(g *gatherer) {
	if !bytes.Contains(g.src, []byte("setup(")) || !bytes.Contains(g.src, []byte("setuptools")) && !bytes.Contains(g.src, []byte("distutils")) {
		return
	}
	for _, m := range setupField.FindAllSubmatchIndex(g.src, 20) {
		g.at(m[0], fact{kind: about, name: string(g.src[m[2]:m[3]]), text: string(g.src[m[4]:m[5]])})
	}
	for _, m := range setupList.FindAllSubmatchIndex(g.src, 20) {
		list := string(g.src[m[2]:m[3]])
		for _, t := range texts.FindAllSubmatchIndex(g.src[m[4]:m[5]], 300) {
			value := strings.Trim(string(g.src[m[4]+t[0]:m[4]+t[1]]), `"'`)
			if list == "install_requires" {
				g.require(value, pypi, m[4]+t[0])
				continue
			}
			name, to, _ := strings.Cut(value, "=")
			g.at(m[4]+t[0], fact{kind: task, group: "setup.py: console_scripts", name: strings.TrimSpace(name), text: strings.TrimSpace(to)})
		}
	}
}

func goMod(g *gatherer) {
	block := false
	eachLine(g.src, func(line string, at int) bool {
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case words[0] == "module" && len(words) > 1:
			g.at(at, fact{kind: about, name: "name", text: words[1]})
			g.at(at, fact{kind: namespace, group: goModule, name: strings.Trim(words[1], `"`)})
		case words[0] == "require" && len(words) > 1 && words[1] == "(":
			block = true
		case words[0] == ")":
			block = false
		case strings.Contains(line, "// indirect"):
		case words[0] == "require" && len(words) > 2:
			g.at(at, fact{kind: dependency, group: goModule, name: words[1], text: words[2]})
		case block && len(words) > 1 && words[0] != "//":
			g.at(at, fact{kind: dependency, group: goModule, name: words[0], text: words[1]})
		}
		return true
	})
}

var (
	gradleDependency = regexp.MustCompile(`^\s*(\w*[iI]mplementation|api|compileOnly|runtimeOnly|compile|testCompile|annotationProcessor|kapt)\s*\(?\s*["']([\w.-]+:[\w.-]+)(?::([^"'@:]+))?`)
	gradlePlugin     = regexp.MustCompile(`^\s*id\s*\(?\s*["']([\w.-]+)["']`)
	gemLine          = regexp.MustCompile(`^\s*gem\s*\(?\s*["']([\w.-]+)["'](?:\s*,\s*["']([^"']+)["'])?`)
	gemspecLine      = regexp.MustCompile(`\.(name|summary|license|add_dependency|add_runtime_dependency|add_development_dependency)\s*\(?\s*=?\s*["']([^"']+)["'](?:\s*,\s*["']([^"']+)["'])?`)
)

// eachMatch visits what an expression finds in each line.
func (g *gatherer) eachMatch(re *regexp.Regexp, visit func(m []string, at int)) {
	eachLine(g.src, func(line string, at int) bool {
		if m := re.FindStringSubmatch(line); m != nil {
			visit(m, at)
		}
		return true
	})
}

func gradle(g *gatherer) {
	g.eachMatch(gradleDependency, func(m []string, at int) {
		in := maven
		if strings.HasPrefix(m[1], "test") {
			in += " (development)"
		}
		g.at(at, fact{kind: dependency, group: in, name: m[2], text: m[3]})
	})
	g.eachMatch(gradlePlugin, func(m []string, at int) {
		g.at(at, fact{kind: dependency, group: maven + " (development)", name: m[1]})
	})
}

func gemfile(g *gatherer) {
	g.eachMatch(gemLine, func(m []string, at int) {
		g.at(at, fact{kind: dependency, group: rubyGems, name: m[1], text: m[2]})
	})
}

func gemspec(g *gatherer) {
	g.eachMatch(gemspecLine, func(m []string, at int) {
		switch m[1] {
		case "name", "license":
			g.at(at, fact{kind: about, name: m[1], text: m[2]})
		case "summary":
			g.at(at, fact{kind: about, name: "description", text: m[2]})
		case "add_development_dependency":
			g.at(at, fact{kind: dependency, group: rubyGems + " (development)", name: m[2], text: m[3]})
		default:
			g.at(at, fact{kind: dependency, group: rubyGems, name: m[2], text: m[3]})
		}
	})
}

// licences are recognized by phrases that only they contain. The first match counts.
var licences = []struct{ words, name string }{
	{"GNU AFFERO GENERAL PUBLIC LICENSE", "GNU AGPL"}, {"GNU LESSER GENERAL PUBLIC LICENSE", "GNU LGPL"}, {"GNU GENERAL PUBLIC LICENSE", "GNU GPL"},
	{"Apache License", "Apache"}, {"Mozilla Public License", "MPL"}, {"Eclipse Public License", "EPL"},
	{"Permission is hereby granted, free of charge", "MIT"}, {"Permission to use, copy, modify, and/or distribute", "ISC"},
	{"Redistribution and use in source and binary forms", "BSD"}, {"This is free and unencumbered software", "Unlicense"},
}

// licence records the kind of license in the top-level license file.
func licence(g *gatherer) {
	if stem, _, _ := strings.Cut(strings.ToLower(g.path), "."); stem != "license" && stem != "licence" && stem != "copying" {
		return
	}
	for _, l := range licences {
		if at := bytes.Index(g.src[:min(len(g.src), 4000)], []byte(l.words)); at >= 0 {
			g.at(at, fact{kind: about, name: "license", text: l.name})
			return
		}
	}
}

var (
	makeTarget = regexp.MustCompile(`^([A-Za-z0-9][\w./-]*)\s*:(?:[^=]|$)[^#]*(?:##\s*(.*))?`)
	procLine   = regexp.MustCompile(`^([\w-]+):\s*(\S.*)$`)
	envLine    = regexp.MustCompile(`^\s*#?\s*(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=`)
	tfLine     = regexp.MustCompile(`^\s*(resource|data|module|variable|provider)\s+"([\w-]+)"(?:\s+"([\w-]+)")?`)
)

func makefile(g *gatherer) {
	seen := map[string]bool{}
	g.eachMatch(makeTarget, func(m []string, at int) {
		if !seen[m[1]] && !strings.Contains(m[1], ".") && !strings.Contains(m[1], "/") {
			seen[m[1]] = true
			g.at(at, fact{kind: task, group: "make", name: m[1], text: m[2]})
		}
	})
}

func procfile(g *gatherer) {
	g.eachMatch(procLine, func(m []string, at int) { g.at(at, fact{kind: task, group: "Procfile", name: m[1], text: m[2]}) })
}

func envExample(g *gatherer) {
	g.eachMatch(envLine, func(m []string, at int) {
		g.at(at, fact{kind: variable, name: m[1], text: "example"})
	})
}

func terraform(g *gatherer) {
	g.eachMatch(tfLine, func(m []string, at int) {
		switch m[1] {
		case "variable":
			g.at(at, fact{kind: variable, name: m[2], text: "Terraform"})
		case "resource":
			g.at(at, fact{kind: resource, name: m[2], text: m[3]})
		}
	})
}
