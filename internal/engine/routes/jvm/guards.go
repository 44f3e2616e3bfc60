package jvm

import (
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/routes/classes"
	"vigil/internal/engine/routes/facts"
)

// prove turns guards that are not proven into candidates: annotations that the tree declares
// itself, that the libraries below do not have, and those of Spring Security where nothing
// turns them on.
func (x *index) prove(list []engine.Route) []engine.Route {
	enabled := false
	for _, c := range x.All() {
		_, on := classes.Annotated(c.Annotations, "EnableMethodSecurity", "EnableGlobalMethodSecurity", "EnableReactiveMethodSecurity")
		enabled = enabled || on
	}
	for i := range list {
		r := &list[i]
		if r.Guard == "" {
			continue
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(r.Guard, "@"), "(")
		name = facts.LastName(strings.TrimSpace(name))
		needs, known := knownGuards[name]
		if !known || x.Find(r.File, name) != nil || needs && r.Framework == "spring" && !enabled {
			r.Guard, r.Candidate = "", r.Guard
		}
	}
	return list
}

// knownGuards are the annotations with which libraries refuse callers; true: in Spring only if
// method security is enabled. @PostAuthorize is none: the handler runs first.
var knownGuards = map[string]bool{
	"PreAuthorize": true, "Secured": true, "RolesAllowed": true, "DenyAll": true,
	"Authenticated":          false,                                                                              // Quarkus
	"RequiresAuthentication": false, "RequiresRoles": false, "RequiresPermissions": false, "RequiresUser": false, // Shiro
	"SaCheckLogin": false, "SaCheckRole": false, "SaCheckPermission": false, // Sa-Token
}
