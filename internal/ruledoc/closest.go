package ruledoc

import (
	"cmp"
	"slices"
	"strings"
)

// maxSimilar is the maximum number of suggestions for an unknown ID.
const maxSimilar = 3

// closest returns the names most similar to a mistyped one: a small edit distance, or all of
// its words.
func closest(typed string, names []string) []string {
	typed = strings.ToLower(typed)
	words := strings.FieldsFunc(typed, func(c rune) bool { return c == '-' || c == '_' || c == ' ' })
	type candidate struct {
		name     string
		distance int
	}
	var found []candidate
	for _, name := range names {
		d := distance(typed, name)
		missing := slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(name, w) })
		switch {
		case len(words) > 0 && !missing:
			found = append(found, candidate{name, min(d, len(name)-len(typed))})
		case d <= 1+len(typed)/4:
			found = append(found, candidate{name, d})
		}
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.name, b.name))
	})
	var out []string
	for _, c := range found[:min(len(found), maxSimilar)] {
		out = append(out, c.name)
	}
	return out
}

// distance is the Levenshtein distance between a and b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := before
			if a[i] != b[j] {
				change++
			}
			before = row[j+1]
			row[j+1] = min(row[j+1]+1, row[j]+1, change)
		}
	}
	return row[len(b)]
}
