package api

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"

	"vigil"
	"vigil/internal/visible"
)

// appender is a value that writes itself as JSON.
type appender interface {
	AppendJSON(b []byte) ([]byte, error)
}

// Encode appends a value to b, as the JSON of responses and events: like
// encoding/json, but with <, > and & unescaped, since this is not HTML, and with
// escapes for invisible and bidirectional control characters, since people read it.
func Encode(b []byte, value any) ([]byte, error) {
	if a, ok := value.(appender); ok {
		return a.AppendJSON(b)
	}
	return appendAny(b, value)
}

func appendAny(b []byte, value any) ([]byte, error) {
	out := bytes.NewBuffer(b)
	e := json.NewEncoder(visible.JSONWriter{W: out})
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return b, err
	}
	return out.Bytes()[:out.Len()-1], nil // Encode ends with a new line
}

// appendText appends a string. Most are plain and need no escaping.
func appendText(b []byte, s string) []byte {
	if !isPlain(s) {
		b, _ = appendAny(b, s) // a string can always be encoded
		return b
	}
	return appendPlain(b, s)
}

// appendPlain appends a string that is known to be plain, as ids and statuses are.
func appendPlain[T ~string](b []byte, s T) []byte {
	b = append(append(b, '"'), s...)
	return append(b, '"')
}

// isPlain reports whether all of s stands for itself in a JSON string: ASCII
// without control characters, quotes and backslashes. It looks at eight bytes at
// once: half of the time to write a page went into looking at each.
func isPlain(s string) bool {
	const each = 0x0101010101010101 // times a byte: that byte eight times
	for len(s) >= 8 {
		w := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
			uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
		// Of bytes below 0x80, a subtraction sets the top bit of those that are too
		// low: below a space, or 0 because they are the character sought.
		if (w|(w-each*' ')|((w^each*'"')-each)|((w^each*'\\')-each))&(each*0x80) != 0 {
			return false
		}
		s = s[8:]
	}
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x80 || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// appendDecimal appends a score like decimal.
func appendDecimal(b []byte, s vigil.Score) []byte {
	b = append(strconv.AppendInt(b, int64(s/10), 10), '.')
	return strconv.AppendInt(b, int64(s%10), 10)
}

// appendTime appends a time like timestamp, which reads TimeFormat anew each time.
func appendTime(b []byte, t time.Time) []byte {
	t = t.UTC()
	year, month, day := t.Date()
	if year < 0 || year > 9999 {
		return appendText(b, timestamp(t))
	}
	hour, minute, second := t.Clock()
	b = append2(append2(append(b, '"'), year/100), year%100)
	b = append2(append(b, '-'), int(month))
	b = append2(append(b, '-'), day)
	b = append2(append(b, 'T'), hour)
	b = append2(append(b, ':'), minute)
	b = append2(append(b, ':'), second)
	ms := t.Nanosecond() / 1e6
	return append(append2(append(b, '.'), ms/10), byte('0'+ms%10), 'Z', '"')
}

// append2 appends a number below 100 with two digits.
func append2(b []byte, n int) []byte { return append(b, byte('0'+n/10), byte('0'+n%10)) }

// AppendJSON appends a list, encoding each entry with its own AppendJSON.
func (l List[T]) AppendJSON(b []byte) ([]byte, error) {
	b = append(b, `{"object":"list","data":[`...)
	for i := range l.Data {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = Encode(b, &l.Data[i]); err != nil {
			return b, err
		}
	}
	b = append(b, `],"pagination":{"has_more":`...)
	b = append(strconv.AppendBool(b, l.Pagination.HasMore), `,"next_cursor":`...)
	if next := l.Pagination.NextCursor; next == nil {
		b = append(b, `null`...)
	} else {
		b = appendText(b, *next)
	}
	return append(b, `}}`...), nil
}
