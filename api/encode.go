package api

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"

	"vigil"
)

// appender is a value that writes itself as JSON.
type appender interface {
	AppendJSON(b []byte) ([]byte, error)
}

// Encode appends a value to b, as the JSON of answers and events: like
// encoding/json, but with <, > and & left readable, for this is no HTML page.
func Encode(b []byte, value any) ([]byte, error) {
	if a, ok := value.(appender); ok {
		return a.AppendJSON(b)
	}
	return appendAny(b, value)
}

func appendAny(b []byte, value any) ([]byte, error) {
	out := bytes.NewBuffer(b)
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return b, err
	}
	return out.Bytes()[:out.Len()-1], nil // Encode ends with a new line
}

// appendText appends a string. Most are plain and need no escaping.
func appendText(b []byte, s string) []byte {
	for i := range len(s) {
		if !needsNoEscape[s[i]] {
			b, _ = appendAny(b, s) // a string can always be encoded
			return b
		}
	}
	b = append(append(b, '"'), s...)
	return append(b, '"')
}

// needsNoEscape tells of each byte whether it stands for itself in a JSON string.
var needsNoEscape = func() (t [256]bool) {
	for c := ' '; c < 0x7f; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

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

// AppendJSON appends a list, each entry in its own way.
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
	b = append(b, `],"pagination":`...)
	b, err := appendAny(b, l.Pagination)
	return append(b, '}'), err
}
