package rules

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Expr is a comparison expression in the subset of Python that rules use: numbers, strings,
// lists, metavariables, operators, and a few functions. Requirements on taint labels, such as
// "A and not B", are parsed the same way.
type Expr struct {
	op   string // an operator, "call", "list", "literal" or "name"
	name string
	lit  any
	of   []*Expr
}

// ParseExpr parses a comparison.
func ParseExpr(text string) (*Expr, error) {
	p := &exprParser{}
	if err := p.scan(text); err != nil {
		return nil, err
	}
	e, err := p.binary(0)
	if err != nil {
		return nil, err
	}
	if t := p.peek(); t.kind != 0 {
		return nil, fmt.Errorf("unexpected %q", t.text)
	}
	return e, nil
}

// Names returns the metavariables and other names in the expression, without duplicates.
func (e *Expr) Names() []string {
	var out []string
	seen := map[string]bool{}
	var walk func(*Expr)
	walk = func(e *Expr) {
		if e.op == "name" && !seen[e.name] {
			seen[e.name] = true
			out = append(out, e.name)
		}
		for _, o := range e.of {
			walk(o)
		}
	}
	walk(e)
	return out
}

type exprToken struct {
	kind byte // 0: the end, n: number, s: text, w: word, o: operator
	text string
}

type exprParser struct {
	tokens []exprToken
	depth  int
}

var exprOperators = []string{"**", "//", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "<", ">", "+", "-", "*", "/", "%", "(", ")", "[", "]", ",", ".", "~", "!", "&", "|", "^"}

func (p *exprParser) scan(s string) error {
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimLeft(s, " \t\r\n") {
		c := s[0]
		n := 0
		kind := byte('o')
		switch {
		case c >= '0' && c <= '9', c == '.' && len(s) > 1 && s[1] >= '0' && s[1] <= '9':
			kind = 'n'
			for n < len(s) && (isWord(s[n]) || s[n] == '.' || (s[n] == '+' || s[n] == '-') && (s[n-1] == 'e' || s[n-1] == 'E') && !strings.HasPrefix(s, "0x")) {
				n++
			}
		case isWord(c), c == '$':
			kind, n = 'w', 1
			if strings.HasPrefix(s, "$...") {
				n = 4
			}
			for n < len(s) && isWord(s[n]) {
				n++
			}
			if q := s[:n]; n < len(s) && (s[n] == '"' || s[n] == '\'') && (q == "r" || q == "b" || q == "u" || q == "rb") {
				text, size, err := quoted(s[n:], strings.Contains(q, "r"))
				if err != nil {
					return err
				}
				p.tokens = append(p.tokens, exprToken{'s', text})
				s = s[n+size:]
				continue
			}
		case c == '"' || c == '\'':
			text, size, err := quoted(s, false)
			if err != nil {
				return err
			}
			p.tokens = append(p.tokens, exprToken{'s', text})
			s = s[size:]
			continue
		default:
			for _, op := range exprOperators {
				if strings.HasPrefix(s, op) {
					n = len(op)
					break
				}
			}
			if n == 0 {
				return fmt.Errorf("%q is not part of a comparison", c)
			}
		}
		p.tokens = append(p.tokens, exprToken{kind, s[:n]})
		s = s[n:]
	}
	return nil
}

// quoted reads a string literal. Unknown escapes are kept, as in Python, because regular
// expressions are often written that way.
func quoted(s string, raw bool) (text string, size int, err error) {
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == s[0]:
			return b.String(), i + 1, nil
		case s[i] == '\\' && i+1 < len(s):
			i++
			switch c := s[i]; {
			case raw:
				b.WriteByte('\\')
				b.WriteByte(c)
			case c == 'n':
				b.WriteByte('\n')
			case c == 't':
				b.WriteByte('\t')
			case c == '\\' || c == '\'' || c == '"':
				b.WriteByte(c)
			default:
				b.WriteByte('\\')
				b.WriteByte(c)
			}
		default:
			b.WriteByte(s[i])
		}
	}
	return "", 0, errors.New("unterminated string")
}

