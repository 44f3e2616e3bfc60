package listquery

import (
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"unicode/utf8"

	"vigil"
)

// Cursor writes and reads the cursors of one list. A cursor is a position
// with a checksum that covers the list too: from another list, with another sort
// or filter, or tampered with, it does not fit. It is no secret and grants nothing.
type Cursor struct{ list string }

const (
	cursorSum = 8
	cursorID  = vigil.IDLength
)

// Encode returns the cursor of a position.
func (c Cursor) Encode(p vigil.Position) string {
	raw := make([]byte, cursorSum, 128) // most fit
	raw = append(raw, p.ID...)
	if p.Text != "" {
		raw = append(append(raw, 't'), p.Text...)
	} else {
		raw = strconv.AppendInt(append(raw, 'n'), p.Number, 10)
	}
	sum := c.sum(raw[cursorSum:])
	copy(raw, sum[:])
	return base64.RawURLEncoding.EncodeToString(raw)
}

// Decode returns the position of a cursor, and whether it is one of this list.
func (c Cursor) Decode(s string) (*vigil.Position, bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(s)
	// The decoder skips line breaks, so that one position would have many cursors.
	if err != nil || strings.ContainsAny(s, "\r\n") || len(raw) < cursorSum+cursorID+1 {
		return nil, false
	}
	if c.sum(raw[cursorSum:]) != [cursorSum]byte(raw) {
		return nil, false
	}
	payload := string(raw[cursorSum:])
	var p vigil.Position
	id, ok := vigil.ParseID(payload[:cursorID])
	p.ID = id
	if text, isText := strings.CutPrefix(payload[cursorID:], "t"); isText {
		p.Text = text
		return &p, ok && utf8.ValidString(text) && !strings.ContainsRune(text, 0)
	}
	p.Number, err = strconv.ParseInt(payload[cursorID+1:], 10, 64)
	return &p, ok && err == nil
}

func (c Cursor) sum(payload []byte) [cursorSum]byte {
	text := strconv.AppendInt(make([]byte, 0, 256), int64(len(c.list)), 10) // most fit
	text = append(append(append(text, '|'), c.list...), payload...)
	sum := sha256.Sum256(text)
	return [cursorSum]byte(sum[:])
}
