package formula

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"vigil/internal/engine/match"
)

// Place is a span that matches, and the bindings of its metavariables.
type Place struct {
	match.Span
	Bound   match.Bindings
	kind    placeKind
	Focused bool // it is the value of a metavariable
	// more is the alternative bindings that conditions added. They do not apply yet
	// while the other conditions are evaluated.
	more []match.Bindings
}

// get returns the value of a metavariable, including those bound by conditions.
func (p *Place) get(name string) (match.Value, bool) {
	v, ok := p.Bound.Get(name)
	for i := 0; !ok && i < len(p.more); i++ {
		v, ok = p.more[i].Get(name)
	}
	return v, ok
}

// settle expands the bindings that conditions added: each place as it was, and once for each
// alternative.
func settle(list []Place) []Place {
	if !slices.ContainsFunc(list, func(p Place) bool { return len(p.more) > 0 }) {
		return list
	}
	var out []Place
	for _, p := range list {
		more := p.more
		p.more = nil
		out = append(out, p)
		for _, b := range more {
			q := p
			q.Bound = Union(p.Bound, b)
			out = append(out, q)
		}
	}
	return distinct(out)
}

// maxPlaces limits how many places one formula may match in a file.
const maxPlaces = 50_000

var errPlaces = errors.New("a pattern has too many matches")

// placeKind is the role of a place in a comparison.
type placeKind uint8

const (
	plain    placeKind = iota // code that matches
	inside                    // what must enclose another place
	regex                     // text that matches
	anywhere                  // what must be anywhere in the file
)

// in reports whether p is within b and their bindings are consistent.
func (p *Place) in(b *Place) bool {
	return (b.Contains(p.Span) || b.kind == anywhere) && Agree(p.Bound, b.Bound)
}

// Agree reports whether the bindings of a and b are consistent. Groups of regular expressions
// are not compared.
func Agree(a, b match.Bindings) bool {
	for i := range a {
		if isGroup(a[i].Name) {
			continue
		}
		if v, ok := b.Get(a[i].Name); ok && !a[i].Equal(v) {
			return false
		}
	}
	return true
}

func isGroup(name string) bool { return len(name) > 1 && name[1] >= '0' && name[1] <= '9' }

// Union adds to a the bindings of b whose names it does not have.
func Union(a, b match.Bindings) match.Bindings {
	out := a[:len(a):len(a)]
	for i := range b {
		if _, ok := a.Get(b[i].Name); !ok {
			out = append(out, b[i])
		}
	}
	return out
}

// intersect returns the places of either list that are within one of the other, with the
// bindings of both. Places that must enclose others, or be anywhere, are never the inner ones,
// unless both are of that kind. The result is cut off at about twice maxPlaces.
func intersect(as, bs []Place) []Place {
	var out []Place
	merge := func(a, b *Place) {
		if (a.kind != inside || b.kind == inside || b.kind == anywhere) && (a.kind != anywhere || b.kind == anywhere) && a.in(b) {
			out = append(out, Place{Span: a.Span, Bound: Union(a.Bound, b.Bound), kind: a.kind})
		}
	}
	byStart(as)
	byStart(bs)
	for i := range as {
		if len(out) > 4*maxPlaces {
			if out = distinct(out); len(out) > 2*maxPlaces {
				return out // too many already
			}
		}
		for j := range bs {
			a, b := &as[i], &bs[j]
			if b.Start >= a.End && b.Start > a.Start && b.kind != anywhere && a.kind != anywhere {
				break // as do all that follow
			}
			merge(a, b)
			if a.Span != b.Span || a.kind != b.kind {
				merge(b, a)
			}
		}
	}
	return distinct(out)
}

func byStart(list []Place) {
	slices.SortStableFunc(list, func(a, b Place) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End)) })
}

// subtract returns the places that no negative one excludes.
func subtract(list, negative []Place) []Place {
	return slices.DeleteFunc(list, func(a Place) bool {
		return slices.ContainsFunc(negative, func(b Place) bool {
			switch b.kind {
			case inside:
				return a.in(&b)
			case regex:
				return a.in(&b) || b.in(&a)
			case anywhere:
				return true
			}
			return a.Span == b.Span && Agree(a.Bound, b.Bound)
		})
	})
}

// distinct removes duplicates: the same span with the same bindings.
func distinct(list []Place) []Place {
	if len(list) < 2 {
		return list
	}
	type key struct {
		match.Span
		kind  placeKind
		bound string
	}
	seen := map[key]bool{}
	var b strings.Builder
	return slices.DeleteFunc(list, func(p Place) bool {
		b.Reset()
		for i := range p.Bound {
			v := &p.Bound[i]
			b.WriteString(v.Name)
			b.WriteByte(0)
			writeNumber(&b, v.Span.Start)
			writeNumber(&b, v.Span.End)
			if v.Span.End == 0 {
				b.WriteString(v.Text)
			}
		}
		k := key{p.Span, p.kind, b.String()}
		if seen[k] {
			return true
		}
		seen[k] = true
		return false
	})
}

func writeNumber(b *strings.Builder, n uint32) {
	b.Write([]byte{byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)})
}
