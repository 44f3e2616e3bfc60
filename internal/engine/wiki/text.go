package wiki

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// All that comes from a repository is hostile: it is shown as text, and nothing of it
// becomes a link, an image, markup or a command of a diagram.

// How long things of a repository may be, in characters.
const (
	maxName  = 80
	maxShown = 120 // of a path
	maxProse = 400
)

// clean returns s as one line of at most n characters that can be seen. Backticks and
// bars, which end code and cells of tables, become what looks like them: not every reader
// of markdown agrees on how to escape them.
func clean(s string, n int) string {
	if len(s) > 8*n { // the rest would be cut off anyway
		s = s[:8*n] + "…"
	}
	var b strings.Builder
	count, space := 0, false
	for _, r := range s {
		switch {
		case unicode.IsSpace(r):
			space = b.Len() > 0
			continue
		case r == utf8.RuneError, !unicode.IsGraphic(r):
			continue // controls, marks of direction, what has no width
		case r == '`':
			r = '\''
		case r == '|':
			r = '¦'
		}
		if count >= n-1 {
			b.WriteRune('…')
			break
		}
		if space {
			b.WriteByte(' ')
			space = false
			count++
		}
		b.WriteRune(r)
		count++
	}
	return b.String()
}

// code shows a name as it is.
func code(s string) string { return codeOf(s, maxName) }

func codeOf(s string, n int) string {
	if s = clean(s, n); s == "" {
		return ""
	}
	return "`" + s + "`"
}

// codes shows names in a row.
func codes(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = code(n)
	}
	return strings.Join(out, ", ")
}

// prose shows sentences. Words that readers of markdown turn into links on their own are
// shown as code.
func prose(s string) string {
	words := strings.Fields(clean(s, maxProse))
	for i, w := range words {
		if strings.Contains(w, "://") || strings.Contains(w, "@") || strings.Contains(strings.ToLower(w), "www.") {
			words[i] = "`" + w + "`"
			continue
		}
		words[i] = escaper.Replace(w)
	}
	if len(words) > 0 { // a line may begin with what makes a list, a title or a line of code
		words[0] = lineStart.ReplaceAllString(words[0], `$1\$2`)
	}
	return strings.Join(words, " ")
}

var (
	escaper = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "{", `\{`, "}", `\}`, "[", `\[`, "]", `\]`,
		"<", "&lt;", ">", "&gt;", "&", "&amp;", "#", `\#`, "!", `\!`, "~", `\~`, "$", `\$`, "^", `\^`)
	lineStart = regexp.MustCompile(`^(\d*)([-+=:.)])`)
)

// place links to a line of a file; 0 is the file as a whole.
func place(path string, line int) string {
	shown, target := path, linkTo(path)
	if line > 0 {
		shown, target = fmt.Sprintf("%s:%d", shorten(path), line), fmt.Sprintf("%s#L%d", target, line)
	}
	text := codeOf(shown, maxShown)
	if linkTo(path) == "" || text == "" {
		return text
	}
	return "[" + text + "](" + target + ")"
}

// shorten cuts a path at its beginning, so that the name of the file stays.
func shorten(path string) string {
	if r := []rune(path); len(r) > maxShown-10 {
		return "…" + string(r[len(r)-(maxShown-11):])
	}
	return path
}

// linkTo returns the relative address of a file, "" if none is safe.
func linkTo(path string) string {
	if path == "" || path[0] == '/' || len(path) > 300 || !utf8.ValidString(path) || strings.Contains("/"+path+"/", "/../") {
		return ""
	}
	var b strings.Builder
	for i := range len(path) {
		c := path[i]
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("/._-", c) >= 0 {
			b.WriteByte(c)
			continue
		}
		fmt.Fprintf(&b, "%%%02X", c)
	}
	return b.String()
}

// label is a name within the quotes of a diagram.
func label(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("/._- ", r) {
			return r
		}
		return '_'
	}, clean(s, 60))
}

var (
	settingWord = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]*)=.+`)
	secretFlag  = regexp.MustCompile(`(?i)^(-{1,2}[a-z-]*(?:passw|secret|token|key|auth|cred|user)[a-z-]*)(=.*)?$`)
	shortFlag   = regexp.MustCompile(`^-[pu]...`) // as in mysql -psecret
	withUser    = regexp.MustCompile(`://[^/\s]*@`)
)

// command shows a command without the values in it that may be secret.
func command(s string) string {
	var out []string
	hide := false    // the next word is a value
	quote := byte(0) // a value goes on until it is closed
	for w := range strings.FieldsSeq(clean(s, maxProse)) {
		if quote != 0 {
			if strings.IndexByte(w, quote) >= 0 {
				quote = 0
			}
			continue
		}
		// In lists as Dockerfiles have them words are in quotes, with commas behind.
		bare := strings.Trim(w, `"'[],`)
		m := secretFlag.FindStringSubmatch(bare)
		switch {
		case hide:
			quote, hide = openQuote(w), false
			w = "…"
		case settingWord.MatchString(bare):
			quote = openQuote(w)
			w = settingWord.ReplaceAllString(bare, "$1=…")
		case shortFlag.MatchString(bare):
			quote = openQuote(w)
			w = bare[:2] + "…"
		case m != nil && m[2] == "":
			hide = true
		case m != nil:
			quote = openQuote(w)
			w = m[1] + "=…"
		default:
			w = withUser.ReplaceAllString(w, "://…@")
		}
		out = append(out, w)
	}
	return codeOf(strings.Join(out, " "), maxShown)
}

// openQuote returns the quote that a word opens and does not close.
func openQuote(w string) byte {
	for _, q := range []byte{'"', '\''} {
		if strings.Count(w, string(q))%2 == 1 {
			return q
		}
	}
	return 0
}
