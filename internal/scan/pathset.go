package scan

import (
	"fmt"
	"hash/maphash"
	"os"

	"vigil/internal/engine"
)

// pathSet is the paths of a tree, as hashes: a hostile tree has gigabytes of paths.
type pathSet struct {
	seed   maphash.Seed
	hashes map[uint64]struct{}
}

func newPathSet() pathSet { return pathSet{maphash.MakeSeed(), map[uint64]struct{}{}} }

// addAll adds the names of the files in a snapshot.
func (p pathSet) addAll(snapshot *os.File) error {
	info, err := snapshot.Stat()
	if err != nil {
		return fmt.Errorf("read snapshot: %w", err)
	}
	return engine.EachPath(snapshot, info.Size(), func(path []byte) {
		p.hashes[maphash.Bytes(p.seed, path)] = struct{}{}
	})
}

func (p pathSet) add(path string) { p.hashes[maphash.String(p.seed, path)] = struct{}{} }

func (p pathSet) has(path string) bool {
	_, there := p.hashes[maphash.String(p.seed, path)]
	return there
}
