package facts

import (
	"slices"
	"strings"

	"vigil/internal/engine"
)

// Param is a parameter of a route.
func Param(name, in string) engine.RouteParam { return engine.RouteParam{Name: name, In: in} }

// AddParam adds a parameter unless it is already present.
func AddParam(to []engine.RouteParam, p engine.RouteParam) []engine.RouteParam {
	if p.Name == "" || slices.Contains(to, p) {
		return to
	}
	return append(to, p)
}

// TidyParams adds the parameters of the path and sorts the list.
func TidyParams(path string, params []engine.RouteParam) []engine.RouteParam {
	var out []engine.RouteParam
	inPath := map[string]bool{}
	for _, m := range PathParam.FindAllStringSubmatch(path, -1) {
		if !inPath[m[1]] {
			inPath[m[1]] = true
			out = append(out, engine.RouteParam{Name: m[1], In: "path"})
		}
	}
	rest := slices.DeleteFunc(slices.Clone(params), func(p engine.RouteParam) bool {
		return p.Name == "" || len(p.Name) > 100 || p.In == "path" || inPath[p.Name] && p.In == "query"
	})
	slices.SortFunc(rest, func(a, b engine.RouteParam) int { return strings.Compare(a.In+"\x00"+a.Name, b.In+"\x00"+b.Name) })
	out = append(out, slices.Compact(rest)...)
	return out[:min(len(out), MaxParams)]
}
