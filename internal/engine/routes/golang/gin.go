package golang

import "strings"

var gin = dialect{
	name:     "gin",
	words:    []string{"gin-gonic/gin"},
	imports:  func(p string) bool { return strings.Contains(p, "gin-gonic/gin") || strings.HasSuffix(p, "/gin") },
	makers:   []string{"Default", "New"},
	types:    []string{"Engine", "RouterGroup", "IRouter", "IRoutes"},
	syntax:   colonPath,
	capitals: true,
	declare:  routeMethods("Handle", "Match"),
}
