package sandbox

import "testing"

func TestCollectAt(t *testing.T) {
	const least = 200 << 20
	for _, c := range []struct {
		name string
		live uint64
		want int
	}{
		{"nothing known yet", 0, 100},
		{"next to nothing has a bound", 1 << 20, 400},
		{"a small heap grows to the part", 80 << 20, 150},
		{"half of the part doubles", 100 << 20, 100},
		{"a large heap doubles", 700 << 20, 100},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := collectAt(c.live, least); got != c.want {
				t.Fatalf("got %d, want %d", got, c.want)
			}
		})
	}
}
