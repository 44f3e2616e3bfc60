package taint

import "strings"

// Types that are written in the source tell what cannot carry anything harmful: numbers and truth values,
// and what has as few forms as a number, such as dates and UUIDs.

var (
	numberTypes = set("int float long short double byte Integer Long Short Double Float Byte number int32 int64 uint uint32 uint64 float64 float32 int16 int8 uint16 uint8 " +
		"Int BigDecimal BigInteger decimal Decimal size_t i32 i64 u32 u64 usize f64 ulong ushort UUID Guid DateTime DateTimeOffset DateOnly TimeOnly TimeSpan " +
		"OptionalInt OptionalLong OptionalDouble LocalDate LocalDateTime LocalTime ZonedDateTime OffsetDateTime Instant Duration datetime date time.Time time.Duration uuid.UUID datetime.date datetime.datetime datetime.timedelta")
	truthTypes = set("bool boolean Boolean Bool")
	// containerTypes are types with elements of one type: their first type argument, or none.
	containerTypes = set("Optional Nullable List Set Collection Iterable ArrayList HashSet IEnumerable IList ICollection IReadOnlyList IReadOnlyCollection ISet list set Sequence Annotated")
	// byteTypes are the element types of what may be a text.
	byteTypes = set("byte Byte uint8 int8")
)

// typeFlags is what a type says about its values, in languages that enforce types: a TypeScript number
// from outside may be anything.
func typeFlags(text string) flags {
	elements := false
	for range 4 {
		switch {
		case numberTypes[text] && !(elements && byteTypes[text]):
			return flagNumber
		case truthTypes[text]:
			return flagBool
		}
		text, elements = elementType(text, elements)
	}
	return 0
}

// elementType is the type of the elements, or of the optional value, in a type.
func elementType(text string, elements bool) (string, bool) {
	if t := strings.Trim(text, "?*"); t != text {
		return t, elements || strings.Contains(text, "*")
	}
	if t, ok := strings.CutSuffix(text, " | None"); ok {
		return t, elements
	}
	if t, ok := strings.CutSuffix(text, "[]"); ok {
		return t, true
	}
	if t, ok := strings.CutPrefix(text, "[]"); ok {
		return t, true
	}
	if i := strings.IndexAny(text, "<["); i > 0 && strings.ContainsAny(text[len(text)-1:], ">]") && containerTypes[text[:i]] {
		inner, _, _ := strings.Cut(text[i+1:len(text)-1], ",")
		return inner, true
	}
	return "", elements
}

// typed marks a node by its declared type.
func (l *lowerer) typed(i, t uint32) {
	switch text := string(l.Text(t)); text {
	case ": number":
		l.flag(i, flagNumber)
	case ": boolean":
		l.flag(i, flagBool)
	default:
		l.flag(i, typeFlags(text))
	}
}

// fieldOf records the type of a field: its class, which only linked programs need, and whether it is
// harmless.
func (l *lowerer) fieldOf(c int32, field name, t uint32, class name) {
	if c < 0 {
		return
	}
	l.fieldClass(c, field, class)
	of := &l.classes[c]
	if f := typeFlags(string(l.Text(t))); f != 0 {
		if of.harmless == nil {
			of.harmless = map[name]flags{}
		}
		of.harmless[field] = f
	}
}

// fieldClass notes of what class a field of a class is.
func (l *lowerer) fieldClass(c int32, field, class name) {
	if c < 0 || class == noName {
		return
	}
	of := &l.classes[c]
	if of.types == nil {
		of.types = map[name]symbol{}
	}
	of.types[field] = symbol{name: class}
}

// enumeration is a type with a fixed set of values. Its other members are irrelevant.
func enumeration(l *lowerer, n uint32) uint32 {
	c := l.newClass(n, l.wordIn(n, "name"), nil, func() []uint32 { return nil })
	l.classes[l.nodes[c].name].enum = true
	return c
}

// harmlessField reports whether the type of a field makes it clean.
func (r *run) harmlessField(of *value, key name) bool {
	if of.what == 0 {
		return false
	}
	c, ok := of.what.class()
	if !ok {
		return false
	}
	t, typed := r.classes[c].types[key]
	return r.harmlessBy(r.classes[c].harmless[key]) || typed && r.harmlessClass(r.classIn(t.unit, t.name))
}

// harmlessParam reports whether the type of a parameter makes it clean.
func (r *run) harmlessParam(n *node) bool {
	return r.harmless(n) || n.name != noName && r.harmlessClass(r.class(n.name))
}

// harmlessClass reports whether a class, if there is one, has a fixed set of values.
func (r *run) harmlessClass(c int32, ok bool) bool {
	return ok && r.classes[c].enum && r.spec.Options.SafeNumbers
}

// harmlessBy reports whether flags make a value clean.
func (r *run) harmlessBy(f flags) bool {
	return f&flagNumber != 0 && r.spec.Options.SafeNumbers || f&flagBool != 0 && r.spec.Options.SafeBooleans
}

// resultFlags are the flags of a function's result type.
func (l *lowerer) resultFlags(n uint32) flags {
	for _, field := range []string{"type", "returns", "result", "return_type"} {
		if t, ok := l.In(n, field); ok {
			return typeFlags(string(l.Text(t)))
		}
	}
	return 0
}

// typeName is the class that a type names.
func (l *lowerer) typeName(n uint32) name {
	if l.ir != nil {
		return l.irTypeName(n)
	}
	for range 4 {
		switch l.Kind(n) {
		case "type_identifier", "identifier", "name", "qualified_type":
			return l.text(n)
		case "qualified_name":
			c := l.Named(n)
			if len(c) == 0 {
				return noName
			}
			n = c[len(c)-1]
		case "generic_type", "pointer_type", "generic_name", "nullable_type", "user_type", "reference_type", "named_type", "optional_type", "type":
			c := l.Named(n)
			if len(c) == 0 {
				return noName
			}
			n = c[0]
		default:
			return noName
		}
	}
	return noName
}

// hasModifier reports whether a declaration has a modifier.
func (l *lowerer) hasModifier(n uint32, modifier string) bool {
	for c := range l.Children(n) {
		switch l.Kind(c) {
		case modifier:
			return true
		case "modifiers", "modifier", "static_modifier":
			if string(l.Text(c)) == modifier {
				return true
			}
			for d := range l.Children(c) {
				if string(l.Text(d)) == modifier {
					return true
				}
			}
		}
	}
	return false
}
