package dotnet

import (
	"regexp"
	"slices"

	"vigil/internal/engine/routes/facts"
)

var (
	attributeName = regexp.MustCompile(`^\[(?:[\w.]+\.)?(\w+)`)
	filterType    = regexp.MustCompile(`typeof\s*\(\s*([\w.]+)\s*\)|Filter<([\w.]+)>`)
)

// proven reports whether an attribute refuses callers: it is that of ASP.NET, or a class of the
// tree that extends it, or a filter whose methods refuse.
func (x *index) proven(file, guard string) bool {
	m := attributeName.FindStringSubmatch(guard)
	if m == nil {
		return false
	}
	name := m[1]
	if t := filterType.FindStringSubmatch(guard); t != nil && (name == "ServiceFilter" || name == "TypeFilter") {
		return x.refuses(file, facts.LastName(t[1]+t[2]), 0)
	}
	return x.refuses(file, name, 0)
}

func (x *index) refuses(file, name string, depth int) bool {
	for _, n := range []string{name + "Attribute", name} {
		c := x.Find(file, n)
		if c == nil || depth > 4 {
			continue
		}
		if refuses, own := c.Refuses(); own {
			return refuses
		}
		return slices.ContainsFunc(c.Supers, func(s string) bool { return x.refuses(file, facts.LastName(s), depth+1) })
	}
	return name == "Authorize" || name == "AuthorizeAttribute"
}
