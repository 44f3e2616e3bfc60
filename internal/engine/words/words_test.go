package words

import (
	"fmt"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	a := New([]string{"he", "she", "HERS", "", "ü"})
	var got []string
	a.Find([]byte("uSHErs ü"), func(word int32, end int) bool {
		got = append(got, fmt.Sprint(word, "@", end))
		return true
	})
	if s := strings.Join(got, " "); s != "1@4 0@4 2@6 4@9" {
		t.Error(s)
	}
	n := 0
	a.Find([]byte("he he he"), func(int32, int) bool { n++; return false })
	if n != 1 {
		t.Errorf("it went on %d times", n)
	}
}

// TestFindAll compares with a naive search for each word.
func TestFindAll(t *testing.T) {
	words := []string{"he", "she", "his", "hers", "key", "KEY-1", ""}
	a := New(words)
	for _, text := range []string{"", "ushers", "HIS key-1 sheHE", "xyz", "hhhhe", "\xff\x00he"} {
		got := map[string]int{}
		a.Find([]byte(text), func(w int32, end int) bool {
			got[strings.ToLower(words[w])]++
			return true
		})
		for _, w := range words[:6] {
			w = strings.ToLower(w)
			n := 0
			for i := range text {
				if strings.HasPrefix(strings.ToLower(text[i:]), w) {
					n++
				}
			}
			if got[w] != n {
				t.Errorf("%q in %q: %d times, want %d", w, text, got[w], n)
			}
		}
	}
}
