package scan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"vigil"
	"vigil/internal/examine"
)

func TestFollowRenames(t *testing.T) {
	for name, c := range map[string]struct {
		gone  string // names as in finding
		found string
		want  string // known=finding, then the rest
	}{
		"by what files have in common":        {"a@1 b@1 a@2 c@2", "a@x c@x a@y b@y", "a@2=a@x c@2=c@x a@1=a@y b@1=b@y"},
		"the same name in another folder":     {"a@old/1 a@old/2", "a@new/2 a@new/1", "a@old/2=a@new/2 a@old/1=a@new/1"},
		"with functions of another name":      {"a@1#f b@1#g", "a@x#h b@x#i", "a@1#f=a@x#h b@1#g=b@x#i"},
		"the same function first":             {"a@1#f a@1#g b@1", "a@x#g a@x#h b@x", "a@1#g=a@x#g a@1#f=a@x#h b@1=b@x"},
		"one alone in another function stays": {"a@1#f", "a@x#g", "left a@x#g"},
		"split in two":                        {"a@1 b@1", "a@x b@y", "a@1=a@x b@1=b@y"},
		"nothing in common":                   {"a@1", "b@x", "left b@x"},
		"a copy beside the new name":          {"a@1 b@1", "a@x a@y b@x", "a@1=a@x b@1=b@x left a@y"},
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			var all []*missing
			for _, name := range strings.Fields(c.gone) {
				all = append(all, lost(name))
			}
			findings, findingName := entries(strings.Fields(c.found)...)
			follows := map[*examine.Entry]string{}
			left := followRenames(all, findings, func(k *missing, m *examine.Entry) { follows[m] = nameOf(k.id) }, func(*missing) bool { return true })
			var got []string
			for _, m := range findings {
				if from, ok := follows[m]; ok {
					got = append(got, from+"="+findingName[m])
				}
			}
			for _, m := range left {
				got = append(got, "left "+findingName[m])
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("got  %s\nwant %s", s, c.want)
			}
		})
	}
}

// TestFollowRenamesInBulk renames whole trees that have everything in common. Each finding is
// matched, or left, once.
func TestFollowRenamesInBulk(t *testing.T) {
	tree := func(folder string) (out []*examine.Entry) {
		for file := range 30 {
			for i := range 1000 {
				out = append(out, &examine.Entry{Key: examine.NewKey("", "r", fmt.Sprintf("%s/%d", folder, file), fmt.Sprint(folder, i), fmt.Sprint(i%7)), Offset: int64(len(out))})
			}
		}
		return out
	}
	var all []*missing
	for _, m := range tree("old") {
		all = append(all, &missing{Key: m.Key, known: known{id: vigil.NewID().Bytes()}})
	}
	findings := tree("new")
	var seen []shortID
	left := followRenames(all, findings, func(k *missing, _ *examine.Entry) { seen = append(seen, k.id) }, func(*missing) bool { return true })
	slices.SortFunc(seen, shortID.compare)
	if n := len(slices.Compact(seen)); n != len(seen) || n+len(left) != len(findings) || n == 0 {
		t.Errorf("%d followed (%d of them different), %d left of %d", len(seen), n, len(left), len(findings))
	}
}
