package routes

import (
	"path"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/routes/facts"
)

// classIndex finds the classes of a tree by name.
type classIndex struct {
	l      *facts.Linker
	byName map[string][]*annotatedClass
	byFile map[string][]*annotatedClass
	asked  map[string]bool
	list   []*annotatedClass
}

// annotatedFacts are the classes of a file.
var annotatedFacts facts.Slot[[]*annotatedClass]

var classesOfTree facts.Slot[*classIndex]

// indexClasses returns the index of a tree. All languages share it.
func indexClasses(l *facts.Linker) *classIndex {
	if x := classesOfTree.Get(l); x != nil {
		return x
	}
	x := &classIndex{l, map[string][]*annotatedClass{}, map[string][]*annotatedClass{}, map[string]bool{}, nil}
	for _, f := range l.Files() {
		x.add(f)
	}
	classesOfTree.Set(l, x)
	return x
}

func (x *classIndex) add(f *facts.File) {
	if len(x.byFile[f.Path]) > 0 {
		return
	}
	for _, c := range annotatedFacts.Get(f) {
		x.byName[c.name] = append(x.byName[c.name], c)
		x.byFile[c.file] = append(x.byFile[c.file], c)
		x.list = append(x.list, c)
	}
}

// all returns the classes that are known so far.
func (x *classIndex) all() []*annotatedClass { return x.list }

// find returns the class that a name means in a file: of several the one that lies
// closest. One tree may hold many programs, with the same names in them. A class that
// no framework wanted is read now, from the file that has its name.
func (x *classIndex) find(file, name string) *annotatedClass {
	name = facts.LastName(name)
	if ext := path.Ext(file); name != "" && !x.asked[name+ext] {
		x.asked[name+ext] = true
		for _, p := range x.l.Named(name + ext) {
			if f := x.l.Facts(p); f != nil {
				x.add(f)
			}
		}
	}
	var best *annotatedClass
	most := -1
	for _, c := range x.byName[name] {
		if near := facts.Nearness(file, c.file); near > most {
			best, most = c, near
		}
	}
	return best
}

// names returns a function that looks up constants as they are seen in a class.
func (x *classIndex) names(c *annotatedClass) func(string) facts.Value {
	return func(name string) facts.Value {
		holder, field := "", name
		if i := strings.LastIndexByte(name, '.'); i >= 0 {
			holder, field = facts.LastName(name[:i]), name[i+1:]
		}
		if holder == "" || holder == "self" || holder == "static" || holder == "this" || holder == "Companion" {
			if v, ok := x.constant(c, field, 0); ok {
				return v
			}
			for _, other := range x.byFile[c.file] {
				if v, ok := other.consts[field]; ok {
					return v
				}
			}
			if holder != "" {
				return facts.Value{}
			}
			// A static import, or a constant at the top of a Kotlin file.
			for _, other := range x.byName[""] {
				if v, ok := other.consts[field]; ok {
					return v
				}
			}
			return facts.Value{}
		}
		if other := x.find(c.file, holder); other != nil {
			v, _ := x.constant(other, field, 0)
			return v
		}
		return facts.Value{}
	}
}

func (x *classIndex) constant(c *annotatedClass, name string, depth int) (facts.Value, bool) {
	if v, ok := c.consts[name]; ok {
		return v, true
	}
	if depth < 10 {
		for _, s := range c.supers {
			if p := x.find(c.file, s); p != nil && p != c {
				if v, ok := x.constant(p, name, depth+1); ok {
					return v, true
				}
			}
		}
	}
	return facts.Value{}, false
}

// supers returns a class and those that it is made of, itself first.
func (x *classIndex) supers(c *annotatedClass) []*annotatedClass {
	out := []*annotatedClass{c}
	for i := 0; i < len(out) && len(out) < 50; i++ {
		for _, s := range out[i].supers {
			if p := x.find(out[i].file, s); p != nil && !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
	}
	return out
}

// bodyFields returns the fields of a type of the tree as parameters, nil if it has none.
func (x *classIndex) bodyFields(from *annotatedClass, m member, in string) (out []engine.RouteParam) {
	name := m.typ
	if m.arg != "" && x.find(from.file, m.arg) != nil {
		name = m.arg
	}
	c := x.find(from.file, name)
	if c == nil || c.kind == "enum" || c.kind == "annotation" {
		return nil
	}
	for _, part := range x.supers(c) {
		for _, f := range part.fields {
			if path.Ext(part.file) == ".cs" && !slices.Contains(f.mods, "public") {
				continue
			}
			if _, skip := noted(f.notes, "JsonIgnore", "Transient", "Autowired", "Inject", "JsonIgnoreAttribute", "BindNever"); skip {
				continue
			}
			field := f.name
			if n, ok := noted(f.notes, "JsonProperty", "SerializedName", "JsonPropertyName", "FromForm", "FormParam", "QueryParam"); ok {
				if text := n.arg("", "value", "Name").Text1(x.names(part)); text != "" {
					field = text
				}
			}
			if len(out) < facts.MaxParams {
				out = facts.AddParam(out, facts.Param(field, in))
			}
		}
	}
	return out
}
