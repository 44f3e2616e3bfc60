package ir

import "strings"

// strip removes the quotes of a literal.
func strip(s string) string {
	i := strings.IndexAny(s, "'\"`")
	if i < 0 {
		return s
	}
	s = s[i:]
	for _, q := range []string{`"""`, `'''`, `"`, `'`, "`"} {
		if strings.HasPrefix(s, q) {
			return strings.TrimSuffix(s[len(q):], q)
		}
	}
	return s
}

// pieces lowers a string: a Str if it is only text, otherwise an Interp. Children of the
// kinds in skip are quotes; children of the kinds in code contain an expression.
func (l *lowerer) pieces(i uint32, skip, code string) NodeID {
	return l.piecesBy(i, skip, code, inner)
}

// piecesSelf is pieces for grammars in which a child of a kind in code is itself the expression.
func (l *lowerer) piecesSelf(i uint32, skip, code string) NodeID {
	return l.piecesBy(i, skip, code, (*lowerer).lower)
}

func (l *lowerer) piecesBy(i uint32, skip, code string, expression handler) NodeID {
	start, end := l.span(i)
	type piece struct {
		s, e uint32
		node NodeID
	}
	var ps []piece
	from, to := start, end
	first := true // only quotes so far
	lit := start
	anyCode := false
	for c := range l.Children(i) {
		cs, ce := l.span(c)
		k := l.Kind(c)
		switch {
		case strings.Contains(skip, " "+k+" "):
			if first && from < ce && to == end && !(from > start && ce == end) {
				from, lit = ce, ce
			} else {
				to = cs
			}
		case strings.Contains(code, " "+k+" "):
			if cs > lit {
				ps = append(ps, piece{s: lit, e: cs})
			}
			n := expression(l, c)
			if l.f.kind(n) == splice {
				kids := l.f.Kids(n)
				n = 0
				if len(kids) > 0 {
					n = kids[0]
				}
			}
			if n != 0 {
				ps = append(ps, piece{node: n})
			}
			anyCode = true
			lit = ce
			first = false
		default:
			first = false
		}
	}
	if to < from {
		to = from
	}
	if !anyCode {
		return l.str(i, l.f.src[from:to])
	}
	if to > lit {
		ps = append(ps, piece{s: lit, e: to})
	}
	var kids []NodeID
	for _, p := range ps {
		if p.node != 0 {
			kids = append(kids, p.node)
			continue
		}
		text := l.f.src[p.s:p.e]
		if l.pattern {
			kids = append(kids, l.patternPieces(p.s, p.e, Restore(text))...)
			continue
		}
		kids = append(kids, l.piece(p.s, p.e, text))
	}
	return l.node(Interp, i, "", kids...)
}

// patternPieces splits a literal piece of a pattern's string at its ellipses.
func (l *lowerer) patternPieces(s, e uint32, text string) []NodeID {
	var out []NodeID
	if k, name, ok := pieceMeta(text); ok {
		return []NodeID{l.make(k, s, e, name)}
	}
	for j, part := range strings.Split(text, "...") {
		if j > 0 {
			out = append(out, l.make(Ellipsis, s, e, "..."))
		}
		if part != "" {
			out = append(out, l.piece(s, e, part))
		}
	}
	return out
}

// pieceMeta recognizes $...X as a piece of a pattern's string.
func pieceMeta(part string) (Kind, string, bool) {
	return MetaSeq, part, strings.HasPrefix(part, "$...") && OneMeta.MatchString(part)
}

// piece makes a Str of the text between expressions.
func (l *lowerer) piece(s, e uint32, text string) NodeID {
	n := l.make(Str, s, e, text)
	l.f.nodes[n].Piece = true
	return n
}

// str makes a string literal.
func (l *lowerer) str(i uint32, content string) NodeID {
	if l.pattern {
		content = Restore(content)
	}
	return l.node(Str, i, content)
}

// stringOf lowers a string whose quotes are not nodes of their own.
func stringOf(l *lowerer, i uint32) NodeID { return l.str(i, strip(l.text(i))) }
