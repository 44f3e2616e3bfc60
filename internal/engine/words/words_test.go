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
