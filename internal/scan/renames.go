package scan

import (
	"cmp"
	"path"
	"slices"
)

const (
	// maxPairs is for how many pairs of files one finding may speak. What is in very
	// many files does not tell which of them became which.
	maxPairs = 1000
	// maxLooks is how much is compared in all: whoever wrote the files chose how much
	// they have in common.
	maxLooks = 10_000_000
)

// followRenames matches findings that nobody knows with known vulnerabilities in files
// that are gone. The files that have most in common are taken for the same file first.
// In these, what is the same but for the function around it is followed as well. It
// returns the findings that are left.
func followRenames(all []*known, findings []*mark, see func(*known, *mark), gone func(*known) bool) (left []*mark) {
	if len(findings) == 0 {
		return nil
	}
	old, fresh := newPlaces(), newPlaces()
	for i, k := range all {
		if gone(k) {
			old.add(i, k.key)
		}
	}
	if len(old.at) == 0 {
		return findings
	}
	for i, f := range findings {
		fresh.add(i, f.key)
	}
	follows := make(map[int]int) // finding -> known
	looks := 0
	for _, r := range likelyRenames(old, fresh) {
		sure := r.votes > 1 || path.Base(r.from) == path.Base(r.to)
		for _, key := range old.keys[r.from] {
			from, to := place{r.from, key}, place{r.to, key}
			looks += 1 + len(old.at[from])*len(fresh.at[to])
			if looks > maxLooks {
				break
			}
			old.at[from], fresh.at[to] = pairUp(old.at[from], fresh.at[to], follows, func(k, f int) bool {
				return all[k].symbol == findings[f].symbol
			})
			if sure {
				old.at[from], fresh.at[to] = pairUp(old.at[from], fresh.at[to], follows, func(int, int) bool { return true })
			}
		}
		old.keys[r.from] = slices.DeleteFunc(old.keys[r.from], func(key key) bool { return len(old.at[place{r.from, key}]) == 0 })
	}
	for i, f := range findings {
		if k, ok := follows[i]; ok {
			see(all[k], f)
		} else {
			left = append(left, f)
		}
	}
	return left
}

// pairUp pairs what is equal, each once and in order, and returns what is left over.
func pairUp(olds, news []int, follows map[int]int, equal func(old, fresh int) bool) (oldsLeft, newsLeft []int) {
	for _, n := range news {
		i := slices.IndexFunc(olds, func(o int) bool { return equal(o, n) })
		if i < 0 {
			newsLeft = append(newsLeft, n)
			continue
		}
		follows[n] = olds[i]
		olds = slices.Delete(olds, i, i+1)
	}
	return olds, newsLeft
}

// place is a file and something that is found in it.
type place struct {
	path string
	key  key
}

// places is what is found where, as indexes of a list, in its order.
type places struct {
	at    map[place][]int
	files map[key][]string // for each key, the files that have it
	keys  map[string][]key // for each file, the keys that it has
}

func newPlaces() places {
	return places{map[place][]int{}, map[key][]string{}, map[string][]key{}}
}

func (p places) add(index int, k key) {
	at := place{k.path, k.ofMatch()}
	if p.at[at] == nil {
		p.files[at.key] = append(p.files[at.key], k.path)
		p.keys[k.path] = append(p.keys[k.path], at.key)
	}
	p.at[at] = append(p.at[at], index)
}

// rename is a file that is gone and one that may be its new name.
type rename struct {
	from, to string
	votes    int // how much both have
}

// likelyRenames returns the pairs of files that have findings in common, the likeliest
// first.
func likelyRenames(old, fresh places) []rename {
	type pair struct{ from, to string }
	votes := map[pair]int{}
	for key, from := range old.files {
		if to := fresh.files[key]; len(from)*len(to) <= maxPairs {
			for _, a := range from {
				for _, b := range to {
					votes[pair{a, b}]++
				}
			}
		}
	}
	out := make([]rename, 0, len(votes))
	for p, n := range votes {
		out = append(out, rename{p.from, p.to, n})
	}
	otherName := func(r rename) int {
		if path.Base(r.from) == path.Base(r.to) {
			return 0
		}
		return 1
	}
	slices.SortFunc(out, func(a, b rename) int {
		return cmp.Or(
			cmp.Compare(b.votes, a.votes), cmp.Compare(otherName(a), otherName(b)),
			cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	return out
}
