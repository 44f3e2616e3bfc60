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
	b = appendDigits(append(b, '"'), year, 4)
	b = appendDigits(append(b, '-'), int(month), 2)
	b = appendDigits(append(b, '-'), day, 2)
	b = appendDigits(append(b, 'T'), hour, 2)
	b = appendDigits(append(b, ':'), minute, 2)
	b = appendDigits(append(b, ':'), second, 2)
	b = appendDigits(append(b, '.'), t.Nanosecond()/1e6, 3)
	return append(b, 'Z', '"')
}

// appendDigits appends n with as many digits as are wanted, 4 at most.
func appendDigits(b []byte, n, digits int) []byte {
	for place := [...]int{1, 10, 100, 1000}[digits-1]; place > 0; place /= 10 {
		b = append(b, byte('0'+n/place%10))
	}
	return b
}

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
