package httpapi

import (
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"unicode/utf8"

	"vigil"
	"vigil/api"
	"vigil/internal/store"
)

// cursorCodec writes and reads the cursors of one list. A cursor is a position
// with a checksum that covers the list too: from another list, with another sort
// or filter, or tampered with, it does not fit. It is no secret and grants nothing.
type cursorCodec struct{ list string }

const (
	cursorSum = 8
	cursorID  = vigil.IDLength
)

func (c cursorCodec) encode(p vigil.Position) string {
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

func (c cursorCodec) decode(s string) (*vigil.Position, bool) {
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

func (c cursorCodec) sum(payload []byte) [cursorSum]byte {
	text := strconv.AppendInt(make([]byte, 0, 256), int64(len(c.list)), 10) // most fit
	text = append(append(append(text, '|'), c.list...), payload...)
	sum := sha256.Sum256(text)
	return [cursorSum]byte(sum[:])
}

// listAnswer shows a page, each item by show.
func listAnswer[T, W any](l store.List[T], codec cursorCodec, show func(T) W) answer {
	data := make([]W, len(l.Items))
	for i, item := range l.Items {
		data[i] = show(item)
	}
	return pageAnswer(data, l.Next, codec)
}

// pageAnswer shows items as a page behind which the list goes on at next.
func pageAnswer[W any](data []W, next *vigil.Position, codec cursorCodec) answer {
	if next == nil {
		return ok(api.NewList(data, ""))
	}
	return ok(api.NewList(data, codec.encode(*next)))
}
