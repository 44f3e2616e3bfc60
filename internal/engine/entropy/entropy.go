// Package entropy tells keys and tokens from words by how much information a text carries.
//
// Start with LooksRandom, which is the entropy analyzer of Semgrep's rule language.
package entropy

import (
	"math"
	"strings"
)

// LooksRandom reports whether a text is more like a key than like words: long enough, and
// with much information in each character. Mode is "lax", "strict", or anything else for
// the default.
func LooksRandom(text, mode string) bool {
	if text == "" || strings.Count(text, text[:1]) == len(text) {
		return false
	}
	bits := information(strings.ToUpper(text))
	least := 64.0
	switch mode {
	case "lax":
		least = 48
	case "strict":
		least = 80
	}
	return bits > least && bits/float64(8*len(text)) > 0.6
}

// pairs are the most common bigrams of English. Two in a row are a sign of language.
const pairs = " TH HE IN ER AN RE ON AT EN ND TI ES OR TE OF ED IS IT AL AR ST TO NT NG SE HA AS OU IO LE VE CO ME DE HI RI RO IC NE EA RA CE LI CH LL BE MA SI OM UR " +
	"CA EL TA LA NS DI FO HO PE EC PR NO CT US AC OT IL TR LY NC ET UT SS SO RS UN LO WA GE IE WH EE WI EM AD OL RT PO WE NA UL NI TS MO OW PA IM MI AI SH IR SU ID "

// information estimates the bits of information in an upper-case text from its trigrams. It
// approximates a table of English trigram frequencies.
func information(text string) float64 {
	common := func(i int) bool { return strings.Contains(pairs, " "+text[i:i+2]+" ") }
	sum := 0.0
	seen := map[string]bool{}
	for i := range len(text) {
		end := min(i+3, len(text))
		letters, bits := 0, 0.0
		for _, c := range []byte(text[i:end]) {
			switch {
			case c >= 'A' && c <= 'Z':
				letters++
				bits += rarity(c)
			case strings.IndexByte(" -_./", c) >= 0: // word separators
				bits += 3
			default:
				bits += math.Log2(62)
			}
		}
		if letters < 3 {
			sum += bits / float64(end-i)
			continue
		}
		switch a, b := common(i), common(i+1); {
		case seen[text[i:end]]:
			sum += 2 // repetition
		case a && b:
			sum += 3.3
		case a || b:
			sum += 4.8
		default:
			sum += 6.3
		}
		seen[text[i:end]] = true
	}
	return sum
}

// rarity is the information in a letter, by its frequency in English.
func rarity(c byte) float64 {
	const order = "ETAOINSHRDLUCMWFGYPBVKJXQZ"
	return 3 + 7*float64(strings.IndexByte(order, c))/float64(len(order))
}
