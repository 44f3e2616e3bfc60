package ir

import (
	"regexp"
	"strings"
)

// Pattern syntax that no grammar knows is replaced with identifiers that it accepts.
const (
	ellipsisName = "__el__"
	anyName      = "__any__" // in frames: anything
	metaPrefix   = "__mv_"
	seqPrefix    = "__mvs_"
	constPrefix  = "Mv__" // where a name must be capitalized
)

var (
	metaName  = regexp.MustCompile(`^\$[A-Z_][A-Z_0-9]*$`)
	heldPlace = regexp.MustCompile(`__mvs_[A-Z_0-9]+|__mv_[A-Z_0-9]+|\*\*__el__|__T__ __el__;?|\x01?__el__;?|__deep__\(`)
)

// placeholder returns what a placeholder stands for.
func placeholder(text string) (Kind, string, bool) {
	text = strings.TrimPrefix(text, "$") // PHP
	switch {
	case text == ellipsisName, text == anyName, text == "__T__":
		return Ellipsis, "...", true
	case strings.HasPrefix(text, metaPrefix):
		return Meta, "$" + text[len(metaPrefix):], true
	case strings.HasPrefix(text, seqPrefix):
		return MetaSeq, "$..." + text[len(seqPrefix):], true
	case strings.HasPrefix(text, constPrefix):
		return Meta, "$" + text[len(constPrefix):], true
	}
	return 0, "", false
}

// IsPlaceholder reports whether a name was inserted by us.
func IsPlaceholder(name string) bool {
	_, _, is := placeholder(name)
	switch name {
	case "__deep__", "__stmt__", "__assign__", "__typed__", "__future__":
		return true
	}
	return is
}

// Restore undoes the replacement inside literals.
func Restore(text string) string {
	if !strings.Contains(text, "__") {
		return text
	}
	return heldPlace.ReplaceAllStringFunc(text, func(s string) string {
		switch {
		case strings.HasPrefix(s, seqPrefix):
			return "$..." + s[len(seqPrefix):]
		case strings.HasPrefix(s, metaPrefix):
			return "$" + s[len(metaPrefix):]
		case s == "__deep__(":
			return "<... "
		}
		return "..."
	})
}

// place is the context of a placeholder in a pattern.
type place struct {
	open       byte   // the enclosing bracket, 0 at the top
	class      bool   // the bracket is a class body
	prev, next string // the adjacent tokens
	newline    bool   // prev is on an earlier line
	nextLine   bool   // next is on a later line
	head       string // the token before the bracket
	head2      string // the one before that
	tail       string // the token after the closing bracket
	tight      bool   // next follows without a space
	pairs      bool   // an = is in the same bracket
	siblings   bool   // other things than ... are in the same bracket
}

// statement reports whether an ellipsis stands for statements, in languages with braces.
func (c place) statement() bool {
	if c.open == '(' || c.open == '[' {
		return false
	}
	switch c.next {
	case ",", ".", ")", "]", "=", "+", "?.":
		return false
	}
	switch c.prev {
	case "", ";", "{", "}":
		return true
	case ",", "(", "=", ":", "return", "+", ".", "&&", "||", "=>", "->":
		return false
	}
	return c.newline
}

// lexeme is a token of a pattern.
type lexeme struct {
	text       string
	start, end int
	line       int
	quoted     bool
}

var lexemes = regexp.MustCompile("(?s)" + `\$\.\.\.[A-Z_][A-Z_0-9]*|\$[A-Za-z_]\w*|<\.\.\.|\.\.\.>|\.\.\.|\w+|=>|->|\?\.|&&|\|\||::|\S`)

// lex tokenizes a pattern. It does not recognize comments: patterns have none.
func lex(text string) []lexeme {
	var out []lexeme
	line := 0
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '\n':
			line++
			i++
		case c == ' ' || c == '\t' || c == '\r':
			i++
		case c == '"' || c == '\'' || c == '`':
			end := quoteEnd(text, i)
			out = append(out, lexeme{text[i:end], i, end, line, true})
			line += strings.Count(text[i:end], "\n")
			i = end
		default:
			if strings.HasPrefix(text[i:], "<...>") { // type arguments
				out = append(out, lexeme{"<", i, i + 1, line, false}, lexeme{"...", i + 1, i + 4, line, false}, lexeme{">", i + 4, i + 5, line, false})
				i += 5
				continue
			}
			m := lexemes.FindStringIndex(text[i:])
			if m == nil || m[0] != 0 {
				i++
				continue
			}
			out = append(out, lexeme{text[i : i+m[1]], i, i + m[1], line, false})
			i += m[1]
		}
	}
	return out
}

// quoteEnd finds the end of the literal that begins at i; an unclosed quote is punctuation.
func quoteEnd(text string, i int) int {
	q := text[i : i+1]
	if strings.HasPrefix(text[i:], q+q+q) {
		if j := strings.Index(text[i+3:], q+q+q); j >= 0 {
			return i + 3 + j + 3
		}
	}
	for j := i + 1; j < len(text); j++ {
		switch {
		case text[j] == '\\':
			j++
		case text[j] == q[0]:
			return j + 1
		case text[j] == '\n' && q != "`":
			return i + 1
		}
	}
	return i + 1
}

var inQuotes = regexp.MustCompile(`\$\.\.\.[A-Z_][A-Z_0-9]*|\$[A-Z_][A-Z_0-9]*\b|<\.\.\.\s*|\s*\.\.\.>|\.\.\.`)

// brackets are the tokens of a pattern with, for each, the bracket around it (-1: none) and,
// for each opening bracket, where it closes.
type brackets struct {
	tokens         []lexeme
	around, closes []int
}

