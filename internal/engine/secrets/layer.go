package secrets

import (
	"iter"
	"sort"
)

const (
	// maxDepth limits nested encodings.
	maxDepth = 5
	// surroundings is how much text on each side of a decoded part is searched with it: for
	// the words that identify it.
	surroundings = 1 << 10
)

// layer is a file, or a part of it in which encoded text is replaced by its decoded
// value.
type layer struct {
	text     []byte
	depth    int       // number of decodings; 0: the file itself
	place    span      // in the file
	segments []segment // decoded parts, in order
}

// segment is a decoded part of a layer.
type segment struct {
	in    span // in the layer
	from  span // in the file
	fresh bool // not in the previous layer
}

// layers yields the parts of a file with something to decode, each with its surroundings;
// then the same for encodings inside those, and so on. More is set if there is too much to
// decode all of it.
func layers(file []byte, more *bool) iter.Seq[*layer] {
	return func(yield func(*layer) bool) {
		list := findEncoded(file, maxEncoded)
		left := maxEncoded - len(list.parts)
		*more = list.full
		for parts := list.parts; len(parts) > 0; {
			n := 1
			for n < len(parts) && parts[n].start-parts[n-1].end <= 2*surroundings {
				n++
			}
			near := span{max(0, parts[0].start-surroundings), min(len(file), parts[n-1].end+surroundings)}
			l := &layer{text: file[near.start:near.end], place: near}
			next := encodedList{parts: parts[:n], plain: list.plain}
			for shift := near.start; len(next.parts) > 0; shift = 0 {
				l = l.decode(next, shift)
				if !yield(l) {
					return
				}
				next = encodedList{}
				if l.depth < maxDepth {
					next = findEncoded(l.text, left)
					left -= len(next.parts)
					*more = *more || next.full
				}
			}
			parts = parts[n:]
		}
	}
}

// decode returns the next layer. Offsets in the list exceed those in the text by shift.
func (l *layer) decode(list encodedList, shift int) *layer {
	out := &layer{text: make([]byte, 0, len(l.text)), depth: l.depth + 1, place: l.place}
	at, old := 0, l.segments
	// takeOver copies the text up to end, with the parts decoded earlier.
	takeOver := func(end int) {
		for ; len(old) > 0 && old[0].in.start < end; old = old[1:] {
			in := span{max(old[0].in.start, at), min(old[0].in.end, end)}
			if ahead := len(out.text) - at; in.start < in.end {
				out.segments = append(out.segments, segment{in: span{in.start + ahead, in.end + ahead}, from: old[0].from})
			}
			if old[0].in.end > end {
				break // it continues after the next part
			}
		}
		out.text = append(out.text, l.text[at:end]...)
	}
	for _, part := range list.parts {
		takeOver(part.start - shift)
		start := len(out.text)
		out.text = append(out.text, list.plain[part.value.start:part.value.end]...)
		from := l.inFile(span{part.start - shift, part.end - shift})
		out.segments = append(out.segments, segment{in: span{start, len(out.text)}, from: from, fresh: true})
		at = part.end - shift
	}
	takeOver(len(l.text))
	return out
}

// inFile maps a part of the layer to the file. Anything inside a decoded segment maps to the
// whole segment: half of a base64 text has no position of its own.
func (l *layer) inFile(s span) span {
	at := func(x, segments int, inside func(segment) int) int {
		if segments == 0 {
			return l.place.start + x
		}
		last := l.segments[segments-1]
		if x > last.in.end || x == last.in.end && s.start == x {
			return last.from.end + x - last.in.end
		}
		return inside(last)
	}
	n := sort.Search(len(l.segments), func(i int) bool { return l.segments[i].in.start > s.start })
	start := at(s.start, n, func(s segment) int { return s.from.start })
	if s.start == s.end {
		return span{start, start}
	}
	n = sort.Search(len(l.segments), func(i int) bool { return l.segments[i].in.start >= s.end })
	return span{start, at(s.end, n, func(s segment) int { return s.from.end })}
}

// isNew reports whether a match was not in the previous layer: something in it, or next to
// it, was decoded since.
func (l *layer) isNew(m span) bool {
	if l.depth == 0 {
		return true
	}
	n := sort.Search(len(l.segments), func(i int) bool { return l.segments[i].in.end >= m.start })
	for ; n < len(l.segments) && l.segments[n].in.start <= m.end; n++ {
		if l.segments[n].fresh {
			return true
		}
	}
	return false
}

// isCut reports whether a match touches an edge of the layer that is not an edge of the file:
// the text beyond may change the match.
func (l *layer) isCut(m span, file int) bool {
	return m.start == 0 && l.place.start > 0 || m.end == len(l.text) && l.place.end < file
}
