package code

import (
	"maps"
	"slices"
	"strings"

	"vigil/internal/engine/modules"
	"vigil/internal/engine/redos"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/words"
)

// A word is what a file must have for a pattern to match.
type word struct {
	text  string
	whole bool // with these very letters, and none beside it
	fold  bool // of a whole word: in any case of letters
	ends  bool // nothing that may be part of a name follows

	before before // where it must stand,
	owners string // and behind which names, for afterOwner, with a space around each: in any case of letters behind ~, and the end of a name behind *
	alone  bool   // for afterQuote: nothing that may be part of a word follows
	python bool   // comments are those of Python
	cut    bool   // of a word that was found: there is more before what is looked at,
	more   bool   // and behind it
}

// wholeWords are the languages in which what a name in a pattern matches stands in the
// file as it is: with the same letters, between others that belong to no name.
var wholeWords = map[string]bool{"python": true, "javascript": true, "typescript": true, "java": true, "go": true, "ruby": true, "csharp": true, "php": true}

// dots are the languages in which what stands before a word is looked at.
var dots = map[string]bool{"python": true, "javascript": true, "typescript": true, "java": true, "go": true, "csharp": true, "ruby": true}

// plainTexts are those of them in which there are few ways to write a text.
var plainTexts = map[string]bool{"python": true, "javascript": true, "typescript": true, "java": true, "go": true}

// calls are those of them in which what is called stands before a parenthesis.
var calls = map[string]bool{"python": true, "javascript": true, "typescript": true, "java": true, "go": true, "csharp": true}

// indexer numbers the words of all rules of a compilation.
type indexer struct {
	language string
	number   map[word]int32
	list     []word
	formulas int32 // that have a number
}

// index numbers the words of all rules.
func (c *compilation) index() {
	x := &indexer{language: c.language, number: map[word]int32{}}
	for _, r := range c.rules {
		if r.taint == nil {
			x.formula(r.formula)
			continue
		}
		if r.Options.Interfile && modules.Knows(c.grammar) {
			c.crosses, r.crosses = true, true
		}
		for _, f := range r.taint.formulas() {
			x.formula(f)
		}
	}
	c.wordList, c.formulas = x.list, x.formulas
	if len(x.list) > 0 {
		texts := make([]string, len(x.list))
		for i, w := range x.list {
			texts[i] = w.text
		}
		c.words = words.New(texts)
	}
}

func (x *indexer) word(w word) int32 {
	id, known := x.number[w]
	if !known {
		id = int32(len(x.list))
		x.number[w] = id
		x.list = append(x.list, w)
	}
	return id
}

// formula notes which words each part of a formula cannot match without.
func (x *indexer) formula(f *formula) {
	if f.indexed {
		return
	}
	f.indexed = true
	if len(f.of) > 0 || len(f.conditions) > 0 {
		x.formulas++
		f.number = x.formulas
	}
	switch {
	case f.code != nil:
		for _, w := range f.code.Literals() {
			if x.language == "php" && strings.EqualFold(w, "echo") { // a page may have <?= in its place
				x.oneOf(f, []word{{text: w, whole: true, fold: true}, {text: "<?="}})
				continue
			}
			x.must(f, w, wholeWords[x.language])
		}
		for _, l := range f.code.Links() {
			x.oneOf(f, x.link(l))
		}
		if f.code.Shell() {
			x.oneOf(f, substrings([]string{"`", "%x"}))
		}
		if textsBehind[x.language] {
			for _, w := range f.code.NamesBeforeTexts() {
				x.oneOf(f, x.with(runs([]string{w}, isNamePart, true), beforeText, ""))
			}
		}
		for _, t := range f.code.Strings() {
			x.oneOf(f, stringWords(t))
		}
	case f.text != nil:
		for _, w := range f.text.Literals() {
			x.must(f, w, false)
		}
	case f.Kind == rules.Regex:
		x.oneOf(f, substrings(rules.Useful(f.Regex.Literals())))
		x.oneOf(f, x.afterQuote(f.Regex, false))
	}
	for _, sub := range f.of {
		x.formula(sub)
	}
	for i := range f.conditions {
		switch c := &f.conditions[i]; {
		case c.Kind == rules.RegexCondition && !slices.ContainsFunc(f.conditions, func(c condition) bool { return c.Constants }):
			list := x.conditionWords(f, c)
			x.oneOf(f, list)
			x.oneOf(f, x.placed(f, c, list))
			x.oneOf(f, x.member(f, c))
			x.oneOf(f, x.endings(f, c))
			x.oneOf(f, x.followed(f, c, list))
			if textsBehind[x.language] && f.surely(func(f *formula) bool { return f.code.BeforeText(c.Metavariable) }) {
				if ends := x.endings(f, c); ends != nil {
					list = ends
				}
				x.oneOf(f, x.with(list, beforeText, ""))
			}
			if f.quotes(c.Metavariable) {
				x.oneOf(f, x.afterQuote(c.Regex, true))
			}
		case c.Kind == rules.AnalysisCondition && c.Analyzer == "redos":
			x.oneOf(f, substrings(redos.Markers))
		case c.formula != nil && c.Language == "":
			x.formula(c.formula)
		}
	}
}

