package scan

import (
	"bytes"

	"vigil"
)

// shortID is a vigil.ID in a quarter of its memory.
type shortID [16]byte

func (s shortID) id() vigil.ID {
	text := vigil.FormatID(s)
	return vigil.ID(text[:])
}

func (s shortID) compare(other shortID) int { return bytes.Compare(s[:], other[:]) }
