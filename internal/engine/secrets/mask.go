package secrets

import (
	"bytes"
	"cmp"
	"slices"
	"unicode/utf8"
)

const (
	maskShown = 4  // visible characters of a secret,
	maskLong  = 20 // if it has at least that many
)

// mask shows the beginning of a long secret, which identifies its kind, and not even the
// length of the rest.
func mask(secret []byte) string {
	const stars = "********"
	// Only as much as matters: the secret may be a whole file.
	if utf8.RuneCount(secret[:min(len(secret), maskLong*utf8.UTFMax)]) < maskLong {
		return stars
	}
	end := 0
	for range maskShown {
		_, size := utf8.DecodeRune(secret[end:])
		end += size
	}
	return string(secret[:end]) + stars
}

// hidden returns the spans of a text to mask, sorted and disjoint: where secrets were found,
// and where their values occur again.
func hidden(text []byte, found []find) []span {
	var out []span
	var values [][]byte
	for _, f := range found {
		if f.secret.start < f.secret.end {
			out = append(out, f.secret)
			values = append(values, f.value, text[f.secret.start:f.secret.end])
		}
	}
	return join(append(out, occurrences(text, values)...))
}

// occurrences returns the positions of values in a text. Of several at the same position the
// longest counts. It takes one pass, however many values there are.
func occurrences(text []byte, values [][]byte) []span {
	slices.SortFunc(values, bytes.Compare)
	values = slices.CompactFunc(values, bytes.Equal)
	values = slices.DeleteFunc(values, func(v []byte) bool { return len(v) == 0 })
	if len(values) == 0 {
		return nil
	}
	shorter := make([]int, len(values)) // the longest other value that is a prefix of it, -1: none
	var begins [1 << 16]bool            // the first two bytes of values
	for i, v := range values {
		for shorter[i] = i - 1; shorter[i] >= 0 && !bytes.HasPrefix(v, values[shorter[i]]); {
			shorter[i] = shorter[shorter[i]]
		}
		if len(v) > 1 {
			begins[int(v[0])<<8|int(v[1])] = true
			continue
		}
		for second := range 256 {
			begins[int(v[0])<<8|second] = true
		}
	}
	var out []span
	for at := range text {
		if at+1 < len(text) && !begins[int(text[at])<<8|int(text[at+1])] {
			continue
		}
		rest := text[at:]
		i, found := slices.BinarySearchFunc(values, rest, bytes.Compare)
		if !found {
			for i--; i >= 0 && !bytes.HasPrefix(rest, values[i]); {
				i = shorter[i]
			}
		}
		if i >= 0 {
			out = append(out, span{at, at + len(values[i])})
		}
	}
	return out
}

// join sorts spans and merges those that overlap.
func join(spans []span) []span {
	slices.SortFunc(spans, func(a, b span) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end)) })
	var out []span
	for _, s := range spans {
		if n := len(out); n > 0 && s.start < out[n-1].end {
			out[n-1].end = max(out[n-1].end, s.end)
			continue
		}
		out = append(out, s)
	}
	return out
}
