package vigil

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"
	"time"
)

// ID is a UUID in lowercase text form. Those that Vigil generates are version 7, so
// they sort by creation time.
type ID string

// TeamID is the ID of a team. It has its own type because every query takes it first:
// the compiler catches a query that forgets its tenant.
type TeamID ID

// lastID makes the ids of one process strictly ascend, also within a millisecond.
var lastID struct {
	sync.Mutex
	stamp uint64 // 48 bits of milliseconds, 12 bits of sequence
}

// NewID returns a new UUIDv7.
func NewID() ID {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails: it ends the program instead

	// RFC 9562, 5.7 and 6.2: the millisecond, then 12 bits that count up within
	// it. When they run over, the id borrows from the next millisecond.
	lastID.Lock()
	stamp := uint64(time.Now().UnixMilli()) << 12
	if stamp <= lastID.stamp {
		stamp = lastID.stamp + 1
	}
	lastID.stamp = stamp
	lastID.Unlock()

	ms, seq := stamp>>12, stamp&0xfff
	for i := range 6 {
		b[i] = byte(ms >> (40 - 8*i))
	}
	b[6] = 0x70 | byte(seq>>8)
	b[7] = byte(seq)
	b[8] = 0x80 | b[8]&0x3f

	text := FormatID(b)
	return ID(text[:])
}

// IDLength is the length of every ID.
const IDLength = 36

// FormatID returns the text form of a UUID.
func FormatID(b [16]byte) (text [IDLength]byte) {
	const digits = "0123456789abcdef"
	at := 0
	for i, c := range b {
		switch i {
		case 4, 6, 8, 10:
			text[at] = '-'
			at++
		}
		text[at], text[at+1] = digits[c>>4], digits[c&15]
		at += 2
	}
	return text
}

// Bytes returns the UUID as bytes, the inverse of FormatID: a quarter of the memory,
// for callers that hold very many. The result for a malformed ID is not meaningful.
func (id ID) Bytes() (b [16]byte) {
	digits := make([]byte, 0, IDLength)
	for _, part := range strings.Split(string(id), "-") {
		digits = append(digits, part...)
	}
	if hex.DecodedLen(len(digits)) == len(b) {
		_, _ = hex.Decode(b[:], digits)
	}
	return b
}

// FirstID returns the lowest ID that NewID can have generated at t.
func FirstID(t time.Time) ID {
	ms := fmt.Sprintf("%012x", uint64(max(t.UnixMilli(), 0)))
	return ID(ms[:8] + "-" + ms[8:12] + "-7000-8000-000000000000")
}

// ParseID parses a UUID of any version in the 8-4-4-4-12 form, in either case.
func ParseID(s string) (ID, bool) {
	if len(s) != IDLength {
		return "", false
	}
	for i := range len(s) {
		switch c := s[i]; i {
		case 8, 13, 18, 23:
			if c != '-' {
				return "", false
			}
		default:
			if !('0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F') {
				return "", false
			}
		}
	}
	return ID(strings.ToLower(s)), true
}

// Now returns the current time as Vigil records it: UTC in whole milliseconds, the
// resolution of the API. With a finer one, a time read from the API and passed back as
// created_after would match the very entry it was read from.
func Now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }
