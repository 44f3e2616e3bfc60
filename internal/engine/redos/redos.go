// Package redos recognizes regular expressions with catastrophic backtracking (ReDoS).
//
// Start with Exponential. The package knows nothing of rules or files.
package redos

import (
	"regexp"
	"regexp/syntax"
	"strings"
)

// Markers are substrings of which every exponential expression contains one: the end of a
// repeated group. The prefilter skips files without any of them.
var Markers = []string{")*", ")+", "){0", "){1", "){2", "){3", "){4", "){5", "){6", "){7", "){8", "){9"}

// Exponential reports whether an expression can take exponential time in a backtracking
// engine: some repetition can read the same text in two ways, and what follows can fail.
// Reading such a text n times gives 2^n ways, and the engine tries them all. Expressions
// that do not parse or are too large to analyze are not reported.
//
// The expression is compiled into an NFA. Two ways to read a text are a cycle in the product
// of the automaton with itself that passes through a pair of equal states and a pair of
// different ones.
func Exponential(expr string) bool {
	re, err := syntax.Parse(forGo(expr), syntax.Perl)
	if err != nil {
		return false
	}
	prog, err := syntax.Compile(re.Simplify())
	if err != nil || len(prog.Inst) > 4*maxStates {
		return false
	}
	a := newAutomaton(prog)
	return a != nil && a.ambiguous()
}

var (
	uEscapeRE  = regexp.MustCompile(`\\u([0-9a-fA-F]{4})`)
	flaggedRE  = regexp.MustCompile(`(?s)^/(.*)/[a-z]*$`)
	groupRE    = regexp.MustCompile(`^\((?:\?(?:P?<\w+>|[a-zA-Z-]*[:)]))?`)
	lookRE     = regexp.MustCompile(`^\(\?<?[=!]`)
	notASCIIRE = regexp.MustCompile(`\\([^\x00-\x7f])`)
)

// forGo translates an expression into Go's syntax: without the delimiting slashes, without
// lookarounds, and with a group around each alternative, because Go merges equal alternatives.
func forGo(text string) string {
	if m := flaggedRE.FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	text = uEscapeRE.ReplaceAllString(text, `\x{$1}`)
	text = notASCIIRE.ReplaceAllString(text, "$1")
	text = strings.NewReplacer(`[^]`, `[\s\S]`, `\Z`, `\z`, `\h`, `[ \t]`).Replace(text)
	var out strings.Builder
	out.WriteByte('(')
	class := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text):
			out.WriteString(text[i : i+2])
			i++
		case class:
			class = c != ']'
			out.WriteByte(c)
		case c == '[':
			class = true
			out.WriteByte(c)
		case c == '(' && lookRE.MatchString(text[i:]):
			i = closing(text, i)
			out.WriteString("(?:)")
		case c == '(':
			head := groupRE.FindString(text[i:])
			i += len(head) - 1
			if head == "(?:" {
				head = "("
			}
			out.WriteString(head)
			if head[len(head)-1] != ')' {
				out.WriteByte('(')
			}
		case c == ')':
			out.WriteString("))")
		case c == '|':
			out.WriteString(")|(")
		default:
			out.WriteByte(c)
		}
	}
	out.WriteByte(')')
	return out.String()
}

// closing returns where the group that begins at i ends.
func closing(text string, i int) int {
	depth, class := 0, false
	for ; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '(':
			if !class {
				depth++
			}
		case ')':
			if !class {
				if depth--; depth == 0 {
					return i
				}
			}
		}
	}
	return len(text)
}
