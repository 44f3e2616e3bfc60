package scan

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"strings"
	"unique"

	"vigil"
)

// key is what two findings have in common that are the same, but for their number in
// the file. There are hundreds of thousands in memory at once, so it has no text of its
// own: those that many share are there once, and of the others there is a hash.
type key struct {
	by       unique.Handle[by]
	path     unique.Handle[string]
	symbol   uint64   // a hash
	identity [16]byte // a hash
}

// by is by what something was found.
type by struct{ detector, rule string }

func newKey(detector, rule, path, symbol, identity string) key {
	k := key{by: unique.Make(by{detector, rule}), path: unique.Make(path)}
	sum := sha256.Sum256([]byte(symbol))
	k.symbol = binary.BigEndian.Uint64(sum[:])
	sum = sha256.Sum256([]byte(identity))
	copy(k.identity[:], sum[:])
	return k
}

func (k key) file() unique.Handle[string] { return k.path }

// withoutPath is equal for findings that differ only in where the file lies. It follows
// a finding through a rename.
func (k key) withoutPath() key { k.path = unique.Handle[string]{}; return k }

// withoutSymbol is equal for findings of one file that differ only in the function or
// type around them.
func (k key) withoutSymbol() key { k.symbol = 0; return k }

// ofMatch is equal for findings that differ only in where they are: in which file and
// in which function.
func (k key) ofMatch() key { return k.withoutPath().withoutSymbol() }

// renamed returns the key as it would be in the file's old name, if it had one.
func (k key) renamed(names map[string]string) key {
	if len(names) == 0 {
		return k
	}
	if old, there := names[k.path.Value()]; there {
		k.path = unique.Make(old)
	}
	return k
}

// compare sorts keys. Those that are equal have equal handles, and are found so quickly.
func (k key) compare(other key) int {
	if k == other {
		return 0
	}
	if order := cmp.Or(bytes.Compare(k.identity[:], other.identity[:]), cmp.Compare(k.symbol, other.symbol)); order != 0 {
		return order
	}
	if k.path != other.path {
		return strings.Compare(k.path.Value(), other.path.Value())
	}
	a, b := k.by.Value(), other.by.Value()
	return cmp.Or(strings.Compare(a.detector, b.detector), strings.Compare(a.rule, b.rule))
}

// shortID is a vigil.ID in a quarter of its memory.
type shortID [16]byte

func (s shortID) id() vigil.ID {
	text := vigil.FormatID(s)
	return vigil.ID(text[:])
}

func (s shortID) compare(other shortID) int { return bytes.Compare(s[:], other[:]) }
