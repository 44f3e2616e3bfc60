package engine

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Subject is what a finding is about, quoted from the code, so that two findings of one rule
// in one file can be told apart by their titles. Run masks and shortens it and makes it part
// of the title. No part contains a line number: a title must survive an edit elsewhere in the
// file. Nothing of it is part of a fingerprint.
type Subject struct {
	Source     string // the expression that tainted data comes from; "": no data flow
	SourceFile string // the file of Source
	Construct  string // the sink, or what a pattern matched: a callee, an assigned variable, a key
	Within     string // the enclosing function or resource
	Secret     bool   // a literal is what the finding is about: none may be shown
}

// Titles end up in tables, chat messages, and Markdown comments.
const (
	titleMost   = 200 // characters of a title
	partMost    = 40  // of each part of its subject
	keyMost     = 20  // of a string literal that is an index, or the first argument of a source: a name
	literalMost = 4   // of any other string literal
	codeMost    = 600 // of an expression that are considered
	groupMost   = 24  // between parentheses or braces
)

// setTitles adds their subjects to the titles of findings. Findings in one file whose titles
// are still equal are numbered in order of position, like their fingerprints. The findings must
// be sorted.
func setTitles(findings []Finding) {
	var seen map[string]int // how many findings have a title, in this file
	for i := range findings {
		f := &findings[i]
		if i == 0 || f.Path != findings[i-1].Path {
			seen = map[string]int{}
		}
		about := f.Subject.text()
		plain := join(f.Title, about, "")
		title := plain
		for seen[title] > 0 {
			seen[plain]++
			title = join(f.Title, about, fmt.Sprintf(" (%d)", seen[plain]))
		}
		seen[title]++
		f.Weakness, f.Title, f.Subject = endAt(oneLine(f.Title), titleMost), title, Subject{}
	}
}

// join puts a title together. If it is too long, the name of the weakness is truncated: the
// other parts are short already.
func join(name, about, number string) string {
	name = oneLine(name)
	switch name = strings.TrimSuffix(name, "."); {
	case strings.HasPrefix(about, "in "):
		about = " " + about
	case about != "":
		about = ": " + about
	}
	rest := about + number
	return endAt(name, titleMost-utf8.RuneCountInString(rest)) + rest
}

// text is the part of a title after the name of the weakness.
func (s Subject) text() string {
	source, construct, within := s.code(s.Source, keyMost), s.code(s.Construct, literalMost), Subject{}.code(s.Within, keyMost)
	if construct == within || strings.HasSuffix(within, "."+strings.TrimPrefix(construct, "`")) { // a function as a whole
		construct, within = within, ""
	}
	var out string
	switch {
	case source != "" && construct != "":
		out = source + " reaches " + construct
	case source != "":
		out = "from " + source
	default:
		out = construct
	}
	if within != "" {
		out = strings.TrimPrefix(out+" in "+within, " ")
	}
	return out
}

// code makes an expression fit to be quoted in a title, with backticks around it. Most string
// literals are elided: they may be confidential, and tell less than the names around them.
// One that is a first argument may have some characters.
func (s Subject) code(text string, argument int) string {
	group := groupMost
	most := literalMost
	if s.Secret {
		argument, most, group = 0, 0, 0
	}
	text = groups(literals(oneLine(endAt(text, codeMost)), argument, most), group)
	text = strings.NewReplacer(" .", ".", "[ ", "[", " ]", "]", "`", "'").Replace(text)
	text = strings.TrimSpace(strings.TrimRight(text, "; "))
	if strings.Trim(text, "\"' …") == "" {
		return ""
	}
	return "`" + shorten(text, partMost) + "`"
}

// oneLine collapses white space, and removes characters that are invisible or reorder text.
func oneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
	return strings.Join(strings.Fields(text), " ")
}

// literals elides string literals that are long or have characters that names do not have. A
// literal without an end reaches to the end of the text.
func literals(text string, argument, other int) string {
	var b strings.Builder
	for {
		at := strings.IndexAny(text, "\"'`")
		if at < 0 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:at])
		most := other
		switch before := strings.TrimRight(b.String(), " "); {
		case opensIndex(before):
			most = keyMost
		case strings.HasSuffix(before, "("):
			most = argument
		}
		quote := text[at]
		content, rest, closed := cutLiteral(text[at+1:], quote)
		if utf8.RuneCountInString(content) > most || strings.IndexFunc(content, notInName) >= 0 {
			content = "…"
		}
		b.WriteByte(quote)
		b.WriteString(content)
		if !closed {
			return b.String()
		}
		b.WriteByte(quote)
		text = rest
	}
}

// opensIndex reports whether a text ends with the beginning of an index, in contrast to that of an array.
func opensIndex(text string) bool {
	object, ok := strings.CutSuffix(text, "[")
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(object, " "))
	return ok && (unicode.IsLetter(last) || unicode.IsDigit(last) || strings.ContainsRune("_])", last))
}

// cutLiteral returns the content of a literal and what follows it.
func cutLiteral(text string, quote byte) (content, rest string, closed bool) {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case quote:
			return text[:i], text[i+1:], true
		}
	}
	return text, "", false
}

func notInName(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-.:/[]$@", r)
}

// groups elides what is between parentheses or braces if it is long.
func groups(text string, most int) string {
	var b strings.Builder
	for {
		at := strings.IndexAny(text, "({")
		if at < 0 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:at+1])
		end := groupEnd(text[at+1:])
		content := text[at+1 : at+1+end]
		if at > 0 && utf8.RuneCountInString(content) > most {
			content = "…"
		}
		b.WriteString(content)
		text = text[at+1+end:]
	}
}

// groupEnd is where the group that the text is in ends.
func groupEnd(text string) int {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(', '{':
			depth++
		case ')', '}':
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return len(text)
}

// shorten replaces the middle of a long text: its beginning and its end say most.
func shorten(text string, most int) string {
	r := []rune(text)
	if len(r) <= most {
		return text
	}
	tail := most / 2
	return strings.TrimRight(string(r[:most-tail-1]), " …") + "…" + strings.TrimLeft(string(r[len(r)-tail:]), " …")
}

// endAt truncates a text.
func endAt(text string, most int) string {
	if len(text) <= most {
		return text
	}
	r := []rune(text)
	if len(r) <= most {
		return text
	}
	return strings.TrimSpace(string(r[:most-1])) + "…"
}
