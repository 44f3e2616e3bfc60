package prefilter

// at reports whether the text has the word right before end, given that it has its letters in any
// case there.
func (w *word) at(text []byte, end int) bool {
	start := end - len(w.text)
	if !w.whole {
		return !(w.ends && end < len(text) && isNamePart(text[end])) && w.stands(text, start, end)
	}
	return (w.fold || string(text[start:end]) == w.text) &&
		(start == 0 || !isNamePart(text[start-1])) && (end == len(text) || !isNamePart(text[end])) && w.stands(text, start, end)
}

// glance is the size of the window before and after a word. If the window does not decide, the
// answer is yes.
const glance = 1 << 10

// stands reports whether the word at text[start:end] may be in its position.
func (w *word) stands(text []byte, start, end int) bool {
	if w.position == anywhere {
		return true
	}
	from, to := max(0, start-glance), min(len(text), end+glance)
	v := *w
	v.cut, v.more = from > 0, to < len(text)
	return v.standsIn(text[from:to], start-from, end-from)
}

func (w *word) standsIn(text []byte, start, end int) bool {
	if w.ends {
		start = nameStart(text, start)
	}
	switch w.position {
	case afterOwner:
		return w.afterOwner(text, start)
	case afterDot:
		return w.afterDot(text, start)
	case afterAt:
		return w.afterAt(text, start)
	case afterEquals:
		return w.afterEquals(text, start)
	case afterQuote:
		return w.afterQuote(text, start, end)
	case afterComma:
		return w.afterComma(text, start)
	case beforeText:
		return w.textBehind(text, start, end)
	case beforeFunction:
		return w.functionBehind(text, end)
	case beforeCall:
		return w.callBehind(text, start, end)
	case beforeIndex:
		return w.indexBehind(text, end)
	case fromImported:
		return w.moduleImported(text, start, end)
	case fromAliased:
		return w.packageAliased(text, start, end)
	case fromPackage:
		return w.packageImported(text, end)
	case fromStatic:
		return w.staticImported(text, end)
	case fromUsing:
		return w.afterUsing(text, start)
	}
	return true
}
