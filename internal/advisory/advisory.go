// Package advisory is the database of known vulnerabilities in packages.
//
// Advisories come in the OSV format (https://ossf.github.io/osv-schema/), as published
// by osv.dev: one archive per ecosystem. [Import] builds one file from them, sorted by
// package and in compressed blocks with checksums. [Open] reads only the block index;
// [File.Lookup] reads the block of a package. So a scan needs little memory however
// many advisories there are, and the file can be replaced while it is in use.
package advisory

import (
	"slices"
	"strings"

	"vigil/internal/ecosystem"
)

// Advisory says that some versions of one package are vulnerable. It is stored as JSON
// with short names: there are hundreds of thousands.
type Advisory struct {
	ID         string   `json:"i"`
	Aliases    []string `json:"a,omitempty"` // IDs of the same advisory in other databases
	Modified   int64    `json:"m,omitempty"` // seconds since 1970
	Summary    string   `json:"s,omitempty"`
	CVSS       string   `json:"v"` // always valid
	Guessed    bool     `json:"g,omitempty"`
	CWE        string   `json:"c,omitempty"` // CWE-79
	References []string `json:"l,omitempty"`
	Ranges     []Range  `json:"r,omitempty"`
	Versions   []string `json:"n,omitempty"` // also affected, listed individually
}

// Range is a contiguous range of affected versions. Without Fixed and Last it is
// unbounded.
type Range struct {
	From  string `json:"f,omitempty"` // the first affected version; empty: from the beginning
	Fixed string `json:"x,omitempty"` // the first fixed version
	Last  string `json:"l,omitempty"` // the last version known to be affected
}

// Affects reports whether a version is affected, and the lowest fixed version above
// it, "" if none is known.
func (a *Advisory) Affects(kind ecosystem.Kind, version string) (fixed string, affected bool) {
	fixed, affected = a.affects(kind, version)
	// A version that one range calls fixed may be in another range.
	for range len(a.Ranges) {
		next, still := a.affects(kind, fixed)
		if fixed == "" || !still {
			break
		}
		fixed = next
	}
	return fixed, affected
}

func (a *Advisory) affects(kind ecosystem.Kind, version string) (fixed string, affected bool) {
	for _, r := range a.Ranges {
		if r.has(kind, version) {
			return r.Fixed, true
		}
	}
	for _, v := range a.Versions {
		order, ok := kind.Compare(v, version)
		if ok && order == 0 || v == version {
			return a.fixedAbove(kind, version), true
		}
	}
	return "", false
}

// fixedAbove returns the lowest fixed version above one that is only listed individually.
func (a *Advisory) fixedAbove(kind ecosystem.Kind, version string) (lowest string) {
	for _, r := range a.Ranges {
		if above, ok := kind.Compare(r.Fixed, version); !ok || above <= 0 {
			continue
		}
		if below, ok := kind.Compare(r.Fixed, lowest); !ok || below < 0 {
			lowest = r.Fixed
		}
	}
	return lowest
}

func (r Range) has(kind ecosystem.Kind, version string) bool {
	before := func(bound string, orEqual bool) bool { // whether version is before bound
		order, ok := kind.Compare(version, bound)
		return ok && (order < 0 || orEqual && order == 0)
	}
	switch {
	case !kind.Valid(version):
		return false
	case r.From != "" && before(r.From, false):
		return false
	case r.Fixed != "":
		return before(r.Fixed, false)
	case r.Last != "":
		return before(r.Last, true)
	}
	return true
}

// Name returns the ID under which an advisory is reported: a GHSA if there is one, else a CVE,
// else its own. It is independent of the database that describes the advisory.
func Name(names []string) string {
	return slices.MinFunc(names, func(a, b string) int {
		if x, y := rank(a), rank(b); x != y {
			return x - y
		}
		return strings.Compare(a, b)
	})
}

func rank(name string) int {
	switch {
	case strings.HasPrefix(name, "GHSA-"):
		return 0
	case strings.HasPrefix(name, "CVE-"):
		return 1
	}
	return 2
}

// Names returns all IDs of an advisory, its own first.
func (a *Advisory) Names() []string { return append([]string{a.ID}, a.Aliases...) }

// Group is one vulnerability: advisories of one package that are aliases of each
// other.
type Group struct {
	Name    string   // the ID to report it under
	Names   []string // all IDs, sorted
	Members []Advisory
}

// Groups groups the advisories of a package that share an ID.
func Groups(all []Advisory) []Group {
	leader := make([]int, len(all)) // index of the first advisory of each group
	owner := map[string]int{}       // first advisory with each ID
	find := func(i int) int {
		for leader[i] != i {
			i = leader[i]
		}
		return i
	}
	for i := range all {
		leader[i] = i
		for _, name := range all[i].Names() {
			if other, there := owner[name]; there {
				x, y := find(other), find(i)
				leader[max(x, y)] = min(x, y)
			}
			owner[name] = i
		}
	}
	at := map[int]int{}
	var out []Group
	for i := range all {
		first := find(i)
		n, there := at[first]
		if !there {
			n = len(out)
			at[first] = n
			out = append(out, Group{})
		}
		out[n].Members = append(out[n].Members, all[i])
		out[n].Names = append(out[n].Names, all[i].Names()...)
	}
	for i := range out {
		slices.Sort(out[i].Names)
		out[i].Names = slices.Compact(out[i].Names)
		out[i].Name = Name(out[i].Names)
	}
	return out
}
