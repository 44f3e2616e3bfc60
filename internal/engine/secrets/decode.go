package secrets

import (
	"bytes"
	"cmp"
	"slices"
)

// Secrets are also stored as base64 or hex, or contain percent or \u escapes. What decodes to
// plain text is searched again, decoded.

const (
	minBase64 = 16 // shorter ones contain no secret, and words are that long
	minHex    = 32
	// maxEncoded limits the encoded parts of one file that are decoded.
	maxEncoded = 100_000
)

// encoded is a part of a text that can be decoded.
type encoded struct {
	span
	value span // the decoded value, in the list's plain
}

// encodedList is the decodable parts of a text, in order.
type encodedList struct {
	parts []encoded
	plain []byte // of all parts
	full  bool   // incomplete
}

// What a byte can be part of.
const (
	base64Digit = 1 << iota // of both alphabets
	hexDigit
	letter
	plainText
)

var kindOf, base64Of, hexOf = tables()

// tables returns, for each byte, what it can be part of, and its value there.
func tables() (kind, base64, hex [256]uint8) {
	for i, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") {
		kind[c] |= base64Digit
		base64[c] = uint8(i)
		if i < 52 {
			kind[c] |= letter
		}
	}
	for i, c := range []byte("-_") {
		kind[c] |= base64Digit
		base64[c] = uint8(62 + i)
	}
	for i, c := range []byte("0123456789abcdef0123456789ABCDEF") {
		kind[c] |= hexDigit
		hex[c] = uint8(i % 16)
	}
	for c := '\t'; c < 0x7f; c++ {
		kind[c] |= plainText
	}
	return kind, base64, hex
}

// findEncoded finds at most limit parts of text that can be decoded.
func findEncoded(text []byte, limit int) encodedList {
	var l encodedList
	l.escapes(text, limit)
	escapes := l.parts
	l.runs(text, limit)
	if len(escapes) > 0 && len(l.parts) > len(escapes) {
		slices.SortFunc(l.parts, func(a, b encoded) int { return cmp.Compare(a.start, b.start) })
	}
	return l
}

// add adds a part whose value is everything in plain after start.
func (l *encodedList) add(at span, start int) {
	l.parts = append(l.parts, encoded{at, span{start, len(l.plain)}})
}

// escapes finds sequences of %41 and \u0041 that encode printable characters.
func (l *encodedList) escapes(text []byte, limit int) {
	if bytes.IndexByte(text, '%') < 0 && !bytes.Contains(text, []byte(`\u`)) {
		return
	}
	for i := 0; i < len(text); {
		n := bytes.IndexAny(text[i:], `%\`)
		if n < 0 {
			return
		}
		i += n
		at, start := i, len(l.plain)
		for {
			c, size := escape(text[i:])
			if size == 0 {
				break
			}
			l.plain = append(l.plain, c)
			i += size
		}
		if i == at {
			i++
			continue
		}
		if len(l.parts) == limit {
			l.plain, l.full = l.plain[:start], true
			return
		}
		l.add(span{at, i}, start)
	}
}

// escape decodes the escape at the start of text. Its size is 0 if there is none, or
// if it does not encode a printable character.
func escape(text []byte) (c byte, size int) {
	switch {
	case len(text) >= 3 && text[0] == '%':
		size = 3
	case len(text) >= 6 && text[0] == '\\' && text[1] == 'u':
		size = 6
	case len(text) >= 7 && text[0] == '\\' && text[1] == '\\' && text[2] == 'u':
		size = 7
	default:
		return 0, 0
	}
	value := 0
	for _, d := range text[max(1, size-4):size] {
		if kindOf[d]&hexDigit == 0 {
			return 0, 0
		}
		value = value<<4 | int(hexOf[d])
	}
	if value > 0x7f || kindOf[value]&plainText == 0 {
		return 0, 0
	}
	return byte(value), size
}

// runs finds long runs of base64 or hex digits that touch none of the escapes
// found before.
func (l *encodedList) runs(text []byte, limit int) {
	escapes := l.parts
	for i := 0; i+minBase64 <= len(text); {
		// Backward: most words are too short, and skipped in one step.
		last := i + minBase64 - 1
		for last >= i && kindOf[text[last]]&base64Digit != 0 {
			last--
		}
		if last >= i {
			i = last + 1
			continue
		}
		end := i + minBase64
		for end < len(text) && kindOf[text[end]]&base64Digit != 0 {
			end++
		}
		for len(escapes) > 0 && escapes[0].end < i {
			escapes = escapes[1:]
		}
		if len(escapes) > 0 && escapes[0].start <= end {
			i = end // with the escapes decoded, the run may be longer
			continue
		}
		start := len(l.plain)
		switch size := l.hex(text[i:end]); {
		case size > 0:
			end = i + size
		case l.base64(text[i:end]):
			for n := 0; n < 2 && end < len(text) && text[end] == '='; n++ {
				end++
			}
		default:
			i = end
			continue
		}
		if len(l.parts) >= limit {
			l.plain, l.full = l.plain[:start], true
			return
		}
		l.add(span{i, end}, start)
		i = end
	}
}

// hex decodes the hex digits at the start of run, and returns how many it used.
func (l *encodedList) hex(run []byte) int {
	size := 0
	for size < len(run) && kindOf[run[size]]&hexDigit != 0 {
		size++
	}
	if size < minHex || size%2 != 0 {
		return 0
	}
	start := len(l.plain)
	for i := 0; i < size; i += 2 {
		c := hexOf[run[i]]<<4 | hexOf[run[i+1]]
		if kindOf[c]&plainText == 0 {
			l.plain = l.plain[:start]
			return 0
		}
		l.plain = append(l.plain, c)
	}
	return size
}

// base64 decodes a run in either alphabet, padded or not.
func (l *encodedList) base64(run []byte) bool {
	if len(run)%4 == 1 {
		return false
	}
	start := len(l.plain)
	bits, n := uint32(0), 0
	letters := true // only letters: a long word, not base64
	for _, d := range run {
		letters = letters && kindOf[d]&letter != 0
		bits = bits<<6 | uint32(base64Of[d])
		if n += 6; n >= 8 {
			n -= 8
			c := byte(bits >> n)
			if kindOf[c]&plainText == 0 {
				l.plain = l.plain[:start]
				return false
			}
			l.plain = append(l.plain, c)
		}
	}
	if letters {
		l.plain = l.plain[:start]
	}
	return !letters
}
