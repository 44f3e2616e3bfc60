package scan

import (
	"fmt"
	"os"

	"vigil/internal/engine"
	"vigil/internal/examine"
)

// pathSet is the paths of a tree, as hashes: a hostile tree has megabytes of them.
type pathSet map[uint64]struct{}

// addAll adds the paths in a snapshot.
func (p pathSet) addAll(snapshot *os.File) error {
	info, err := snapshot.Stat()
	if err != nil {
		return fmt.Errorf("read snapshot: %w", err)
	}
	return engine.EachPath(snapshot, info.Size(), func(path []byte) { p[examine.HashPath(path)] = struct{}{} })
}

func (p pathSet) add(path string) { p[examine.HashPath(path)] = struct{}{} }

func (p pathSet) has(path string) bool { return p.hasFile(examine.File{Path: examine.HashPath(path)}) }

func (p pathSet) hasFile(f examine.File) bool {
	_, there := p[f.Path]
	return there
}
