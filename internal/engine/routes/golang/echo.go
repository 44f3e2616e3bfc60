package golang

import "strings"

var echo = dialect{
	name:         "echo",
	words:        []string{"labstack/echo"},
	imports:      func(p string) bool { return strings.Contains(p, "labstack/echo") },
	makers:       []string{"New"},
	types:        []string{"Echo", "Group", "Router"},
	syntax:       colonPath,
	capitals:     true,
	handlerFirst: true,
	methodNames:  true,
	declare:      echoDeclare,
}

func echoDeclare(d *goDeclaration, method string) (*goVal, bool) {
	switch method {
	case "Match":
		d.route(d.methods(0), 1)
	case "File":
		d.route([]string{"GET"}, 0)
	default:
		return nil, false
	}
	return &goVal{router: d.on}, true
}
