package scan

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"path"
	"strings"
	"unique"

	"vigil"
)

// key is what two findings have in common that are the same, but for their number in
// the file. There are hundreds of thousands in memory at once, and whoever wrote the
// source chose how long its texts are, so it has none of its own.
type key struct {
	by       unique.Handle[by]
	file     file
	symbol   uint64   // a hash
	identity [16]byte // a hash
}

// by is by what something was found.
type by struct{ detector, rule string }

// file is a file of a tree: hashes of its path and of the last part of that.
type file struct{ path, base uint64 }

func newFile(name string) file { return file{hashOf(name), hashOf(path.Base(name))} }

// hashOf is not made to withstand those who look for two texts with the same hash: what
// they find is confused is their own.
func hashOf[T string | []byte](text T) uint64 {
	sum := sha256.Sum256([]byte(text))
	return binary.BigEndian.Uint64(sum[:])
}

func newKey(detector, rule, path, symbol, identity string) key {
	k := key{by: unique.Make(by{detector, rule}), file: newFile(path), symbol: hashOf(symbol)}
	sum := sha256.Sum256([]byte(identity))
	copy(k.identity[:], sum[:])
	return k
}

// withoutPath is equal for findings that differ only in where the file lies. It follows
// a finding through a rename.
func (k key) withoutPath() key { k.file = file{}; return k }

// withoutSymbol is equal for findings of one file that differ only in the function or
// type around them.
func (k key) withoutSymbol() key { k.symbol = 0; return k }

// ofMatch is equal for findings that differ only in where they are: in which file and
// in which function.
func (k key) ofMatch() key { return k.withoutPath().withoutSymbol() }

// in returns the file that it is in.
func (k key) in() file { return k.file }

// renames are files that got another name, with the one they had.
type renames map[file]file

func newRenames(paths map[string]string) renames {
	out := make(renames, len(paths))
	for to, from := range paths {
		out[newFile(to)] = newFile(from)
	}
	return out
}

// renamed returns the key as it would be in the file's old name, if it had one.
func (k key) renamed(names renames) key {
	if old, there := names[k.file]; there {
		k.file = old
	}
	return k
}

// compare sorts keys.
func (k key) compare(other key) int {
	if k == other {
		return 0
	}
	if order := cmp.Or(bytes.Compare(k.identity[:], other.identity[:]), cmp.Compare(k.symbol, other.symbol), cmp.Compare(k.file.path, other.file.path)); order != 0 {
		return order
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
