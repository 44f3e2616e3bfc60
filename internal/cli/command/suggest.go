package command

import (
	"fmt"
	"strings"
)

// DidYouMean returns a suggestion to append to a message about an unknown word: the most
// similar of the known ones, or nothing if none is close.
func DidYouMean[T ~string](word string, there []T) string {
	best, least := "", 1+max(1, len(word)/3)
	for _, candidate := range there {
		if d := distance(strings.ToLower(word), strings.ToLower(string(candidate))); d < least {
			best, least = string(candidate), d
		}
	}
	for _, candidate := range there { // or a prefix was typed
		if best == "" && len(strings.Trim(word, "-")) >= 3 && strings.HasPrefix(string(candidate), strings.ToLower(word)) {
			best = string(candidate)
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// distance is the Damerau-Levenshtein distance (optimal string alignment) between a and b.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	if len(x) > 100 || len(y) > 100 {
		return len(x) + len(y)
	}
	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		for j := range rows[i] {
			if i == 0 || j == 0 {
				rows[i][j] = i + j
				continue
			}
			replace := 1
			if x[i-1] == y[j-1] {
				replace = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+replace)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(x)][len(y)]
}

// Choices checks the values of a flag that allows only some. Empty values are allowed.
func Choices[T ~string](flag string, values []string, allowed []T) error {
	for _, value := range values {
		known := value == ""
		for _, a := range allowed {
			known = known || value == string(a)
		}
		if !known {
			return Usagef("%s takes %s, not %q%s", flag, Words(allowed), value, DidYouMean(value, allowed))
		}
	}
	return nil
}

// Words joins values with commas and "or".
func Words[T ~string](values []T) string {
	var b strings.Builder
	for i, v := range values {
		switch {
		case i == 1 && len(values) == 2:
			b.WriteString(" or ")
		case i > 0 && i == len(values)-1:
			b.WriteString(", or ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(string(v))
	}
	return b.String()
}
