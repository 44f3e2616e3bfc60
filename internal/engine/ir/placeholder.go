package ir

import (
	"regexp"
	"strings"
)

// What patterns have and no grammar knows is replaced by names that it accepts.
const (
	ellipsisName = "__el__"
	anyName      = "__any__" // in frames: whatever is there
	metaPrefix   = "__mv_"
	seqPrefix    = "__mvs_"
	constPrefix  = "Mv__" // where a name must begin with a capital
)

var (
	metaName  = regexp.MustCompile(`^\$[A-Z_][A-Z_0-9]*$`)
	heldPlace = regexp.MustCompile(`__mvs_[A-Z_0-9]+|__mv_[A-Z_0-9]+|\*\*__el__|__T__ __el__;?|\x01?__el__;?|__deep__\(`)
)

// placeholder tells what a name stands for.
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

// IsPlaceholder tells whether a name is none of the pattern's own.
func IsPlaceholder(name string) bool {
	_, _, is := placeholder(name)
	switch name {
	case "__deep__", "__stmt__", "__assign__", "__typed__", "__future__":
		return true
	}
	return is
}

// Restore undoes the replacement where it happened inside a literal.
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

// place is where in a pattern a placeholder stands.
type place struct {
	open       byte   // the bracket around it, 0 at the top
	class      bool   // the bracket is the body of a class
	prev, next string // the tokens beside it
	newline    bool   // prev is on an earlier line
	nextLine   bool   // next is on a later line
	head       string // the token before the bracket
	head2      string // the one before that
	tail       string // the token after the closing bracket
	tight      bool   // next follows without a space
	pairs      bool   // an = is in the same bracket
	siblings   bool   // other things than ... are in the same bracket
}

// statement tells whether an ellipsis stands for statements, in languages with braces.
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

// lex splits a pattern. Comments are not known: patterns have none worth a rule.
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

// quoteEnd finds where the literal that begins at i ends; an unclosed quote is a sign of its own.
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

// substitute replaces what only patterns have by names of the language.
func substitute(lang *Grammar, text string) string {
	ls := lex(text)
	// The bracket around each token, and where it closes.
	around := make([]int, len(ls))
	closes := make([]int, len(ls))
	var stack []int
	for i, t := range ls {
		around[i] = -1
		if len(stack) > 0 {
			around[i] = stack[len(stack)-1]
		}
		if t.quoted {
			continue
		}
		switch t.text {
		case "(", "[", "{":
			stack = append(stack, i)
			closes[i] = len(ls)
		case ")", "]", "}":
			if len(stack) > 0 {
				top := stack[len(stack)-1]
				closes[top] = i
				stack = stack[:len(stack)-1]
				around[i] = -1
				if len(stack) > 0 {
					around[i] = stack[len(stack)-1]
				}
			}
		}
	}
	at := func(i int) string {
		if i < 0 || i >= len(ls) {
			return ""
		}
		return ls[i].text
	}
	placeOf := func(i int) place {
		c := place{prev: at(i - 1), next: at(i + 1)}
		c.newline = i > 0 && ls[i-1].line < ls[i].line
		c.tight = i+1 < len(ls) && ls[i+1].start == ls[i].end
		c.nextLine = i+1 < len(ls) && ls[i+1].line > ls[i].line
		if a := around[i]; a >= 0 {
			c.open, c.head, c.head2, c.tail = ls[a].text[0], at(a-1), at(a-2), at(closes[a]+1)
			for j := a + 1; j < closes[a] && j < len(ls); j++ {
				if ls[j].text != "..." && ls[j].text != "," {
					c.siblings = true
				}
				if ls[j].text == "=" && around[j] == a {
					c.pairs = true
				}
			}
			if c.open == '{' {
				c.class = isClassBody(ls, a, around)
			}
		} else {
			for j := range ls {
				if ls[j].text != "..." && ls[j].text != "," {
					c.siblings = true
				}
			}
		}
		return c
	}
	var b strings.Builder
	last := 0
	for i, t := range ls {
		b.WriteString(text[last:t.start])
		last = t.end
		switch {
		case t.quoted:
			b.WriteString(inQuotes.ReplaceAllStringFunc(t.text, func(s string) string {
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
					return lang.metavariable(place{open: '"', head: t.text}, s)
				}
				return metaPrefix + s[1:]
			}))
		case t.text == "...":
			if lang.ellipsis != nil {
				b.WriteString(lang.ellipsis(placeOf(i)))
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
				name = strings.ReplaceAll(lang.ellipsis(placeOf(i)), ellipsisName, name)
			}
			b.WriteString(name)
		case metaName.MatchString(t.text):
			if lang.metavariable != nil {
				b.WriteString(lang.metavariable(placeOf(i), t.text))
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

// isClassBody tells whether the brace at a opens the body of a class.
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
