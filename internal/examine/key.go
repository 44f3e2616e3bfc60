package examine

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"path"
	"strings"
	"unique"
)

// Key identifies a finding, except for its number among equal ones in one file. Hundreds of
// thousands are in memory at once, and the author of the source chose the length of its texts,
// so a key only contains hashes and shared strings.
type Key struct {
	by       unique.Handle[foundBy]
	file     File
	symbol   uint64   // a hash
	identity [16]byte // a hash
}

type foundBy struct{ detector, rule string }

// NewKey returns the key of a finding. These are fields of engine.Finding.
func NewKey(detector, rule, path, symbol, identity string) Key {
	k := Key{by: unique.Make(foundBy{detector, rule}), file: newFile(path), symbol: hash(symbol)}
	sum := sha256.Sum256([]byte(identity))
	copy(k.identity[:], sum[:])
	return k
}

// Detector returns the name of the detector that found it.
func (k Key) Detector() string { return k.by.Value().detector }

// Rule returns the id of its rule.
func (k Key) Rule() string { return k.by.Value().rule }

// File returns its file.
func (k Key) File() File { return k.file }

// Symbol returns a hash of the function or type around it.
func (k Key) Symbol() uint64 { return k.symbol }

// WithoutPath is equal for findings that differ only in the path of the file. It follows
// a finding through a rename.
func (k Key) WithoutPath() Key { k.file = File{}; return k }

// WithoutSymbol is equal for findings in one file that differ only in the enclosing function
// or type.
func (k Key) WithoutSymbol() Key { k.symbol = 0; return k }

// WithoutPlace is equal for findings that differ only in their file and function.
func (k Key) WithoutPlace() Key { return k.WithoutPath().WithoutSymbol() }

// Renamed returns the key with the path from before the file was renamed, if it was.
func (k Key) Renamed(files Renames) Key {
	if old, there := files[k.file]; there {
		k.file = old
	}
	return k
}

// Compare sorts keys.
func (k Key) Compare(other Key) int {
	if k == other {
		return 0
	}
	if order := cmp.Or(bytes.Compare(k.identity[:], other.identity[:]), cmp.Compare(k.symbol, other.symbol), cmp.Compare(k.file.Path, other.file.Path)); order != 0 {
		return order
	}
	a, b := k.by.Value(), other.by.Value()
	return cmp.Or(strings.Compare(a.detector, b.detector), strings.Compare(a.rule, b.rule))
}

// File identifies a file of a tree by hashes of its path and of its base name.
type File struct{ Path, Base uint64 }

func newFile(name string) File { return File{HashPath(name), hash(path.Base(name))} }

// HashPath returns the Path of a File.
func HashPath[T string | []byte](path T) uint64 { return hash(path) }

// hash is not collision-resistant: an attacker could only confuse their own
// findings.
func hash[T string | []byte](text T) uint64 {
	sum := sha256.Sum256([]byte(text))
	return binary.BigEndian.Uint64(sum[:])
}

// Renames maps new names of renamed files to the old ones.
type Renames map[File]File

// NewRenames takes a map of new paths to old ones.
func NewRenames(paths map[string]string) Renames {
	out := make(Renames, len(paths))
	for to, from := range paths {
		out[newFile(to)] = newFile(from)
	}
	return out
}
