package scan

import (
	"cmp"
	"slices"

	"vigil/internal/examine"
)

const (
	// maxPairs is how many pairs of files one finding may vote for. A finding in very many
	// files does not tell which of them became which.
	maxPairs = 1000
	// maxLooks limits the comparisons: the author of the files chose how much they have in
	// common.
	maxLooks = 10_000_000
)

// followRenames matches unknown findings with known vulnerabilities in files that are gone.
// Pairs of files with most in common are considered renames first. In these, findings that
// differ only in the enclosing function match as well. It returns the remaining
// findings.
func followRenames(all []*missing, findings []*examine.Entry, see func(*missing, *examine.Entry), gone func(*missing) bool) (left []*examine.Entry) {
	if len(findings) == 0 {
		return nil
	}
	var waiting []*missing
	for _, k := range all {
		if gone(k) {
			waiting = append(waiting, k)
		}
	}
	if len(waiting) == 0 {
		return findings
	}
	likely := likelyRenames(waiting, findings)
	old, fresh := byFile(waiting), byFile(findings)
	looks := 0
	for _, r := range likely {
		sure := r.votes > 1 || r.from.Base == r.to.Base
		looks += len(old[r.from]) + len(fresh[r.to])
		if looks > maxLooks {
			break
		}
		old[r.from], fresh[r.to] = join(old[r.from], fresh[r.to], func(olds []*missing, news []*examine.Entry) ([]*missing, []*examine.Entry) {
			if looks += len(olds) * len(news); looks > maxLooks {
				return olds, news
			}
			olds, news = pairUp(olds, news, see, func(k *missing, e *examine.Entry) bool { return k.Symbol() == e.Symbol() })
			if sure {
				olds, news = pairUp(olds, news, see, func(*missing, *examine.Entry) bool { return true })
			}
			return olds, news
		})
	}
	for _, list := range fresh {
		left = append(left, list...)
	}
	slices.SortFunc(left, inOrder)
	return left
}

// pairUp pairs equal elements, each once and in order, and returns the rest.
func pairUp(olds []*missing, news []*examine.Entry, see func(*missing, *examine.Entry), equal func(*missing, *examine.Entry) bool) (oldsLeft []*missing, newsLeft []*examine.Entry) {
	oldsLeft = slices.Clone(olds)
	for _, e := range news {
		i := slices.IndexFunc(oldsLeft, func(k *missing) bool { return equal(k, e) })
		if i < 0 {
			newsLeft = append(newsLeft, e)
			continue
		}
		see(oldsLeft[i], e)
		oldsLeft = slices.Delete(oldsLeft, i, i+1)
	}
	return oldsLeft, newsLeft
}

// placed is anything with a key.
type placed interface {
	File() examine.File
	WithoutPlace() examine.Key
}

// byFile groups by file, each group sorted by key.
func byFile[T placed](all []T) map[examine.File][]T {
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b T) int {
		return cmp.Or(cmp.Compare(a.File().Path, b.File().Path), a.WithoutPlace().Compare(b.WithoutPlace()))
	})
	out := map[examine.File][]T{}
	for len(sorted) > 0 {
		n := run(sorted, func(a, b T) bool { return a.File() == b.File() })
		out[sorted[0].File()], sorted = sorted[:n:n], sorted[n:]
	}
	return out
}

// run returns the length of the initial run of elements like the first one.
func run[T any](list []T, alike func(a, b T) bool) int {
	n := 1
	for n < len(list) && alike(list[0], list[n]) {
		n++
	}
	return n
}

// join calls pair with the equal elements of two sorted lists, and returns what it returns
// with all the rest.
func join(old []*missing, fresh []*examine.Entry, pair func([]*missing, []*examine.Entry) ([]*missing, []*examine.Entry)) (oldLeft []*missing, freshLeft []*examine.Entry) {
	for len(old) > 0 && len(fresh) > 0 {
		switch order := old[0].WithoutPlace().Compare(fresh[0].WithoutPlace()); {
		case order < 0:
			oldLeft, old = append(oldLeft, old[0]), old[1:]
		case order > 0:
			freshLeft, fresh = append(freshLeft, fresh[0]), fresh[1:]
		default:
			n, m := run(old, sameMatch), run(fresh, sameMatch)
			olds, news := pair(old[:n], fresh[:m])
			oldLeft, freshLeft = append(oldLeft, olds...), append(freshLeft, news...)
			old, fresh = old[n:], fresh[m:]
		}
	}
	return append(oldLeft, old...), append(freshLeft, fresh...)
}

func sameMatch[T placed](a, b T) bool { return a.WithoutPlace() == b.WithoutPlace() }

// rename is a file that is gone and one that may be its new name.
type rename struct {
	from, to examine.File
	votes    int // findings in common
}

// likelyRenames returns the pairs of files with findings in common, the most likely
// first.
func likelyRenames(old []*missing, fresh []*examine.Entry) []rename {
	type pair struct{ from, to examine.File }
	votes := map[pair]int{}
	join(byMatch(old), byMatch(fresh), func(olds []*missing, news []*examine.Entry) ([]*missing, []*examine.Entry) {
		if from, to := files(olds), files(news); len(from)*len(to) <= maxPairs {
			for _, a := range from {
				for _, b := range to {
					votes[pair{a, b}]++
				}
			}
		}
		return nil, nil
	})
	out := make([]rename, 0, len(votes))
	for p, n := range votes {
		out = append(out, rename{p.from, p.to, n})
	}
	otherName := func(r rename) int {
		if r.from.Base == r.to.Base {
			return 0
		}
		return 1
	}
	slices.SortFunc(out, func(a, b rename) int {
		return cmp.Or(
			cmp.Compare(b.votes, a.votes), cmp.Compare(otherName(a), otherName(b)),
			cmp.Compare(a.from.Path, b.from.Path), cmp.Compare(a.to.Path, b.to.Path))
	})
	return out
}

// byMatch sorts by key.
func byMatch[T placed](all []T) []T {
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b T) int { return a.WithoutPlace().Compare(b.WithoutPlace()) })
	return sorted
}

// files returns the distinct files of some elements.
func files[T placed](some []T) (out []examine.File) {
	there := map[examine.File]bool{}
	for _, one := range some {
		if f := one.File(); !there[f] {
			there[f], out = true, append(out, f)
		}
	}
	return out
}
