package examine

import (
	"strings"
	"testing"

	"vigil/internal/engine/enginetest"
)

// entries are those of findings with these names, and their names.
func entries(names ...string) (all []*Entry, nameOf map[*Entry]string) {
	nameOf = map[*Entry]string{}
	for i, name := range names {
		e, err := newEntry(enginetest.Finding(name))
		if err != nil {
			panic(err)
		}
		e.Offset = int64(i)
		all, nameOf[&e] = append(all, &e), name
	}
	return all, nameOf
}

func TestIntroduced(t *testing.T) {
	for name, c := range map[string]struct{ head, before, want string }{
		"new":                        {"a", "", "introduced a, inherited"},
		"there before":               {"a b", "a", "introduced b, inherited a"},
		"one more of a kind":         {"a a", "a", "introduced a, inherited a"},
		"one less of a kind":         {"a", "a a", "introduced, inherited a"},
		"in a renamed file":          {"a@new", "a@old", "introduced, inherited a@new"},
		"in a function renamed":      {"a@x#g", "a@x#f", "introduced, inherited a@x#g"},
		"in a file and function":     {"a@new#g", "a@old#f", "introduced, inherited a@new#g"},
		"copied to another file":     {"a@x a@copy", "a@x", "introduced a@copy, inherited a@x"},
		"exact before other symbols": {"a@x#g a@x#f", "a@x#f", "introduced a@x#g, inherited a@x#f"},
	} {
		head, nameOf := entries(strings.Fields(c.head)...)
		before, _ := entries(strings.Fields(c.before)...)
		titles := func(word string, es []*Entry) string {
			for _, e := range es {
				word += " " + nameOf[e]
			}
			return word
		}
		introduced, inherited := Introduced(head, before, NewRenames(map[string]string{"new.go": "old.go"}))
		if got := titles("introduced", introduced) + ", " + titles("inherited", inherited); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
