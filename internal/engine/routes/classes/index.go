package classes

import (
	"path"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/routes/facts"
)

// Index finds the classes of a tree by name.
type Index struct {
	l      *facts.Linker
	byName map[string][]*Class
	byFile map[string][]*Class
	asked  map[string]bool
	list   []*Class
}

// Facts are the classes of a file.
var Facts facts.Slot[[]*Class]

var classesOfTree facts.Slot[*Index]

// IndexOf returns the index of a tree. All languages share it.
func IndexOf(l *facts.Linker) *Index {
	if x := classesOfTree.Get(l); x != nil {
		return x
	}
	x := &Index{l, map[string][]*Class{}, map[string][]*Class{}, map[string]bool{}, nil}
	for _, f := range l.Files() {
		x.add(f)
	}
	classesOfTree.Set(l, x)
	return x
}

func (x *Index) add(f *facts.File) {
	if len(x.byFile[f.Path]) > 0 {
		return
	}
	for _, c := range Facts.Get(f) {
		x.byName[c.Name] = append(x.byName[c.Name], c)
		x.byFile[c.File] = append(x.byFile[c.File], c)
		x.list = append(x.list, c)
	}
}

// All returns the classes known so far.
func (x *Index) All() []*Class { return x.list }

// Find resolves a class name as used in a file; of several candidates the nearest wins,
// since a tree may hold many programs with the same class names. A class that the prefilter
// rejected is read now, from the file with its name.
func (x *Index) Find(file, name string) *Class {
	name = facts.LastName(name)
	if ext := path.Ext(file); name != "" && !x.asked[name+ext] {
		x.asked[name+ext] = true
		for _, p := range x.l.Named(name + ext) {
			if f := x.l.Facts(p); f != nil {
				x.add(f)
			}
		}
	}
	var best *Class
	most := -1
	for _, c := range x.byName[name] {
		if near := facts.Nearness(file, c.File); near > most {
			best, most = c, near
		}
	}
	return best
}

// Constants returns a function that resolves constants in the scope of a class.
func (x *Index) Constants(c *Class) func(string) facts.Value {
	return func(name string) facts.Value {
		holder, field := "", name
		if i := strings.LastIndexByte(name, '.'); i >= 0 {
			holder, field = facts.LastName(name[:i]), name[i+1:]
		}
		if holder == "" || holder == "self" || holder == "static" || holder == "this" || holder == "Companion" {
			if v, ok := x.constant(c, field, 0); ok {
				return v
			}
			for _, other := range x.byFile[c.File] {
				if v, ok := other.consts[field]; ok {
					return v
				}
			}
			if holder != "" {
				return facts.Value{}
			}
			// A static import, or a top-level Kotlin constant.
			for _, other := range x.byName[""] {
				if v, ok := other.consts[field]; ok {
					return v
				}
			}
			return facts.Value{}
		}
		if other := x.Find(c.File, holder); other != nil {
			v, _ := x.constant(other, field, 0)
			return v
		}
		return facts.Value{}
	}
}

func (x *Index) constant(c *Class, name string, depth int) (facts.Value, bool) {
	if v, ok := c.consts[name]; ok {
		return v, true
	}
	if depth < 10 {
		for _, s := range c.Supers {
			if p := x.Find(c.File, s); p != nil && p != c {
				if v, ok := x.constant(p, name, depth+1); ok {
					return v, true
				}
			}
		}
	}
	return facts.Value{}, false
}

// Supers returns a class and its supertypes, itself first.
func (x *Index) Supers(c *Class) []*Class {
	out := []*Class{c}
	for i := 0; i < len(out) && len(out) < 50; i++ {
		for _, s := range out[i].Supers {
			if p := x.Find(out[i].File, s); p != nil && !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
	}
	return out
}

// BodyFields returns the fields of a member's type as parameters, nil if it has none or is unknown.
func (x *Index) BodyFields(from *Class, m Member, in string) (out []engine.RouteParam) {
	name := m.Type
	if m.TypeArg != "" && x.Find(from.File, m.TypeArg) != nil {
		name = m.TypeArg
	}
	c := x.Find(from.File, name)
	if c == nil || c.Kind == "enum" || c.Kind == "annotation" {
		return nil
	}
	for _, part := range x.Supers(c) {
		for _, f := range part.Fields {
			if path.Ext(part.File) == ".cs" && !slices.Contains(f.Modifiers, "public") {
				continue
			}
			if _, skip := Annotated(f.Annotations, "JsonIgnore", "Transient", "Autowired", "Inject", "JsonIgnoreAttribute", "BindNever"); skip {
				continue
			}
			field := f.Name
			if n, ok := Annotated(f.Annotations, "JsonProperty", "SerializedName", "JsonPropertyName", "FromForm", "FormParam", "QueryParam"); ok {
				if text := n.Arg("", "value", "Name").Text1(x.Constants(part)); text != "" {
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
