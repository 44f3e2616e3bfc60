package prefilter

import (
	"bytes"
	"regexp"
	"strings"
)

// The methods in this file look at what follows a word.

// textBehind reports whether the name around text[start:end] may be assigned a string there, be
// compared with one, or be its key. A name that may stand for a string will do.
func (w *word) textBehind(text []byte, start, end int) bool {
	rest := bytes.TrimLeftFunc(text[end:], func(c rune) bool { return c < 0x80 && isNamePart(byte(c)) })
	name := text[nameStart(text, start) : len(text)-len(rest)]
	rest = bytes.TrimLeft(rest, space+"'\"`]?!")
	if closed := bytes.TrimLeft(rest, space+")"); len(closed) > 0 && closed[0] == '=' {
		rest = closed
	}
	switch {
	case len(rest) == 0:
		return w.more
	case rest[0] == ':':
		return w.mayBeText(rest[1:], name) || w.mayBeText(behindType(rest), name)
	case rest[0] == '=':
		return w.mayBeText(rest, name)
	}
	if typed := bytes.TrimLeft(rest[len(typeOfGo.Find(rest)):], space); len(typed) > 0 && typed[0] == '=' {
		return w.mayBeText(typed, name)
	}
	return rest[0] == '/' || rest[0] == '#' // a comment
}

// typeOfGo is a type of Go between a name and an assignment operator.
var typeOfGo = regexp.MustCompile(`^[\w.*\[\]]+`)

// behindType returns the text behind a type, from the assignment operator on, if there is one.
func behindType(text []byte) []byte {
	depth := 0
	for i, b := range text {
		switch {
		case strings.IndexByte("([{<", b) >= 0:
			depth++
		case strings.IndexByte(")]}>", b) >= 0:
			depth--
		case b == '=' && depth <= 0:
			return text[i:]
		case b == '\n' && depth <= 0:
			if rest := bytes.TrimLeft(text[i:], space); len(rest) > 0 && rest[0] == '=' {
				return rest
			}
			return []byte{';'}
		}
	}
	return nil
}

// noTexts are words that are no string and stand for none.
const noTexts = " None nil null undefined true false True False await new function async lambda not typeof process string str any unknown number boolean bytes Optional "

// mayBeText reports whether a string may begin there, or a name that stands for one. A name that is
// assigned to itself does not count: if it stands for a string, that is seen elsewhere.
func (w *word) mayBeText(text, name []byte) bool {
	if text = bytes.TrimLeft(text, space+"=(["); len(text) == 0 {
		return w.more
	}
	n := 0
	for n < len(text) && (isNamePart(text[n]) || strings.IndexByte(".?!", text[n]) >= 0) {
		n++
	}
	if n == 0 {
		return strings.IndexByte("'\"`/#<", text[0]) >= 0
	}
	chain, rest := text[:n], text[n:]
	first, _, _ := bytes.Cut(chain, []byte("."))
	last := chain[bytes.LastIndexAny(chain, ".?!")+1:]
	if len(rest) > 0 && strings.IndexByte("'\"`", rest[0]) >= 0 { // f"
		return true
	}
	rest = bytes.TrimLeft(rest, space)
	itself := bytes.EqualFold(last, name)
	if w.whole && !w.fold {
		itself = bytes.Equal(last, name) // a search for password does not see PASSWORD
	}
	return (len(rest) == 0 || rest[0] != '(' && rest[0] != '[') && !itself && !strings.Contains(noTexts, " "+string(first)+" ")
}

// functionBehind reports whether the name before text[end] may be that of a function of JavaScript, or
// is assigned one.
func (w *word) functionBehind(text []byte, end int) bool {
	rest := bytes.TrimLeft(text[end:], space+"?!")
	switch {
	case len(rest) == 0:
		return true
	case rest[0] == ':':
		line, _, _ := bytes.Cut(rest, []byte("\n")) // perhaps that is a type
		return w.mayBeFunction(rest[1:]) || bytes.ContainsAny(line, "={") || bytes.HasPrefix(behindType(rest), []byte("="))
	case rest[0] == '=':
		return w.mayBeFunction(rest[1:])
	}
	return strings.IndexByte("(</", rest[0]) >= 0
}

func (w *word) mayBeFunction(text []byte) bool {
	text = bytes.TrimLeft(text, space)
	if len(text) == 0 || strings.IndexByte("(</", text[0]) >= 0 || bytes.HasPrefix(text, []byte("async")) || bytes.HasPrefix(text, []byte("function")) {
		return true
	}
	rest, unsure := w.ahead(bytes.TrimLeftFunc(text, func(c rune) bool { return c >= 0x80 || isNamePart(byte(c)) || c == '$' }))
	return unsure || bytes.HasPrefix(rest, []byte("=>"))
}

// callBehind reports whether the name at text[start:end] may be called there, or be imported under the
// name that is called.
func (w *word) callBehind(text []byte, start, end int) bool {
	if w.hashes && (w.text == "print" || w.text == "exec") { // statements in Python 2
		return true
	}
	rest, unsure := w.behindSigns(text[end:])
	switch {
	case unsure:
		return true
	case len(rest) == 0:
	case strings.IndexByte("(<`", rest[0]) >= 0 || begins(rest, "as") || renamed.Match(rest) || typesOfGo.Match(rest):
		return true
	}
	before := bytes.TrimRightFunc(text[:start], func(c rune) bool { return c < 0x80 && isNamePart(byte(c)) || c == '.' })
	return bytes.HasSuffix(before, []byte("@")) || takenOut.Match(text[max(0, start-100):start]) // a decorator, or an alias
}

var (
	// renamed follows a name that is destructured under an alias.
	renamed = regexp.MustCompile(`^:[^{}()]*\}\s*=`)
	// takenOut precedes a name that is taken out of a module.
	takenOut = regexp.MustCompile(`(promisify|require|import)\s*\(`)
	// typesOfGo are the type arguments of a call in Go.
	typesOfGo = regexp.MustCompile(`^\[[^()]*\]\s*\(`)
)

// indexBehind reports whether the expression that ends at text[end] may be indexed.
func (w *word) indexBehind(text []byte, end int) bool {
	rest, unsure := w.behindSigns(text[end:])
	return unsure || len(rest) > 0 && rest[0] == '['
}

// behindSigns is ahead, but also skips closing parentheses and the operators of optional chaining.
func (w *word) behindSigns(text []byte) (rest []byte, unsure bool) {
	rest, unsure = w.ahead(text)
	for len(rest) > 0 && strings.IndexByte(")!?.", rest[0]) >= 0 {
		rest, unsure = w.ahead(rest[1:])
	}
	return rest, unsure
}
