package golang

import "strings"

var httprouter = dialect{
	name:     "httprouter",
	words:    []string{"julienschmidt/httprouter"},
	imports:  func(p string) bool { return strings.Contains(p, "julienschmidt/httprouter") },
	makers:   []string{"New"},
	types:    []string{"Router"},
	syntax:   colonPath,
	capitals: true,
	declare:  routeMethods("Handle"),
}
