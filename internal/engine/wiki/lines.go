package wiki

import (
	"bytes"
	"regexp"
	"strings"
)

// Scripts and settings that are told line by line.

// eachMatch visits what an expression finds in each line.
func (g *gatherer) eachMatch(re *regexp.Regexp, visit func(m []string, at int)) {
	eachLine(g.src, func(line string, at int) bool {
		if m := re.FindStringSubmatch(line); m != nil {
			visit(m, at)
		}
		return true
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
