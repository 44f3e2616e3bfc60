package scancache

import (
	"os"
	"sync"
)

// Cache is the content of a file, for the engine. It is safe for concurrent use.
type Cache struct {
	entries map[[KeySize]byte]entry

	mu   sync.Mutex
	used []byte // a bit for each entry
}

type entry struct {
	number int
	value  []byte
}

// Load reads a file. If there is none, or it is damaged, the cache is empty.
func Load(path string, secret []byte) *Cache {
	c := &Cache{entries: map[[KeySize]byte]entry{}}
	file, err := os.Open(path)
	if err != nil {
		return c
	}
	defer file.Close()
	n := 0
	err = each(file, secret, func(key [KeySize]byte, value []byte) error {
		c.entries[key] = entry{n, append([]byte{}, value...)}
		n++
		return nil
	})
	if err != nil {
		clear(c.entries)
	}
	c.used = make([]byte, (n+7)/8)
	return c
}

// Get returns the value of an entry, nil if there is none.
func (c *Cache) Get(key [KeySize]byte) []byte {
	e, ok := c.entries[key]
	if !ok {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.used[e.number/8] |= 1 << (e.number % 8)
	return e.value
}

// Used returns which entries of the file were used: a bit for each, in order.
func (c *Cache) Used() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.used
}
