package syntax

import (
	"fmt"

	"github.com/tetratelabs/wazero/experimental"
	"golang.org/x/sys/unix"
)

// mapping is the memory of an instance. Its whole address range is reserved at once and
// committed as it grows. So growing copies nothing, and freed memory is returned to the
// system immediately. On Go's heap, where wazero would allocate it, a huge file takes three
// times as much, and Go keeps it.
type mapping struct {
	all    []byte
	usable uint64
}

func reserve(limit uint64) (*mapping, error) {
	all, err := unix.Mmap(-1, 0, int(limit), unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return nil, fmt.Errorf("reserve %d bytes of addresses: %w", limit, err)
	}
	return &mapping{all: all}, nil
}

// Allocate is called by wazero, once.
func (m *mapping) Allocate(_, _ uint64) experimental.LinearMemory { return m }

// Reallocate is called by wazero. It returns the first size bytes, or nil if there is
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
