package modules

import (
	"slices"
	"strings"
)

// Go types do not declare which interfaces they implement: having the methods is enough.

// goType is a type with methods. They may be in several files of its package.
type goType struct {
	site
	methods map[string]bool
}

// goTypes collects the types with methods, except test doubles.
func (x *Index) goTypes() {
	x.havingType = map[string][]int{}
	number := map[string]int{}
	for i, f := range x.Files {
		if f.Family != "go" {
			continue
		}
		for _, fn := range f.Functions {
			if fn.Type == "" || standsIn(f.Path) || standsIn(fn.Type) {
				continue
			}
			key := packageOf(f) + ":" + fn.Type
			t, ok := number[key]
			if !ok {
				t = len(x.types)
				number[key] = t
				x.types = append(x.types, goType{site{int32(i), fn.Type}, map[string]bool{}})
			}
			if !x.types[t].methods[fn.Name] {
				x.types[t].methods[fn.Name] = true
				x.havingType[fn.Name] = append(x.havingType[fn.Name], t)
			}
		}
	}
}

func standsIn(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "mock") || strings.Contains(name, "fake") || strings.Contains(name, "stub")
}

// goMaker is the only type in the tree with all methods of an interface, if there is exactly one.
func (x *Index) goMaker(methods []string) (Target, bool) {
	if len(methods) == 0 {
		return Target{}, false
	}
	rarest := slices.MinFunc(methods, func(a, b string) int { return len(x.havingType[a]) - len(x.havingType[b]) })
	one := -1
	for _, t := range x.havingType[rarest] {
		if slices.ContainsFunc(methods, func(m string) bool { return !x.types[t].methods[m] }) {
			continue
		}
		if one >= 0 {
			return Target{}, false
		}
		one = t
	}
	if one < 0 {
		return Target{}, false
	}
	return Target{File: x.types[one].file, Symbol: x.types[one].name}, true
}

// ownInterfaces binds the interfaces that a file declares to what implements them.
func (b *binder) ownInterfaces() {
	for _, c := range b.Files[b.file].Classes {
		if _, bound := b.seen[c.Name]; bound || !c.Interface || len(b.out) >= maxBindings {
			continue
		}
		if t, ok := b.goMaker(c.Methods); ok {
			b.seen[c.Name] = len(b.out)
			b.out = append(b.out, Binding{Name: c.Name, Targets: []Target{t}})
		}
	}
}
