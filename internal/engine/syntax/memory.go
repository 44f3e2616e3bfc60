package syntax

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// mapping is the memory of an instance. Its whole range of addresses is reserved
// at once, and given memory as it grows. So growing copies nothing, and memory that
// is freed is the system's again at once: on Go's heap a huge file would take three
// times as much, and Go would keep it.
type mapping struct {
	all    []byte
	usable uint64
}

func reserve(limit uint64) (*mapping, error) {
	all, err := unix.Mmap(-1, 0, int(limit), unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err != nil {
		return nil, fmt.Errorf("reserve %d bytes of addresses: %w", limit, err)
	}
	return &mapping{all: all}, nil
}

// Reallocate is called by wazero: it returns the first size bytes, or nil if there is
// not enough memory.
func (m *mapping) Reallocate(size uint64) []byte {
	if size > uint64(len(m.all)) {
		return nil
	}
	if size > m.usable {
		if err := unix.Mprotect(m.all[m.usable:size], unix.PROT_READ|unix.PROT_WRITE); err != nil {
			return nil
		}
		m.usable = size
	}
	return m.all[:size:size]
}

// Free is called by wazero when the instance is closed.
func (m *mapping) Free() {
	if m.all != nil {
		_ = unix.Munmap(m.all) // cannot fail for a whole mapping
		m.all = nil
	}
}
