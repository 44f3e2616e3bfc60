package secrets

import (
	"context"
	"iter"
	"regexp"
	"unicode/utf8"
)

// span is a range of a text.
type span struct{ start, end int }

// matches yields the matches of a rule's expression in text, in order: the same as on the
// whole text, but it is only tried around words, which are ordered by their ends. It stops
// when ctx ends.
func (r *rule) matches(ctx context.Context, text []byte, words []span) iter.Seq[span] {
	return func(yield func(span) bool) {
		whole := span{0, len(text)}
		if r.anchor == nil {
			r.matchesIn(ctx, text, whole)(yield)
			return
		}
		done := 0
		for w := range r.anchor.windows(ctx, text, words) {
			for m := range r.matchesIn(ctx, text, w) {
				// A window has one character more on each side than its matches reach. A
				// match that touches the edge is around a word that was skipped, and took
				// the edge for the end of the text: only the whole text can decide. That is
				// rare.
				if m.start == w.start && m.start > 0 || m.end == w.end && m.end < len(text) {
					for m := range r.matchesIn(ctx, text, whole) {
						if m.start >= done && !yield(m) {
							return
						}
					}
					return
				}
				if !yield(m) {
					return
				}
				done = m.end
			}
		}
	}
}

const (
	// maxWindow is how much text an expression is tried on at once: it cannot be
	// interrupted, and some take ten microseconds per byte.
	maxWindow = 64 << 10
	// lookBack is how much of the text before the window it sees as well.
	lookBack = 4 << 10
)

// matchesIn yields the matches in a window. One larger than maxWindow is searched in pieces:
// a match longer than a piece, or overlapping others across a border, may be missed.
func (r *rule) matchesIn(ctx context.Context, text []byte, w span) iter.Seq[span] {
	return func(yield func(span) bool) {
		for done := w.start; done < w.end && ctx.Err() == nil; {
			// After it as well: no key is longer than that.
			piece := span{max(w.start, done-lookBack), min(w.end, done+2*maxWindow)}
			next := w.end
			if piece.end < w.end {
				next = done + maxWindow
			}
			for m := range all((*r.regex)(), text[piece.start:piece.end]) {
				m.start, m.end = m.start+piece.start, m.end+piece.start
				if m.start >= next {
					break
				}
				if m.start < done {
					continue
				}
				if !yield(m) {
					return
				}
				done = m.end
			}
			done = max(done, next)
		}
	}
}

// all yields the matches of re in text. It searches for a few at first, so that a caller that
// stops early does not wait for the rest.
func all(re *regexp.Regexp, text []byte) iter.Seq[span] {
	return func(yield func(span) bool) {
		for done, n := 0, 64; ; n *= 8 {
			list := re.FindAllIndex(text, n)
			for _, m := range list[min(done, len(list)):] {
				if !yield(span{m[0], m[1]}) {
					return
				}
			}
			if len(list) < n {
				return
			}
			done = n
		}
	}
}

// windows yields the parts of text that can contain matches around words, in order and
// disjoint: one character more on each side than a match can reach, so that the expression
// sees the same neighbors as in the whole text. The words are ordered by their ends.
//
// Each byte is visited at most a few times, however close the words are: each window begins
// where the previous one ends, or extends it.
func (a *anchor) windows(ctx context.Context, text []byte, words []span) iter.Seq[span] {
	return func(yield func(span) bool) {
		window := span{-1, -1}
		counted, left := 0, 0 // the word the window was measured from, and how far it can still extend
		for i, w := range words {
			if i%64 == 0 && ctx.Err() != nil {
				return
			}
			if !a.mayMatch(text, w) {
				continue
			}
			start := w.start
			// A longer word that ends later may begin before this one.
			for n := a.before.n + 1 + a.longest - (w.end - w.start); n > 0 && start > max(window.end, 0); {
				r, size := rune(text[start-1]), 1
				if r >= utf8.RuneSelf {
					r, size = utf8.DecodeLastRune(text[:start])
				}
				start -= size
				if !a.before.loop.has(r) {
					n--
				}
			}
			if start > window.end {
				if window.end >= 0 && !yield(window) {
					return
				}
				window = span{start, w.end}
				counted, left = w.end, a.behind.n+1
			} else if w.end > window.end {
				window.end = w.end
				counted, left = w.end, a.behind.n+1
			}
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
		if window.end >= 0 {
			yield(window)
		}
	}
}

func decode(b []byte) (rune, int) {
	if b[0] < utf8.RuneSelf {
		return rune(b[0]), 1
	}
	return utf8.DecodeRune(b)
}

// maxRest is how far a match may reach for its rest to be tried on its own.
const maxRest = 2048

// mayMatch reports whether a match can be around the word at w.
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