func isWord(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

func (p *exprParser) peek() exprToken {
	if len(p.tokens) == 0 {
		return exprToken{}
	}
	return p.tokens[0]
}

func (p *exprParser) next() exprToken {
	t := p.peek()
	if t.kind != 0 {
		p.tokens = p.tokens[1:]
	}
	return t
}

func (p *exprParser) accept(text string) bool {
	if t := p.peek(); t.text == text && t.kind != 's' && t.kind != 0 {
		p.next()
		return true
	}
	return false
}

// precedence lists the binary operators by ascending precedence.
var precedence = [][]string{
	{"or", "||"}, {"and", "&&"}, nil /* not */, {"==", "!=", "<=", ">=", "<", ">", "in", "not in"},
	{"|"}, {"^"}, {"&"}, {"<<", ">>"}, {"+", "-"}, {"*", "//", "/", "%"},
}

const maxExprDepth = 200

func (p *exprParser) binary(level int) (*Expr, error) {
	if p.depth++; p.depth > maxExprDepth {
		return nil, errors.New("the comparison is nested too deeply")
	}
	defer func() { p.depth-- }()
	if level == len(precedence) {
		return p.unary()
	}
	if precedence[level] == nil {
		if p.accept("not") {
			e, err := p.binary(level)
			return &Expr{op: "not", of: []*Expr{e}}, err
		}
		return p.binary(level + 1)
	}
	left, err := p.binary(level + 1)
	if err != nil {
		return nil, err
	}
	var chain *Expr // a < b < c
	for {
		op := p.operator(precedence[level])
		if op == "" {
			return left, nil
		}
		right, err := p.binary(level + 1)
		if err != nil {
			return nil, err
		}
		e := &Expr{op: op, of: []*Expr{left, right}}
		if level == 3 && chain != nil {
			left = &Expr{op: "and", of: []*Expr{left, {op: op, of: []*Expr{chain, right}}}}
		} else {
			left = e
		}
		chain = right
	}
}

func (p *exprParser) operator(ops []string) string {
	t := p.peek()
	if t.kind != 'o' && t.kind != 'w' {
		return ""
	}
	for _, op := range ops {
		if op == "not in" && t.text == "not" && len(p.tokens) > 1 && p.tokens[1].text == "in" {
			p.next()
			p.next()
			return op
		}
		if t.text == op {
			p.next()
			switch op {
			case "||":
				return "or"
			case "&&":
				return "and"
			}
			return op
		}
	}
	return ""
}

func (p *exprParser) unary() (*Expr, error) {
	if p.depth++; p.depth > maxExprDepth {
		return nil, errors.New("the comparison is nested too deeply")
	}
	defer func() { p.depth-- }()
	for _, op := range []string{"-", "+", "~", "!", "not"} {
		if p.accept(op) {
			e, err := p.unary()
			switch op {
			case "!":
				op = "not"
			case "-", "+":
				op = "unary" + op
			}
			return &Expr{op: op, of: []*Expr{e}}, err
		}
	}
	e, err := p.operand()
	if err != nil {
		return nil, err
	}
	if p.accept("**") {
		right, err := p.unary()
		return &Expr{op: "**", of: []*Expr{e, right}}, err
	}
	return e, nil
}

func (p *exprParser) operand() (*Expr, error) {
	switch t := p.next(); {
	case t.kind == 'n':
		return number(t.text)
	case t.kind == 's':
		return &Expr{op: "literal", lit: t.text}, nil
	case t.kind == 'w':
		switch t.text {
		case "True", "true":
			return &Expr{op: "literal", lit: true}, nil
		case "False", "false":
			return &Expr{op: "literal", lit: false}, nil
		}
		name := t.text
		for p.accept(".") {
			name += "." + p.next().text
		}
		if p.accept("(") {
			return p.call(name)
		}
		return &Expr{op: "name", name: name}, nil
	case t.text == "(":
		e, err := p.binary(0)
		if err == nil && !p.accept(")") {
			err = errors.New("a closing parenthesis is missing")
		}
		return e, err
	case t.text == "[":
		of, err := p.list("]")
		return &Expr{op: "list", of: of}, err
	case t.kind == 0:
		return nil, errors.New("unexpected end of the comparison")
	default:
		return nil, fmt.Errorf("unexpected %q", t.text)
	}
}

func (p *exprParser) list(end string) (of []*Expr, err error) {
	for !p.accept(end) {
		e, err := p.binary(0)
		if err != nil {
			return nil, err
		}
		of = append(of, e)
		if !p.accept(",") {
			if !p.accept(end) {
				return nil, fmt.Errorf("%q is missing", end)
			}
			break
		}
	}
	return of, nil
}

// exprFunctions are the functions that a comparison may call, with their number of
// arguments.
var exprFunctions = map[string]int{
	"int": 1, "float": 1, "str": 1, "len": 1, "abs": 1, "lower": 1, "upper": 1,
	"re.match": 2, "re.search": 2, "today": 0, "strptime": 1, "parse_promql_duration": 1,
}

func (p *exprParser) call(name string) (*Expr, error) {
	of, err := p.list(")")
	if err != nil {
		return nil, err
	}
	n, ok := exprFunctions[name]
	switch {
	case !ok:
		return nil, fmt.Errorf("the function %s is not supported", name)
	case len(of) != n:
		return nil, fmt.Errorf("the function %s takes %d arguments", name, n)
	}
	e := &Expr{op: "call", name: name, of: of}
	if strings.HasPrefix(name, "re.") {
		text, ok := of[0].lit.(string)
		if !ok {
			return nil, fmt.Errorf("the first argument of %s must be a string", name)
		}
		re, err := NewRegexp(text, name == "re.match")
		if err != nil {
			return nil, err
		}
		e.lit = re
	}
	return e, nil
}

func number(s string) (*Expr, error) {
	v, ok := ParseNumber(s)
	if !ok {
		return nil, fmt.Errorf("%q is not a number", s)
	}
	return &Expr{op: "literal", lit: v}, nil
}

// ParseNumber parses a number in source code: int64 or float64. Underscores and the suffixes
// of Java and C are ignored.
func ParseNumber(s string) (any, bool) {
	s = strings.ReplaceAll(s, "_", "")
	if s == "" {
		return nil, false
	}
	for range 3 {
		if i, err := strconv.ParseInt(s, 0, 64); err == nil {
			return i, true
		}
		if f, err := strconv.ParseFloat(s, 64); err == nil && !math.IsInf(f, 0) && !math.IsNaN(f) && s[0] <= '9' {
			return f, true
		}
		cut := strings.TrimRight(s, "lLuUnfFdD")
		if cut == s || cut == "" {
			break
		}
		s = cut
	}
	return nil, false
}
