package match

import (
	"strings"

	"vigil/internal/engine/ir"
)

// interp matches interpolated strings.
func (m *matcher) interp(pk, nk []NodeID, k func() bool) bool {
	if len(pk) == 0 {
		return len(nk) == 0 && k()
	}
	switch m.pf.kind(pk[0]) {
	case Ellipsis:
		for j := 0; j <= len(nk); j++ {
			if m.interp(pk[1:], nk[j:], k) {
				return true
			}
			if len(pk) == 1 {
				return k()
			}
		}
		// ...text: the text may be the end of a literal piece.
		if len(pk) > 1 && m.pf.Node(pk[1]).Piece {
			for j, n := range nk {
				if m.f.Node(n).Piece && strings.Contains(m.f.Node(n).Text, m.pf.Node(pk[1]).Text) && m.interp(pk[2:], nk[j+1:], k) {
					return true
				}
			}
		}
		return false
	case MetaSeq:
		for j := len(nk); j >= 0; j-- {
			if m.bind(m.pf.Node(pk[0]).Text, nk[:j], func() bool { return m.interp(pk[1:], nk[j:], k) }) {
				return true
			}
		}
		return false
	case Str:
		if len(nk) > 0 && m.f.Node(nk[0]).Piece && m.pf.Node(pk[0]).Piece && len(pk) > 1 && m.pf.kind(pk[1]) == Ellipsis &&
			strings.HasPrefix(m.f.Node(nk[0]).Text, m.pf.Node(pk[0]).Text) {
			return m.interp(pk[1:], nk[1:], k)
		}
	}
	if len(nk) == 0 || m.pf.Node(pk[0]).Piece != m.f.Node(nk[0]).Piece {
		return false
	}
	return m.match(pk[0], nk[0], func() bool { return m.interp(pk[1:], nk[1:], k) })
}

// str matches the text of a literal at n with that of a pattern.
func (m *matcher) str(p string, n NodeID, text string, k func() bool) bool {
	switch {
	case p == "...":
		return k()
	case p == text:
		return k()
	case ir.OneMeta.MatchString(p):
		span := m.f.Span(n)
		if i := strings.Index(m.f.Text(span), text); i >= 0 && text != "" {
			span = Span{Start: span.Start + uint32(i), End: span.Start + uint32(i+len(text))}
		}
		return m.bindValue(p, Value{Span: span, Text: text, file: m.f, nodes: []NodeID{n}, content: true}, k)
	case strings.HasPrefix(p, "=~/") && strings.LastIndexByte(p, '/') > 2:
		end := strings.LastIndexByte(p, '/')
		re, err := cachedRegexp(flags(p[end+1:]) + p[3:end])
		return err == nil && re.MatchString(text) && k()
	case strings.Contains(p, "..."):
		return wildcards(p, text) && k()
	}
	return false
}

// flags are those of a regular expression.
func flags(s string) string {
	if s == "" || strings.Trim(s, "ims") != "" {
		return ""
	}
	return "(?" + s + ")"
}

// wildcards matches a text with a pattern that contains ellipses.
func wildcards(p, text string) bool {
	parts := strings.Split(p, "...")
	if !strings.HasPrefix(text, parts[0]) {
		return false
	}
	text = text[len(parts[0]):]
	for _, part := range parts[1 : len(parts)-1] {
		i := strings.Index(text, part)
		if i < 0 {
			return false
		}
		text = text[i+len(part):]
	}
	return strings.HasSuffix(text, parts[len(parts)-1])
}

func (m *matcher) regexpLiteral(p, text string, n NodeID, k func() bool) bool {
	if p == text || p == "/.../" {
		return k()
	}
	inner := strings.Trim(p, "/")
	if ir.OneMeta.MatchString(inner) && len(text) > 1 {
		content := text[1:max(1, strings.LastIndexByte(text, '/'))]
		return m.bindValue(inner, Value{Span: m.f.Span(n), Text: content, file: m.f, nodes: []NodeID{n}, content: true}, k)
	}
	return false
}

func sameNumber(a, b string) bool {
	return a == b || strings.EqualFold(strings.ReplaceAll(a, "_", ""), strings.ReplaceAll(b, "_", ""))
}
