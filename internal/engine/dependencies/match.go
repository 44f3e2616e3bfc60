package dependencies

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"vigil/internal/advisory"
	"vigil/internal/engine"
)

// matcher compares the packages of one file with the advisories.
type matcher struct {
	advisories Advisories
	place      *places
}

// match returns a finding for each vulnerability of each package, however many versions of it
// are there, and the skips for packages whose version the file leaves open.
func (m *matcher) match(ctx context.Context, all []dependency) (found []engine.Finding, open []engine.Skip, err error) {
	for i := range all {
		all[i].name = strings.ToValidUTF8(all[i].name, "\uFFFD")
	}
	order := func(a, b dependency) int {
		return cmp.Or(strings.Compare(string(a.kind), string(b.kind)), strings.Compare(a.kind.Normal(a.name), b.kind.Normal(b.name)))
	}
	slices.SortStableFunc(all, func(a, b dependency) int { return cmp.Or(order(a, b), cmp.Compare(a.at, b.at)) })
	for rest := all; len(rest) > 0; {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		n := slices.IndexFunc(rest, func(d dependency) bool { return order(d, rest[0]) != 0 })
		if n < 0 {
			n = len(rest)
		}
		same := rest[:n]
		rest = rest[n:]
		known, err := m.advisories.Lookup(same[0].kind, same[0].name)
		if err != nil {
			return nil, nil, engine.SkipError("cannot read the advisories: " + err.Error())
		}
		groups := advisory.Groups(known)
		for _, g := range groups {
			if h := hitsOf(g, same); len(h) > 0 {
				found = append(found, m.finding(g, h))
			}
		}
		for _, d := range same {
			if d.version == "" {
				open = append(open, m.open(d, groups)...)
				break
			}
		}
	}
	return found, open, nil
}

// open returns the skips for a package without a version: there is nothing to look up.
func (m *matcher) open(d dependency, groups []advisory.Group) (out []engine.Skip) {
	line, column := m.place.of(d.at)
	why := fmt.Sprintf("%s:%d:%d: %s: %s", m.place.path, line, column, d.name, d.open)
	if len(groups) == 0 {
		return []engine.Skip{{Path: m.place.path, Rule: d.name, Reason: why, Kind: engine.Excluded}}
	}
	for _, g := range groups {
		out = append(out, engine.Skip{Path: m.place.path, Rule: g.Name, Reason: why, Kind: engine.Excluded})
	}
	return out
}

// hit is a version that a vulnerability affects.
type hit struct {
	dependency
	by    *advisory.Advisory // that says most of it
	fixed string
}

func hitsOf(g advisory.Group, same []dependency) (out []hit) {
	for _, d := range same {
		if d.version == "" {
			continue
		}
		h := hit{dependency: d}
		for i := range g.Members {
			a := &g.Members[i]
			fixed, affected := a.Affects(d.kind, d.version)
			if !affected {
				continue
			}
			if h.by == nil || better(a, h.by) {
				h.by = a
				h.fixed = cmp.Or(fixed, h.fixed)
			} else {
				h.fixed = cmp.Or(h.fixed, fixed)
			}
		}
		if h.by != nil {
			out = append(out, h)
		}
	}
	return out
}

// better reports whether a says more than b: how severe it is, then what kind of weakness.
func better(a, b *advisory.Advisory) bool {
	if a.Guessed != b.Guessed {
		return b.Guessed
	}
	if (a.CWE == "") != (b.CWE == "") {
		return b.CWE == ""
	}
	return advisory.Name([]string{a.ID, b.ID}) == a.ID && a.ID != b.ID
}