func (x *indexer) must(f *formula, text string, whole bool) {
	if len(text) > 1 {
		f.needs = append(f.needs, []int32{x.word(word{text: text, whole: whole, fold: x.language == "php"})})
	}
}

// oneOf notes that a formula needs one of some words, if there are any.
func (x *indexer) oneOf(f *formula, list []word) {
	var need []int32
	for _, w := range list {
		need = append(need, x.word(w))
	}
	if need != nil {
		f.needs = append(f.needs, need)
	}
}

func substrings(list []string) []word {
	var out []word
	for _, w := range list {
		out = append(out, word{text: w})
	}
	return out
}

// conditionWords returns words of which a file must have one for a regular expression to
// match what a metavariable stands for; none if there are no such words.
//
// That is a part of the source, but for two cases. A name may stand for an imported one,
// whose parts the file has, perhaps not in a row. What is in quotes may be put together
// from several texts; who breaks a word in two to do so is not found.
func (x *indexer) conditionWords(f *formula, c *condition) []word {
	quoted := f.quotes(c.Metavariable)
	texts, all := slices.Sorted(maps.Keys(c.texts)), c.texts != nil
	if !all {
		texts = c.Regex.Literals()
	}
	isPart := isNamePart
	if quoted {
		isPart = isLetter
	}
	list := runs(texts, isPart, all && !quoted && wholeWords[x.language])
	switch {
	case quoted && (list == nil || !slices.ContainsFunc(texts, func(t string) bool { return longestRun(t, isLetter) != t })) && all && plainTexts[x.language] && !f.isKey(c.Metavariable): // others have more ways to write a text
		return inQuotes(texts)
	case list != nil || quoted:
		return list
	}
	begin := c.Regex.Beginnings()
	if slices.ContainsFunc(begin, func(t string) bool { return isNamePart(t[0]) }) { // perhaps an imported one
		return nil
	}
	return substrings(begin)
}

// endings returns the names, and ends of names, of which one stands at the end of what a condition lets a
// metavariable stand for.
func (x *indexer) endings(f *formula, c *condition) []word {
	if !wholeWords[x.language] || f.quotes(c.Metavariable) {
		return nil
	}
	var out []word
	for _, e := range c.endings {
		out = append(out, word{text: e.Text, whole: e.Whole, fold: e.Whole, ends: !e.Whole})
	}
	return out
}

// inQuotes returns texts in each kind of quotes; of one that may be put together from several, its longest word.
func inQuotes(texts []string) []word {
	var out []word
	for _, t := range texts {
		if w := longestRun(t, isLetter); len(w) >= 3 && longestRun(t, isNamePart) != t {
			out = append(out, word{text: w})
			continue
		}
		for _, quote := range []string{"'", `"`, "`"} {
			out = append(out, word{text: quote + t + quote})
		}
	}
	return out
}

// runs returns the longest run of such bytes in each text; none if one is of no use.
func runs(texts []string, is func(byte) bool, whole bool) []word {
	var out []word
	for _, t := range texts {
		w := longestRun(t, is)
		if len(w) < 3 && !(whole && len(w) == 2) {
			return nil
		}
		out = append(out, word{text: w, whole: whole})
	}
	return out
}

// stringWords returns words of which a file must have one to have a string that a pattern
// has in quotes, under the same condition as conditionWords.
func stringWords(text string) []word {
	list := []string{text}
	switch re, isRE := strings.CutPrefix(text, "=~/"); {
	case isRE:
		re = re[:max(0, strings.LastIndexByte(re, '/'))]
		parsed, err := rules.NewRegexp(re, false)
		if err != nil {
			return nil
		}
		list = parsed.Literals()
	case strings.Contains(text, "\\"): // it may be written in another way
		return nil
	}
	return runs(list, isLetter, false)
}

// quotes tells whether a metavariable stands for what is in quotes.
func (f *formula) quotes(name string) bool {
	return f.code != nil && f.code.Quotes(name) || slices.ContainsFunc(f.of, func(sub *formula) bool { return sub.quotes(name) })
}

// isKey tells whether a metavariable stands for a key, which may be without quotes.
func (f *formula) isKey(name string) bool {
	return f.code != nil && f.code.IsKey(name) || slices.ContainsFunc(f.of, func(sub *formula) bool { return sub.isKey(name) })
}

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }

func isNamePart(b byte) bool { return isLetter(b) || b == '_' || b >= '0' && b <= '9' }

// longestRun returns the longest part of a text that consists of such bytes.
func longestRun(text string, is func(byte) bool) string {
	best := ""
	for text != "" {
		n := 0
		for n < len(text) && is(text[n]) {
			n++
		}
		if n > len(best) {
			best = text[:n]
		}
		text = text[min(n+1, len(text)):]
	}
	return best
}

// at tells whether the word that ends there, if letters are not told apart by their case, is
// the one that is meant.
func (w *word) at(text []byte, end int) bool {
	start := end - len(w.text)
	if !w.whole {
		return !(w.ends && end < len(text) && isNamePart(text[end])) && w.stands(text, start, end)
	}
	return (w.fold || string(text[start:end]) == w.text) &&
		(start == 0 || !isNamePart(text[start-1])) && (end == len(text) || !isNamePart(text[end])) && w.stands(text, start, end)
}
