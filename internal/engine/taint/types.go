package taint

import "strings"

// Declared types tell which values cannot carry a payload: numbers, Booleans, and types with as limited
// a format, such as dates and UUIDs.

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
	switch text := string(l.tree.Text(t)); text {
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
	of := &l.classes[c]
	if class != noName {
		if of.types == nil {
			of.types = map[name]symbol{}
		}
		of.types[field] = symbol{name: class}
	}
	if f := typeFlags(string(l.tree.Text(t))); f != 0 {
		if of.harmless == nil {
			of.harmless = map[name]flags{}
		}
		of.harmless[field] = f
	}
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
		if t, ok := l.in(n, field); ok {
			return typeFlags(string(l.tree.Text(t)))
		}
	}
	return 0
}