func pairBrackets(tokens []lexeme) brackets {
	p := brackets{tokens, make([]int, len(tokens)), make([]int, len(tokens))}
	var stack []int
	enclosing := func() int {
		if len(stack) == 0 {
			return -1
		}
		return stack[len(stack)-1]
	}
	for i, t := range tokens {
		p.around[i] = enclosing()
		if t.quoted {
			continue
		}
		switch t.text {
		case "(", "[", "{":
			stack = append(stack, i)
			p.closes[i] = len(tokens)
		case ")", "]", "}":
			if len(stack) > 0 {
				p.closes[enclosing()] = i
				stack = stack[:len(stack)-1]
				p.around[i] = enclosing()
			}
		}
	}
	return p
}

// text is the text of a token, "" beyond the first and the last.
func (p brackets) text(i int) string {
	if i < 0 || i >= len(p.tokens) {
		return ""
	}
	return p.tokens[i].text
}

// placeOf describes where the token i stands.
func (p brackets) placeOf(i int) place {
	ls := p.tokens
	c := place{prev: p.text(i - 1), next: p.text(i + 1)}
	c.newline = i > 0 && ls[i-1].line < ls[i].line
	c.tight = i+1 < len(ls) && ls[i+1].start == ls[i].end
	c.nextLine = i+1 < len(ls) && ls[i+1].line > ls[i].line
	a := p.around[i]
	if a < 0 {
		for j := range ls {
			if ls[j].text != "..." && ls[j].text != "," {
				c.siblings = true
			}
		}
		return c
	}
	c.open, c.head, c.head2, c.tail = ls[a].text[0], p.text(a-1), p.text(a-2), p.text(p.closes[a]+1)
	for j := a + 1; j < p.closes[a] && j < len(ls); j++ {
		if ls[j].text != "..." && ls[j].text != "," {
			c.siblings = true
		}
		if ls[j].text == "=" && p.around[j] == a {
			c.pairs = true
		}
	}
	if c.open == '{' {
		c.class = isClassBody(ls, a, p.around)
	}
	return c
}

// substitute replaces what only patterns have by names of the language.
func substitute(lang *Grammar, text string) string {
	p := pairBrackets(lex(text))
	var b strings.Builder
	last := 0
	for i, t := range p.tokens {
		b.WriteString(text[last:t.start])
		last = t.end
		switch {
		case t.quoted:
			b.WriteString(substituteQuoted(lang, t.text))
		case t.text == "...":
			if lang.ellipsis != nil {
				b.WriteString(lang.ellipsis(p.placeOf(i)))
			} else {
				b.WriteString(ellipsisName)
			}
		case t.text == "<...":
			b.WriteString("__deep__(")
		case t.text == "...>":
			b.WriteString(")")
		case strings.HasPrefix(t.text, "$..."):
			name := seqPrefix + t.text[4:]
			if lang.ellipsis != nil {
				name = strings.ReplaceAll(lang.ellipsis(p.placeOf(i)), ellipsisName, name)
			}
			b.WriteString(name)
		case metaName.MatchString(t.text):
			if lang.metavariable != nil {
				b.WriteString(lang.metavariable(p.placeOf(i), t.text))
			} else {
				b.WriteString(metaPrefix + t.text[1:])
			}
		default:
			b.WriteString(t.text)
		}
	}
	b.WriteString(text[last:])
	return b.String()
}

// substituteQuoted is substitute within a string literal.
func substituteQuoted(lang *Grammar, literal string) string {
	return inQuotes.ReplaceAllStringFunc(literal, func(s string) string {
		switch s = strings.TrimSpace(s); {
		case s == "...":
			return ellipsisName
		case s == "<...":
			return "__deep__("
		case s == "...>":
			return ")"
		case strings.HasPrefix(s, "$..."):
			return seqPrefix + s[4:]
		}
		if lang.metavariable != nil {
			return lang.metavariable(place{open: '"', head: literal}, s)
		}
		return metaPrefix + s[1:]
	})
}

// isClassBody reports whether the brace at a opens a class body.
func isClassBody(ls []lexeme, a int, around []int) bool {
	for j := a - 1; j >= 0; j-- {
		switch ls[j].text {
		case ";", "{", "}", "=>", "->", "=":
			return false
		case "(":
			// new X(...) { is an anonymous class; f(...) { is a function.
			if around[j] == around[a] {
				for k := j - 1; k >= 0 && k >= j-8; k-- {
					switch ls[k].text {
					case "new":
						return true
					case ";", "{", "}", "=", "(":
						return false
					}
				}
			}
		case "class", "interface", "enum", "record", "trait", "object", "struct", "contract":
			if ls[j].text == "struct" || around[j] == around[a] {
				return true
			}
		}
	}
	return false
}

// OneMeta is a string of a pattern that is nothing but a metavariable.
var OneMeta = regexp.MustCompile(`^\$(\.\.\.)?[A-Z_][A-Z_0-9]*$`)

// Dedent removes the indentation that all lines share.
func Dedent(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	least := -1
	for _, l := range lines {
		if strings.TrimSpace(l) == "" {
			continue
		}
		if n := len(l) - len(strings.TrimLeft(l, " \t")); least < 0 || n < least {
			least = n
		}
	}
	if least <= 0 {
		return text
	}
	for i, l := range lines {
		lines[i] = l[min(least, len(l)-len(strings.TrimLeft(l, " \t"))):]
	}
	return strings.Join(lines, "\n")
}

// ShellWord is the text of a node that is a command in backquotes.
const ShellWord = "`"
