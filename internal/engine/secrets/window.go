package secrets

import (
	"unicode/utf8"
)

// span is a part of a text.
type span struct{ start, end int }

// windows returns the parts of text that can hold matches around words, in order and
// apart from each other: one character more on each side than a match can reach, so
// that the expression sees the same neighbours as in the whole text. The words come in
// the order of their ends.
//
// No byte is passed more than a few times, however close the words are: each window
// begins where the one before ends, or goes on from there.
func (a *anchor) windows(text []byte, words []span) []span {
	var out []span
	counted, left := 0, 0 // the last window: the word it was measured from, and how far it could still go
	for _, w := range words {
		last := -1
		if len(out) > 0 {
			last = out[len(out)-1].end
		}
		start := w.start
		for n := a.before.n + 1; n > 0 && start > max(last, 0); {
			r, size := rune(text[start-1]), 1
			if r >= utf8.RuneSelf {
				r, size = utf8.DecodeLastRune(text[:start])
			}
			start -= size
			if !a.before.loop.has(r) {
				n--
			}
		}
		if start > last {
			out = append(out, span{start, w.end})
			counted, left = w.end, a.behind.n+1
		} else if w.end > last {
			out[len(out)-1].end = w.end
			counted, left = w.end, a.behind.n+1
		}
		window := &out[len(out)-1]
		// What was counted between the earlier word and this one is free again.
		for counted < w.end {
			r, size := decode(text[counted:])
			counted += size
			if !a.behind.loop.has(r) {
				left++
			}
		}
		for left > 0 && window.end < len(text) {
			r, size := decode(text[window.end:])
			window.end += size
			if !a.behind.loop.has(r) {
				left--
			}
		}
	}
	return out
}

func decode(b []byte) (rune, int) {
	if b[0] < utf8.RuneSelf {
		return rune(b[0]), 1
	}
	return utf8.DecodeRune(b)
}

// maxRest is how far a match may reach for its rest to be tried on its own.
const maxRest = 2048

// mayMatch tells whether a match can be around the word at w.
func (a *anchor) mayMatch(text []byte, w span) bool {
	if a.check != nil && !(*a.check)().Match(text[w.start:min(len(text), w.start+a.near)]) {
		return false
	}
	if a.rest == nil {
		return true
	}
	end := w.end
	for left := a.behind.n + 1; left > 0 && end < len(text); {
		r, size := decode(text[end:])
		if end += size; end-w.end > maxRest {
			return true
		}
		if !a.behind.loop.has(r) {
			left--
		}
	}
	return (*a.rest)().Match(text[w.start:end])
}
