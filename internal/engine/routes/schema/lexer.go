package schema

import "strings"

// token is a word, string, or punctuation of a schema language (Protocol Buffers,
// GraphQL). These are parsed by hand, without a grammar.
type token struct {
	text   string
	line   int
	quoted bool // a string; text is without the quotes
}

// lexer splits a schema file into tokens and drops comments.
type lexer struct {
	src   string
	at    int
	line  int
	hash  bool // # begins a comment, """ a string over lines (GraphQL); else // and /*
	ahead *token
}

func newLexer(src []byte, hash bool) *lexer { return &lexer{src: string(src), line: 1, hash: hash} }

// peek returns the next token without consuming it, an empty one at the end.
func (l *lexer) peek() token {
	if l.ahead == nil {
		t := l.read()
		l.ahead = &t
	}
	return *l.ahead
}

func (l *lexer) next() token {
	t := l.peek()
	l.ahead = nil
	return t
}

// accept consumes the next token if it is the given one.
func (l *lexer) accept(text string) bool {
	if t := l.peek(); t.quoted || t.text != text {
		return false
	}
	l.next()
	return true
}

// done reports whether no token is left.
func (l *lexer) done() bool { t := l.peek(); return t.text == "" && !t.quoted }

// skip skips to the end of a bracket that was just opened.
func (l *lexer) skip() {
	for depth := 1; depth > 0 && !l.done(); {
		switch t := l.next(); {
		case t.quoted:
		case t.text == "{" || t.text == "(" || t.text == "[":
			depth++
		case t.text == "}" || t.text == ")" || t.text == "]":
			depth--
		}
	}
}

// statement skips the rest of a statement: up to the semicolon, or the block
// that ends it.
func (l *lexer) statement() {
	for !l.done() {
		switch t := l.peek(); {
		case t.quoted:
			l.next()
		case t.text == "}":
			return
		case t.text == ";":
			l.next()
			return
		case t.text == "{":
			l.next()
			l.skip()
			l.accept(";")
			return
		default:
			l.next()
		}
	}
}

func (l *lexer) read() token {
	l.space()
	if l.at >= len(l.src) {
		return token{line: l.line}
	}
	rest, line := l.src[l.at:], l.line
	switch c := rest[0]; {
	case l.hash && strings.HasPrefix(rest, `"""`):
		end := strings.Index(rest[3:], `"""`)
		if end < 0 {
			end = len(rest) - 3
		}
		l.take(min(end+6, len(rest)))
		return token{rest[3 : 3+end], line, true}
	case c == '"' || c == '\'':
		end := 1
		for end < len(rest) && rest[end] != c && rest[end] != '\n' {
			if rest[end] == '\\' {
				end++
			}
			end++
		}
		end = min(end, len(rest))
		l.take(min(end+1, len(rest)))
		return token{rest[1:end], line, true}
	case wordByte(c):
		end := 1
		for end < len(rest) && (wordByte(rest[end]) || rest[end] == '.' && !l.hash) {
			end++
		}
		l.take(end)
		return token{rest[:end], line, false}
	}
	l.take(1)
	return token{rest[:1], line, false}
}

// space skips whitespace and comments.
func (l *lexer) space() {
	for l.at < len(l.src) {
		rest := l.src[l.at:]
		var end int
		switch c := rest[0]; {
		case c <= ' ':
			end = 1
		case l.hash && c == '#', !l.hash && strings.HasPrefix(rest, "//"):
			if end = strings.IndexByte(rest, '\n'); end < 0 {
				end = len(rest)
			}
		case !l.hash && strings.HasPrefix(rest, "/*"):
			if end = strings.Index(rest, "*/") + 2; end < 4 {
				end = len(rest)
			}
		default:
			return
		}
		l.take(end)
	}
}

func (l *lexer) take(n int) {
	l.line += strings.Count(l.src[l.at:l.at+n], "\n")
	l.at += n
}

func wordByte(c byte) bool {
	return c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
