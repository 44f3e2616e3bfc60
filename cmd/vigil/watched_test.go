package main_test

import (
	"sync"
	"testing"
)

// TestWatchedMaps fails under the race detector if the linker kept a copy of the
// inside of sync.Map that is not watched: see UNWATCHED in the Makefile.
func TestWatchedMaps(t *testing.T) {
	var m sync.Map
	var handed int
	go func() {
		handed = 1
		m.Store("handed", true)
	}()
	for {
		if _, ok := m.Load("handed"); ok {
			break
		}
	}
	if handed != 1 {
		t.Error("the map has it, the variable does not")
	}
}
