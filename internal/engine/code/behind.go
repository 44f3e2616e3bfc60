package code

import (
	"bytes"
	"regexp"
	"strings"
)

// textsBehind are the languages in which a text that is given to a name stands right behind it, or
// behind its type.
var textsBehind = map[string]bool{"python": true, "javascript": true, "typescript": true, "go": true}

// textBehind tells whether the name around text[start:end] may be given a text in quotes there, or be
// compared with one, or be its key. A name that stands for a text will do. Where that cannot be told
// at a glance, the answer is yes.
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

// typeOfGo is a type between a name and the sign of an assignment.
var typeOfGo = regexp.MustCompile(`^[\w.*\[\]]+`)

// behindType returns what stands behind a type from the sign of an assignment on, if there is one.
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

const space = " \t\r\n\\"

// noTexts are words that are no text, and stand for none.
const noTexts = " None nil null undefined true false True False await new function async lambda not typeof process string str any unknown number boolean bytes Optional "

// mayBeText tells whether a text in quotes may begin there, or a name that stands for one. A name that is given to itself
// is of no interest: if it stands for a text, that is seen elsewhere.
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
		itself = bytes.Equal(last, name) // PASSWORD is not seen by who looks for password
	}
	return (len(rest) == 0 || rest[0] != '(' && rest[0] != '[') && !itself && !strings.Contains(noTexts, " "+string(first)+" ")
}

// functionBehind tells whether the name before text[end] may be that of a function of JavaScript, or
// what a function is given to.
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

// callBehind tells whether the name at text[start:end] may be called there. In an import it may get the name
// that is.
func (w *word) callBehind(text []byte, start, end int) bool {
	if w.python && (w.text == "print" || w.text == "exec") { // which were statements
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
	return bytes.HasSuffix(before, []byte("@")) || takenOut.Match(text[max(0, start-100):start]) // a decorator, or it gets another name
}

var (
	// renamed is what stands behind a name that is taken out of an object under another name.
	renamed = regexp.MustCompile(`^:[^{}()]*\}\s*=`)
	// takenOut stands before a name that is taken out of a module.
	takenOut = regexp.MustCompile(`(promisify|require|import)\s*\(`)
	// typesOfGo are types between the name of a function of Go and its parenthesis.
	typesOfGo = regexp.MustCompile(`^\[[^()]*\]\s*\(`)
)

// indexBehind tells whether an element may be taken of what ends at text[end].
func (w *word) indexBehind(text []byte, end int) bool {
	rest, unsure := w.behindSigns(text[end:])
	return unsure || len(rest) > 0 && rest[0] == '['
}

// behindSigns is ahead, also of parentheses that end, and of the signs that something is or may not be there.
func (w *word) behindSigns(text []byte) (rest []byte, unsure bool) {
	rest, unsure = w.ahead(text)
	for len(rest) > 0 && strings.IndexByte(")!?.", rest[0]) >= 0 {
		rest, unsure = w.ahead(rest[1:])
	}
	return rest, unsure
}
