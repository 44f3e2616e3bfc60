package vigil

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxNameLength is the maximum length, in characters, of a name for a scan, schedule,
// key, or branch. The contract sets no limit; an index on PostgreSQL does, at about
// 2,700 bytes.
const MaxNameLength = 255

// CheckText returns an error for param unless s is a single line of 1 to most
// characters.
func CheckText(param, s string, most int) error {
	switch {
	case s == "":
		return InvalidError(param, "must not be empty")
	case utf8.RuneCountInString(s) > most:
		return InvalidError(param, "must be at most %d characters long", most)
	case !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl):
		return InvalidError(param, "must not hold control characters")
	}
	return nil
}
