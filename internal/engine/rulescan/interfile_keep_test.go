package rulescan

import (
	"sync/atomic"
	"testing"

	"vigil/internal/engine/syntax"
)

// TestKeep checks that files without an end of a flow leave memory for the trees of those that have one.
func TestKeep(t *testing.T) {
	var room atomic.Int64
	room.Store(maxKept)
	tree := &syntax.Tree{Source: make([]byte, 1<<20)}
	kept := func(ends map[*ruleFor]*crossedEnds) (n int) {
		for range maxKept>>20 + 1 {
			c := &crossed{ends: ends, room: &room}
			if c.keep(tree); c.tree != nil {
				n++
			}
		}
		return n
	}
	if n := kept(nil); n != (maxKept-keptForEnds)>>20 {
		t.Errorf("%d MiB are kept of files without an end", n)
	}
	if n := kept(map[*ruleFor]*crossedEnds{nil: {}}); n != keptForEnds>>20 || room.Load() != 0 {
		t.Errorf("%d MiB are kept of files with one, %d bytes are left", n, room.Load())
	}
}
