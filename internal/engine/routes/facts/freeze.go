package facts

import (
	"fmt"
	"slices"
)

// frozen is the facts of a file in a cache.
type frozen struct {
	File  File // without extra
	Slots []frozenSlot
}

type frozenSlot struct {
	Slot  int // of the registry
	Value any
}

// Freeze returns the facts of a file for a cache, false if there are some that bytes cannot hold.
func (r *Registry) Freeze(f *File) ([]byte, bool) {
	x := frozen{File: *f}
	x.File.extra = nil
	for key, value := range f.extra {
		n := slices.IndexFunc(r.slots, func(s AnySlot) bool { return any(s) == key })
		if n < 0 {
			return nil, false
		}
		x.Slots = append(x.Slots, frozenSlot{n, value})
	}
	slices.SortFunc(x.Slots, func(a, b frozenSlot) int { return a.Slot - b.Slot })
	text, err := r.codec().Write(&x)
	return text, err == nil
}

// Thaw returns the facts again.
func (r *Registry) Thaw(text []byte) (*File, error) {
	var x frozen
	if err := r.codec().Read(text, &x); err != nil {
		return nil, err
	}
	f := &x.File
	for _, s := range x.Slots {
		if s.Slot < 0 || s.Slot >= len(r.slots) {
			return nil, fmt.Errorf("there is no slot %d", s.Slot)
		}
		if f.extra == nil {
			f.extra = map[any]any{}
		}
		f.extra[r.slots[s.Slot]] = s.Value
	}
	return f, nil
}
