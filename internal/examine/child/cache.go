package child

import (
	"vigil/internal/engine"
	"vigil/internal/examine/protocol"
	"vigil/internal/scancache"
)

// openCache loads the cache, before the sandboxed process drops its rights.
func openCache(r *protocol.Request) *scancache.Cache {
	if r.Cache == "" || r.Build == "" {
		return nil
	}
	return scancache.Load(r.Cache, r.CacheKey())
}

// engineCache is a cache whose new entries are reported.
type engineCache struct {
	*scancache.Cache
	readOnly bool
	encode   func(protocol.Line) error
}

func (c engineCache) Get(k engine.Key) []byte { return c.Cache.Get(k) }

// Put reports an entry. If that fails, so does the next line that is reported.
func (c engineCache) Put(k engine.Key, value []byte) {
	if !c.readOnly && len(value) <= scancache.MaxValue {
		_ = c.encode(protocol.Line{Entry: &protocol.CacheEntry{Key: k[:], Value: value}})
	}
}
