package golang

import "strings"

var chi = dialect{
	name:  "chi",
	words: []string{"go-chi/chi"},
	imports: func(p string) bool {
		return strings.Contains(p, "go-chi/chi") && !strings.Contains(p, "/middleware") || p == "github.com/pressly/chi"
	},
	makers:    []string{"NewRouter", "NewMux"},
	types:     []string{"Router", "Mux", "Routes"},
	syntax:    bracePath,
	rootJoins: true,
	declare:   chiDeclare,
}

func chiDeclare(d *goDeclaration, method string) (*goVal, bool) {
	switch method {
	case "Group":
		sub := d.group(d.on, "", nil)
		d.within(0, sub)
		return &goVal{router: sub}, true
	case "Route":
		return d.below(), true
	case "With":
		return &goVal{router: d.group(d.on, "", d.guards(0, len(d.x.args)))}, true
	case "Method", "MethodFunc":
		d.route(d.methods(0), 1)
	case "Any", "Handle", "HandleFunc":
		if !d.mounted() {
			d.route(nil, 0)
		}
	default:
		return nil, false
	}
	return &goVal{router: d.on}, true
}
