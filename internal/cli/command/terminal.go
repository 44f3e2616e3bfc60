package command

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/term"
)

// Plain makes untrusted text safe to show on one line: file names, rules, and answers of
// servers may hold terminal control sequences or characters that reorder text.
func Plain(s string) string { return Escape(oneLine.Replace(s), "") }

var oneLine = strings.NewReplacer("\t", "    ", "\r\n", " ", "\n", " ")

// PlainLines is Plain for text of several lines.
func PlainLines(s string) []string {
	all := strings.Split(strings.TrimRight(strings.ReplaceAll(s, "\r\n", "\n"), "\n"), "\n")
	for i, line := range all {
		all[i] = Plain(line)
	}
	return all
}

// Escape escapes non-printable characters except those in keep. If s is valid UTF-8 the
// escapes are valid inside a JSON string.
func Escape(s, keep string) string {
	printable := func(r rune) bool { return unicode.IsPrint(r) || strings.ContainsRune(keep, r) }
	if utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !printable(r) }) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"): // an invalid byte
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case printable(r):
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// IsTerminal reports whether f, a reader or writer, is an interactive terminal.
func IsTerminal(f any) bool {
	file, ok := f.(*os.File)
	return ok && term.IsTerminal(int(file.Fd())) && os.Getenv("TERM") != "dumb"
}

// Colored reports whether output to w may use colors (no-color.org).
func Colored(w io.Writer) bool { return IsTerminal(w) && os.Getenv("NO_COLOR") == "" }

// Paint puts text in an ANSI color if on.
func Paint(on bool, color, text string) string {
	if !on {
		return text
	}
	return "\x1b[" + color + "m" + text + "\x1b[0m"
}

// Size formats a number of bytes.
func Size(n uint64) string {
	if n >= 1<<30 {
		return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30))
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
}
