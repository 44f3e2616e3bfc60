package golang

import "strings"

var fiber = dialect{
	name:  "fiber",
	words: []string{"gofiber/fiber"},
	imports: func(p string) bool {
		return strings.Contains(p, "gofiber/fiber") && !strings.Contains(p, "/middleware")
	},
	makers:  []string{"New"},
	types:   []string{"App", "Router", "Group"},
	syntax:  colonPath,
	declare: fiberDeclare,
}

func fiberDeclare(d *goDeclaration, method string) (*goVal, bool) {
	switch method {
	case "Route":
		return d.below(), true
	case "All":
		d.route(nil, 0)
		return &goVal{router: d.on}, true
	}
	return nil, false
}
