package sandbox

import (
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// By default the garbage collector runs whenever the heap has grown to twice what was in use. For
// a small heap that is often, and a fifth of all processor time; so a child lets its heap grow to a
// part of the memory that it may have before it collects. A large heap is collected as ever.

// heapPart is that part: one in so many.
const heapPart = 5

// collectLess adjusts the collector to what is in use, for as long as the process lives.
func collectLess(memory uint64) {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	last := 100
	for {
		metrics.Read(live)
		if p := collectAt(live[0].Value.Uint64(), memory/heapPart); p < last*9/10 || p > last*11/10 {
			debug.SetGCPercent(p)
			last = p
		}
		time.Sleep(20 * time.Millisecond) // in which no heap grows by much more than 20 MB
	}
}

// collectAt is by how many percent a heap may grow beyond what is in use: to least bytes, or
// twice as much. What is in use may be much more by the next time one asks, so there is a bound.
func collectAt(live, least uint64) int {
	if live == 0 {
		return 100 // nothing was collected yet
	}
	return int(min(max(least*100/live, 200), 500)) - 100
}
