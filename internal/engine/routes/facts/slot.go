package facts

// Slot stores data that only one language or framework understands, in the facts of
// a file or in a linker. A slot is a package-level variable of its owner: no other package can
// access its value, and the core does not need to know its type.
type Slot[T any] struct{ _ byte } // not empty: slots are told apart by their address

// empty returns the zero value of the slot's type.
func (k *Slot[T]) empty() any {
	var zero T
	return zero
}

// AnySlot is a Slot of any type.
type AnySlot interface{ empty() any }

// holder has slots.
type holder interface{ slots() *map[any]any }

func (f *File) slots() *map[any]any   { return &f.extra }
func (l *Linker) slots() *map[any]any { return &l.extra }

// Get returns the value in the slot, the zero value if it is empty.
func (k *Slot[T]) Get(h holder) T {
	v, _ := (*h.slots())[k].(T)
	return v
}

// Set stores a value in the slot.
func (k *Slot[T]) Set(h holder, v T) {
	m := h.slots()
	if *m == nil {
		*m = map[any]any{}
	}
	(*m)[k] = v
}
